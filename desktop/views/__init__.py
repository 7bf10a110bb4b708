"""QtWidgets only: shows a model, turns gestures into service calls."""
