"""The user's own lines: trainer, report, coverage, doctor. Reads through the library.

Door: `course`, `trainer`, `health`. Knows: books.choice, books.formats, books.learning, books.store, engine.game.
"""
