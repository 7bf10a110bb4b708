"""The Night work page: the queue of jobs, adding jobs, and their reports.

Door: `night_page.NightPage`. Knows: desktop.model, desktop.services, desktop.views.engines,
desktop.views.kit, engine.night.
"""
