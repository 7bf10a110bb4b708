"""Makes the tables for rating estimates and for the comparison with people of a rating: `ratsu train rating`.

Door: `steps`. Knows: books, engine.human, engine.pgn, engine.play, engine.rules, engine.training.human.
"""
