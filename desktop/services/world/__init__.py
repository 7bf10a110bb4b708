"""Games and services of other machines, when the user asks: nothing here sends anything before its address is on.

Door: `world_service`, `online_service`, `broadcast_service`. Knows: desktop.model, desktop.services.files,
desktop.services.game, desktop.services.kit, engine.game, engine.jobs, engine.play.world.
"""
