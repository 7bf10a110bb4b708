"""Joins the rooms: the mover, whose moves come from book, people, tables and search; opponents, and work on all cores. No Qt.

Door: `mover.RatsuMover`, `people.persons`, `worker_pool`. Knows: books, engine.evaluation, engine.game, engine.pgn,
engine.protocols, engine.rules, engine.search, tablebases.
"""
