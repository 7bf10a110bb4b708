"""Opponents that play like people: moves of a rating, persons with a character, think time, draws, resignation, and
find-my-level.

Door: `moves`, `persons.Person`, `likely_moves.PeopleHere`, `find_level`. Knows: books, engine.evaluation, engine.game,
engine.human, engine.rules, engine.search.
"""
