"""Training with puzzles: the rating of the user, what is asked next, and what comes again. No window."""
