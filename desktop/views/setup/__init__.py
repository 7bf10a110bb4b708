"""New game and position setup: dialogs and their fields."""
