"""The tables of a collection: games from PGN files, searched by header and by position.

`games` holds headers and moves (2 bytes a ply); `players` and `events` every name once; `blocks` the packed position
index (engine.pgn.postings), in runs (books.collection.indexing); `traits` 16 bytes a game (material, ratings, date, speed,
result), loaded into memory for statistics; `sources` the progress of each imported file. A game keeps its number for ever:
a deleted game is a row of `bin` instead of `games`, and leaves a hole when the bin is emptied.

Version 2 made the tables STRICT (older ones stay without); every row read is checked against its shape, because a
damaged page ignores types. Version 3 stores whole games: `tags` every other header once (`games.more`: their numbers, 4
bytes each), `texts` the packed bytes of games with comments, variations, signs or unreadable text. Version 4 packs the
index in bits, a sixth of the former size; it names candidate games that must be replayed. It is rebuilt when an older
collection is opened. Version 5 lets games be changed and deleted: `runs` says which games each run of the index holds,
`homes` which run holds a changed game (none if it was deleted), `edited` the signature of its present moves, `originals`
the tags that it was imported with. Version 6 has no index of games, so that an import only appends: `signatures` are in
blocks (books.collection.signatures), and `sides` has the numbers of White and Black of each game, 4 bytes each.
"""

import sqlite3

from books.store.row_shapes import ANY_WHOLE, BLOB, TEXT, ColumnType, RowShape, optional, whole

RESULT_TOKENS = ("*", "1-0", "0-1", "1/2-1/2", "*", "0-0")  # by the number stored in the table
APPLICATION_ID = 0x52615343  # "RaSC"
VERSION = 6
ANNOTATED_SINCE = 3
PACKED_SINCE = 4
EDITED_SINCE = 5
STRICT_SINCE = (3, 37)  # of SQLite; older versions make the tables without
MOST_GAMES = 2**32 - 1
MOST_PLAYERS = 2**28
TRAIT_BYTES = 16
SIDES_BYTES = 8
IMPORT_UNDONE = 0  # bin.deleted_s of games of an import that was undone: importing them again puts them back

GAMES_TABLE = """CREATE TABLE games (
    id INTEGER PRIMARY KEY, white INTEGER NOT NULL, black INTEGER NOT NULL, event INTEGER NOT NULL, round TEXT,
    date TEXT, result INTEGER NOT NULL, white_elo INTEGER, black_elo INTEGER, eco TEXT, moves BLOB NOT NULL,
    start_fen TEXT, chess960 INTEGER, source INTEGER NOT NULL, signature INTEGER NOT NULL, more BLOB) STRICT"""
TABLES = f"""{GAMES_TABLE};
CREATE TABLE players (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, folded TEXT NOT NULL) STRICT;
CREATE TABLE events (id INTEGER PRIMARY KEY, name TEXT NOT NULL, site TEXT NOT NULL, folded TEXT NOT NULL,
    UNIQUE (name, site)) STRICT;
CREATE TABLE blocks (id INTEGER PRIMARY KEY, run INTEGER NOT NULL, first_key INTEGER NOT NULL, data BLOB NOT NULL) STRICT;
CREATE INDEX blocks_by_key ON blocks (run, first_key);
CREATE TABLE traits (first_game INTEGER PRIMARY KEY, data BLOB NOT NULL) STRICT;
CREATE TABLE sources (
    id INTEGER PRIMARY KEY, path TEXT NOT NULL UNIQUE, size INTEGER NOT NULL, modified_ns INTEGER NOT NULL,
    offset INTEGER NOT NULL DEFAULT 0, games INTEGER NOT NULL DEFAULT 0, added INTEGER NOT NULL DEFAULT 0,
    duplicates INTEGER NOT NULL DEFAULT 0, problems INTEGER NOT NULL DEFAULT 0, done INTEGER NOT NULL DEFAULT 0) STRICT;
"""
ANNOTATIONS = """
CREATE TABLE tags (id INTEGER PRIMARY KEY, name TEXT NOT NULL, value TEXT NOT NULL, folded TEXT NOT NULL,
    UNIQUE (name, value)) STRICT;
CREATE TABLE texts (game INTEGER PRIMARY KEY, data BLOB NOT NULL) STRICT;
"""
EDITS = """
CREATE TABLE runs (id INTEGER PRIMARY KEY, first INTEGER NOT NULL, last INTEGER NOT NULL, games INTEGER NOT NULL,
    blocks INTEGER NOT NULL) STRICT;
CREATE TABLE homes (game INTEGER PRIMARY KEY, run INTEGER NOT NULL) STRICT;
CREATE INDEX homes_by_run ON homes (run);
CREATE TABLE bin (
    id INTEGER PRIMARY KEY, white INTEGER NOT NULL, black INTEGER NOT NULL, event INTEGER NOT NULL, round TEXT,
    date TEXT, result INTEGER NOT NULL, white_elo INTEGER, black_elo INTEGER, eco TEXT, moves BLOB NOT NULL,
    start_fen TEXT, chess960 INTEGER, source INTEGER NOT NULL, signature INTEGER NOT NULL UNIQUE,
    more BLOB, deleted_s INTEGER NOT NULL) STRICT;
CREATE TABLE edited (game INTEGER PRIMARY KEY, signature INTEGER NOT NULL UNIQUE) STRICT;
CREATE TABLE IF NOT EXISTS originals (game INTEGER PRIMARY KEY, more BLOB, white INTEGER NOT NULL,
    black INTEGER NOT NULL, event INTEGER NOT NULL, date TEXT, result INTEGER NOT NULL) STRICT;
"""
APPENDED = """
CREATE TABLE signatures (id INTEGER PRIMARY KEY, run INTEGER NOT NULL, least INTEGER NOT NULL, data BLOB NOT NULL) STRICT;
CREATE INDEX signatures_by_run ON signatures (run, least);
CREATE TABLE sides (first_game INTEGER PRIMARY KEY, data BLOB NOT NULL) STRICT;
"""
GAME_COLUMNS = """id, white, black, event, round, date, result, white_elo, black_elo, eco, moves, start_fen, chess960,
    source, signature, more"""
SELECT_PLAYED = "SELECT id, moves, start_fen, chess960 FROM games"
INSERT_BLOCK = "INSERT INTO blocks (run, first_key, data) VALUES (?, ?, ?)"
FROM_5 = f"""
ALTER TABLE games RENAME TO older;
{GAMES_TABLE};
INSERT INTO games ({GAME_COLUMNS}) SELECT {GAME_COLUMNS} FROM older ORDER BY id;
DROP TABLE older;
"""
# A file imported by an older version is read again at its next import, for the data that was not stored then.
FROM_2 = """
ALTER TABLE games ADD COLUMN more BLOB;
UPDATE sources SET offset = 0, games = 0, added = 0, duplicates = 0, problems = 0, done = 0;
"""


def for_this_sqlite(script: str) -> str:
    """Returns a script of the schema in the form that the installed SQLite understands."""
    return script if sqlite3.sqlite_version_info >= STRICT_SINCE else script.replace(" STRICT", "")


_NUMBER = whole(1, MOST_GAMES)
_MOVES = ColumnType(bytes, check=lambda moves: len(moves) % 2 == 0)
GAMES = RowShape(
    "games",
    id=_NUMBER,
    white=TEXT,
    black=TEXT,
    event=TEXT,
    site=TEXT,
    round=optional(TEXT),
    date=optional(TEXT),
    result=whole(0, 5),
    white_elo=optional(whole(0, 10_000)),
    black_elo=optional(whole(0, 10_000)),
    eco=optional(TEXT),
    moves=_MOVES,
    start_fen=optional(TEXT),
    chess960=optional(whole(0, 1)),
    more=optional(ColumnType(bytes, check=lambda more: len(more) % 4 == 0)),
    annotated=whole(0, 1),
)
TAGS = RowShape("tags", id=whole(1, MOST_GAMES), name=TEXT, value=TEXT)
NAME = RowShape("tags", found=whole(1, 1))
TEXTS = RowShape("texts", data=BLOB)
PLAYED = RowShape("games", id=_NUMBER, moves=_MOVES, start_fen=optional(TEXT), chess960=optional(whole(0, 1)))
RUNS = RowShape(
    "runs", id=whole(1), first=_NUMBER, last=whole(0, MOST_GAMES), games=whole(0, MOST_GAMES), blocks=whole(0)
)
RUN_BLOCKS = RowShape("blocks", run=whole(1), blocks=whole(1))
HOMES = RowShape("homes", game=_NUMBER, run=whole(-1))
LAST = RowShape("traits", first_game=_NUMBER, size=whole(0))
BLOCKS = RowShape("blocks", first_key=ANY_WHOLE, data=BLOB)
PLAYED_BY = RowShape("games", white=whole(0, MOST_GAMES), black=whole(0, MOST_GAMES))
SIDES = RowShape("sides", first_game=_NUMBER, data=ColumnType(bytes, check=lambda data: len(data) % SIDES_BYTES == 0))
TRAITS = RowShape("traits", first_game=_NUMBER, data=ColumnType(bytes, check=lambda data: len(data) % TRAIT_BYTES == 0))
FILES = RowShape("sources", path=TEXT, size=whole(), modified_ns=ANY_WHOLE)
NUMBER = RowShape("games", id=whole(0, MOST_GAMES))
NAMES = RowShape("players", id=whole(1, MOST_PLAYERS), name=TEXT)
_TENTHS = optional(whole(0, 1000))
LABELS = RowShape("labels", label=TEXT, game=_NUMBER)
LABEL_COUNTS = RowShape("labels", label=TEXT, games=whole(0))
ACCURACIES = RowShape("accuracies", game=_NUMBER, white=_TENTHS, black=_TENTHS)
SOURCES = RowShape(
    "sources",
    id=whole(1),
    size=whole(),
    modified_ns=ANY_WHOLE,
    offset=whole(0),
    games=whole(0),
    added=whole(0),
    duplicates=whole(0),
    problems=whole(0),
    done=whole(0, 1),
)
