"""PGN as text: tokens, spelling, encodings and letters, without a board.

Door: `scan`, `tokens`, `decode`. Knows: engine.rules.
"""
