"""The data of a rating estimate: for each move, a search of few nodes, and the probability of the move for people of several
ratings. The result is the same on every machine."""

import math
from collections.abc import Callable, Sequence
from typing import NamedTuple

from engine.evaluation.network import shipped
from engine.human.predicted_player import PredictedPlayer, Site
from engine.human.predictor import Predictor
from engine.play.review.opening import ENDGAME_MATERIAL
from engine.rules.board import CoreBoard
from engine.rules.fen import read_fields
from engine.search.searcher import MAX_DEPTH, Searcher

NODES = 2_000  # a position: some 2 ms
HASH_MB = 4
RATINGS = (800, 1500, 2200)  # whose moves are asked for; `features` takes a parabola between them
HIGHEST_CP = 3_000  # scores beyond are cut: mates too
LEAST_CHANCE = 1e-4  # lower bound of a move's probability, so that one unpredicted move does not dominate


class MoveFeatures(NamedTuple):
    """One move. `before` and `after` are centipawns for the mover, at most HIGHEST_CP; `best` is the search's move (core move, 0:
    none). `chances`: the natural logarithm of the probability that people of each of RATINGS play the move; empty if that was
    not predicted. `choices`: how many legal moves there were. `piece`: what moved, `P` to `K`."""

    move: int
    best: int
    before: int
    after: int
    chances: tuple[float, ...]
    choices: int
    piece: str
    endgame: bool

    @property
    def lost(self) -> int:
        """The move's loss in centipawns, at least 0."""
        return 0 if self.move == self.best else max(0, self.before - self.after)


class MoveAnalyser:
    """Looks at games: one thread at a time."""

    def __init__(self, nodes: int = NODES) -> None:
        """:raises MemoryError: if there is no memory for the hash table. :raises PredictorError: the predictor's file."""
        self._nodes = nodes
        self._predictor = Predictor()
        self._searcher = Searcher()
        self._searcher.set_network(shipped())
        self._searcher.set_hash(HASH_MB)

    def look(
        self,
        start: CoreBoard,
        moves: Sequence[int],
        clock: tuple[int, int] = (0, 0),
        site: Site = Site.UNKNOWN,
        progress: Callable[[int, int], bool] | None = None,
        predicts: bool = True,
    ) -> tuple[MoveFeatures, ...] | None:
        """A look at each of `moves` (core moves from `start`, legal). `clock`: base time and increment in seconds.
        `progress(done, plies)` stops the work by returning False; then None. `predicts`: False leaves `chances` empty, which
        takes a seventh of the time."""
        boards = [start.copy()]
        for move in moves:
            boards.append(boards[-1].copy())
            boards[-1].push(move)
        self._searcher.clear()
        scores: list[tuple[int, int]] = []
        for done, board in enumerate(reversed(boards)):  # backwards: the search then knows what followed
            if progress is not None and not progress(done, len(boards)):
                return None
            scores.append(self._score(board))
        scores.reverse()
        looks = []
        for ply, move in enumerate(moves):
            board, (before, best) = boards[ply], scores[ply]
            asked = [PredictedPlayer(elo, elo, *clock, site) for elo in RATINGS]
            chances = self._predictor.likelihoods(board, move, asked) if predicts else []
            pieces = read_fields(board.fen()).pieces
            logs = tuple(math.log(max(chance, LEAST_CHANCE)) for chance in chances)
            choices = len(board.legal_moves())
            after = -scores[ply + 1][0]
            looks.append(
                MoveFeatures(move, best, before, after, logs, choices, pieces[move & 63].upper(), is_endgame(pieces))
            )
        return tuple(looks)

    def _score(self, board: CoreBoard) -> tuple[int, int]:
        """Centipawns for the side to move, and its best move (0: none)."""
        moves = board.legal_moves()
        if not moves:
            return (-HIGHEST_CP if board.in_check else 0), 0
        if board.is_insufficient_material() or board.halfmove_clock >= 100:
            return 0, moves[0]
        self._searcher.begin()
        lines = self._searcher.run(board, moves, MAX_DEPTH, self._nodes, 0, 1, None, None)
        return max(-HIGHEST_CP, min(HIGHEST_CP, lines[0].score)), lines[0].pv[0]


def is_endgame(pieces: tuple[str, ...]) -> bool:
    """Whether each side has at most ENDGAME_MATERIAL points of pieces. `pieces`: as in `FenFields`."""
    return all(
        sum(value * pieces.count(sign) for sign, value in zip(signs, (9, 5, 3, 3), strict=True)) <= ENDGAME_MATERIAL
        for signs in ("QRBN", "qrbn")
    )
