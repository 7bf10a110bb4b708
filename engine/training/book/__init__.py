"""Makes the shipped opening book: positions of games searched by two judges. Nothing that plays imports it.

Door: `command`. Knows: books, engine.human, engine.play, engine.rules.
"""
