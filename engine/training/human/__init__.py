"""Teaches `engine.human` from games of people: `ratsu train human`. Nothing that plays imports it.

Door: `steps`. Knows: engine.evaluation, engine.human, engine.pgn, engine.play, engine.rules.
"""
