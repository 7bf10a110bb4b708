"""Lists of games from files and collections: page, table, search, headers.

Door: `games_page`, `mirror_page`. Knows: books, desktop.model, desktop.services, desktop.views.board,
desktop.views.kit, desktop.views.setup, engine.
"""
