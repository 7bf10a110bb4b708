"""Where questions come from: openings, endgames, mistakes, puzzles. What each keeps, asks next and takes as right.

Door: `openings`, `endgames`, `mistakes`, `puzzles`. Knows: books, engine, engine.coach, engine.play, tablebases.
"""
