"""Values of the book's panels and dialogs, as the views show them. No Qt.

Door: `panel`, `books_dialog`. Knows: books.building, books.explorer, engine.
"""
