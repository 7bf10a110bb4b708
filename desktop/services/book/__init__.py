"""The opening book for the window: looking up, editing, learning, the book's health."""
