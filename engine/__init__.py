"""The engine: rules core, search, evaluation, protocols, and shared values. No Qt.

Door: `player.Player`, `options`, `command_line`. Knows: no other room.
"""
