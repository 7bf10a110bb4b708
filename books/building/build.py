"""Builds a book from games: counts every (position, move), flags by score, writes one file. Memory stays bounded.

Counts gather in a table (`move_counts`); when it is full it is sorted and spilled to a temporary file, and the spills are
merged at the end.
"""

import heapq
import itertools
import struct
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack
from operator import itemgetter
from typing import IO, NamedTuple

from books.entry import Flag, MoveRow
from books.errors import BookError
from books.formats.games import GameLine
from books.openings import OpeningNames
from engine.game.move_counts import MoveCounts
from engine.game.player_names import is_player
from engine.ground.values import dataclass

_RECORD = struct.Struct("=qQH")  # key, sums, move: as `MoveCounts.records` gives them
_FIELD = 21  # bits for each of wins, draws, losses: 2 million games a move
_MASK = (1 << _FIELD) - 1
_KEY_AND_MOVE = itemgetter(0, 2)
ENTRIES_IN_MEMORY = 2_000_000  # about 100 MB, and as much again while they are sorted


@dataclass(frozen=True)
class BuildOptions:
    """`max_ply`: plies counted of each game; with `after_theory`, instead so many plies after its last named position.
    `min_games`: a move must have been played so often; `min_score`: and have scored so much (0-1). `players`: only
    moves of these (`player_names.is_player`). `winner_only`: only moves of the side that did not lose."""

    max_ply: int = 24
    after_theory: int | None = None
    min_games: int = 5
    min_score: float = 0.0
    players: tuple[str, ...] = ()
    winner_only: bool = False


class MoveCount(NamedTuple):
    """How often a move was played in a position and how it did for the side that played it."""

    key: int
    move: int
    wins: int
    draws: int
    losses: int

    @property
    def games(self) -> int:
        """How often it was played in finished games."""
        return self.wins + self.draws + self.losses


class Counter:
    """Counts moves of games; `counts` gives the sums in the order of signed keys. Use with `with`: it owns temporary
    files.
    """

    def __init__(
        self, options: BuildOptions, names: OpeningNames | None = None, in_memory: int = ENTRIES_IN_MEMORY
    ) -> None:
        self.options = options
        self.games = 0
        self.met = not options.players  # whether one of the players was in a game
        self._names = names
        self._in_memory = in_memory
        self._counts = MoveCounts()
        self._spills: list[IO[bytes]] = []
        self._stack = ExitStack()

    def __enter__(self) -> "Counter":
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()

    def add(self, game: GameLine) -> None:
        """Counts one finished game; unfinished ones are left out."""
        if game.half_points is None:
            return
        self.games += 1
        outcome = {True: game.half_points, False: 2 - game.half_points}  # half points by side
        sides = self._counted_sides(game)
        first, second = (
            1 << _FIELD * outcome[white] if sides[white] else 0 for white in (game.white_first, not game.white_first)
        )
        self._counts.add(game.keys, game.moves, self._depth(game), first, second)
        if len(self._counts) >= self._in_memory:
            self._spill()

    def counts(self) -> Iterator[MoveCount]:
        """The sums of everything added that were played often enough, sorted by signed key, then move."""
        least = self.options.min_games
        if not self._spills:  # sorting after choosing: most moves were played once
            sums = _RECORD.iter_unpack(self._counts.records(least))
        else:
            sums = (record for record in self._merged() if _games(record[1]) >= least)
        for key, total, move in sums:
            yield MoveCount(key, move, total >> 2 * _FIELD, total >> _FIELD & _MASK, total & _MASK)

    def _merged(self) -> Iterator[tuple[int, int, int]]:
        runs = [_read_spill(file) for file in self._spills]
        merged = heapq.merge(*runs, _RECORD.iter_unpack(self._counts.records(1)), key=_KEY_AND_MOVE)
        for (key, move), group in itertools.groupby(merged, key=_KEY_AND_MOVE):
            yield key, sum(record[1] for record in group), move

    def _counted_sides(self, game: GameLine) -> dict[bool, bool]:
        sides = {True: True, False: True}
        if self.options.winner_only:
            sides = {True: game.half_points != 0, False: game.half_points != 2}
        if self.options.players:
            for white, name in ((True, game.white), (False, game.black)):
                his = any(is_player(asked, name) for asked in self.options.players)
                self.met |= his
                sides[white] = sides[white] and his
        return sides

    def refuse_nothing(self) -> None:
        """:raises BookError: no finished game was counted, or nobody in them has one of the names asked for."""
        if not self.games:
            raise BookError("No game has a result, and only finished games count. No book was made.")
        if not self.met:
            names = ", ".join(self.options.players)
            raise BookError("Nobody in %1 finished games is called %2. No book was made.", self.games, names)

    def _depth(self, game: GameLine) -> int:
        if self.options.after_theory is None or self._names is None:
            return self.options.max_ply
        names = self._names
        return (
            next((ply for ply in range(len(game.keys) - 1, -1, -1) if names.at(game.keys[ply])), 0)
            + self.options.after_theory
        )

    def _spill(self) -> None:
        file = self._stack.enter_context(tempfile.TemporaryFile())  # noqa: SIM115 (the stack closes it)
        file.write(self._counts.records(1))
        self._spills.append(file)
        self._counts.clear()


def flagged_rows(counts: Iterable[MoveCount], options: BuildOptions, source: str = "games") -> Iterator[MoveRow]:
    """The rows of a book: moves played often enough, flagged by their score against the position's mean. Nobody chose
    these flags: among the user's books they fill gaps, and change no flag that is set.
    """
    for _, group in itertools.groupby(counts, key=lambda count: count.key):
        moves = list(group)
        kept = [
            move
            for move in moves
            if move.games >= options.min_games and _points(move) >= options.min_score * move.games
        ]
        for move, flag in zip(kept, flags_by_score(kept), strict=True):
            weight = 2 * move.wins + move.draws
            wins, draws, losses = move.wins, move.draws, move.losses
            yield MoveRow(move.key, move.move, flag, weight, wins, draws, losses, source=source, inherits=1)


def flags_by_score(moves: Sequence[MoveCount]) -> list[Flag]:
    """Flags the moves of one position by results alone; an engine's check refines them later.

    Scores are drawn towards the position's mean by ten games' worth of doubt. 10 % below the mean is `$`, 20 % is `?`;
    `!` is a move played in a twelfth of the games or more that does no worse than 2 % below the mean.
    """
    games = sum(move.games for move in moves)
    mean = sum(_points(move) for move in moves) / games if games else 0.5
    flags = []
    for move in moves:
        score = (_points(move) + 10 * mean) / (move.games + 10)
        if score < mean - 0.2:
            flags.append(Flag.BAD)
        elif score < mean - 0.1:
            flags.append(Flag.DUBIOUS)
        else:
            strong = move.games >= 10 and 12 * move.games >= games and score >= mean - 0.02
            flags.append(Flag.STRONG if strong else Flag.NORMAL)
    return flags


def _points(move: MoveCount) -> float:
    return move.wins + move.draws / 2


def _games(count: int) -> int:
    return (count >> 2 * _FIELD) + (count >> _FIELD & _MASK) + (count & _MASK)


def _read_spill(file: IO[bytes]) -> Iterator[tuple[int, ...]]:
    file.seek(0)
    while chunk := file.read(4096 * _RECORD.size):
        yield from _RECORD.iter_unpack(chunk)
