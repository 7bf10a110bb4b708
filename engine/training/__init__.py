"""Data and training for the network, compiled parts included. Nothing imports it.

Door: `generate`, `fit`, `packing`. Knows: engine.evaluation, engine.game, engine.night, engine.pgn, engine.play, engine.rules,
engine.search.
"""
