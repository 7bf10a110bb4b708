"""Looks at a move that is tried on the board: a sign at once, then its reason, then deeper, to the depth of a review."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import chess

from engine.game.limits import GamePosition, Limits
from engine.game.stopper import Stopper
from engine.ground.values import dataclass
from engine.play.review.coaching import MoveExplanation, explain_move, judged_move
from engine.play.review.judge import PositionJudge
from engine.play.review.values import MoveJudgement, PositionEvaluation

LOOKS = (62_500, 250_000, 1_000_000)  # nodes for each position
DEEPER = 4  # times the nodes of the last look: an analysis that went so far is believed instead
MOST_KNOWN = 1_000  # positions; some hundred bytes each

Known = Mapping[str, tuple[int, PositionEvaluation]]
"""Evaluations by position (FEN), with the nodes that were searched."""


@dataclass(frozen=True)
class TriedMove:
    """The present judgement of a tried move. `found`: with the reason, None at the first look. `nodes`: of that look."""

    judgement: MoveJudgement | None
    nodes: int
    found: MoveExplanation | None = None

    @property
    def final(self) -> bool:
        """Whether no deeper look follows."""
        return self.found is not None and self.nodes >= LOOKS[-1]


class MoveTrials:
    """Judges one tried move after another. It remembers the evaluation of each position: the one after a move is the one before
    the next move. Owns no thread."""

    def __init__(self, judge: PositionJudge) -> None:
        """`judge`: its search and tables are used, with other limits."""
        self._known: dict[str, tuple[int, PositionEvaluation]] = {}
        self._looks = [(nodes, _Remembering(judge, nodes, self._known)) for nodes in LOOKS]

    def learn(self, known: Known) -> None:
        """Takes evaluations from elsewhere, such as a running analysis; those with more nodes stay."""
        for fen, (nodes, worth) in known.items():
            if nodes > self._known.get(fen, (0, worth))[0]:
                self._known[fen] = nodes, worth

    def looks(self, board: chess.Board, move: chess.Move, stopper: Stopper, elo: int = 0) -> Iterator[TriedMove]:
        """The judgements of a legal move, each better than the one before; ends early if `stopper` was asked. `elo`: of the
        people whose moves a reason may mention, 0 for none. :raises RatsuError: the engine rejects the position."""
        for nodes, judge in self._looks:
            if nodes == LOOKS[0]:
                at_once = judged_move(judge, board, move, stopper)
                if at_once is None:
                    return
                yield TriedMove(at_once.judgement, nodes)
            found = explain_move(judge, board, move, stopper, elo, makes_sure=False)
            if found is None:
                return
            yield TriedMove(found.judgement, nodes, found)

    def deeper(self, board: chess.Board, move: chess.Move, stopper: Stopper, elo: int = 0) -> TriedMove | None:
        """The last look again, after an analysis of the position went deeper (`learn`): a move is not called a
        mistake that the analysis beside it likes. None if `stopper` was asked. :raises RatsuError: as `looks`."""
        after = board.copy(stack=False)
        after.push(move)
        nodes = max(self._known.get(after.fen(), (0, None))[0], LOOKS[-1])
        found = explain_move(self._looks[-1][1], board, move, stopper, elo, makes_sure=False)
        return TriedMove(found.judgement, nodes, found) if found is not None else None


class _Remembering(PositionJudge):
    """A judge with a number of nodes, which asks for an evaluation with at least as many first."""

    def __init__(self, judge: PositionJudge, nodes: int, known: dict[str, tuple[int, PositionEvaluation]]) -> None:
        super().__init__(judge.player, Limits(nodes=nodes), judge.tables)
        self._nodes, self._known = nodes, known

    def worth(
        self, board: chess.Board, position: GamePosition, stopper: Stopper | None = None
    ) -> PositionEvaluation | None:
        fen = board.fen()
        nodes, worth = self._known.get(fen, (0, None))
        if worth is not None and nodes >= self._nodes:
            return worth
        found = super().worth(board, position, stopper)
        if found is not None:
            self._known.pop(fen, None)
            self._known[fen] = self._nodes, found
            while len(self._known) > MOST_KNOWN:
                self._known.pop(next(iter(self._known)))
        return found
