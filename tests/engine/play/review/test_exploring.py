"""Evaluations from elsewhere serve tried moves: those with more nodes stay, whichever came first."""

import chess
import pytest

from engine.game.info import PovScore, Score
from engine.game.limits import Limits
from engine.game.stopper import Stopper
from engine.play.review.exploring import LOOKS, MoveTrials
from engine.play.review.judge import PositionJudge
from engine.play.review.values import EvaluationSource, PositionEvaluation
from tests.engine.play.review.games import ScriptedPlayer

MOVE = chess.Move.from_uci("e2e4")


def worth(centipawns: int) -> PositionEvaluation:
    score = PovScore(Score(centipawns=centipawns), True)
    return PositionEvaluation(score, 0.5, 10, ("e2e4",), EvaluationSource.SEARCH)


@pytest.mark.parametrize("nodes", [(LOOKS[0], 100), (100, LOOKS[0])])
def test_the_evaluation_with_more_nodes_stays(nodes: tuple[int, int]) -> None:
    player, board = ScriptedPlayer(), chess.Board()
    trials = MoveTrials(PositionJudge(player, Limits(nodes=LOOKS[0])))
    after = board.copy()
    after.push(MOVE)
    for each in nodes:
        trials.learn({board.fen(): (each, worth(20)), after.fen(): (each, worth(20))})
    first = next(iter(trials.looks(board, MOVE, Stopper())))
    assert first.nodes == LOOKS[0]
    assert player.searched == []


def test_an_evaluation_with_too_few_nodes_is_searched_again() -> None:
    player, board = ScriptedPlayer(), chess.Board()
    trials = MoveTrials(PositionJudge(player, Limits(nodes=LOOKS[0])))
    trials.learn({board.fen(): (100, worth(20))})
    next(iter(trials.looks(board, MOVE, Stopper())))
    assert 0 in player.searched
