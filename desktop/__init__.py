"""The window. Chess logic lives elsewhere: model, then services, then views; signals back up.

Door: `command`, `main`. Knows: engine.
"""
