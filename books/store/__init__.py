"""Book files in SQLite: rows, format, journal, backup. The one place that writes a book."""
