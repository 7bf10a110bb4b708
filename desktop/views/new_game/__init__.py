"""The fields of the dialog that asks for a new game."""
