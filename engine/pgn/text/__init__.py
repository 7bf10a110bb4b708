"""PGN as text: tokens, spelling, encodings and letters. Knows no moves and no other part of `engine.pgn`."""
