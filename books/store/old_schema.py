"""The tables of older formats than today's (books.store.schema): upgrade scripts, and columns for reading without an
upgrade.

Format 1 had no `inherits`. Until format 2 a removed move had the weight -1, a move without a flag NULL, and a lost game
barred the move (`barred`, the game's number) instead of the position it reached.
"""

from books.store import schema

INHERITS_BEFORE_2 = (
    "(flag IS NOT NULL AND (source = 'games' OR (flag = 2 AND (source IS NULL OR source != 'learning'))))"
)
"""The value of `inherits` for a file of format 1, which did not distinguish chosen blank flags from mere presence.
Blanks that the journal shows as chosen are exceptions: books.store.upgrade.chosen_blanks."""

TO_2 = f"""
ALTER TABLE moves ADD COLUMN inherits INTEGER NOT NULL DEFAULT 0;
UPDATE moves SET inherits = 1 WHERE {INHERITS_BEFORE_2};
ALTER TABLE games ADD COLUMN own TEXT NOT NULL DEFAULT '?';
ALTER TABLE games ADD COLUMN date TEXT NOT NULL DEFAULT '';
ALTER TABLE games ADD COLUMN branches TEXT NOT NULL DEFAULT '[]';
ALTER TABLE games ADD COLUMN verdict INTEGER;
ALTER TABLE games ADD COLUMN fingerprint TEXT;
"""
"""Upgrades the tables of format 1 to format 2; the rest, beyond SQL, is in books.store.upgrade."""

_PRESENCE = "CASE WHEN weight = -1 THEN -1 WHEN flag IS NULL THEN 0 ELSE 1 END"
_READ_FROM_2 = {"flag": "coalesce(flag, -1)", "weight": "max(weight, 0)", "presence": _PRESENCE}
_EMPTY_POSITION = ", ".join(["key", "comment", "forced", *["NULL"] * 10, *["0"] * 3])

COPIED = ("edits", "changes", "games", "lessons", "repertoires", "cards", "reviews", "shelf", "meta")
"""Tables with the same columns as in format 2."""


def move_columns(version: int) -> str:
    """Returns `schema.MOVE_COLUMNS` as expressions over the table of an older format."""
    read = _READ_FROM_2 | ({"inherits": INHERITS_BEFORE_2} if version == 1 else {})
    return ", ".join(read.get(name, name) for name in schema.MOVE_COLUMNS.split(", "))


def move_columns_kept(version: int) -> str:
    """Returns the same for a read-only file; there a barred move is a bad one."""
    return move_columns(version).replace(
        "coalesce(flag, -1)", "CASE WHEN barred != 0 THEN 0 ELSE coalesce(flag, -1) END"
    )


def position_columns() -> str:
    """Returns `schema.POSITION_COLUMNS` as expressions over the table of an older format, which only had comment and
    forced line."""
    return _EMPTY_POSITION
