"""Training with puzzles: the current puzzle, the user's rating, and the progress. No window.

Door: `attempt`, `progress`, `puzzle_files`. Knows: engine.coach, engine.pgn.
"""
