"""One's own games from lichess and chess.com, fetched when the user asks. `addresses` lists every address that the program
can talk to. Only `http_client` talks to a network, with the extra `world`.

Door: `fetching.fetch_games`, `addresses`. Knows: books.collection, engine.game, engine.pgn, engine.protocols.
"""
