"""Preparing for an opponent: what he plays and how he fares, where to lead him, what people of a rating score, where they go
wrong, and moves that nobody has played. Knows no engine: whoever evaluates or predicts is handed in. Doors: `opponent.py`,
`steer.py`, `novelty.py`, `expected.py`, `traps.py`.
"""
