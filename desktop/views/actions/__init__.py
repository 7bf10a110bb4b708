"""Handlers of the window's actions, one class for each group, constructed on the window's context.

Door: `game_actions`, `file_actions`; `desktop/views/action_groups.py` names them all. Knows: books.collection.tidying,
books.preparation, desktop.model,
desktop.services, desktop.views.analysis, desktop.views.board, desktop.views.book, desktop.views.engines, desktop.views.game,
desktop.views.games, desktop.views.help, desktop.views.kit, desktop.views.setup, desktop.views.style,
desktop.views.window, engine.
"""
