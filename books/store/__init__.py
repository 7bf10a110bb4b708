"""Book files in SQLite: rows, format, journal, backup. All writing to a book happens here.

Door: `book_file.BookFile`, `journal`. Knows: no other room.
"""
