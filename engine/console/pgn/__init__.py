"""`ratsu pgn` and `ratsu games`: files and collections on the console.

Door: `common`, `rewriting`, `tables`. Knows: engine.pgn, engine.pgn.text.
"""
