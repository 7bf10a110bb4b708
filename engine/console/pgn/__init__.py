"""`ratsu pgn` and `ratsu games`: files and collections on the console.

Door: `common`, `rewriting`, `tables`. Knows: engine.game, engine.pgn, engine.pgn.text, engine.publishing.
"""
