"""Finds the games of a collection that reached a position: by the index, and by replaying the candidates that it names."""

from array import array
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from books.collection import schema
from books.collection.game_collection import Collection
from books.collection.indexing import SELECT_RUNS, Run
from engine.ground.errors import MoveError, PositionError
from engine.ground.text import Text
from engine.pgn.postings import find
from engine.pgn.replay import Replay
from engine.rules.board import CoreBoard

_AT_ONCE = 500  # games in one SQL statement

Reached = tuple["array[int]", "array[int]"]
"""Game numbers, ascending, and the move that each played in the position (0: the game ended there)."""
_Asked = dict[tuple[int, int], Reached]  # by run and key


class _Index(NamedTuple):
    """The runs of the index, and the homes of games that were changed or deleted."""

    runs: list[Run]
    homes: dict[int, int]

    def valid(self, run: Run, reached: Reached) -> Reached:
        """Returns the games of an entry that their run still holds."""
        games, moves = reached
        gone = [game for game, home in self.homes.items() if home != run.id] if self.homes and run.last else []
        if not run.last:
            kept = [place for place, game in enumerate(games) if self.homes.get(game) == run.id]
        elif not gone:
            return reached
        elif len(gone) < len(games):
            games, moves = games[:], moves[:]
            for game in gone:
                place = bisect_left(games, game)
                if place < len(games) and games[place] == game:
                    del games[place], moves[place]
            return games, moves
        else:
            kept = [place for place, game in enumerate(games) if game not in self.homes]
        return array("I", [games[place] for place in kept]), array("H", [moves[place] for place in kept])


def games_with_position(collection: Collection, key: int) -> Reached:
    """Returns the games that reached a position (unsigned key), and the moves played there.
    :raises CollectionError: the collection is damaged."""
    return games_with_positions(collection, [key])[key]


def games_with_positions(collection: Collection, keys: Sequence[int]) -> dict[int, Reached]:
    """Returns the same for several positions. :raises CollectionError: the collection is damaged."""
    with collection.snapshot():
        index = collection.cached("index", lambda: _index(collection))
        often: list[tuple[int, int, Reached]] = []
        rare: dict[tuple[int, int], array[int]] = {}
        for run in index.runs:
            for key in keys:
                lists, candidates = _indexed(collection, run, key)
                rare[run.id, key] = index.valid(run, (candidates, array("H", bytes(2 * len(candidates)))))[0]
                often += [(run.id, key, valid) for reached in lists if (valid := index.valid(run, reached))[0]]
        known = _witnessed(collection, often)
        known |= _played_over(collection, {asked: games for asked, games in rare.items() if asked not in known})
    found: dict[int, Reached] = {}
    for key in keys:
        games, moves = found[key] = (array("I"), array("H"))
        for run in index.runs:
            if run.last:
                games += known[run.id, key][0]
                moves += known[run.id, key][1]
                continue
            for game, move in zip(*known[run.id, key], strict=True):  # a changed game has a number among the others
                place = bisect_left(games, game)
                games.insert(place, game)
                moves.insert(place, move)
    return found


def _index(collection: Collection) -> _Index:
    """Reads the runs and homes. :raises CollectionError: the collection is damaged."""
    runs = [Run(*row) for row in collection.rows(schema.RUNS, f"{SELECT_RUNS} ORDER BY last = 0, first")]
    counts = dict(collection.rows(schema.RUN_BLOCKS, "SELECT run, count(*) FROM blocks GROUP BY run"))
    if counts != {run.id: run.blocks for run in runs if run.blocks}:
        raise collection.damage_error(Text("table blocks: blocks of a run are missing"))
    homes = dict(collection.rows(schema.HOMES, "SELECT game, run FROM homes WHERE run >= 0"))
    return _Index(runs, homes)


def _indexed(collection: Collection, run: Run, key: int) -> tuple[list[Reached], "array[int]"]:
    """Returns the index entry of a position in one run: see `engine.pgn.postings.find`."""
    signed = key - (1 << 64) if key >> 63 else key
    query = "SELECT first_key, data FROM blocks WHERE run = ? AND first_key <= ? ORDER BY first_key DESC LIMIT 1"
    for first_key, data in collection.rows(schema.BLOCKS, query, (run.id, signed)):
        found = find(first_key, data, key, run.first)
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
