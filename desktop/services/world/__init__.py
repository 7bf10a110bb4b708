"""Games and services of other machines, at the user's request: nothing is sent before an address is switched on.

Door: `world_service`, `online_service`, `broadcast_service`, `sharing_service`. Knows: desktop.model,
desktop.services.files, desktop.services.game, desktop.services.kit, engine.console, engine.game, engine.jobs,
engine.play.world, engine.sharing.
"""
