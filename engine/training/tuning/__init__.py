"""Tuning of weights and margins by games and by fitting. Nothing that plays imports it.

Door: `tuner`, `selfplay`, `compare`. Knows: engine.evaluation, engine.pgn, engine.play, engine.rules, engine.search.
"""
