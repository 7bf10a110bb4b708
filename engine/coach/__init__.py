"""The coach: explains a move by claims (what it allows, what it missed, why another is better), each proved by a line.

Door: `explain.explained`. Knows: engine.game. The searches are made by the caller.
"""
