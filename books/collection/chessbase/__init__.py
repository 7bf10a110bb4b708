"""ChessBase databases (.cbh with its other files, .cbv), read as far as public descriptions exist.

Door: `base.read_base`, `archive.unpack`. Knows: books.collection.importing, engine.pgn.
"""
