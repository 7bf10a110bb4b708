"""QtWidgets only: shows a model, turns gestures into service calls.

Door: `main_window.MainWindow`. Knows: desktop.model, desktop.services.
"""
