"""Preparing for an opponent: what he plays and how he fares, where to lead him, what people of a rating score, where they go
wrong, and moves that nobody has played. Whoever evaluates or predicts is handed in.

Door: `opponent`, `steer`, `novelty`, `expected`, `traps`. Knows: books.collection, books.formats, books.learning, engine.game,
engine.pgn.
"""
