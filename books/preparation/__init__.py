"""Preparation for an opponent: repertoire and results, where to lead the opponent, scores and mistakes of people of a
rating, and novelties. Callers pass in evaluation and prediction.

Door: `opponent`, `steering`, `novelty`, `expected_scores`, `traps`. Knows: books.explorer, books.formats, books.learning,
engine.game, engine.rules.
"""
