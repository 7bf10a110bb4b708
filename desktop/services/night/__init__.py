"""Overnight jobs: the queue, the child process that works on it, and the signal that the user is playing.

Door: `night_service.NightService`. Knows: desktop.model, desktop.services.files, desktop.services.game,
desktop.services.kit, engine.jobs, engine.night, engine.play.external.
"""
