"""PGN as text: tokens, spelling, encodings and letters. It knows no moves.

Door: `scan`, `tokens`, `decode`. Knows: engine.rules.
"""
