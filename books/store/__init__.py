"""Book files in SQLite: rows, format, journal, backup. The one place that writes a book.

Door: `book_file.BookFile`, `journal`. Knows: no other room.
"""
