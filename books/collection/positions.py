"""Finds the games of a collection that reached a position: by the index, and by replaying the candidates that it names."""

from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence

from books.collection import schema
from books.collection.game_collection import Collection
from engine.ground.errors import MoveError, PositionError
from engine.ground.text import Text
from engine.pgn.postings import find
from engine.pgn.replay import Replay
from engine.rules.board import CoreBoard

_AT_ONCE = 500  # games in one SQL statement

Reached = tuple["array[int]", "array[int]"]
"""Game numbers, ascending, and the move that each played in the position (0: the game ended there)."""
_Asked = dict[tuple[int, int], Reached]  # by run and key


def games_with_position(collection: Collection, key: int) -> Reached:
    """Returns the games that reached a position (unsigned key), and the moves played there.
    :raises CollectionError: the collection is damaged."""
    return games_with_positions(collection, [key])[key]


def games_with_positions(collection: Collection, keys: Sequence[int]) -> dict[int, Reached]:
    """Returns the same for several positions. :raises CollectionError: the collection is damaged."""
    runs = [row[0] for row in collection.rows(schema.RUNS, "SELECT DISTINCT run FROM blocks ORDER BY run")]
    often: list[tuple[int, int, Reached]] = []
    rare: dict[tuple[int, int], array[int]] = {}
    for run in runs:
        for key in keys:
            lists, rare[run, key] = _indexed(collection, run, key)
            often += [(run, key, reached) for reached in lists]
    known = _witnessed(collection, often)
    known |= _played_over(collection, {asked: games for asked, games in rare.items() if asked not in known})
    found: dict[int, Reached] = {}
    for key in keys:
        games, moves = found[key] = (array("I"), array("H"))
        for run in runs:
            games += known[run, key][0]
            moves += known[run, key][1]
    return found


def _indexed(collection: Collection, run: int, key: int) -> tuple[list[Reached], "array[int]"]:
    """Returns the index entry of a position in one run: see `engine.pgn.postings.find`."""
    signed = key - (1 << 64) if key >> 63 else key
    query = "SELECT first_key, data FROM blocks WHERE run = ? AND first_key <= ? ORDER BY first_key DESC LIMIT 1"
    for first_key, data in collection.rows(schema.BLOCKS, query, (run, signed)):
        found = find(first_key, data, key, run)
        if found is None:
            raise collection.damage_error(Text("table blocks, column data: a block that does not end where it should"))
        return found
    return [], array("I")


def _witnessed(collection: Collection, often: Sequence[tuple[int, int, Reached]]) -> _Asked:
    """Returns the lists that really belong to their position, checked by replaying the first game of each."""
    by_game: dict[int, set[int]] = {}
    for _run, key, (games, _moves) in often:
        by_game.setdefault(games[0], set()).add(key)
    seen = {number: dict(found) for number, found in _replayed(collection, by_game)}
    return {(run, key): reached for run, key, reached in often if key in seen.get(reached[0][0], ())}


def _played_over(collection: Collection, asked: Mapping[tuple[int, int], "array[int]"]) -> _Asked:
    """Returns the games among the index's candidates that reached the position."""
    by_game: dict[int, set[int]] = {}
    for (_run, key), games in asked.items():
        for game in games:
            by_game.setdefault(game, set()).add(key)
    found: _Asked = {place: (array("I"), array("H")) for place in asked}
    seen = {number: dict(reached) for number, reached in _replayed(collection, by_game)}
    for (run, key), games in asked.items():
        for game in games:
            move = seen.get(game, {}).get(key)
            if move is not None:
                found[run, key][0].append(game)
                found[run, key][1].append(move)
    return found


def _replayed(
    collection: Collection, by_game: Mapping[int, Iterable[int]]
) -> Iterator[tuple[int, list[tuple[int, int]]]]:
    """Yields games by number with the wanted keys that they reach, and the move there."""
    start = CoreBoard.start()
    numbers = sorted(by_game)
    for place in range(0, len(numbers), _AT_ONCE):
        part = numbers[place : place + _AT_ONCE]
        query = f"{schema.SELECT_PLAYED} WHERE id IN ({', '.join('?' * len(part))})"
        for number, moves, fen, chess960 in collection.rows(schema.PLAYED, query, part):
            try:
                board = start if fen is None else CoreBoard.from_fen(fen, bool(chess960))
                yield number, Replay(board, moves).reached(array("Q", by_game[number]))
            except (MoveError, PositionError) as error:
                raise collection.damage_error(Text("game %1: %2", number, error)) from error
