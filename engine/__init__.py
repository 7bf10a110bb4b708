"""The engine room: rules core, search, evaluation, protocols, and the values that all rooms share. No Qt.

Door: `player.Player`, `options`, `command_line`. Knows: no other room.
"""
