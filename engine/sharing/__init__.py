"""Several computers of one user: what changes on one reaches the others through any folder that they share, without a server.

Each computer writes one file there, which only grows, and reads the others'. The same changes give the same result, in
whatever order they come (docs/sharing.md).

Door: `exchange.Exchange`, `training.TrainingPart`, `book.BookPart`,
`collection.CollectionPart`. Knows: books, engine.drill, engine.play.
"""
