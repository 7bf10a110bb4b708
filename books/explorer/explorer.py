"""The explorer's statistics of a position: the moves that games of any collections played in it.

One engine for the window, the console, preparation, expected scores and the opening report. A game counts once in a
position, with the move that it played there first. Figures of several collections are added up; a game that an earlier
one has (the same signature) is not counted again.
"""

from array import array
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import Any

from books.collection import schema
from books.collection.game_collection import RESULT_TOKENS, CollectedGame, Collection
from books.collection.positions import Reached, games_with_position, games_with_positions
from books.collection.sides import games_of
from books.collection.signatures import in_order, matches
from books.explorer.counted import EVERY_GAME, GameFilter, GameRef, MoveStatistics, ResultTally
from books.explorer.tallying import (
    BIN_ELO,
    MARK_BLACK,
    MARK_ELSEWHERE,
    MARK_WHITE,
    clear_marks,
    mark,
    taken,
    tally,
)
from engine.game.player_names import names_found
from engine.ground.text import Text
from engine.pgn.standings import difference
from engine.rules.board import CoreBoard

_MOST_ELO = 65_535
_EXAMPLES = 5  # games of a move by rating, and latest ones
_NOBODY: tuple[str, tuple[str, ...]] = ("", ())
_Counted = tuple[Any, ...]  # what `tally` says of a move


def explore(collection: Collection, board: CoreBoard, choice: GameFilter = EVERY_GAME) -> list[MoveStatistics]:
    """Returns the moves played in a position of one collection, most played first.
    :raises CollectionError: the collection is damaged."""
    return Explorer([ExplorerSource(collection)]).moves(board, choice)


def counted(collection: Collection, pages: Iterable[Sequence[int]], choice: GameFilter) -> "Iterator[array[int]]":
    """Yields of each page of numbers those of the games that a filter takes.
    :raises CollectionError: the collection is damaged."""
    source = ExplorerSource(collection)
    for numbers in pages:
        yield source.taken(array("I", numbers), choice)


class ExplorerSource:
    """A collection, and the marks of its games: those of the player asked for, and those that earlier collections have."""

    def __init__(self, collection: Collection, earlier: Sequence[Path] = ()) -> None:
        """`earlier`: collections whose games do not count again."""
        self.collection = collection
        self._earlier = tuple(earlier)
        self._version: tuple[int, ...] = ()
        self._marks = array("B")  # a byte a game, as soon as any is marked
        self._marked = _NOBODY  # whose games are marked: the name, and the spellings that do not count

    def reached(self, key: int) -> Reached:
        """Returns the games that reached a position, and their moves."""
        return games_with_position(self.collection, key)

    def count(self, reached: Reached, white: bool, choice: GameFilter) -> dict[int, _Counted]:
        """Counts games that reached a position by their moves. :raises CollectionError: the collection is damaged."""
        traits = self._marked_traits(choice)
        return tally(*reached, traits, self._marks, white, _limits(choice))

    def taken(self, games: "array[int]", choice: GameFilter) -> "array[int]":
        """Returns those of the games that a filter takes. :raises CollectionError: the collection is damaged."""
        traits = self._marked_traits(choice)
        return taken(games, traits, self._marks, _limits(choice))

    def _marked_traits(self, choice: GameFilter) -> bytes:
        """Returns the traits of all games. Their marks are then those of the collection as it is now, and of the player."""
        db = self.collection.db
        traits = self.collection.traits()
        with self.collection.errors():
            version = (db.execute("PRAGMA data_version").fetchone()[0], db.total_changes)
        games = len(traits) // schema.TRAIT_BYTES
        if version != self._version:
            self._marks = array("B", bytes(games)) if self._earlier else array("B")
            self._marked = _NOBODY
            for earlier in self._earlier:
                mark(self._marks, self._games_in(earlier), MARK_ELSEWHERE)
            self._version = version
        if choice.player and not self._marks:
            self._marks = array("B", bytes(games))
        self._mark_player(choice.player, choice.without)
        return traits

    def players(self) -> dict[str, int]:
        query = "SELECT id, name FROM players"
        return {name: number for number, name in self.collection.rows(schema.NAMES, query)}

    def __len__(self) -> int:
        """The least size of an array of marks, by the numbers of the games."""
        return len(self.collection.traits()) // schema.TRAIT_BYTES

    def _games_in(self, earlier: Path) -> "array[int]":
        """Returns the numbers of the games that another collection has, too."""
        with Collection(earlier) as other, other.errors():
            query = "SELECT signature FROM games WHERE typeof(signature) = 'integer'"
            signatures = array("q", (row[0] for row in other.db.execute(query)))
        in_order(signatures, array("I", bytes(4 * len(signatures))))
        with self.collection.errors():
            return matches(self.collection.db, signatures)[1]

    def _mark_player(self, player: str, without: tuple[str, ...]) -> None:
        """Marks the games of a player with the player's colour."""
        if not player or self._marked == (player, without):
            return
        clear_marks(self._marks, MARK_WHITE | MARK_BLACK)
        names = self.players()
        numbers = [names[name] for name in names_found(player, names) if name not in without]
        for side, bit in (("white", MARK_WHITE), ("black", MARK_BLACK)):
            mark(self._marks, games_of(self.collection, numbers, (side,)), bit)
        self._marked = player, without


class Explorer:
    """Several collections as one; for one thread."""

    def __init__(self, sources: Sequence[ExplorerSource]) -> None:
        self._sources = tuple(sources)

    @classmethod
    def opened(cls, paths: Iterable[Path]) -> "Explorer":
        """Opens collections. :raises CollectionError: one cannot be opened."""
        found = cls(())
        try:
            for path in paths:
                earlier = [source.collection.path for source in found._sources]
                found._sources += (ExplorerSource(Collection(path), earlier),)
        except BaseException:
            found.close()
            raise
        return found

    def close(self) -> None:
        for source in self._sources:
            source.collection.close()

    def __enter__(self) -> "Explorer":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __len__(self) -> int:
        return sum(len(source.collection) for source in self._sources)

    def moves(self, board: CoreBoard, choice: GameFilter = EVERY_GAME) -> list[MoveStatistics]:
        """Returns the moves played in a position, most played first.
        :raises CollectionError: a collection is damaged."""
        white = board.white_to_move
        counted: dict[int, list[tuple[int, _Counted]]] = {}
        for place, source in enumerate(self._sources):
            for move, found in source.count(source.reached(board.key), white, choice).items():
                if move and not board.is_legal(move):
                    raise source.collection.damage_error(
                        Text("table blocks, column data: move %1 cannot be played in %2", move, board.fen())
                    )
                counted.setdefault(move, []).append((place, found))
        rows = [_statistics(move, found) for move, found in counted.items()]
        return sorted(rows, key=lambda row: (-row.games, row.move))

    def transposed(
        self, board: CoreBoard, rows: Sequence[MoveStatistics], choice: GameFilter = EVERY_GAME
    ) -> list[MoveStatistics]:
        """Returns the rows of `moves` with `transposed`, and a row for each move that no game played here and whose
        position games reached by other moves.
        :raises CollectionError: a collection is damaged."""
        after: dict[int, int] = {}
        for move in board.legal_moves():
            child = board.copy()
            child.push(move)
            after[move] = child.key
        totals = dict.fromkeys(after, ResultTally())
        for source in self._sources:
            reached = games_with_positions(source.collection, list(dict.fromkeys(after.values())))
            for move, key in after.items():
                games = reached[key][0]
                found = source.count((games, array("H", bytes(2 * len(games)))), board.white_to_move, choice)
                if found:
                    totals[move] = totals[move].plus(ResultTally(*found[0][1:4]))
        here = {row.move: row for row in rows}
        every = [row for row in rows if not row.move]
        for move, total in totals.items():
            row = here.get(move, MoveStatistics(move, 0))
            others = ResultTally(*(max(0, all_of - own) for all_of, own in zip(total, row.results, strict=True)))
            if row.games or others.games:
                every.append(replace(row, transposed=others))
        return sorted(every, key=lambda row: (-row.games, -row.transposed.games, row.move))

    def games(self, refs: Iterable[GameRef]) -> list[CollectedGame]:
        """Returns games, in the order asked for; unknown ones are left out."""
        return list(self.found(refs).values())

    def found(self, refs: Iterable[GameRef]) -> dict[GameRef, CollectedGame]:
        """Returns the same with their references, as some may have been deleted meanwhile."""
        asked = list(refs)
        found: dict[GameRef, CollectedGame] = {}
        for place, source in enumerate(self._sources):
            numbers = [ref.number for ref in asked if ref.source == place]
            found |= {GameRef(place, game.id): game for game in source.collection.games(numbers)}
        return {ref: found[ref] for ref in asked if ref in found}

    def collection(self, ref: GameRef) -> Collection:
        return self._sources[ref.source].collection

    def players(self) -> dict[str, None]:
        return dict.fromkeys(name for source in self._sources for name in source.players())

    def reached(self, board: CoreBoard | None, choice: GameFilter = EVERY_GAME) -> list[GameRef]:
        """Returns the games that a filter takes and that reached a position (None: all that it takes)."""
        found = []
        for place, source in enumerate(self._sources):
            games = array("I", range(len(source))) if board is None else source.reached(board.key)[0]
            found += [GameRef(place, number) for number in source.taken(games, choice)]
        return found


def _limits(choice: GameFilter) -> tuple[int, int, int, int, bool, int, int, int]:
    results = sum(1 << number for number, token in enumerate(RESULT_TOKENS) if token in choice.results)
    speeds = sum(1 << 1 + speed.value for speed in choice.speeds)
    wanted = 0
    if choice.player:
        wanted = {None: MARK_WHITE | MARK_BLACK, True: MARK_WHITE, False: MARK_BLACK}[choice.white]
    return (
        choice.since or 0,
        choice.until or 0,
        choice.elo_min or 0,
        _MOST_ELO if choice.elo_max is None else choice.elo_max,
        choice.each,
        results or 63,
        speeds or 63,
        wanted,
    )


def _statistics(move: int, found: Sequence[tuple[int, _Counted]]) -> MoveStatistics:
    sums = [sum(counted[place] for _, counted in found) for place in range(11)]
    games, white, draws, black, elos, rated, mover_elos, mover_rated, opponents, opposed, half_points = sums
    against = round(opponents / opposed) if opposed else None
    by_rating: dict[int, ResultTally] = {}
    for _, counted in found:
        for step, score in counted[14].items():
            elo = BIN_ELO * (step - 1) if step else 0
            by_rating[elo] = by_rating.get(elo, ResultTally()).plus(ResultTally(*score))
    return MoveStatistics(
        move,
        games,
        ResultTally(white, draws, black),
        round(elos / rated) if rated else None,
        round(mover_elos / mover_rated) if mover_rated else None,
        against,
        None if against is None else against + difference(half_points / (2 * opposed)),
        max(counted[11] for _, counted in found) or None,
        _best(found, 12),
        _best(found, 13),
        MappingProxyType(dict(sorted(by_rating.items()))),
    )


def _best(found: Sequence[tuple[int, _Counted]], place: int) -> tuple[GameRef, ...]:
    every = [(-value, GameRef(source, game)) for source, counted in found for value, game in counted[place]]
    return tuple(ref for _, ref in sorted(every)[:_EXAMPLES])
