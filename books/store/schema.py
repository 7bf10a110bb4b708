"""The tables of a book file.

Every layer has the same tables, except a packed book (books.store.packed_table). `moves` and `positions` are the book;
`edits` and `changes` the journal; `games` and `lessons` the learned games; `cards`, `reviews`, `repertoires` the
trainer; `shelf` the user's other books; `meta` named properties; `chapters` and `switched_off` (made when needed) the
chapters of a study and the lines that are switched off. The tables are STRICT, and each row is still checked
against its shape when read, because a damaged page ignores types. Older formats: books.store.old_schema,
books.store.upgrade.
"""

from books.entry import Flag, MoveRow, PositionRow, PositionVerdict, Presence
from books.store.row_shapes import ANY_WHOLE, TEXT, TIME, RowShape, member, number, optional, whole

APPLICATION_ID = 0x52615375  # "RaSu"
VERSION = 3

MOVE_COLUMNS = (
    "key, move, flag, weight, wins, draws, losses, evaluation, depth, engine, evaluated, times_played, last_played, "
    "locked, comment, source, learn, ordinal, credit, better, inherits, presence"
)
POSITION_COLUMNS = (
    "key, comment, forced, value, depth, nodes, engine, evaluated, second, second_engine, exit_move, exit_value, backed, "
    "verdict, lost, game"
)

_CENTIPAWNS = optional(whole(-(2**31), 2**31))
_CODE = whole(0, 0xFFFF)
MOVES = RowShape(
    "moves",
    MoveRow,
    key=ANY_WHOLE,
    move=_CODE,
    flag=member(Flag),
    weight=whole(0),
    wins=number(),
    draws=number(),
    losses=number(),
    evaluation=_CENTIPAWNS,
    depth=optional(whole()),
    engine=optional(TEXT),
    evaluated=optional(TIME),
    times_played=whole(),
    last_played=optional(TIME),
    locked=whole(0, 1),
    comment=optional(TEXT),
    source=optional(TEXT),
    learn=whole(),
    ordinal=whole(),
    credit=number(),
    better=optional(_CODE),
    inherits=whole(0, 1),
    presence=member(Presence, Presence.IN),
)
POSITIONS = RowShape(
    "positions",
    PositionRow,
    key=ANY_WHOLE,
    comment=optional(TEXT),
    forced=_CODE,
    value=_CENTIPAWNS,
    depth=optional(whole()),
    nodes=optional(whole(0)),
    engine=optional(TEXT),
    evaluated=optional(TIME),
    second=_CENTIPAWNS,
    second_engine=optional(TEXT),
    exit_move=optional(_CODE),
    exit_value=_CENTIPAWNS,
    backed=_CENTIPAWNS,
    verdict=member(PositionVerdict),
    lost=whole(-1, 1),
    game=whole(0),
)

TABLES = """
CREATE TABLE moves (
    key INTEGER NOT NULL, move INTEGER NOT NULL, flag INTEGER NOT NULL DEFAULT -1 CHECK (flag BETWEEN -1 AND 3),
    weight INTEGER NOT NULL DEFAULT 0, wins REAL NOT NULL DEFAULT 0, draws REAL NOT NULL DEFAULT 0,
    losses REAL NOT NULL DEFAULT 0, evaluation INTEGER, depth INTEGER, engine TEXT, evaluated INTEGER,
    times_played INTEGER NOT NULL DEFAULT 0, last_played INTEGER, locked INTEGER NOT NULL DEFAULT 0, comment TEXT,
    source TEXT, learn INTEGER NOT NULL DEFAULT 0, ordinal INTEGER NOT NULL DEFAULT 0, credit REAL NOT NULL DEFAULT 0,
    better INTEGER, inherits INTEGER NOT NULL DEFAULT 0, presence INTEGER NOT NULL DEFAULT 1,
    PRIMARY KEY (key, move)) STRICT, WITHOUT ROWID;
CREATE TABLE positions (
    key INTEGER PRIMARY KEY, comment TEXT, forced INTEGER NOT NULL DEFAULT 0, value INTEGER, depth INTEGER, nodes INTEGER,
    engine TEXT, evaluated INTEGER, second INTEGER, second_engine TEXT, exit_move INTEGER, exit_value INTEGER,
    backed INTEGER, verdict INTEGER NOT NULL DEFAULT 0 CHECK (verdict BETWEEN 0 AND 3),
    lost INTEGER NOT NULL DEFAULT 0 CHECK (lost BETWEEN -1 AND 1), game INTEGER NOT NULL DEFAULT 0) STRICT;
CREATE INDEX positions_lost ON positions (key) WHERE verdict IN (1, 2);
CREATE TABLE edits (
    id INTEGER PRIMARY KEY AUTOINCREMENT, time INTEGER NOT NULL, who TEXT NOT NULL, label TEXT NOT NULL, game INTEGER,
    state INTEGER NOT NULL DEFAULT 0) STRICT;
CREATE INDEX edits_by_game ON edits (game) WHERE game IS NOT NULL;
CREATE TABLE changes (
    edit INTEGER NOT NULL, number INTEGER NOT NULL, kind INTEGER NOT NULL, key INTEGER NOT NULL, move INTEGER NOT NULL,
    old TEXT, new TEXT, PRIMARY KEY (edit, number)) STRICT, WITHOUT ROWID;
CREATE TABLE games (
    id INTEGER PRIMARY KEY AUTOINCREMENT, played INTEGER NOT NULL, own_white INTEGER NOT NULL, fen TEXT NOT NULL,
    moves TEXT NOT NULL, path TEXT NOT NULL, result TEXT NOT NULL, termination TEXT NOT NULL,
    book_plies INTEGER NOT NULL, evaluations TEXT NOT NULL, opponent TEXT NOT NULL, opponent_elo INTEGER,
    own_elo INTEGER, state INTEGER NOT NULL DEFAULT 0, own TEXT NOT NULL DEFAULT '?', date TEXT NOT NULL DEFAULT '',
    branches TEXT NOT NULL DEFAULT '[]', verdict INTEGER, fingerprint TEXT, source TEXT NOT NULL DEFAULT 'played',
    level INTEGER, time_left_s REAL) STRICT;
CREATE UNIQUE INDEX games_by_fingerprint ON games (fingerprint) WHERE state != 2;
CREATE TABLE lessons (
    id INTEGER PRIMARY KEY AUTOINCREMENT, game INTEGER NOT NULL, edit INTEGER NOT NULL, time INTEGER NOT NULL, fen TEXT
    NOT NULL, key INTEGER NOT NULL, move INTEGER NOT NULL, reached INTEGER NOT NULL DEFAULT 0, text TEXT NOT NULL,
    flag_before INTEGER, flag_after INTEGER,
    probability_before REAL NOT NULL, probability_after REAL NOT NULL, state INTEGER NOT NULL DEFAULT 0) STRICT;
CREATE INDEX lessons_by_game ON lessons (game);
CREATE TABLE repertoires (
    id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL, white INTEGER NOT NULL, fen TEXT NOT NULL, created
    INTEGER NOT NULL) STRICT;
CREATE TABLE cards (
    key INTEGER NOT NULL, white INTEGER NOT NULL, card TEXT NOT NULL, due INTEGER NOT NULL, seen INTEGER NOT NULL,
    failed INTEGER NOT NULL, PRIMARY KEY (key, white)) STRICT, WITHOUT ROWID;
CREATE TABLE reviews (
    id INTEGER PRIMARY KEY AUTOINCREMENT, key INTEGER NOT NULL, white INTEGER NOT NULL, time INTEGER NOT NULL, grade
    INTEGER NOT NULL, duration_ms INTEGER NOT NULL, answer TEXT NOT NULL) STRICT;
CREATE TABLE shelf (path TEXT PRIMARY KEY, place INTEGER NOT NULL, active INTEGER NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
"""

CHAPTERS, SWITCHED_OFF = "chapters", "switched_off"
WHEN_NEEDED = {
    CHAPTERS: f"CREATE TABLE IF NOT EXISTS {CHAPTERS} (place INTEGER PRIMARY KEY, pgn TEXT NOT NULL) STRICT",
    SWITCHED_OFF: f"""
CREATE TABLE IF NOT EXISTS {SWITCHED_OFF} (
    key INTEGER NOT NULL, move INTEGER NOT NULL, since INTEGER NOT NULL, PRIMARY KEY (key, move)) STRICT, WITHOUT ROWID""",
}
"""Tables that are made when the first row is written: the chapters of a study (each a game in PGN), and the moves whose
lines are switched off. An older Ratsu ignores them."""
CHAPTER = RowShape(CHAPTERS, place=whole(0), pgn=TEXT)
SWITCH = RowShape(SWITCHED_OFF, key=ANY_WHOLE, move=_CODE)

MISTAKES, FORGOTTEN, GROWN = "own_mistakes", "forgotten_mistakes", "grown_repertoires"
TRAINING = (
    """
CREATE TABLE IF NOT EXISTS repertoire_books (
    repertoire INTEGER PRIMARY KEY, books TEXT NOT NULL, new_a_day INTEGER NOT NULL) STRICT""",
    f"""
CREATE TABLE IF NOT EXISTS {MISTAKES} (
    key INTEGER NOT NULL, white INTEGER NOT NULL, fen TEXT NOT NULL, moves TEXT NOT NULL, played TEXT NOT NULL,
    better TEXT NOT NULL, event TEXT NOT NULL, made INTEGER NOT NULL, PRIMARY KEY (key, white)) STRICT, WITHOUT ROWID""",
    f"CREATE TABLE IF NOT EXISTS {FORGOTTEN} (key INTEGER PRIMARY KEY) STRICT",
    f"""
CREATE TABLE IF NOT EXISTS {GROWN} (
    place TEXT PRIMARY KEY, books TEXT NOT NULL, spots BLOB NOT NULL) STRICT, WITHOUT ROWID""",
)
"""Tables that the trainer adds to the user's book if missing. A repertoire without a row in the first predates the
choice of books: it trains all books. The last one is a cache of their positions."""
