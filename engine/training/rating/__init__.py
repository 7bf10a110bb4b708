"""What the estimate of a rating and the comparison with other people are made from: `ratsu train rating`.

Door: `steps`. Knows: books, engine.human, engine.pgn, engine.play, engine.rules, engine.training.human.
"""
