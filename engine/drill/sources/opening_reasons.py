"""Why the moves of an opening question are right or wrong, in contrast to what people of a rating play there."""

from __future__ import annotations

from typing import TYPE_CHECKING

import chess

from books.repertoire.gap_moves import LIKELY
from engine.drill.reasons import AnswerReason, why_usual
from engine.play.people.human_replies import HIGHEST_ELO, LOWEST_ELO, human_replies

if TYPE_CHECKING:
    from books.choice.library import Library
    from books.repertoire.trainer_values import AskedPosition
    from engine.game.stopper import Stopper
    from engine.play.review.judge import PositionJudge

MOST_TRIED = 4
DIFFERS_CP = 20
"""The least lead of the book's move over another by the book's values: they were searched longer."""


def why_taught(
    library: Library, judge: PositionJudge, question: AskedPosition, elo: int, stopper: Stopper
) -> AnswerReason | None:
    """The reason for the first move of a question. A rating outside the predictor's range counts as its nearest end.
    None if nothing is proved. :raises RatsuError: the predictor or the engine cannot be used."""
    board, elo = board_of(question), min(max(elo, LOWEST_ELO), HIGHEST_ELO)
    move = question.answers[0][0]
    return why_usual(judge, board, move, _usual(library, board, question, elo), elo, stopper)


def board_of(question: AskedPosition) -> chess.Board:
    """The position that is asked, with the moves that lead there."""
    board = chess.Board(question.fen, chess960=False)
    for uci in question.moves:
        board.push_uci(uci)
    return board


def _usual(library: Library, board: chess.Board, question: AskedPosition, elo: int) -> dict[str, float]:
    """The likely moves of people that the book does not play and does not value as about equal."""
    right = {uci for uci, _ in question.answers}
    entries = {board.uci(entry.move): entry for entry in library.look_up(board)}
    values = {uci: entry.evaluation for uci, entry in entries.items() if entry.evaluation is not None}
    best = values.get(question.answers[0][0])
    right |= {uci for uci, entry in entries.items() if entry.flag.playable}
    if best is not None:
        right |= {uci for uci, value in values.items() if best - value < DIFFERS_CP}
    found = {uci: share for uci, share in human_replies(elo).chances(board).items() if share >= LIKELY}
    return {uci: share for uci, share in [*found.items()][: MOST_TRIED + 1] if uci not in right}
