"""Databases of ChessBase (.cbh with its files beside it), read as far as public descriptions go.

Door: `base.read_base`. Knows: engine.pgn.
"""
