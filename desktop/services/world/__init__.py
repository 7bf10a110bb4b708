"""Games and services of other machines, when the user asks: nothing here sends anything before its address is on.

Door: `world_service`, `online_service`. Knows: books.collection, desktop.model, desktop.services.files, desktop.services.kit,
engine.play.world.
"""
