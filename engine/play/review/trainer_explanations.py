"""Why the moves of the trainer of openings are right, for its window and its console: its questions, with the book and the
people of a rating."""

from __future__ import annotations

import chess

from books.analysis import score_of
from books.choice.library import Library
from books.repertoire.trainer_values import AskedPosition
from engine.game.stopper import Stopper
from engine.play.people.human_replies import HIGHEST_ELO, LOWEST_ELO, human_replies
from engine.play.review.contrast import Contrast, HumanMoves, why_not, why_right
from engine.play.review.judge import PositionJudge

NODES = 100_000  # for each position that is searched


def of_lesson(
    library: Library, judge: PositionJudge, question: AskedPosition, elo: int, stopper: Stopper
) -> Contrast | None:
    """The contrast between a question's move and the moves of people of a rating; a rating outside the predictor's range
    counts as its nearest end. Raises RatsuError."""
    board = board_of(question)
    entries = library.look_up(board)
    elo = min(max(elo, LOWEST_ELO), HIGHEST_ELO)
    values = {
        board.uci(entry.move): score_of(entry.evaluation, bool(board.turn))
        for entry in entries
        if entry.evaluation is not None
    }
    right = {entry.move for entry in entries if entry.flag.playable}
    right |= {chess.Move.from_uci(uci) for uci, _ in question.answers}
    usual = HumanMoves(elo, human_replies(elo).chances(board), values)
    return why_right(judge, board, _asked_for(question), right, usual, stopper)


def of_answer(judge: PositionJudge, question: AskedPosition, played: str, stopper: Stopper) -> Contrast | None:
    """The explanation of a wrong answer (coordinates). Raises RatsuError."""
    return why_not(judge, board_of(question), _asked_for(question), chess.Move.from_uci(played), stopper)


def board_of(question: AskedPosition) -> chess.Board:
    """The position that is asked, with the moves that lead there."""
    board = chess.Board(question.fen, chess960=False)
    for uci in question.moves:
        board.push_uci(uci)
    return board


def _asked_for(question: AskedPosition) -> chess.Move:
    return chess.Move.from_uci(question.answers[0][0])
