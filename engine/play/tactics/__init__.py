"""Training with puzzles: the rating of the user, what is asked next, and what comes again. No window.

Door: `choosing`, `attempt`, `progress`. Knows: engine.coach.
"""
