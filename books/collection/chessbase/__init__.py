"""Databases of ChessBase (.cbh with its files beside it, .cbv), read as far as public descriptions go.

Door: `base.read_base`, `archive.unpack`. Knows: engine.pgn.
"""
