"""Opponents that play like people: moves of a rating, persons with a character, think time, draws, resignation, and
find-my-level.

Door: `human_mover`, `persons.Person`, `likely_moves.LikelyHumanMoves`, `find_level`. Knows: books, engine.evaluation,
engine.game, engine.human, engine.rules, engine.search.
"""
