"""Makes the shipped opening book: positions of games searched by two judges.

Door: `maker.Maker`. Knows: books, engine.human, engine.play, engine.rules.
"""
