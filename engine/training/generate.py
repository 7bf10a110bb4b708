"""Training positions from games that the teacher plays against itself.

A game starts with some random moves and now and then plays a random move later, so that the network sees boards that
good players avoid. Every quiet position the teacher judged is kept with that judgement and, once known, the result.
"""

import os
import random
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from engine.core.board import CoreBoard
from engine.core.packing import RECORD_BYTES, pack, set_result
from engine.training.teacher import IN_FLIGHT, Teacher


@dataclass(frozen=True)
class Recipe:
    """How games are made. Scores in centipawns, lengths in plies."""

    random_plies: tuple[int, int] = (6, 11)
    random_move_share: float = 0.03
    widest_opening: int = 350
    kept_score: int = 2_500
    decided_score: int = 1_200
    decided_plies: int = 6
    level_score: int = 10
    level_plies: int = 16
    level_from: int = 100
    longest: int = 320


@dataclass
class _Game:
    """One game in the making."""

    board: CoreBoard
    moves: list[str]
    records: list[bytearray] = field(default_factory=list)
    judged: int = 0
    decided: int = 0
    level: int = 0


class Generator:
    """Plays games with a teacher and hands out the records of each finished game."""

    def __init__(self, teacher: Teacher, seed: int, recipe: Recipe | None = None) -> None:
        self._teacher = teacher
        self._random = random.Random(seed)
        self._recipe = recipe or Recipe()
        self._games: deque[_Game] = deque()

    def next_game(self) -> list[bytearray]:
        """The records of the next game that ends, its result (for the side to move) written in; never empty."""
        while True:
            while len(self._games) < IN_FLIGHT:
                self._start_game()
            records = self._step(self._games.popleft())
            if records:
                return records

    def _start_game(self) -> None:
        while True:
            game = _Game(CoreBoard.start(), [])
            for _ in range(self._random.randint(*self._recipe.random_plies)):
                moves = game.board.legal_moves()
                if not moves:
                    break
                self._play(game, self._random.choice(moves))
            if game.board.legal_moves():
                self._games.append(game)
                self._teacher.ask(game.moves)
                return

    def _play(self, game: _Game, move: int) -> None:
        game.moves.append(game.board.uci(move))
        game.board.push(move)

    def _step(self, game: _Game) -> list[bytearray]:
        """Takes one verdict in: keeps the position, plays on and asks again, or returns the finished game's records."""
        verdict = self._teacher.answer()
        board, recipe = game.board, self._recipe
        best = board.parse_uci(verdict.best_move)
        game.judged += 1
        if game.judged == 1 and abs(verdict.score) > recipe.widest_opening:
            return []  # lost by the random moves: not worth a game
        if not board.in_check and abs(verdict.score) <= recipe.kept_score and best not in board.noisy_moves():
            game.records.append(pack(board, verdict.score, len(game.moves)))
        game.decided = game.decided + 1 if abs(verdict.score) >= recipe.decided_score else 0
        game.level = game.level + 1 if abs(verdict.score) <= recipe.level_score else 0
        if game.decided >= recipe.decided_plies:
            return _finish(game, 2 if (verdict.score > 0) == board.white_to_move else 0)
        if self._random.random() < recipe.random_move_share:
            best = self._random.choice(board.legal_moves())
        self._play(game, best)
        result = self._result(game)
        if result is not None:
            return _finish(game, result)
        self._games.append(game)
        self._teacher.ask(game.moves)
        return []

    def _result(self, game: _Game) -> int | None:
        """For White: 0 lost, 1 drawn, 2 won; None while the game goes on."""
        board, recipe = game.board, self._recipe
        if not board.legal_moves():
            if not board.in_check:
                return 1
            return 0 if board.white_to_move else 2
        level = game.level >= recipe.level_plies and len(game.moves) >= recipe.level_from
        drawn = board.repetitions() >= 2 or board.halfmove_clock >= 100 or board.is_insufficient_material()
        return 1 if level or drawn or len(game.moves) >= recipe.longest else None


def _finish(game: _Game, result: int) -> list[bytearray]:
    for record in game.records:
        set_result(record, result)
    return game.records


def generate(path: Path, generator: Generator, positions: int, progress: Callable[[int, int], bool]) -> int:
    """Appends whole games to a file until it holds `positions` records; returns how many it holds then.

    A file that a killed run left with part of a record is cut back to whole records first. `progress(held, wanted)` is
    called after each game; False stops the work.

    :raises OSError: if the file cannot be written.
    """
    with path.open("ab") as file:
        held = file.tell() // RECORD_BYTES
        file.truncate(held * RECORD_BYTES)
        while held < positions:
            records = generator.next_game()
            file.write(b"".join(records))
            held += len(records)
            if not progress(held, positions):
                break
        file.flush()
        os.fsync(file.fileno())
    return held
