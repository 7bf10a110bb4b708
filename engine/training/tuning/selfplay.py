"""Fast games of the engine against itself at fixed nodes a move, for tuning.

A game is a line of text: result for White (1, 0.5 or 0), a space, moves in coordinate notation. Lines are appended when their
game ends, so that an interrupted run can be resumed.
"""

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any, Generic, TypeVar

from engine.ground.files import append_durably
from engine.rules.board import CoreBoard
from engine.search.plain import PlainSearcher
from engine.search.searcher import SCORE_MATE_BOUND, PvLine, Searcher

S = TypeVar("S", bound=Searcher | PlainSearcher)

RANDOM_PLIES = 9  # most random plies at the start, which make every game different
DECIDED = 2_500  # centipawns: a side with this lead, by both searches, has won
LONGEST = 400  # plies


# Searches a position with its legal moves; the first move of the line is played.
Choose = Callable[[CoreBoard, list[int]], PvLine]


def chooser(searcher: Searcher | PlainSearcher, nodes: int) -> Choose:
    """Returns a function that searches with a limit of `nodes`."""

    def choose(board: CoreBoard, legal: list[int]) -> PvLine:
        searcher.begin()
        return searcher.run(board, legal, 100, nodes, 0, 1, None, None)[0]

    return choose


class SelfPlayer(Generic[S]):
    """A player of a match: a searcher with a limit of `nodes` a move."""

    def __init__(self, nodes: int, searcher: S) -> None:
        self.searcher = searcher
        self.choose = chooser(searcher, nodes)


def alpha_beta_player(nodes: int) -> SelfPlayer[Searcher]:
    """Returns a player with the program's alpha-beta search."""
    searcher = Searcher()
    searcher.set_hash(8)
    return SelfPlayer(nodes, searcher)


def random_opening(source: random.Random, choose: Choose) -> tuple[CoreBoard, list[str]]:
    """Returns a position after random moves with a score below 250 centipawns, and these moves."""
    while True:
        board, moves = CoreBoard.start(), []
        for _ in range(RANDOM_PLIES - source.randrange(2)):
            legal = board.legal_moves()
            if not legal:
                break
            move = source.choice(legal)
            moves.append(board.uci(move))
            board.push(move)
        legal = board.legal_moves()
        if legal and abs(choose(board, legal).score) < 250:
            return board, moves


def play_out(
    board: CoreBoard, white: Choose, black: Choose, on_line: Callable[[PvLine], None], decided: int = DECIDED
) -> float:
    """Plays a game and returns the result for White; calls `on_line` before each move.

    The game ends early if both searches see the same side `decided` centipawns ahead.
    """
    last = 0
    for _ in range(LONGEST):
        legal = board.legal_moves()
        if not legal:
            return 0.5 if not board.in_check else 0.0 if board.white_to_move else 1.0
        if board.repetitions() >= 2 or board.halfmove_clock >= 100 or board.is_insufficient_material():
            return 0.5
        line = (white if board.white_to_move else black)(board, legal)
        score = min(max(line.score, -SCORE_MATE_BOUND), SCORE_MATE_BOUND)
        if abs(score) > decided and abs(last) > decided and (score > 0) != (last > 0):
            return 1.0 if (score > 0) == board.white_to_move else 0.0
        last = score
        on_line(line)
        board.push(line.pv[0])
    return 0.5


def play_pair(
    source: random.Random, first: SelfPlayer[Any], second: SelfPlayer[Any], decided: int = DECIDED
) -> tuple[float, float]:
    """Plays an opening twice with colours reversed and cleared searches; returns the points of the first player."""
    board, _ = random_opening(source, first.choose)
    points = []
    for white, black in ((first, second), (second, first)):
        first.searcher.clear()
        second.searcher.clear()
        result = play_out(board.copy(), white.choose, black.choose, lambda _line: None, decided)
        points.append(result if white is first else 1 - result)
    return points[0], points[1]


class SelfPlay:
    """Plays games of one searcher against itself; the seed decides the openings."""

    def __init__(self, nodes: int, seed: int, hash_mb: int = 8) -> None:
        self._random = random.Random(seed)
        self._searcher = Searcher()
        self._searcher.set_hash(hash_mb)
        self._choose = chooser(self._searcher, nodes)

    def game(self) -> tuple[float, list[str]]:
        """Plays a game; returns the result for White and the moves."""
        board, moves = random_opening(self._random, self._choose)
        self._searcher.clear()

        def note(line: PvLine) -> None:
            moves.append(board.uci(line.pv[0]))

        result = play_out(board, self._choose, self._choose, note)
        return result, moves


def play_games(
    path: Path, count: int, nodes: int, seed: int, progress: Callable[[int, int], bool] = lambda done, total: True
) -> int:
    """Appends `count` games to the file, or fewer if `progress(done, count)` returns False; returns their number.

    :raises OSError: if a game cannot be written; the file has the earlier ones.
    """
    player = SelfPlay(nodes, seed)
    for number in range(count):
        result, moves = player.game()
        append_durably(path, f"{result:g} {' '.join(moves)}\n".encode("ascii"))
        if not progress(number + 1, count):
            return number + 1
    return count
