"""Long jobs of the night: the queue, the child process that works on it, and the sign that the user plays.

Door: `night_service.NightService`. Knows: desktop.model, desktop.services.files, desktop.services.game, desktop.services.kit,
engine.jobs, engine.night, engine.play.external.
"""
