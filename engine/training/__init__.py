"""Data and training for the network, compiled parts included. Nothing that plays imports it.

Door: `generate`, `fit`, `packing`. Knows: engine.evaluation, engine.game, engine.pgn, engine.play, engine.rules,
engine.search.
"""
