"""The views, QtWidgets only: they show a model and turn the user's actions into service calls.

Door: `main_window.MainWindow`. Knows: desktop.model, desktop.services.
"""
