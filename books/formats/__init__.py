"""Books of other programs, and games as input: read and written.

Door: `any_format`, `games`. Knows: books.choice, books.store, engine.game, engine.pgn.
"""
