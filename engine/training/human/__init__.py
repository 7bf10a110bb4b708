"""Trains the predictor of human moves (`engine.human`) on games of people: `ratsu train human`.

Door: `steps`. Knows: engine.evaluation, engine.game, engine.human, engine.pgn, engine.play, engine.rules.
"""
