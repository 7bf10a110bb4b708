"""The engine's own book at work: choosing, learning in the background, examining. Joins `books` with the search."""
