"""Predicts human moves: the probability of each legal move for a player of a rating. Data, method and figures: docs/human.md.

Door: `predictor`. Knows: engine.evaluation, engine.game, engine.rules. Search scores come from the caller.
"""
