"""Builds a book from games: counts every (position, move), flags by score and writes one file, in bounded memory.

Counts gather in a table (`move_counts`). A full table is sorted and spilled to a temporary file; at the end the spills
are merged.
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

_RECORD = struct.Struct("=qQH")  # key, sums, move: a record of `MoveCounts.records`
_FIELD = 21  # bits for each of wins, draws and losses: up to 2 million games a move
_MASK = (1 << _FIELD) - 1
_KEY_AND_MOVE = itemgetter(0, 2)
ENTRIES_IN_MEMORY = 2_000_000  # about 100 MB, and another 100 MB while they are sorted


@dataclass(frozen=True)
class BuildOptions:
    """Which games and moves are counted. `max_ply`: plies of each game; `after_theory`: instead, this number of plies
    after its last named position. `min_games`: games that a move needs; `min_score`: the score it needs (0-1).
    `players`: only moves of these players (`player_names.is_player`). `winner_only`: only moves of a side that did not
    lose."""

    max_ply: int = 24
    after_theory: int | None = None
    min_games: int = 5
    min_score: float = 0.0
    players: tuple[str, ...] = ()
    winner_only: bool = False


class MoveCount(NamedTuple):
    """The results of one move in one position, from the point of view of the side that played it."""

    key: int
    move: int
    wins: int
    draws: int
    losses: int

    @property
    def games(self) -> int:
        return self.wins + self.draws + self.losses


FlaggedCount = tuple[int, int, Flag, int, int, int, int]
"""A move of a book: the first columns of `MoveRow`, up to the losses."""


class MoveCounter:
    """Counts the moves of games. A context manager: it owns temporary files."""

    def __init__(
        self, options: BuildOptions, names: OpeningNames | None = None, in_memory: int = ENTRIES_IN_MEMORY
    ) -> None:
        self.options = options
        self.games = 0
        self.met = not options.players  # whether one of the players was found in a game
        self._names = names
        self._in_memory = in_memory
        self._counts = MoveCounts()
        self._spills: list[IO[bytes]] = []
        self._stack = ExitStack()

    def __enter__(self) -> "MoveCounter":
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
        """Returns the sums of the moves played in at least `min_games` games, sorted by signed key, then by move."""
        least = self.options.min_games
        if not self._spills:  # drop rare moves before sorting: most moves were played once
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

    def check_counted(self) -> None:
        """Checks that something was counted.
        :raises BookError: no finished game was counted, or none has one of the players asked for."""
        if not self.games:
            raise BookError("No game has a result, and only finished games count. No book was made.")
        if not self.met:
            names = ", ".join(self.options.players)
            raise BookError(
                "No player in %1 finished games is called %2. No book was made. Check the spelling.", self.games, names
            )

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
    """Returns the rows of a book (see `flagged`). The flags are inherited (`inherits=1`): among the user's books they
    fill gaps and never replace a flag that the user set."""
    rest = MoveRow(0, 0, source=source, inherits=1)[7:]
    for counted in flagged(counts, options):
        yield MoveRow._make((*counted, *rest))


def flagged(counts: Iterable[MoveCount], options: BuildOptions) -> Iterator[FlaggedCount]:
    """Returns the moves played often enough, with their weights, flagged by their score against the position's mean."""
    least, score = options.min_games, options.min_score
    strong, normal = Flag.STRONG, Flag.NORMAL
    for _, group in itertools.groupby(counts, itemgetter(0)):
        moves = list(group)
        if len(moves) == 1:  # most positions; the score is the mean
            key, code, wins, draws, losses = moves[0]
            games, weight = wins + draws + losses, 2 * wins + draws
            if games >= least and weight >= 2 * score * games:
                yield key, code, strong if games >= 10 else normal, weight, wins, draws, losses
            continue
        kept = [move for move in moves if move.games >= least and _points(move) >= score * move.games]
        for (key, code, wins, draws, losses), flag in zip(kept, flags_by_score(kept), strict=True):
            yield key, code, flag, 2 * wins + draws, wins, draws, losses


def flags_by_score(moves: Sequence[MoveCount]) -> list[Flag]:
    """Flags the moves of one position by results alone; an engine check refines them later.

    Each score is shrunk towards the position's mean by ten virtual games, so that one win proves little. 10 % below the
    mean is `$`, 20 % is `?`. `!` needs ten games, a twelfth of the position's games, and a score no lower than 2 %
    below the mean.
    """
    if len(moves) == 1:  # most positions; the score is the mean
        return [Flag.STRONG if moves[0].games >= 10 else Flag.NORMAL]
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
