"""Tidies a collection: finds games that it has twice, and keeps, merges or deletes them; corrects spellings of names.

Door: `duplicates`, `duplicate_changes`, `spellings`. Knows: books.store, engine.game, engine.pgn.
"""
