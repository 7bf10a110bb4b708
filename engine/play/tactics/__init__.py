"""Training with puzzles: a puzzle that is being solved, the rating of the user, and where he is. No window.

Door: `attempt`, `progress`. Knows: engine.coach.
"""
