"""What each action does: one class a group of actions, constructed on the window's context."""
