"""UCI and XBoard: text in, text out, and the engine behind it. It knows no book.

Door: `uci.run`, `xboard.run`. Knows: engine.game, engine.rules, engine.search.
"""
