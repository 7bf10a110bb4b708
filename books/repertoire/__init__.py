"""The user's own lines: repertoires, reports, coverage, book check. Reads through the library.

Door: `store`, `shelf`, `check_report`. Knows: books.building, books.choice, books.explorer, books.formats, books.learning,
books.store, engine.game, engine.rules.
"""
