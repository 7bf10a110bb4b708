"""Quick games of the engine against itself at a fixed number of nodes a move: material for tuning.

A game is one line of text: result for White (1, 0.5 or 0), a space, its moves in coordinate notation. Files only grow, a line
is written when its game ends, so that a run can be broken off and gone on with at any time.
"""

import random
from collections.abc import Callable
from pathlib import Path

from engine.core.board import CoreBoard
from engine.core.searcher import SCORE_MATE_BOUND, Searcher

RANDOM_PLIES = 9  # at most: random moves at the start make every game different
DECIDED = 2_500  # centipawns: a side this far ahead, by its own and the other's count, has won
LONGEST = 400  # plies


class SelfPlay:
    """Plays game after game; the seed decides the openings."""

    def __init__(self, nodes: int, seed: int, hash_mb: int = 8) -> None:
        self._nodes = nodes
        self._random = random.Random(seed)
        self._searcher = Searcher()
        self._searcher.set_hash(hash_mb)

    def game(self) -> tuple[float, list[str]]:
        """One game: the result for White and its moves."""
        board, moves = self._opening()
        self._searcher.clear()
        last = 0
        for _ in range(LONGEST):
            legal = board.legal_moves()
            if not legal:
                return (0.5 if not board.in_check else 0.0 if board.white_to_move else 1.0), moves
            if board.repetitions() >= 2 or board.halfmove_clock >= 100 or board.is_insufficient_material():
                return 0.5, moves
            move, score = self._choose(board, legal)
            if abs(score) > DECIDED and abs(last) > DECIDED and (score > 0) != (last > 0):
                return (1.0 if (score > 0) == board.white_to_move else 0.0), moves
            last = score
            moves.append(board.uci(move))
            board.push(move)
        return 0.5, moves

    def _opening(self) -> tuple[CoreBoard, list[str]]:
        """A position after random moves that is not lost at once."""
        while True:
            board, moves = CoreBoard.start(), []
            for _ in range(RANDOM_PLIES - self._random.randrange(2)):
                legal = board.legal_moves()
                if not legal:
                    break
                move = self._random.choice(legal)
                moves.append(board.uci(move))
                board.push(move)
            legal = board.legal_moves()
            if legal and abs(self._choose(board, legal)[1]) < 250:
                return board, moves

    def _choose(self, board: CoreBoard, legal: list[int]) -> tuple[int, int]:
        self._searcher.begin()
        line = self._searcher.run(board, legal, 100, self._nodes, 0, 1, None, None)[0]
        return line.pv[0], min(max(line.score, -SCORE_MATE_BOUND), SCORE_MATE_BOUND)


def play_games(
    path: Path, count: int, nodes: int, seed: int, progress: Callable[[int, int], bool] = lambda done, total: True
) -> int:
    """Appends `count` games to the file; returns how many were played (fewer if `progress(done, count)` says no)."""
    player = SelfPlay(nodes, seed)
    with path.open("a", encoding="ascii") as file:
        for number in range(count):
            result, moves = player.game()
            file.write(f"{result:g} {' '.join(moves)}\n")
            file.flush()
            if not progress(number + 1, count):
                return number + 1
    return count
