"""Lists of a collection's games: rows in pages, and searches saved under names.

Door: `game_rows`, `saved_searches`. Knows: books.store, engine.game, engine.pgn.
"""
