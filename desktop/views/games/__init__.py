"""Lists of games from files and collections: page, table, search, headers."""
