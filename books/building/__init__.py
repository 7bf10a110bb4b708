"""Building, importing and refining whole books, and showing the effect of an edit.

Door: `build`, `imports`, `chance_changes`. Knows: books.choice, books.formats, books.learning, books.store, engine.game.
"""
