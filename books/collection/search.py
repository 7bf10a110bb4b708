"""Searches a collection by header, exact position, material or opening."""

import sys
from array import array
from collections.abc import Callable, Iterable, Iterator

from books.collection import schema
from books.collection.game_collection import RESULT_TOKENS, CollectedGame, Collection
from books.collection.labels import label_condition
from books.collection.patterns import QueryError, date_of, opening_of, seeker, stages_of
from books.collection.positions import games_with_position, games_with_positions
from books.collection.query import Query
from books.collection.traits import games_that_may_have
from books.openings import shipped_names
from engine.game.player_names import names_found, search_text, spellings
from engine.ground.errors import MoveError, PositionError
from engine.ground.text import Text
from engine.pgn.seeking import Seeker
from engine.pgn.streams import Progress
from engine.pgn.text.text_order import folded
from engine.rules.board import CoreBoard
from engine.rules.fen import START_FEN


def search(
    collection: Collection, query: Query, limit: int = 1000, progress: Progress | None = None
) -> list[CollectedGame]:
    """Returns the games that meet a query, ascending by number, at most `limit` (-1: all). `progress` may cancel a
    search through the moves.

    :raises QueryError: the query cannot be understood.
    :raises CollectionError: the file cannot be read.
    """
    condition, values = _condition(collection, query)
    chosen: list[int] | None = None
    if query.position is not None:
        chosen = list(games_with_position(collection, query.position)[0])
    if query.opening:
        named = _in_opening(collection, query.opening)
        chosen = sorted(named if chosen is None else named & set(chosen))
    seeking = seeker(query)
    if seeking is not None:
        if chosen is None or query.material:
            chosen = _that_may_have(collection, query.material, chosen)
        if condition != "1":
            chosen = _with_headers(collection, chosen, condition, values)
        return _with_pattern(collection, seeking, chosen, limit, progress)
    if chosen is None:
        return list(collection.select(condition, values, limit))
    found: list[CollectedGame] = []
    for start in range(0, len(chosen), 500):
        part = chosen[start : start + 500]
        marks = ", ".join("?" * len(part))
        found += collection.select(f"games.id IN ({marks}) AND {condition}", [*part, *values])
        if 0 <= limit <= len(found):
            break
    return found if limit < 0 else found[:limit]


def ply_of(query: Query, game: CollectedGame) -> int:
    """Returns the first ply at which a found game meets every board condition; 0 if the query has none.

    :raises MoveError: a move of the game is illegal.
    :raises PositionError: its start position is invalid.
    """
    board = CoreBoard.from_fen(game.start_fen or START_FEN, game.chess960)
    seeking = seeker(query)
    found = seeking.ply(board, game.moves) if seeking is not None else 0
    keys = (
        {key & 0xFFFF_FFFF_FFFF_FFFF for key in shipped_names().keys_of(query.opening)} if query.opening else set[int]()
    )
    for wanted in (keys, set() if query.position is None else {query.position}):
        found = max(found, _first_of(wanted, board.copy(), game.moves) if wanted else 0)
    return max(0, found)


def _first_of(keys: set[int], board: CoreBoard, moves: bytes) -> int:
    left = array("H", moves)
    if sys.byteorder == "big":
        left.byteswap()
    for ply, move in enumerate(left):
        if board.key in keys:
            return ply
        board.push(move)
    return len(left)


def _in_opening(collection: Collection, words: str) -> set[int]:
    """Returns the games that reached a position whose opening name contains all the words.
    :raises QueryError: no name does."""
    keys = opening_of(words)
    found = games_with_positions(collection, [key & 0xFFFF_FFFF_FFFF_FFFF for key in keys])
    return {game for games, _moves in found.values() for game in games}


def _condition(collection: Collection, query: Query) -> tuple[str, list[int | str]]:
    """Returns the SQL condition for the headers, with its values."""
    parts: list[str] = ["1"]
    values: list[int | str] = []

    def add(part: str, *given: int | str) -> None:
        parts.append(part)
        values.extend(given)

    if query.player:
        his = _players(collection, query.player)
        add(f"(games.white IN ({his}) OR games.black IN ({his}))")
    if query.white:
        add(f"games.white IN ({_players(collection, query.white)})")
    if query.black:
        add(f"games.black IN ({_players(collection, query.black)})")
    if query.event:
        add("events.folded LIKE ? ESCAPE '\\'", _like(query.event))
    if query.result:
        if query.result not in RESULT_TOKENS:
            raise QueryError("%1 is not a result; use 1-0, 0-1, 1/2-1/2 or *", repr(query.result))
        add("games.result = ?", RESULT_TOKENS.index(query.result))
    if query.date_from:
        add("games.date >= ? AND games.date < ':'", date_of(query.date_from))
    if query.date_to:
        add("games.date <= ? AND games.date < ':'", date_of(query.date_to) + "~")
    if query.elo_min is not None:
        add("games.white_elo >= ? AND games.black_elo >= ?", query.elo_min, query.elo_min)
    if query.elo_max is not None:
        add("games.white_elo <= ? AND games.black_elo <= ?", query.elo_max, query.elo_max)
    if query.eco:
        add("games.eco LIKE ? ESCAPE '\\'", _like(query.eco.upper())[1:])
    if query.label:
        part, given = label_condition(collection, query.label)
        add(part, *given)
    for word in query.headers.split():
        _add_word(collection, word, add)
    return " AND ".join(parts), values


_RESULTS = " ".join(f"WHEN {number} THEN '{token}'" for number, token in enumerate(RESULT_TOKENS))
_SIDES = ("white", "black")
_OWN = {
    "event": "events.folded LIKE ? || char(10) || '%' ESCAPE '\\'",  # folded: event, line break, site
    "site": "events.folded LIKE '%' || char(10) || ? ESCAPE '\\'",
    "date": "games.date LIKE ? ESCAPE '\\'",
    "round": "games.round LIKE ? ESCAPE '\\'",
    "eco": "games.eco LIKE ? ESCAPE '\\'",
    "whiteelo": "games.white_elo LIKE ? ESCAPE '\\'",
    "blackelo": "games.black_elo LIKE ? ESCAPE '\\'",
    "result": f"(CASE games.result {_RESULTS} END) LIKE ? ESCAPE '\\'",
}


def _add_word(collection: Collection, word: str, add: Callable[..., None]) -> None:
    """Adds one header word as SQL. With a tag's name and a colon, only that tag is searched."""
    name, colon, rest = word.partition(":")
    name = folded(name)
    if not (colon and rest and (name in (*_OWN, *_SIDES) or collection.knows_tag(name))):
        name, rest = "", word
    own = [part for key, part in _OWN.items() if name in ("", key)]
    values = [_like(rest)] * len(own)
    sides = [side for side in _SIDES if name in ("", side)]
    if sides:
        forms = spellings(rest)
        holding = _numbers(
            one for one, player in _names(collection) if any(map(search_text(player).__contains__, forms))
        )
        own += [f"games.{side} IN ({holding})" for side in sides]
    if name not in (*_OWN, *_SIDES):
        numbers = collection.tags_like(name, _like(rest))
        if numbers:
            own.append(f"has_tag(games.more, {collection.remember(numbers)})")
    add(f"({' OR '.join(own) or '0'})", *values)


def _players(collection: Collection, asked: str) -> str:
    """Returns the numbers of the player names that match, as SQL."""
    numbers = {name: number for number, name in _names(collection)}
    return _numbers(numbers[name] for name in names_found(asked, numbers))


def _names(collection: Collection) -> Iterator[tuple[int, str]]:
    return ((number, name) for number, name in collection.rows(schema.NAMES, "SELECT id, name FROM players"))


def _numbers(numbers: Iterable[int]) -> str:
    return ", ".join(map(str, numbers))


def _like(text: str) -> str:
    """Returns a part of a name as an SQL pattern."""
    safe = folded(text).replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
    return f"%{safe}%"


def _that_may_have(collection: Collection, material: str, chosen: list[int] | None) -> list[int]:
    """Returns the games whose final material does not rule out the wanted one; without `material`, all."""
    if not material:
        return list(range(1, len(collection) + 1))
    last = stages_of(material)[-1]
    numbers = games_that_may_have(collection.traits(), last, last >> 20 | (last & 0xFFFFF) << 20)
    return list(numbers) if chosen is None else sorted(set(numbers) & set(chosen))


def _with_headers(collection: Collection, numbers: list[int], condition: str, values: list[int | str]) -> list[int]:
    """Returns those of the games that meet the SQL condition."""
    wanted = set(numbers)
    query = f"SELECT games.id FROM games JOIN events ON events.id = games.event WHERE {condition} ORDER BY games.id"
    return [row[0] for row in collection.rows(schema.NUMBER, query, values) if row[0] in wanted]


def _with_pattern(
    collection: Collection, seeking: Seeker, numbers: list[int], limit: int, progress: Progress | None
) -> list[CollectedGame]:
    """Returns those of the games that match the pattern, found by replaying them."""
    found: list[CollectedGame] = []
    for place in range(0, len(numbers), 500):
        if 0 <= limit <= len(found) or (progress is not None and not progress(place, len(numbers))):
            break
        found += collection.games(_showing(collection, numbers[place : place + 500], seeking))
    return found if limit < 0 else found[:limit]


def _showing(collection: Collection, numbers: list[int], seeking: Seeker) -> list[int]:
    """Returns those of the games that match the pattern."""
    start = CoreBoard.start()
    marks = ", ".join("?" * len(numbers))
    hits = []
    query = f"{schema.SELECT_PLAYED} WHERE id IN ({marks}) ORDER BY id"
    for number, moves, fen, chess960 in collection.rows(schema.PLAYED, query, numbers):
        try:
            board = start if fen is None else CoreBoard.from_fen(fen, bool(chess960))
            if seeking.ply(board, moves) >= 0:
                hits.append(number)
        except (MoveError, PositionError) as error:
            raise collection.damage_error(Text("game %1: %2", number, error)) from error
    return hits
