"""Home: what waits for the player, on one page.

Door: `home_page`. Knows: books, desktop.model, desktop.services, desktop.views.engines, desktop.views.kit,
desktop.views.setup, engine.
"""
