"""The sources of questions: openings, endgames, mistakes, puzzles, each with its storage, order and judgement.

Door: `openings`, `endgames`, `mistakes`, `puzzles`. Knows: books, engine, engine.coach, engine.play, tablebases.
"""
