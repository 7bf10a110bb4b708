"""The sources of questions, each with its storage, order and judgement.

Door: `openings`, `endgames`, `mistakes`, `puzzles`, `guess`, `visualise`, `clock`. Knows: books, engine, engine.coach,
engine.play, tablebases.
"""
