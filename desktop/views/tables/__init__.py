"""Tablebase panels and the endgame trainer.

Door: `tablebase_panel`, `endgame_trainer`, `tables_dialog`. Knows: desktop.model, desktop.services,
desktop.views.board, desktop.views.kit, engine, tablebases.
"""
