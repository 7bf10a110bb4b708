"""`make nightly`: checks that are too slow for every change, in units that can be interrupted and resumed.

Door: `__main__`. The installer does not import the program; it starts tests and tools as processes.
"""
