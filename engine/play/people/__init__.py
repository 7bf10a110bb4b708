"""Opponents who play as people do: moves of a rating, persons with character, pace, draw offers, resignation; and find-my-level.

Door: `moves`, `persons.Person`, `likely_moves.PeopleHere`, `find_level`. Knows: books, engine.evaluation, engine.game,
engine.human, engine.rules, engine.search.
"""
