"""UCI and XBoard: text in, text out, and the engine behind it.

Door: `uci.run`, `xboard.run`. Knows the search, not the book.
"""
