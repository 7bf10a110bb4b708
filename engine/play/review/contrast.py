"""Why a move of the book is right, for whoever learns it: what it does at once, or what the moves allow that people play
instead. Judged by a search, and proved as every claim of the coach is."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace

import chess

from books.repertoire.gap_moves import LIKELY
from engine.coach.claims import Claim, ClaimRole, Motif
from engine.coach.sentence_length import moves_in_sentence
from engine.game.info import PovScore
from engine.game.limits import GamePosition
from engine.game.stopper import Stopper
from engine.ground.values import dataclass
from engine.play.review.coaching import claims_of
from engine.play.review.judge import PositionJudge
from engine.play.review.judging import judgement_of, loss_points
from engine.play.review.values import PositionEvaluation

MOST_TRIED = 4
DIFFERS_CP = 20  # least lead of the move by the book's own values, if it has both
# Also shown without a proof: the scores, and that the book plays the move.
_SAYS_LITTLE = (Motif.SLIPS, Motif.BOOK_PLAYS, Motif.TOO_LATE)


@dataclass(frozen=True)
class Contrast:
    """Why `move` (coordinates) is right in `fen`.

    `other` is a worse move, with both scores and what the coach proves of it, if anything; `share` of the people rated `elo`
    play it (0 to 1; 0: the user himself did). Without `other` the claims say what the move does at once.
    """

    fen: str
    move: str
    score: PovScore
    claims: tuple[Claim, ...]
    other: str = ""
    other_score: PovScore | None = None
    share: float = 0.0
    elo: int = 0


@dataclass(frozen=True)
class HumanMoves:
    """The moves of people of a rating in a position (probabilities 0 to 1, likeliest first), and the book's values of moves;
    moves in coordinates."""

    elo: int
    chances: Mapping[str, float]
    values: Mapping[str, PovScore]


def why_right(
    judge: PositionJudge,
    board: chess.Board,
    move: chess.Move,
    right: Collection[chess.Move],
    usual: HumanMoves,
    stopper: Stopper,
) -> Contrast | None:
    """Compares a move with the first usual move that is faulted, never with one of `right`. If there is none, describes the
    move's effect or gives the book's values. None if nothing is proved, or `stopper` ended a search.
    :raises RatsuError: the engine rejects a position."""
    played = board.uci(move)
    good = _worth_after(judge, board, move, stopper)
    if good is None:
        return None
    does: Contrast | None = None
    for uci in [uci for uci in usual.chances if uci != played][:MOST_TRIED]:
        found = _contrast(judge, board, good, uci, stopper)
        if found is None:
            return None
        share, fair = usual.chances[uci], chess.Move.from_uci(uci) not in right
        if found.other and fair and share >= LIKELY and _agrees(board, usual, played, uci):
            return replace(_with_values(found, usual), share=share, elo=usual.elo)
        claims = tuple(claim for claim in found.claims if _is_seen_at_once(claim))
        if does is None and claims:
            does = Contrast(found.fen, played, found.score, claims[:1])
    return does or _by_values(board, usual, played)


def why_not(
    judge: PositionJudge, board: chess.Board, move: chess.Move, played: chess.Move, stopper: Stopper
) -> Contrast | None:
    """Compares the expected move with the played one, if that is faulted. Otherwise, or if `stopper` ended a search, None.
    :raises RatsuError: the engine rejects a position."""
    good = _worth_after(judge, board, move, stopper)
    found = _contrast(judge, board, good, board.uci(played), stopper) if good is not None else None
    return found if found is not None and found.other else None


def _contrast(
    judge: PositionJudge, board: chess.Board, good: PositionEvaluation, uci: str, stopper: Stopper
) -> Contrast | None:
    """`good` is the better line with its first move; `other` is empty if the other move is not faulted."""
    bad = _worth_after(judge, board, chess.Move.from_uci(uci), stopper)
    if bad is None:
        return None
    bad = replace(bad, line=bad.line[1:])
    faulted = judgement_of(loss_points(good.share, bad.share, board.turn)) is not None
    claims = claims_of(judge, board, uci, good, bad, stopper)
    if stopper.asked():
        return None
    told = tuple(claim for claim in claims if _is_told(claim))
    found = Contrast(board.fen(), good.line[0], good.score, told)
    return replace(found, other=uci, other_score=bad.score) if faulted else found


def _worth_after(
    judge: PositionJudge, board: chess.Board, move: chess.Move, stopper: Stopper
) -> PositionEvaluation | None:
    """The value of a move, with a line that begins with it."""
    after = board.copy()
    after.push(move)
    worth = judge.worth(after, GamePosition(after.fen(), (), chess960=after.chess960), stopper)
    return replace(worth, line=(board.uci(move), *worth.line)) if worth is not None else None


def _agrees(board: chess.Board, usual: HumanMoves, move: str, other: str) -> bool:
    """Whether the book does not contradict that another move is worse: its values were searched longer."""
    one, two = usual.values.get(move), usual.values.get(other)
    return one is None or two is None or one.worth(board.turn) - two.worth(board.turn) >= DIFFERS_CP


def _by_values(board: chess.Board, usual: HumanMoves, move: str) -> Contrast | None:
    """The move beside the likeliest other one, if the book values both and prefers the move."""
    for other, share in usual.chances.items():
        one, two = usual.values.get(move), usual.values.get(other)
        if other != move and share >= LIKELY and one is not None and two is not None:
            ahead = one.worth(board.turn) - two.worth(board.turn) >= DIFFERS_CP
            return Contrast(board.fen(), move, one, (), other, two, share, usual.elo) if ahead else None
    return None


def _with_values(found: Contrast, usual: HumanMoves) -> Contrast:
    """Replaces the search's values by the book's, if it has both, because the window shows the book's beside them."""
    one, two = usual.values.get(found.move), usual.values.get(found.other)
    return replace(found, score=one, other_score=two) if one is not None and two is not None else found


def _is_told(claim: Claim) -> bool:
    """Not what says little, nor what the right move may bring later. Nor what it wins: a line of theory ends where a pawn that
    was given is not yet back."""
    if claim.motif in _SAYS_LITTLE:
        return False
    return (
        claim.role is ClaimRole.ALLOWS or bool(claim.mate) or (moves_in_sentence(claim) == 1 and not claim.balance.won)
    )


def _is_seen_at_once(claim: Claim) -> bool:
    """Whether the claim is about the move itself, not only about the rest of its line."""
    return claim.role is not ClaimRole.ALLOWS and moves_in_sentence(claim) == 1
