"""Why a move is good or bad: judgements of a review's judge, explained by the coach."""

from __future__ import annotations

from dataclasses import field, replace

import chess

from engine.coach.claims import Claim, ClaimRole, Motif
from engine.coach.events.answers import late_position
from engine.coach.exchange_values import after_captures, balance, exchange
from engine.coach.explain import explained
from engine.coach.line import MotifLine
from engine.coach.mistake import LONGEST, Mistake, same_reply
from engine.coach.sources import Sources
from engine.coach.threat_lines import after_pass
from engine.coach.threats import is_forced
from engine.game.info import PovScore
from engine.game.limits import GamePosition
from engine.game.stopper import Stopper
from engine.ground.values import dataclass
from engine.play.review.coach_sources import sources_at
from engine.play.review.judge import PositionJudge
from engine.play.review.judging import judgement_of, loss_points, white_share
from engine.play.review.values import EvaluationSource, MoveJudgement, PositionEvaluation

CONTRADICTED_CP = 50  # by which the end of a line may be worse than its beginning promised
STRONGER_CP = 30  # that a deeper search must see more, or the first line stays: two searches often differ by 20
THREAT_CP = 100  # what a threat must bring, at least
UNFORCED = (
    0.15  # of the point, by which the end of a line may beat its promise: more only if the losing side errs in it
)
PIECE_PAWNS = 3
AS_GOOD_CP = 30  # by which another move may be worse and still be as good
KEPT_PLIES = 8  # of the search's line after the end of a claimed gain: so long it must stay
DECIDED_CP = 1_000  # above this a score says "won", and its size little
Judges = tuple[
    PositionJudge, PositionJudge | None
]  # the second judge only if the mistake has scores of its deeper search
LATER = 3  # plies: an event of the reply's line that comes later than the reply itself
COMPARED = (Motif.FALLS,)  # of material as well, though none is simply won


@dataclass(frozen=True)
class MoveExplanation:
    """The evaluation of a move: `loss` in points of winning probability (0 to 100), its sign, and the reasons. `best` is the
    better line, in coordinates. For a move without fault, the claims describe its effect, and `rival` is the best other move;
    None if there is no other, or it was not requested."""

    fen: str
    move: str
    loss: float
    judgement: MoveJudgement | None
    best: tuple[str, ...]
    before: PovScore
    after: PovScore
    claims: tuple[Claim, ...]
    rival: PositionEvaluation | None = None
    chess960: bool = field(kw_only=True)

    @property
    def is_best(self) -> bool:
        """Whether the search would have played it."""
        return self.best[:1] == (self.move,)


def explain_move(
    judge: PositionJudge,
    board: chess.Board,
    move: chess.Move,
    stopper: Stopper | None = None,
    elo: int = 0,
    makes_sure: bool = True,
    compares: bool = True,
) -> MoveExplanation | None:
    """Evaluates a legal move by the positions before and after it; a move without fault is compared with the best other move.
    With a rating, the result includes the moves of people of that rating. None if `stopper` ended a search. `makes_sure`: as
    in `claims_of`. `compares`: False saves the search for a rival of a move without fault.
    :raises RatsuError: the engine rejects the position."""
    worths = _worths(judge, board, move, stopper)
    if worths is None:
        return None
    first, second = worths
    played, found = board.uci(move), _judged(board, move, first, second)
    if found.judgement is not None:
        claims = claims_of(judge, board, played, first, second, stopper, elo, makes_sure)
        return replace(found, best=better_line(first.line, claims), claims=claims)
    if not compares or board.legal_moves.count() < 2:
        return found
    rival = judge.rival(board, _position(board), played, stopper)
    if rival is None:
        return None
    good = replace(second, line=(played, *second.line))
    less = loss_points(good.share, rival.share, board.turn)
    mates = (
        second.teller is EvaluationSource.RULES and second.score.score.mate is not None
    )  # shown even if another move wins as surely
    if not rival.line or (judgement_of(less) is None and not mates):
        return replace(found, rival=rival)
    passed_over = replace(rival, line=rival.line[1:])
    claims = claims_of(judge, board, rival.line[0], good, passed_over, stopper, elo)
    return replace(found, rival=rival, claims=tuple(claim for claim in claims if not claim.is_reply))


def judged_move(
    judge: PositionJudge, board: chess.Board, move: chess.Move, stopper: Stopper | None = None
) -> MoveExplanation | None:
    """The loss of a legal move and its sign, without reasons: two searches. None if `stopper` ended one.
    :raises RatsuError: the engine rejects the position."""
    worths = _worths(judge, board, move, stopper)
    return None if worths is None else _judged(board, move, *worths)


def _worths(
    judge: PositionJudge, board: chess.Board, move: chess.Move, stopper: Stopper | None
) -> tuple[PositionEvaluation, PositionEvaluation] | None:
    """The evaluations of the positions before and after the move."""
    after = board.copy(stack=False)
    after.push(move)
    first = judge.worth(board, _position(board), stopper)
    second = judge.worth(after, _position(after), stopper) if first is not None else None
    return None if first is None or second is None else (first, second)


def _judged(
    board: chess.Board, move: chess.Move, first: PositionEvaluation, second: PositionEvaluation
) -> MoveExplanation:
    played = board.uci(move)
    loss = 0.0 if first.line[:1] == (played,) else loss_points(first.share, second.share, board.turn)
    return MoveExplanation(
        board.fen(),
        played,
        loss,
        judgement_of(loss),
        first.line,
        first.score,
        second.score,
        (),
        None,
        chess960=board.chess960,
    )


def claims_of(
    judge: PositionJudge,
    board: chess.Board,
    played: str,
    before: PositionEvaluation,
    after: PositionEvaluation,
    stopper: Stopper | None = None,
    elo: int = 0,
    makes_sure: bool = False,
) -> tuple[Claim, ...]:
    """Explains why a move in coordinates is worse than the line of `before`; `after` is the evaluation of the position after
    it. The end of a line that wins material is searched once more. Empty if no better line is known.

    `makes_sure`, for lines of the search itself: also searches the beginning of such a line with four times the nodes. A
    stronger move found there replaces the better line. If nothing is won or threatened, both lines are searched so.
    :raises RatsuError: the engine rejects a position.
    """
    if not before.line:
        return ()
    sources = sources_at(board, elo)
    mistake = Mistake(board.fen(), played, before.line, before.score, after.line, after.score, board.chess960)
    claims = _claims((judge, None), mistake, sources, stopper)
    if not makes_sure:
        return _of_threats((judge, None), mistake, claims, sources, stopper)[1]
    return _with_scores(_made_sure(judge, mistake, claims, sources, stopper), mistake)


def _made_sure(
    judge: PositionJudge, mistake: Mistake, claims: tuple[Claim, ...], sources: Sources, stopper: Stopper | None
) -> tuple[Claim, ...]:
    """The claims after deeper searches of their lines, or of both lines if nothing is proved."""
    surer, unused = _searched_deeper(judge.deeper(), mistake, claims, stopper)
    judges = judge, judge.deeper() if surer != mistake else None
    if surer != mistake or any(_is_held(unused, claim) for claim in claims):
        claims = _claims(judges, surer, sources, stopper, unused)
    told, claims = _of_threats(judges, surer, claims, sources, stopper, unused)
    if not any(_is_proof(claim) for claim in claims):
        deeper = judge, judge.deeper()
        farther = _farther(deeper[1], surer, stopper)
        claimed = _claims(deeper, farther, sources, stopper, mistake)
        found = _of_threats(deeper, farther, claimed, sources, stopper, mistake)
        if any(_is_proof(claim) for claim in found[1]):
            judges, (told, claims), unused = deeper, found, mistake
    return _of_answers(judges, told, claims, sources, stopper, unused)


def _with_scores(claims: tuple[Claim, ...], mistake: Mistake) -> tuple[Claim, ...]:
    """The claims with the scores of the review in the sentences that give scores, as far as they speak of the same better move:
    those of a deeper search would contradict what is shown beside them."""
    better = {claim.line[0] for claim in claims if claim.role in (ClaimRole.MISSES, ClaimRole.WORKS)}
    before = mistake.before if better <= {*mistake.best[:1]} else None
    return tuple(
        replace(claim, before=before or claim.before, after=mistake.after) if claim.motif is Motif.SLIPS else claim
        for claim in claims
    )


def better_line(line: tuple[str, ...], claims: tuple[Claim, ...]) -> tuple[str, ...]:
    """The better line, which is that of the claims where a deeper search has found another move."""
    missed = (claim for claim in claims if claim.role is ClaimRole.MISSES)
    lines = (claim.line for claim in missed if claim.motif is Motif.SLIPS or _is_of_material(claim))
    return next((told for told in lines if told[:1] != line[:1]), line)


def _claims(
    judges: Judges, mistake: Mistake, sources: Sources, stopper: Stopper | None, first: Mistake | None = None
) -> tuple[Claim, ...]:
    """The claims whose gains the search confirms. `first`: the mistake with the lines of an earlier search, which must not hold
    the pawns that are claimed."""

    def holds(claim: Claim) -> bool:
        return not (first and _is_held(first, claim)) and is_confirmed(judges[0], claim, stopper, judges[1])

    return explained(mistake, holds, sources)


def _is_held(first: Mistake, claim: Claim) -> bool:
    """Whether an earlier search of the same moves saw a defence that never gives up the claimed pawns."""
    if set(claim.balance.won) != {chess.PAWN} or claim.balance.lost or claim.threat:
        return False
    allows = claim.role is ClaimRole.ALLOWS
    line, side = (first.move, *first.reply) if allows else first.best, first.white is not allows
    known = MotifLine.of(first.fen, line[:LONGEST], first.chess960)
    same = line[: 1 + allows] == claim.line[: 1 + allows] and len(line) >= len(claim.line)
    rests = [balance(board, side) for board, calm in zip(known.boards, known.quiet, strict=True) if calm]
    return same and bool(rests) and max(rests) - balance(known.boards[0], side) < claim.balance.pawns


def _searched_deeper(
    judge: PositionJudge, mistake: Mistake, claims: tuple[Claim, ...], stopper: Stopper | None
) -> tuple[Mistake, Mistake]:
    """The mistake with `judge`'s stronger line, if the deeper search sees more for the side that profits, and with the lines
    that are not used instead."""
    roles = {claim.role for claim in claims if _is_of_material(claim)}
    unused = mistake
    if ClaimRole.ALLOWS in roles:
        board = mistake.played.boards[1]
        worth = judge.worth(board, _position(board), stopper)
        if worth is not None and _is_more(worth.score, mistake.after, not mistake.white):
            mistake = replace(mistake, reply=worth.line, after=worth.score)
        elif worth is not None:
            unused = replace(unused, reply=worth.line)
    if ClaimRole.MISSES in roles:
        board = mistake.played.boards[0]
        worth = judge.worth(board, _position(board), stopper)
        other = worth is not None and worth.line[:1] != (mistake.move,)
        if worth is not None and other and _is_more(worth.score, mistake.before, mistake.white):
            mistake = replace(mistake, best=worth.line, before=worth.score)
        elif worth is not None and other:
            unused = replace(unused, best=worth.line)
    return mistake, unused


def _is_proof(claim: Claim) -> bool:
    return bool(claim.strength or claim.threat) or claim.motif in COMPARED


def _farther(judge: PositionJudge, mistake: Mistake, stopper: Stopper | None) -> Mistake:
    """The mistake with the lines of `judge`, as far as it still finds the move worse."""
    boards = mistake.played.boards
    best, reply = (judge.worth(board, _position(board), stopper) for board in boards[:2])
    if best is None or reply is None or best.line[:1] == (mistake.move,):
        return mistake
    found = replace(mistake, best=best.line, before=best.score, reply=reply.line, after=reply.score)
    for old, new in ((mistake.before, best.score), (mistake.after, reply.score)):
        if old.score.mate is not None and new.score.mate is None:
            return mistake  # a mate that was seen is not forgotten
    return found if found.loss_cp > mistake.loss_cp // 2 else mistake


def _of_threats(
    judges: Judges,
    mistake: Mistake,
    claims: tuple[Claim, ...],
    sources: Sources,
    stopper: Stopper | None,
    first: Mistake | None = None,
) -> tuple[Mistake, tuple[Claim, ...]]:
    threatening = _with_threats(judges[0], mistake, claims, stopper)
    return threatening, claims if threatening == mistake else _claims(judges, threatening, sources, stopper, first)


def _of_answers(
    judges: Judges,
    mistake: Mistake,
    claims: tuple[Claim, ...],
    sources: Sources,
    stopper: Stopper | None,
    first: Mistake,
) -> tuple[Claim, ...]:
    """The claims; if they do not say what is allowed, explained once more with the answers to both moves, each a move later. If
    they say that, but of the better move only the score, with the answer to the same reply."""
    allowed = [claim for claim in claims if claim.role is ClaimRole.ALLOWS and not is_weak(claim)]
    silent = all(claim.is_reply for claim in allowed) and not any(claim.mate for claim in claims)
    if not (silent or any(claim.motif is Motif.SLIPS and claim.role is ClaimRole.MISSES for claim in claims)):
        return claims
    judge = judges[0]
    later = _best_line(judge, late_position(mistake), stopper) if silent else ()
    instead = mistake.best[2:] if mistake.best[1:2] == mistake.reply[:1] else None
    if instead is None:
        instead = _best_line(judge, same_reply(mistake), stopper)
    if not (later or instead):
        return claims
    return _claims(judges, replace(mistake, later=later, instead=instead), sources, stopper, first)


def is_weak(claim: Claim) -> bool:
    """Whether a claim of what is allowed is minor, or only of a later move without a result: an answer may say more."""
    return claim.motif.facts.minor or (claim.key >= LATER and not (claim.strength or claim.threat))


def _best_line(judge: PositionJudge, board: chess.Board | None, stopper: Stopper | None) -> tuple[str, ...]:
    worth = None if board is None else judge.worth(board, _position(board), stopper)
    return () if worth is None else worth.line


def _with_threats(
    judge: PositionJudge, mistake: Mistake, claims: tuple[Claim, ...], stopper: Stopper | None
) -> Mistake:
    """The mistake with what the first moves of both lines threaten, unless the claims name a gain of the reply."""
    allowed = [claim for claim in claims if claim.role is ClaimRole.ALLOWS]
    if any(claim.strength or claim.motif is Motif.STILL_ATTACKED for claim in allowed):
        return mistake
    scores = mistake.before, mistake.after
    mistake = replace(mistake, reply_threat=_threat(judge, mistake.played, scores, stopper))
    if not any(claim.mate or claim.balance.won for claim in claims):
        mistake = replace(mistake, best_threat=_threat(judge, mistake.better, scores, stopper))
    return mistake


def _threat(
    judge: PositionJudge, line: MotifLine, scores: tuple[PovScore, PovScore], stopper: Stopper | None
) -> tuple[str, ...]:
    """The best line if the other side passes; empty if it brings little more than either score."""
    passed = after_pass(line)
    worth = judge.worth(passed, _position(passed), stopper) if passed is not None else None
    if passed is None or worth is None or not _is_threat(worth.score.worth(passed.turn), scores, passed.turn):
        return ()
    return worth.line


def _is_threat(found: int, scores: tuple[PovScore, PovScore], white: bool) -> bool:
    """Whether a side has a pawn more by a threat than by one of the scores, and no less than by both: a threat that cannot be
    met is in the better score already."""
    less, more = sorted(score.worth(white) for score in scores)
    return found >= min(max(more - STRONGER_CP, less + THREAT_CP), DECIDED_CP)


def _is_more(deeper: PovScore, score: PovScore, white: bool) -> bool:
    """Whether a deeper search sees more for a side, as far as it counts."""
    return min(deeper.worth(white), DECIDED_CP) > min(score.worth(white), DECIDED_CP) + STRONGER_CP


def _is_of_material(claim: Claim) -> bool:
    """Whether a claim says that material is won or saved."""
    return claim.role is not ClaimRole.WORKS and (bool(claim.balance.won) or claim.motif in COMPARED)


def _position(board: chess.Board) -> GamePosition:
    return GamePosition(board.fen(), (), chess960=board.chess960)


def is_confirmed(
    judge: PositionJudge, claim: Claim, stopper: Stopper | None, deeper: PositionJudge | None = None
) -> bool:
    """Whether the search confirms each move of a line that wins material, since the last moves of a line are searched least.
    Goes back from the end of the line to its beginning, so that the transposition table holds what follows, and searches each
    position in which the profiting side is to move. No move may lose more than CONTRADICTED_CP, nor may all together. A tenth
    of all claims fail; then the next claim is used. A threat must be worth a pawn. If the claim's scores are those of the
    judge `deeper`, it searches the end again when the first search finds too little: a promise of four times the nodes is
    often more than fewer nodes see."""
    if not _is_of_material(claim):
        return True
    board = chess.Board(claim.fen, chess960=claim.chess960)
    white = board.turn if claim.role is ClaimRole.MISSES else not board.turn
    boards, first = [], len(claim.line) + 1 if claim.threat else 2
    for at, text in enumerate(claim.whole):
        if at >= first and board.turn is white:  # before the first move the promise is known
            boards.append(board.copy(stack=False))
        board.push_uci(text)
    scored = claim.before if claim.role is ClaimRole.MISSES else claim.after
    if claim.threat:
        passed = judge.worth(boards[0], _position(boards[0]), stopper)
        found = _counted(passed, white)
        if passed is None or found is None or not _is_threat(found, (claim.before, claim.after), white):
            return False
        boards, scored = boards[1:], passed.score
    least = min(scored.worth(white), DECIDED_CP) - CONTRADICTED_CP
    end = judge.worth(board, _position(board), stopper)
    kept = _counted(end, white)
    if kept is not None and kept < least and deeper is not None and not claim.threat:
        end = deeper.worth(board, _position(board), stopper)
        kept = _counted(end, white)
    if end is None or kept is None or kept < least:
        return False
    if _gained(scored, end.score, white) > UNFORCED or not _is_kept(board, end.line, claim, white):
        return False
    for one in reversed(boards):
        found = _seen(judge, one, white, stopper)
        if found is None or kept < found - CONTRADICTED_CP:
            return False
        kept = found
    return not _is_given_by_choice(judge, claim, white, stopper)


def _is_given_by_choice(judge: PositionJudge, claim: Claim, white: bool, stopper: Stopper | None) -> bool:
    """Whether the losing side had a move as good as one of its moves in the line, by which it loses less: then the gain follows
    from that choice. Only moves are asked about that no check or threat forces, or that leave a piece that could go away."""
    board = chess.Board(claim.fen, chess960=claim.chess960)
    first, begin = len(claim.line) + 2 if claim.threat else 1, balance(board, white)
    for at, text in enumerate(claim.whole):
        asked = first <= at < len(claim.whole) - 1 and board.turn is not white
        back = bool(board.move_stack) and board.peek().to_square == chess.Move.from_uci(text).to_square
        forced = is_forced(board)
        if asked and not back and (not forced or _could_flee(board, text, claim.whole[at + 1])):
            if not forced and exchange(board, chess.Move.from_uci(text)) < 0:
                return True  # it is given
            lead = begin + claim.balance.pawns - (claim.balance.pawns >= PIECE_PAWNS)  # beside a piece a pawn may stay
            if _has_as_good(judge, board, text, (white, lead), stopper):
                return True
        board.push_uci(text)
    return False


def _could_flee(board: chess.Board, text: str, capture: str) -> bool:
    """Whether the piece that the next move of a line captures has a safe square to go to, and stays."""
    square = chess.Move.from_uci(capture).to_square
    if board.color_at(square) is not board.turn or text[:2] == capture[2:4]:
        return False
    return any(after_captures(board, move) >= 0 for move in board.generate_legal_moves(chess.BB_SQUARES[square]))


def _has_as_good(
    judge: PositionJudge, board: chess.Board, text: str, gain: tuple[bool, int], stopper: Stopper | None
) -> bool:
    """Whether another move than `text` is as good by a search, and the side `gain[0]` is less ahead than by `gain[1]` pawns when
    its line is at rest for the last time."""
    white, lead = gain
    other = judge.rival(board, _position(board), text, stopper)
    here = judge.worth(board, _position(board), stopper) if other is not None else None
    if here is None or other is None:
        return False
    lost, kept = (max(-DECIDED_CP, min(DECIDED_CP, one.score.worth(white))) for one in (here, other))
    if kept > lost + AS_GOOD_CP:
        return False
    after = MotifLine.from_here(board.fen(), other.line[:KEPT_PLIES], board.chess960)
    rests = [balance(one, white) for one, calm in zip(after.boards[1:], after.quiet[1:], strict=True) if calm]
    return bool(rests) and rests[-1] < lead


def _seen(judge: PositionJudge, board: chess.Board, white: bool, stopper: Stopper | None) -> int | None:
    """A side's score by a search, in centipawns, at most DECIDED_CP; None if `stopper` ended it."""
    return _counted(judge.worth(board, _position(board), stopper), white)


def _counted(worth: PositionEvaluation | None, white: bool) -> int | None:
    return None if worth is None else min(worth.score.worth(white), DECIDED_CP)


def _gained(promised: PovScore, end: PovScore, white: bool) -> float:
    """The share of the point that a side expects at the end of a line beyond the promise."""
    more = white_share(end) - white_share(promised)
    return more if white else -more


def _is_kept(board: chess.Board, line: tuple[str, ...], claim: Claim, white: bool) -> bool:
    """Whether the gain of a claim is still there when the search's line from its end is at rest for the last time. If a
    piece is won, a pawn may come back."""
    after = MotifLine.from_here(board.fen(), line[:KEPT_PLIES], claim.chess960)
    leads = [balance(one, white) for one in after.boards[1:]]
    rests = [at for at, calm in enumerate(after.quiet[1:]) if calm]
    return not rests or leads[rests[-1]] >= leads[0] - (max(claim.balance.won, default=0) > chess.PAWN)
