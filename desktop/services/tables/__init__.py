"""Endgame tablebases for the window: probing, folders, generating, off its thread.

Door: `tablebase_service`. Knows: desktop.model, desktop.services.game, desktop.services.kit, engine.game, engine.jobs,
tablebases.
"""
