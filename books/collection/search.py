"""Searches a collection by header, exact position, material or opening."""

from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence

from books.collection import schema
from books.collection.annotated import AnnotationTest, annotated_games, games_in_text, node_in_lines
from books.collection.game_collection import RESULT_TOKENS, CollectedGame, Collection
from books.collection.labels import label_condition
from books.collection.patterns import QueryError, check, date_of, is_limited, opening_of, seeker, stages_of, swapped
from books.collection.positions import games_with_positions
from books.collection.query import SIDES, Query
from books.collection.sides import games_of
from books.collection.traits import games_that_may_have
from books.openings import shipped_names
from engine.game.node import Node
from engine.game.player_names import names_by_word, names_found, search_text, spellings
from engine.game.tags.titles import TITLES, title_in
from engine.game.tree import Game
from engine.ground.errors import MoveError, PositionError
from engine.ground.text import Text
from engine.pgn.seeking import Seeker
from engine.pgn.streams import Progress
from engine.pgn.text.text_order import folded
from engine.rules.board import CoreBoard
from engine.rules.fen import START_FEN

Numbers = Sequence[int]
_AT_ONCE = 500  # games of one step
_MOST_AT_ONCE = 20_000  # if only their headers are compared
_ANY_MATERIAL = (1 << 40) - 1
_SELECT = "SELECT games.id FROM games JOIN events ON events.id = games.event WHERE"


def search(
    collection: Collection,
    query: Query,
    limit: int = 1000,
    progress: Progress | None = None,
    within: Numbers | None = None,
) -> list[CollectedGame]:
    """Returns the games that meet a query, ascending by number, at most `limit` (-1: all). See `numbers_found`."""
    return list(games_found(collection, query, limit, progress, within))


def games_found(
    collection: Collection,
    query: Query,
    limit: int = -1,
    progress: Progress | None = None,
    within: Numbers | None = None,
) -> Iterator[CollectedGame]:
    """Yields the games that meet a query, ascending by number, at most `limit` (-1: all), while the search runs. See
    `numbers_found`."""
    left = limit
    for numbers in numbers_found(collection, query, progress, within):
        for start in range(0, len(numbers), _AT_ONCE):
            part = numbers[start : start + _AT_ONCE]
            yield from collection.games(list(part if limit < 0 else part[:left]))
            left -= len(part)
            if limit >= 0 >= left:
                return


def numbers_found(
    collection: Collection, query: Query, progress: Progress | None = None, within: Numbers | None = None
) -> Iterator[Numbers]:
    """Yields the numbers of the games that meet a query, ascending, in pages, while the search runs. Only games of
    `within` (ascending) are looked at, if given. `progress` is called with the games done and in all, and may cancel.

    :raises QueryError: the query cannot be understood.
    :raises CollectionError: the file cannot be read.
    """
    test = _MovesTest(query)
    condition, values = _condition(collection, query)
    chosen = _candidates(collection, query, within, test)
    if chosen is None and condition == "1" and not test.active:
        if len(collection):
            yield collection.numbers()
        return
    total = collection.last if chosen is None else len(chosen)
    place, portion = 0, _AT_ONCE
    while place < total:
        if progress is not None and not progress(place, total):
            return
        if chosen is None:
            numbers = _with_headers(collection, place, place + portion, condition, values)
        else:
            numbers = _of_these(collection, chosen[place : place + portion], condition, values)
        place += portion
        portion = _AT_ONCE if chosen is not None or test.active else min(2 * portion, _MOST_AT_ONCE)
        if test.active:
            numbers = test.passing(collection, numbers)
        if numbers:
            yield numbers


class _MovesTest:
    """The part of a query for which games must be played over, or their text be read."""

    def __init__(self, query: Query) -> None:
        """:raises QueryError: a part cannot be understood."""
        check(query)
        self._seeker = seeker(query)
        self.annotation = AnnotationTest(query)
        self.variations = query.variations and self._seeker is not None
        self.active = self._seeker is not None or self.annotation.active

    def passing(self, collection: Collection, numbers: Numbers) -> Numbers:
        """Returns those of the games that pass, ascending. :raises CollectionError: a game is damaged."""
        if self.annotation.active:
            numbers = [number for number in numbers if self.annotation.meets(collection, number)]
        return numbers if self._seeker is None else list(self._matching(collection, self._seeker, numbers))

    def _matching(self, collection: Collection, seeking: Seeker, numbers: Numbers) -> Iterator[int]:
        start = CoreBoard.start()
        marks = ", ".join("?" * len(numbers))
        query = f"{schema.SELECT_PLAYED} WHERE id IN ({marks}) ORDER BY id"
        for number, moves, fen, chess960 in collection.rows(schema.PLAYED, query, numbers):
            try:
                board = start if fen is None else CoreBoard.from_fen(fen, bool(chess960))
                hit = seeking.ply(board, moves) >= 0
            except (MoveError, PositionError) as error:
                raise collection.damage_error(Text("game %1: %2", number, error)) from error
            if hit or (
                self.variations and any(node_in_lines(seeking, game) for game in games_in_text(collection, number))
            ):
                yield number


def _candidates(collection: Collection, query: Query, within: Numbers | None, test: _MovesTest) -> Numbers | None:
    """Returns the games, ascending, that indexes and traits do not rule out; None: any game may meet the query."""
    chosen: list[set[int]] = []
    if query.positions and not is_limited(query):
        chosen.append(
            {game for games, _ in games_with_positions(collection, query.positions).values() for game in games}
        )
    if query.opening:
        chosen.append(_in_opening(collection, query.opening))
    if query.player:
        chosen.append(_of_players(collection, query.player, SIDES))
    chosen += [_of_players(collection, name, (side,)) for side in SIDES if (name := getattr(query, side))]
    if query.material:
        may_have = _that_may_have(collection, query)
        chosen.append(set(may_have) | set(annotated_games(collection)) if test.variations else set(may_have))
    if test.annotation.active:
        chosen.append(set(annotated_games(collection)))
    if not chosen:
        return within
    if within is not None:
        chosen.append(set(within))
    return array("I", sorted(set.intersection(*sorted(chosen, key=len))))


def ply_of(query: Query, game: CollectedGame) -> int:
    """Returns the first ply at which the main line of a found game meets every condition of the moves; 0 if the query
    has none, or only a variation meets them.

    :raises MoveError: a move of the game is illegal.
    :raises PositionError: its start position is invalid.
    """
    board = CoreBoard.from_fen(game.start_fen or START_FEN, game.chess960)
    seekers = [seeker(query, position=True)]
    if query.opening:
        seekers.append(Seeker(keys=(key & 0xFFFF_FFFF_FFFF_FFFF for key in shipped_names().keys_of(query.opening))))
    return max(0, *(one.ply(board, game.moves) for one in seekers if one is not None), 0)


def node_of(query: Query, game: CollectedGame, tree: Game) -> Node:
    """Returns the node of a found game, read as `tree`, at which it meets the query: in its main line, otherwise in a
    variation or at a comment or sign; the root if the query has no such condition.

    :raises MoveError: a move of the game is illegal.
    :raises PositionError: its start position is invalid.
    """
    line = (tree.root, *tree.main_line())
    ply = min(ply_of(query, game), len(line) - 1)
    if ply:
        return line[ply]
    seeking = seeker(query, position=True) if query.variations else None
    found = node_in_lines(seeking, tree) if seeking is not None else None
    return found or AnnotationTest(query).node_of(tree) or tree.root


def _in_opening(collection: Collection, words: str) -> set[int]:
    """Returns the games that reached a position whose opening name contains all the words.
    :raises QueryError: no name does."""
    keys = opening_of(words)
    found = games_with_positions(collection, [key & 0xFFFF_FFFF_FFFF_FFFF for key in keys])
    return {game for games, _moves in found.values() for game in games}


def _condition(collection: Collection, query: Query) -> tuple[str, list[int | str]]:
    parts: list[str] = ["1"]
    values: list[int | str] = []

    def add(part: str, *given: int | str) -> None:
        parts.append(part)
        values.extend(given)

    if query.event:
        add("events.folded LIKE ? ESCAPE '\\'", _like(query.event))
    if query.result:
        if query.result not in RESULT_TOKENS:
            raise QueryError("%1 is not a result; use 1-0, 0-1, 1/2-1/2 or *", repr(query.result))
        add("games.result = ?", RESULT_TOKENS.index(query.result))
    if query.date_from:
        add("games.date >= ? AND games.date < ':'", date_of(query.date_from))  # letters and ? come after the colon
    if query.date_to:
        add("games.date <= ? AND games.date BETWEEN '1' AND ':'", date_of(query.date_to) + "~")
    if query.elo_min is not None:
        add("games.white_elo >= ? AND games.black_elo >= ?", query.elo_min, query.elo_min)
    if query.elo_max is not None:
        add("games.white_elo <= ? AND games.black_elo <= ?", query.elo_max, query.elo_max)
    if query.title_held:
        wanted = title_in(query.title_held)
        if not wanted:
            raise QueryError("%1 is not a title; use one of %2", repr(query.title_held), ", ".join(TITLES))
        there = collection.rows(
            schema.TAGS, "SELECT id, name, value FROM tags WHERE name IN ('WhiteTitle', 'BlackTitle')"
        )
        held = {number for number, _, value in there if title_in(value) == wanted}
        add(f"has_tag(games.more, {collection.remember(held)})")
    if query.eco:
        add("games.eco LIKE ? ESCAPE '\\'", _like(query.eco.upper())[1:])
    if query.label:
        part, given = label_condition(collection, query.label)
        add(part, *given)
    if query.least_moves:
        add("length(games.moves) >= ?", 4 * query.least_moves - 2)  # 2 bytes a half move
    if query.most_moves is not None:
        add("length(games.moves) <= ?", 4 * query.most_moves)
    words = query.headers.split()
    numbers = {name: number for number, name in _names(collection)} if words else {}
    for word, names in zip(words, names_by_word(words, numbers), strict=True):
        _add_word(collection, word, [numbers[name] for name in names], add)
    return " AND ".join(parts), values


_RESULTS = " ".join(f"WHEN {number} THEN '{token}'" for number, token in enumerate(RESULT_TOKENS))
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


def _add_word(collection: Collection, word: str, players: Iterable[int], add: Callable[..., None]) -> None:
    """Adds one header word as SQL. With a tag's name and a colon, only that tag is searched. `players` are meant by the
    word, in other spellings."""
    name, colon, rest = word.partition(":")
    name = folded(name)
    if not (colon and rest and (name in (*_OWN, *SIDES) or collection.knows_tag(name))):
        name, rest = "", word
    own = [part for key, part in _OWN.items() if name in ("", key)]
    values = [_like(rest)] * len(own)
    sides = [side for side in SIDES if name in ("", side)]
    if sides:
        forms = spellings(rest)
        there = (one for one, player in _names(collection) if any(map(search_text(player).__contains__, forms)))
        holding = _numbers({*there, *players})
        own += [f"games.{side} IN ({holding})" for side in sides]
    if name not in (*_OWN, *SIDES):
        numbers = collection.tags_like(name, _like(rest))
        if numbers:
            own.append(f"has_tag(games.more, {collection.remember(numbers)})")
    add(f"({' OR '.join(own) or '0'})", *values)


def _of_players(collection: Collection, asked: str, sides: Sequence[str]) -> set[int]:
    """Returns the games in which an asked player has one of the sides."""
    numbers = {name: number for number, name in _names(collection)}
    return set(games_of(collection, [numbers[name] for name in names_found(asked, numbers)], sides))


def _names(collection: Collection) -> Iterator[tuple[int, str]]:
    return ((number, name) for number, name in collection.rows(schema.NAMES, "SELECT id, name FROM players"))


def _numbers(numbers: Iterable[int]) -> str:
    return ", ".join(map(str, numbers))


def _like(text: str) -> str:
    """Returns a part of a name as an SQL pattern."""
    safe = folded(text).replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
    return f"%{safe}%"


def _that_may_have(collection: Collection, query: Query) -> "array[int]":
    """Returns the games whose final material does not rule out the wanted one."""
    code, counted = stages_of(query.material)[-1]
    least = code | ~counted & _ANY_MATERIAL  # up to 15 of a piece whose number does not count
    return games_that_may_have(collection.traits(), least, swapped(least) if query.mirrored else least)


def _with_headers(collection: Collection, after: int, last: int, condition: str, values: list[int | str]) -> "Numbers":
    """Returns the games with numbers above `after`, up to `last`, that meet the SQL condition."""
    query = f"{_SELECT} games.id > ? AND games.id <= ? AND {condition} ORDER BY games.id"
    return array("I", (row[0] for row in collection.rows(schema.NUMBER, query, [after, last, *values])))


def _of_these(collection: Collection, numbers: Numbers, condition: str, values: list[int | str]) -> Numbers:
    """Returns those of the games that exist and meet the SQL condition."""
    query = f"{_SELECT} games.id IN ({', '.join('?' * len(numbers))}) AND {condition} ORDER BY games.id"
    return array("I", (row[0] for row in collection.rows(schema.NUMBER, query, [*numbers, *values])))
