"""The board as a picture: geometry, pieces, arrows, gestures on squares.

Door: `board_view.BoardView`, `position_scene`. Knows: desktop.model, desktop.services, desktop.views.kit, engine.
"""
