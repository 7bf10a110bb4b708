"""The tables of a book file, and how an older file becomes a newer one.

Every layer has the same tables, so there is one way to upgrade. `moves` and `positions` are the book; `edits` and
`changes` the journal; `games` and `lessons` what was learned from which game; `cards`, `reviews`, `repertoires` the
trainer; `shelf` the user's other books; `meta` name and value pairs.
"""

from books.store.typed import ANY_WHOLE, FLAG, TEXT, TIME, Shape, number, optional, whole

APPLICATION_ID = 0x52615375  # "RaSu"
VERSION = 2

MOVE_COLUMNS = (
    "key, move, flag, weight, wins, draws, losses, evaluation, depth, engine, evaluated, times_played, last_played, "
    "locked, comment, source, learn, ordinal, credit, barred, better, inherits"
)

INHERITS_BEFORE_2 = (
    "(flag IS NOT NULL AND (source = 'games' OR (flag = 2 AND (source IS NULL OR source != 'learning'))))"
)
"""What `inherits` would be in a file of format 1, which did not tell a blank that somebody chose from one that was only
there. The blanks that the journal shows as chosen are exceptions: books.store.upgrade.chosen_blanks."""

MOVES = Shape(
    "moves",
    key=ANY_WHOLE,
    move=whole(0, 0xFFFF),
    flag=optional(FLAG),
    weight=whole(-1),
    wins=number(),
    draws=number(),
    losses=number(),
    evaluation=optional(whole(-(2**31), 2**31)),
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
    barred=whole(0),
    better=optional(whole(0, 0xFFFF)),
    inherits=whole(0, 1),
)
POSITIONS = Shape("positions", key=ANY_WHOLE, comment=optional(TEXT), forced=whole(0, 0xFFFF))

_VERSION_1 = """
CREATE TABLE moves (
    key INTEGER NOT NULL, move INTEGER NOT NULL, flag INTEGER CHECK (flag BETWEEN 0 AND 3), weight INTEGER NOT NULL
    DEFAULT 0, wins REAL NOT NULL DEFAULT 0, draws REAL NOT NULL DEFAULT 0, losses REAL NOT NULL DEFAULT 0,
    evaluation INTEGER, depth INTEGER, engine TEXT, evaluated INTEGER,
    times_played INTEGER NOT NULL DEFAULT 0, last_played INTEGER, locked INTEGER NOT NULL DEFAULT 0, comment TEXT,
    source TEXT, learn INTEGER NOT NULL DEFAULT 0, ordinal INTEGER NOT NULL DEFAULT 0,
    credit REAL NOT NULL DEFAULT 0, barred INTEGER NOT NULL DEFAULT 0, better INTEGER,
    PRIMARY KEY (key, move)) WITHOUT ROWID;
CREATE TABLE positions (key INTEGER PRIMARY KEY, comment TEXT, forced INTEGER NOT NULL DEFAULT 0);
CREATE TABLE edits (
    id INTEGER PRIMARY KEY AUTOINCREMENT, time INTEGER NOT NULL, who TEXT NOT NULL, label TEXT NOT NULL, game INTEGER,
    state INTEGER NOT NULL DEFAULT 0);
CREATE TABLE changes (
    edit INTEGER NOT NULL, number INTEGER NOT NULL, kind INTEGER NOT NULL, key INTEGER NOT NULL, move INTEGER NOT NULL,
    old TEXT, new TEXT, PRIMARY KEY (edit, number)) WITHOUT ROWID;
CREATE TABLE games (
    id INTEGER PRIMARY KEY AUTOINCREMENT, played INTEGER NOT NULL, own_white INTEGER NOT NULL, fen TEXT NOT NULL,
    moves TEXT NOT NULL, path TEXT NOT NULL, result TEXT NOT NULL, termination TEXT NOT NULL,
    book_plies INTEGER NOT NULL, evaluations TEXT NOT NULL, opponent TEXT NOT NULL, opponent_elo INTEGER,
    own_elo INTEGER, state INTEGER NOT NULL DEFAULT 0);
CREATE TABLE lessons (
    id INTEGER PRIMARY KEY AUTOINCREMENT, game INTEGER NOT NULL, edit INTEGER NOT NULL, time INTEGER NOT NULL, fen TEXT
    NOT NULL, key INTEGER NOT NULL, move INTEGER NOT NULL, text TEXT NOT NULL, flag_before INTEGER, flag_after INTEGER,
    probability_before REAL NOT NULL, probability_after REAL NOT NULL, state INTEGER NOT NULL DEFAULT 0);
CREATE INDEX lessons_by_game ON lessons (game);
CREATE TABLE repertoires (
    id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL, white INTEGER NOT NULL, fen TEXT NOT NULL, created
    INTEGER NOT NULL);
CREATE TABLE cards (
    key INTEGER NOT NULL, white INTEGER NOT NULL, card TEXT NOT NULL, due INTEGER NOT NULL, seen INTEGER NOT NULL,
    failed INTEGER NOT NULL, PRIMARY KEY (key, white)) WITHOUT ROWID;
CREATE TABLE reviews (
    id INTEGER PRIMARY KEY AUTOINCREMENT, key INTEGER NOT NULL, white INTEGER NOT NULL, time INTEGER NOT NULL, grade
    INTEGER NOT NULL, duration_ms INTEGER NOT NULL, answer TEXT NOT NULL);
CREATE TABLE shelf (path TEXT PRIMARY KEY, place INTEGER NOT NULL, active INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
"""

_VERSION_2 = f"""
ALTER TABLE moves ADD COLUMN inherits INTEGER NOT NULL DEFAULT 0;
UPDATE moves SET inherits = 1 WHERE {INHERITS_BEFORE_2};
ALTER TABLE games ADD COLUMN own TEXT NOT NULL DEFAULT '?';
ALTER TABLE games ADD COLUMN date TEXT NOT NULL DEFAULT '';
ALTER TABLE games ADD COLUMN branches TEXT NOT NULL DEFAULT '[]';
ALTER TABLE games ADD COLUMN verdict INTEGER;
ALTER TABLE games ADD COLUMN fingerprint TEXT;
CREATE UNIQUE INDEX games_by_fingerprint ON games (fingerprint) WHERE state != 2;
CREATE INDEX edits_by_game ON edits (game) WHERE game IS NOT NULL;
"""

SCRIPTS: tuple[str, ...] = (_VERSION_1, _VERSION_2)
"""Script n brings a file from version n to n + 1; what SQL cannot say is in books.store.upgrade."""
