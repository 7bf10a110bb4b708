"""`make nightly`: what takes too long for every change, in units that can be interrupted and continued.

Door: `__main__`. Like the rest of the installer it knows none of the program; it starts tests and tools as processes.
"""
