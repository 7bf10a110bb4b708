"""Books of other programs, and games as input: read and written. Knows no library."""
