"""UCI and XBoard: text in, text out, with an engine (`Mover`). The protocols do not use the book.

Door: `uci.run`, `xboard.run`. Knows: engine.game, engine.pgn, engine.rules, engine.search.
"""
