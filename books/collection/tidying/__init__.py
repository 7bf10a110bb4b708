"""Tidies a collection: games that it has twice, and names spelled in several ways.

Door: `duplicates`, `duplicate_changes`. Knows: engine.game, engine.pgn.
"""
