"""The tables of a collection: games from PGN files, searched by header and by position.

`games` holds headers and moves (2 bytes a ply); `players` and `events` every name once; `blocks` the positions, sorted
and packed (see engine.core.pgn.postings), each import batch a run of its own; `traits` 16 bytes a game that are kept in
memory for statistics; `sources` which file was imported how far, so that an import goes on where it was stopped.
"""

APPLICATION_ID = 0x52615343  # "RaSC"

_VERSION_1 = """
CREATE TABLE players (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, folded TEXT NOT NULL);
CREATE TABLE events (id INTEGER PRIMARY KEY, name TEXT NOT NULL, site TEXT NOT NULL, folded TEXT NOT NULL,
    UNIQUE (name, site));
CREATE TABLE games (
    id INTEGER PRIMARY KEY, white INTEGER NOT NULL, black INTEGER NOT NULL, event INTEGER NOT NULL, round TEXT,
    date TEXT, result INTEGER NOT NULL, white_elo INTEGER, black_elo INTEGER, eco TEXT, moves BLOB NOT NULL,
    start_fen TEXT, chess960 INTEGER, source INTEGER NOT NULL, signature INTEGER NOT NULL UNIQUE);
CREATE INDEX games_by_white ON games (white);
CREATE INDEX games_by_black ON games (black);
CREATE TABLE blocks (id INTEGER PRIMARY KEY, run INTEGER NOT NULL, first_key INTEGER NOT NULL, data BLOB NOT NULL);
CREATE INDEX blocks_by_key ON blocks (run, first_key);
CREATE TABLE traits (first_game INTEGER PRIMARY KEY, data BLOB NOT NULL);
CREATE TABLE sources (
    id INTEGER PRIMARY KEY, path TEXT NOT NULL UNIQUE, size INTEGER NOT NULL, modified_ns INTEGER NOT NULL,
    offset INTEGER NOT NULL DEFAULT 0, games INTEGER NOT NULL DEFAULT 0, added INTEGER NOT NULL DEFAULT 0,
    duplicates INTEGER NOT NULL DEFAULT 0, problems INTEGER NOT NULL DEFAULT 0, done INTEGER NOT NULL DEFAULT 0);
"""

MIGRATIONS: tuple[str, ...] = (_VERSION_1,)
"""Script n brings a file from version n to n + 1; each runs in one transaction."""
