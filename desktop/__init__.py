"""The window: model, then services, then views; signals lead back up. Chess logic is in `engine`.

Door: `command`, `main`. Knows: engine.
"""
