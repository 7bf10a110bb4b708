"""Dialogs. Each is imported when it is opened first; none waits for its answer."""
