"""The laboratory, `ratsu train` and `ratsu tune`: training data, training and tuning. Nothing that plays imports it.

Door: `generate`, `fit`, `packing`. Knows: engine.evaluation, engine.game, engine.night, engine.pgn, engine.play, engine.rules,
engine.search.
"""
