"""Games into a collection: from PGN files and accounts, each game once.

Door: `imports`, `downloads`. Knows: engine.game, engine.pgn.
"""
