"""`ratsu pgn` and `ratsu games`: files and collections on the console. Knows `engine.pgn` and `books.collection`."""
