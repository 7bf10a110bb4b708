"""The Home page: games to resume, positions to train, opponents and recent results.

Door: `home_page`. Knows: books, desktop.model, desktop.services, desktop.views.board, desktop.views.engines,
desktop.views.game, desktop.views.kit, desktop.views.setup, engine.
"""
