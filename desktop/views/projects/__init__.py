"""The panel of analysis projects.

Door: `project_panel.ProjectPanel`. Knows: books.evaluations, desktop.model, desktop.services, desktop.views.engines,
desktop.views.kit, engine.
"""
