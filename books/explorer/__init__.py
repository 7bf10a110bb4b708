"""The explorer: statistics of a position over any sources of games, and its opening report.

Door: `explorer`, `indexed_files`, `opening_report`. Knows: books, books.collection, engine.
"""
