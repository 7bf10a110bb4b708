"""Building, importing and refining whole books, and telling what an edit changed."""
