"""Home: what waits for the player, on one page.

Door: `home_page`. Knows: books, desktop.model, desktop.services, desktop.views.board, desktop.views.engines,
desktop.views.game, desktop.views.kit, desktop.views.setup, engine.
"""
