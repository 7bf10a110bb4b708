"""Choosing the book move: layers of books, flags, probabilities.

Door: `library.Library`, `choose.Chooser`. Knows: books.store, engine.game.
"""
