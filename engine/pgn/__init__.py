"""PGN: reading, writing, listing and editing games. Compiled readers on the core's own board, and plain Python.

Compiled: `scan` (boundaries of games and tags), `tokens` (movetext), `san` (moves, both ways), `mainlines` (moves and
keys of whole files), `tree` (complete games), `listing` (headers and offsets). Plain: `values`, `streams` (plain, gz,
zst, UTF-16), `letters` (languages), `reader`, `writer`, `index`, `edit`. No SQL: collections are
`books.collection.game_collection`.

Door: `reader`, `writer`, `index`, `mainlines`. Knows: engine.game, engine.rules.
"""
