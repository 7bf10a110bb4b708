"""The page of the night's jobs: the queue, adding to it, and the report.

Door: `night_page.NightPage`. Knows: desktop.model, desktop.services, desktop.views.engines,
desktop.views.kit, engine.night.
"""
