"""PGN files and collections, opened, listed and saved off the window's thread."""
