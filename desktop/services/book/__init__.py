"""The opening book for the window: looking up, editing, learning, the book's health.

Door: `book_service`, `books_service`, `explorer_service`. Knows: books, desktop.model, desktop.services.files,
desktop.services.game, desktop.services.kit, engine.
"""
