"""Which move the book plays: layers of books, flags, probabilities.

Door: `library.Library`, `choose.Chooser`. Knows: books.store, engine.game.
"""
