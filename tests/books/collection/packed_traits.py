"""Compares the packed traits of games with what their rows say."""

import struct

from books.collection.game_collection import RESULT_TOKENS, Collection
from books.collection.query import Query
from books.collection.search import search
from engine.game.tags.dates import date_value
from engine.game.time_control import parse, speed_class
from engine.ground.errors import OptionError


def check_traits(games: Collection) -> None:
    """Checks ratings, date, speed and result of each game."""
    for game in search(games, Query(), -1):
        _, white, black, packed = struct.unpack_from("=QHHI", games.traits(), 16 * game.id)
        assert (white, black) == (game.white_elo or 0, game.black_elo or 0), game.id
        date = date_value(game.date)
        day = 32 * (date.month or 0) + (date.day or 0) if date.month and date.day else 0
        assert packed >> 6 == 512 * (date.year or 0) + day, (game.id, game.date)
        assert packed >> 3 & 7 == _speed(dict(games.tags(game.more).values()).get("TimeControl", "?")), game.id
        assert RESULT_TOKENS[packed & 7] == game.result, game.id


def _speed(tag: str) -> int:
    try:
        found = speed_class(parse(tag))
    except OptionError:
        return 0
    return 0 if found is None else 1 + found.value
