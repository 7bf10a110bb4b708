"""Tidies a collection: games that it has twice, and names spelled in several ways.

Door: `duplicates`, `duplicate_changes`. Knows: books.collection.importing, engine.game, engine.pgn.
"""
