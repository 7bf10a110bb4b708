"""Readers and writers of other programs' books, and games as input.

Door: `any_format`, `games`. Knows: books.choice, books.store, engine.game, engine.pgn, engine.rules.
"""
