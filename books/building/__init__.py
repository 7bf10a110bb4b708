"""Building, importing and refining whole books, and telling what an edit changed.

Door: `build`, `imports`, `changes`. Knows: books.choice, books.formats, books.learning, books.store, engine.game.
"""
