"""New game and position setup: dialogs and their fields.

Door: `game_room`, `position_dialog`. Knows: desktop.model, desktop.services, desktop.views.board, desktop.views.kit,
engine.
"""
