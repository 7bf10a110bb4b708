"""The rules of chess, compiled: bitboards, moves, keys, repetition. Door: `board.CoreBoard`. Knows no other room."""
