"""The current game: notation, clocks, evaluation, print.

Door: `board_panel`, `game_sheet`, `status_card`. Knows: desktop.model, desktop.services, desktop.views.analysis,
desktop.views.board, desktop.views.kit, engine.
"""
