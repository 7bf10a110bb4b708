"""Internet pages and panels: fetching games, online services, broadcasts; and the user's other computers.

Door: `world_page`, `online_panel`, `broadcast_panel`, `sharing_dialog`. Knows: books.collection, desktop.model,
desktop.services, desktop.views.book, desktop.views.game, desktop.views.kit, engine.jobs, engine.night,
engine.play.world, engine.sharing.
"""
