"""The review of a game: evaluates every position, from the last to the first, and finds what each move cost.

It goes backwards, so that the transposition table already holds the rest of the game. The coach searches with a table of
its own: the evaluations are the same whether moves are explained or not.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import chess

from engine.game.limits import GamePosition, Limits
from engine.game.stopper import Stopper
from engine.ground.errors import MoveError
from engine.ground.values import dataclass
from engine.jobs.job import Context, Job, findings, last
from engine.play.review import judging
from engine.play.review.coaching import better_line, claims_of
from engine.play.review.journal import ReviewJournal, review_key
from engine.play.review.judge import PositionJudge
from engine.play.review.opening import OpeningView, is_endgame, opening_view
from engine.play.review.values import (
    GamePhase,
    GameReview,
    MoveReview,
    PositionEvaluation,
    Reviewed,
    ReviewRequest,
    SideSummary,
)

if TYPE_CHECKING:
    from books.choice.library import Library


@dataclass(frozen=True)
class _GameLine:
    """The game as boards, one more than moves."""

    boards: list[chess.Board]
    moves: list[chess.Move]


class ReviewJob(Job[ReviewRequest, Reviewed]):
    """Yields all positions evaluated so far. Progress in positions."""

    cumulative = True

    def __init__(
        self,
        make_judge: Callable[[Limits], PositionJudge],
        open_library: Callable[[], "Library | None"] = lambda: None,
        folder: Path | None = None,
    ) -> None:
        """`make_judge` is called once for the evaluations, and once for the coach if a move is faulted. `folder`: the folder of
        saved evaluations."""
        self._make_judge, self._open, self._folder = make_judge, open_library, folder

    def run(self, request: ReviewRequest, context: Context) -> Iterator[Reviewed]:
        """:raises RatsuError: a move is illegal, the position is not playable, or the book cannot be read."""
        position, judge = request.position, self._make_judge(request.limits)
        coach = cache(lambda: self._make_judge(request.limits))
        line = _replayed(position)
        plies = len(line.moves)
        opening = opening_view(self._open(), line.boards, line.moves)
        reviews: list[MoveReview] = []
        with ReviewJournal(self._folder, review_key(position, judge.effort)) as journal:
            found = journal.known(plies)
            yield Reviewed({**found})
            for ply in range(plies, -1, -1):
                if not context.progress(len(found), plies + 1):
                    return
                if ply not in found:
                    there = GamePosition(position.fen, position.moves[:ply], chess960=position.chess960)
                    judged = judge.worth(line.boards[ply], there, context.stopper)
                    if judged is None:
                        return
                    found[ply] = judged
                    journal.add(ply, judged)
                    yield Reviewed({**found})
                if ply < plies:
                    move = _move_review(line, found[ply], found[ply + 1], ply, opening)
                    if move.judgement:
                        move = _with_reason(move, coach, line.boards[ply], journal, context.stopper)
                    reviews.append(move)
        if context.progress(plies + 1, plies + 1):
            worths = tuple(found[ply] for ply in range(plies + 1))
            yield Reviewed(found, joined(tuple(reversed(reviews)), worths, opening, judge.effort))


def review_of(job: ReviewJob, request: ReviewRequest, context: Context) -> GameReview | None:
    """Returns the review alone; None if the job was stopped. :raises RatsuError: as the job does."""
    found = last(findings(job, request, context))
    return found.review if found is not None else None


def _with_reason(
    move: MoveReview, coach: Callable[[], PositionJudge], board: chess.Board, journal: ReviewJournal, stopper: Stopper
) -> MoveReview:
    claims = journal.explained(move.ply, move.fen, board.chess960)
    if claims is None:
        claims = claims_of(coach(), board, move.uci, move.before, move.after, stopper, makes_sure=True)
        if not stopper.asked():
            journal.explain(move.ply, claims)
    better = better_line(move.better, claims)
    return replace(move, claims=claims, better=better, better_san=_san(board, better))


def _replayed(position: GamePosition) -> _GameLine:
    board = chess.Board(position.fen, chess960=position.chess960)
    boards = [board.copy()]
    moves: list[chess.Move] = []
    for text in position.moves:
        try:
            move = board.parse_uci(text)
        except ValueError as error:
            raise MoveError("%1 is not a legal move in %2", text, board.fen()) from error
        if not move:
            raise MoveError("a null move after %1 plies cannot be reviewed", len(moves))
        moves.append(move)
        board.push(move)
        boards.append(board.copy())
    return _GameLine(boards, moves)


def joined(
    reviews: tuple[MoveReview, ...], worths: tuple[PositionEvaluation, ...], opening: OpeningView, effort: str
) -> GameReview:
    """Builds the review of a game whose moves are all evaluated."""
    weights = judging.unsettledness([worth.share for worth in worths])
    white, black = (_summary(reviews, weights, side) for side in (True, False))
    return GameReview(reviews, worths, white, black, opening.name, effort)


def _move_review(
    line: _GameLine, before: PositionEvaluation, after: PositionEvaluation, at: int, opening: OpeningView
) -> MoveReview:
    board, move, ply = line.boards[at], line.moves[at], at + 1
    white, uci = board.turn, board.uci(move)
    best = bool(before.line) and before.line[0] == uci
    loss = 0.0 if best else judging.loss_points(before.share, after.share, white)
    book = ply in opening.moves
    judgement = None if book or board.legal_moves.count() == 1 else judging.judgement_of(loss)
    better = before.line if judgement else ()
    return MoveReview(
        ply=ply,
        white=white,
        uci=uci,
        san=board.san(move),
        fen=board.fen(),
        before=before,
        after=after,
        loss=loss,
        loss_cp=0 if best else judging.loss_centipawns(before.score, after.score, white),
        accuracy=judging.move_accuracy(loss),
        judgement=judgement,
        phase=_phase(line.boards[ply], ply, opening),
        book=book,
        better=better,
        better_san=_san(board, better),
    )


def _phase(board: chess.Board, ply: int, opening: OpeningView) -> GamePhase:
    if is_endgame(board):
        return GamePhase.ENDGAME
    return GamePhase.OPENING if ply <= opening.plies else GamePhase.MIDDLEGAME


def _san(board: chess.Board, line: tuple[str, ...]) -> tuple[str, ...]:
    replay, words = board.copy(stack=False), []
    for text in line:
        move = replay.parse_uci(text)
        words.append(replay.san_and_push(move))
    return tuple(words)


def _summary(reviews: tuple[MoveReview, ...], weights: list[float], white: bool) -> SideSummary:
    own = [(move, weight) for move, weight in zip(reviews, weights, strict=True) if move.white is white]
    counts = {"?!": 0, "?": 0, "??": 0}
    for move, _ in own:
        if move.judgement:
            counts[move.judgement.value] += 1
    phases = ((phase, _accuracy([pair for pair in own if pair[0].phase is phase])) for phase in GamePhase)
    return SideSummary(
        moves=len(own),
        accuracy=_accuracy(own),
        average_loss_cp=round(sum(move.loss_cp for move, _ in own) / max(1, len(own))),
        inaccuracies=counts["?!"],
        mistakes=counts["?"],
        blunders=counts["??"],
        book_moves=sum(move.book for move, _ in own),
        phases=tuple((phase, accuracy) for phase, accuracy in phases if accuracy is not None),
    )


def _accuracy(moves: list[tuple[MoveReview, float]]) -> float | None:
    return judging.game_accuracy([move.accuracy for move, _ in moves], [weight for _, weight in moves])


JOB = ReviewJob
