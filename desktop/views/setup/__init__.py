"""New game and position setup: dialogs and their fields.

Door: `new_game_dialog`, `position_dialog`. Knows: desktop.model, desktop.services, desktop.views.board, desktop.views.kit,
engine.
"""
