"""Novelties: moves that no known game has and that are nearly as good as the best one. The analyser is handed in."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import field

import chess

from books.analysis import MATE_CP, Analyser, Analysis, score_of
from books.formats.games import GameLine
from books.key import encode, position_key
from books.learning.mistakes import numbered_san
from books.progress import Progress, report, silent
from engine.game.info import PovScore
from engine.ground.values import dataclass

WITHIN_CP = 15
SECOND_LOOK = 4
"""A novelty and the best move are searched this many times as long before the novelty is reported."""

MOST = 3
"""Maximum number of novelties in one position."""


@dataclass(frozen=True)
class Novelty:
    """A move that no game has. Values are centipawns for the side to move; `best` is the best of all moves; `games`: at
    least this number of games reached the position."""

    board: chess.Board
    ply: int
    move: chess.Move
    centipawns: int
    depth: int
    best: chess.Move
    best_centipawns: int
    games: int

    @property
    def san(self) -> str:
        """The move with its number."""
        return numbered_san(self.board, self.move)

    @property
    def best_san(self) -> str:
        """The best move with its number."""
        return numbered_san(self.board, self.best)

    @property
    def value(self) -> PovScore:
        return score_of(self.centipawns, bool(self.board.turn))

    @property
    def best_value(self) -> PovScore:
        return score_of(self.best_centipawns, bool(self.board.turn))


@dataclass
class LinePosition:
    """A position of the given lines, with the moves that games played in it."""

    board: chess.Board
    ply: int
    played: set[int] = field(default_factory=set)
    games: int = 0


class PlayedMoves:
    """The moves that games played in the positions of some lines, and the positions one move away that they reached by
    another move order. Stores nothing else of the games."""

    def __init__(self, lines: Iterable[Sequence[chess.Move]], start: chess.Board | None = None) -> None:
        self.positions: dict[int, LinePosition] = {}
        self._reached: set[int] = set()
        for moves in lines:
            board = (start or chess.Board()).copy(stack=False)
            for ply in range(len(moves) + 1):
                key = position_key(board)
                if key not in self.positions and any(board.legal_moves):
                    self.positions[key] = LinePosition(board.copy(stack=False), ply)
                if ply < len(moves):
                    board.push(moves[ply])
        self._near = {key: _keys_after(line.board) for key, line in self.positions.items()}
        self._wanted = {key for keys in self._near.values() for key in keys.values()}

    def add(self, game: GameLine) -> None:
        met: set[int] = set()
        for key, move in zip(game.keys, game.moves, strict=True):
            if key in self._wanted:
                self._reached.add(key)
            if key in self.positions:
                here = self.positions[key]
                here.played.add(move)
                here.games += key not in met
                met.add(key)

    def hold(self, key: int, moves: Iterable[int], games: int) -> None:
        """Adds moves that other games (of a collection or book) played in one of the positions. They may be the same
        games, so `games` becomes the larger of the two numbers."""
        here = self.positions[key]
        here.played.update(moves)
        here.games = max(here.games, games)

    def unplayed(self, key: int) -> list[chess.Move]:
        """Returns the legal moves of a position that no game played there and that reach no position known from games."""
        here, after = self.positions[key], self._near[key]
        return [
            move
            for move in here.board.legal_moves
            if encode(here.board, move) not in here.played and after[move] not in self._reached
        ]

    def moves_into(self, known: Callable[[int], bool]) -> None:
        """Marks positions that other games reached: `known` returns whether a key is one."""
        self._reached |= {key for key in self._wanted if known(key)}


def find_novelties(
    played: PlayedMoves,
    analyse: Analyser,
    within: int = WITHIN_CP,
    from_ply: int = 0,
    most: int = MOST,
    progress: Progress = silent,
) -> Iterator[Novelty]:
    """Yields the novelties of the lines, position by position, skipping positions before `from_ply` and those without
    games. Progress in positions.
    :raises CancelledError: the user stopped it."""
    wanted = [(key, line) for key, line in played.positions.items() if line.ply >= from_ply and line.games]
    for number, (key, line) in enumerate(sorted(wanted, key=lambda pair: pair[1].ply)):
        report(progress, number, len(wanted))
        yield from _at(line, played.unplayed(key), analyse, within, most)


def _at(line: LinePosition, unplayed: list[chess.Move], analyse: Analyser, within: int, most: int) -> Iterator[Novelty]:
    best: Analysis | None = None
    deep: Analysis | None = None
    for _ in range(most):
        if not unplayed:
            return
        best = best or analyse(line.board)
        if abs(best.centipawns) >= MATE_CP // 2:
            return  # beside a mate, no other move is nearly as good
        candidate = analyse(line.board, unplayed)
        if best.centipawns - candidate.centipawns > within:
            return
        unplayed = [move for move in unplayed if move != candidate.move]
        deep = deep or analyse(line.board, (), SECOND_LOOK)
        checked = analyse(line.board, (candidate.move,), SECOND_LOOK)
        if deep.centipawns - checked.centipawns <= within:
            yield Novelty(
                line.board,
                line.ply,
                candidate.move,
                checked.centipawns,
                checked.depth,
                deep.move,
                deep.centipawns,
                line.games,
            )


def _keys_after(board: chess.Board) -> dict[chess.Move, int]:
    found = {}
    for move in board.legal_moves:
        board.push(move)
        found[move] = position_key(board)
        board.pop()
    return found
