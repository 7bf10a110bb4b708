"""Tunes evaluation weights, styles and search margins by games and by regression.

Door: `tuner`, `selfplay`, `compare`. Knows: engine.evaluation, engine.jobs, engine.pgn, engine.play, engine.rules, engine.search.
"""
