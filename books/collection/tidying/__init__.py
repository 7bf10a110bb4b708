"""Tidies a collection: finds games that it has twice, and keeps, merges or deletes them.

Door: `duplicates`, `duplicate_changes`. Knows: engine.game, engine.pgn.
"""
