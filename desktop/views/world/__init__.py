"""The page that fetches games, and the panels of services and broadcasts of other machines.

Door: `world_page`, `online_panel`, `broadcast_panel`. Knows: books.collection, desktop.model,
desktop.services, desktop.views.book, desktop.views.game, desktop.views.kit, engine.jobs, engine.night, engine.play.world.
"""
