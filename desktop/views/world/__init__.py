"""The page that fetches games, and the panel of services of other machines.

Door: `world_page`, `online_panel`. Knows: books.collection, desktop.model.world, desktop.services, desktop.views.book,
desktop.views.kit, engine.night, engine.play.world.
"""
