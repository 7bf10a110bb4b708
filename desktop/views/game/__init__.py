"""The current game: notation, clocks, evaluation, print.

Door: `board_panel`, `game_sheet`, `move_source`. Knows: desktop.model, desktop.services, desktop.views.analysis,
desktop.views.board, desktop.views.kit, engine.
"""
