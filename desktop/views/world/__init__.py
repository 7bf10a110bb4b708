"""Internet pages and panels: fetching games, online services, broadcasts.

Door: `world_page`, `online_panel`, `broadcast_panel`. Knows: books.collection, desktop.model,
desktop.services, desktop.views.book, desktop.views.game, desktop.views.kit, engine.jobs, engine.night, engine.play.world.
"""
