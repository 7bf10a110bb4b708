"""The shapes of the tables that `books.learning.learn` reads."""

from books.learning.played import GameSource
from books.store.row_shapes import POSITION, TEXT, TIME, ColumnType, RowShape, as_json, number, optional, whole


def _is_path(value: object) -> bool:
    """Whether the value is a list of pairs: a position's key and a move's code."""
    return isinstance(value, list) and all(
        isinstance(step, list) and len(step) == 2 and all(type(part) is int for part in step) for step in value
    )


def _are_evaluations(value: object) -> bool:
    """Whether the value is a list of centipawns, with None for book moves."""
    return isinstance(value, list) and all(part is None or type(part) is int for part in value)


def _are_plies(value: object) -> bool:
    return isinstance(value, list) and all(type(ply) is int and ply >= 0 for ply in value)


_BRANCHES = as_json(_are_plies)
_PATH, _ELO = as_json(_is_path), optional(whole())
NUMBERS = RowShape("games", id=whole())
GAMES = RowShape(
    "games",
    played=TIME,
    own_white=whole(0, 1),
    fen=POSITION,
    moves=TEXT,
    path=_PATH,
    result=TEXT,
    termination=TEXT,
    book_plies=whole(0),
    evaluations=as_json(_are_evaluations),
    opponent=TEXT,
    opponent_elo=_ELO,
    own_elo=_ELO,
    own=TEXT,
    date=TEXT,
    branches=_BRANCHES,
    source=ColumnType(str, check=lambda source: source in set(GameSource)),
    level=_ELO,
    time_left_s=optional(number()),
)
VERDICTS = RowShape("games", verdict=optional(whole()), branches=_BRANCHES)
UNPROVEN = RowShape("games", id=whole(), termination=TEXT, verdict=whole())
CONDEMNED = RowShape("lessons", game=whole(), fen=POSITION, move=whole(0, 0xFFFF))
