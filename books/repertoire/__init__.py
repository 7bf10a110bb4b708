"""The user's own lines: repertoires, report, coverage, doctor. Reads through the library.

Door: `store`, `health`. Knows: books.choice, books.formats, books.learning, books.store, engine.game, engine.rules.
"""
