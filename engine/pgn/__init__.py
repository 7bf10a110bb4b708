"""PGN: games in, games out. Compiled readers on the core's own board, and plain Python around them.

Compiled: `scan` (where games and tags begin and end), `tokens` (the movetext), `san` (moves as written, both ways),
`mainlines` (moves and keys of whole files), `tree` (one game with everything in it), `listing` (headers and offsets). Plain:
`values`, `streams` (plain, gz, zst, UTF-16), `letters` (languages), `reader` (the front door), `writer`, `index`, `edit`.

It lives on the ground floor because books, training, the command line and the window all read games, and the rooms may not
import each other. It speaks no SQL: collections are `books.collection.game_collection`.

Door: `reader`, `writer`, `index`, `mainlines`. Knows: engine.game, engine.rules.
"""
