"""Collections of games in one file, searched by header, position and material.

Door: `game_collection.Collection`, `search`, `importing.imports`. Knows: books.store, engine.game, engine.pgn, engine.pgn.text,
engine.rules.
"""
