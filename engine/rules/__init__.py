"""The rules of chess, compiled: bitboards, moves, keys, repetition.

Door: `board.CoreBoard`, `fen`. Knows: no other room.
"""
