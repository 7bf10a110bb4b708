"""Why a move is a mistake: what it allows, what it missed, and why the better move works, at most one claim each."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

import chess

from engine.coach import compared, position
from engine.coach.better import works
from engine.coach.checker.check import refusal
from engine.coach.claims import Balance, Claim, Motif, Piece, Role
from engine.coach.force import WORTH, exchange
from engine.coach.known import by_tables, ended, left_book, of_people, refuted_by_book
from engine.coach.line import Line
from engine.coach.mistake import Mistake, is_repeated
from engine.coach.settle import LEAST_LATE, balance_of, played_out, settled, won_back, won_for_now, won_late
from engine.coach.shown import Shown
from engine.coach.sources import NOBODY, Sources
from engine.coach.tactics import mates_shown, shown
from engine.coach.threats import forcing, threats

SWING_CP = 50  # that a pawn won must show in the scores, at least
MOST_SWING_CP = 300
DRAWN_CP = 30
WINNING_CP = 150
LEAST_CHECKS = 3
LEAST_HANGING = 2  # pawns
LEAST_FOR_BACK = 100  # centipawns: below, an exchange in several steps is all that happened


def explained(
    mistake: Mistake, holds: Callable[[Claim], bool] = lambda claim: True, sources: Sources = NOBODY
) -> tuple[Claim, ...]:
    """One to three claims, the strongest first; the last says why the better move works. The checker holds them all.

    `holds` is asked too, of what is allowed or missed, after the checker: whoever can search may search the end of the line.
    `sources` know more than the lines show.
    :raises MoveError: a line that is not legal.
    """

    held: dict[
        tuple[Role, tuple[str, ...], Balance], bool
    ] = {}  # many motifs are tried on one line: its end is searched once

    def first(claims: Iterable[Claim]) -> Claim | None:
        return next((claim for claim in claims if not refusal(claim, sources) and is_held(claim)), None)

    def is_held(claim: Claim) -> bool:
        key = claim.role, claim.line, claim.balance
        if key not in held:
            held[key] = holds(claim)
        return held[key]

    allowed = first(_of_line(mistake, Role.ALLOWS, mistake.played, sources))
    missed = first(_of_line(mistake, Role.MISSES, mistake.better, sources))
    if allowed is None and missed is None:
        proposed = _weaker(mistake)
        weaker = first(proposed)
        if weaker is not None and weaker.role is Role.ALLOWS:  # of the claims before it none is true
            others = (claim for claim in proposed if claim.role is Role.MISSES and claim.motif is not weaker.motif)
            allowed, missed = weaker, first(others)
        else:
            missed = weaker
    elif missed is None and allowed is not None and not allowed.mate:
        missed = first(_left_hanging(mistake, allowed))
    claims = sorted((claim for claim in (allowed, missed) if claim is not None), key=lambda claim: -claim.strength)
    if len(claims) > 1 and claims[0].mate and not claims[1].mate:
        claims.pop()  # beside a mate nothing else matters
    if missed not in claims:
        reasons = (works(mistake, allowed) if allowed is not None else None, left_book(mistake, sources))
        reason = next((one for one in reasons if one is not None and not refusal(one, sources)), None)
        claims.append(reason or _slips(mistake))
    people = of_people(mistake, sources)
    return (*claims, *((people,) if people is not None and not refusal(people, sources) else ()))


def _of_line(mistake: Mistake, role: Role, line: Line, sources: Sources) -> Iterator[Claim]:
    """What the line proves: mate, a draw, material, or what the tables and the book know; what says most first."""
    if role is Role.ALLOWS:
        yield from ended(mistake, sources)
    first = 1 if role is Role.MISSES else 0  # such a line begins with a move that nobody made
    if line.end.is_checkmate() and line.end.turn is not line.us:
        yield from (_claim(mistake, role, line, what, first) for what in mates_shown(line))
    drawn = _drawn(mistake, role, line)
    if drawn is not None:
        yield replace(_claim(mistake, role, *drawn, first), balance=Balance())
    cut = settled(line)
    while cut is not None:  # where the checker still sees a capture, a longer one
        yield from _winning(mistake, role, cut, first)
        cut = settled(line, len(cut.moves))
    yield from by_tables(mistake, role, sources.tables)
    if role is Role.ALLOWS:
        yield from refuted_by_book(mistake, sources)


def _winning(mistake: Mistake, role: Role, cut: Line, first: int) -> Iterator[Claim]:
    """By which motifs a line wins material, where the scores and the other line agree that it does."""
    if _shows_in_scores(mistake, cut) and _differs(mistake, role, cut) and not _is_taken_anyway(mistake, role, cut):
        found = [*shown(cut)]
        named = (what for what in found if what.motif is not Motif.MATERIAL)
        plain = (what for what in found if what.motif is Motif.MATERIAL)
        claims = (_claim(mistake, role, cut, what, first) for what in (*named, *forcing(cut), *plain))
        yield from (claim for claim in claims if not _comes_anyway(mistake, claim))


def _comes_anyway(mistake: Mistake, claim: Claim) -> bool:
    """Whether both lines continue alike after their first move, to where the claim says that something is won."""
    alike = mistake.best[1:3] == mistake.reply[:2]
    return alike and claim.role is Role.MISSES and claim.key == 2 and len(mistake.reply) > 1


def _is_taken_anyway(mistake: Mistake, role: Role, cut: Line) -> bool:
    """Whether the line wins no more than what both moves capture on the same square: what comes then is the difference."""
    moves = mistake.better.moves[1], mistake.played.moves[0]
    root = mistake.played.boards[0]
    taken = root.piece_type_at(moves[0].to_square)
    if role is not Role.MISSES or taken is None or moves[0].to_square != moves[1].to_square:
        return False
    return root.is_capture(moves[0]) and cut.gains[-1] - cut.gains[0] <= WORTH[taken]


def _won_back(mistake: Mistake, line: Line) -> Claim:
    last = max(step.index for step in line.steps)
    square = line.moves[0].to_square
    piece = Piece(line.boards[1].piece_type_at(square) or 0, square)
    claim = _claim(mistake, Role.ALLOWS, line, Shown(Motif.REGAINS, last, (piece,)), 0)
    return replace(claim, balance=Balance())


def _unsure(mistake: Mistake) -> Iterator[Claim]:
    """What a line wins late, or for a while, and what it wins back: `holds` decides whether the rest of the line matters."""
    for role, line, first in ((Role.ALLOWS, mistake.played, 0), (Role.MISSES, mistake.better, 1)):
        now = won_for_now(line)
        if now is not None and mistake.loss_cp >= min(MOST_SWING_CP, 100 * (now.gains[-1] - now.gains[0])):
            yield from _winning(mistake, role, now, first)
        out = played_out(line)
        if out is not None:
            searched = sum(one == two for one, two in zip(out.moves, line.moves, strict=False))
            claims = _winning(mistake, role, out, first)
            yield from (
                claim for claim in claims if claim.key + first < searched
            )  # the captures behind prove, and no more
        late = won_late(line)
        if late is not None:
            yield from (claim for claim in _winning(mistake, role, late, first) if _is_plain(claim))
    back = won_back(mistake.played) if mistake.loss_cp >= LEAST_FOR_BACK else None
    if back is not None:
        yield _won_back(mistake, back)


def _is_plain(claim: Claim) -> bool:
    """Whether it is worth waiting for what is won late: at least a piece, or the first move shows at once by what it is won."""
    at_once = claim.key == int(claim.role is Role.ALLOWS) and claim.motif is not Motif.MATERIAL
    return at_once or claim.balance.pawns >= LEAST_LATE


def _left_hanging(mistake: Mistake, allowed: Claim) -> Iterator[Claim]:
    """That the better move captures a piece with profit, of more than what the other line wins, though captures follow until
    the end of its line."""
    root, move = mistake.better.boards[1], mistake.better.moves[1]
    if not root.is_capture(move) or exchange(root, move) < LEAST_HANGING:
        return
    least = max(LEAST_HANGING, allowed.balance.pawns)
    yield from (
        claim
        for claim in _unsure(mistake)
        if claim.role is Role.MISSES and claim.key == 0 and claim.balance.pawns >= least
    )


def _weaker(mistake: Mistake) -> Iterator[Claim]:
    """What a move threatens, and what changes for long, where nothing is won at once. A pawn is threatened so often that
    this comes last."""
    yield from _unsure(mistake)
    kept = list(compared.kept(mistake))
    yield from (claim for claim in kept if claim.key <= compared.NEAR)
    threatened = sorted(_threats(mistake), key=lambda claim: claim.motif in (Motif.THREATENS, Motif.TEMPO))
    pawns = [claim for claim in threatened if _is_of_pawn(claim)]
    checked = [claim for claim in threatened if _parries(mistake, claim) or _is_allowed_anyway(mistake, claim)]
    yield from (claim for claim in threatened if claim not in pawns and claim not in checked)
    yield from compared.exchanged(mistake)
    for change in position.changes(mistake):
        yield _of_change(mistake, change)
    yield from compared.chased(mistake)
    yield from compared.late(mistake)
    yield from (claim for claim in kept if claim.key > compared.NEAR)
    yield from (claim for claim in pawns if claim not in checked)
    for change in position.changes(mistake, position.LATER):
        yield _of_change(mistake, change)
    yield from checked


def _is_of_pawn(claim: Claim) -> bool:
    """Whether a pawn is what is threatened."""
    own = claim.motif is Motif.THREATENS_PROMOTION
    return not own and bool(claim.pieces) and claim.pieces[0].kind == chess.PAWN


def _parries(mistake: Mistake, claim: Claim) -> bool:
    """Whether the key move answers a check: that it attacks something as well is seldom the point."""
    line = mistake.played if claim.role is Role.ALLOWS else mistake.better
    return any(step.board.is_check() for step in line.steps if step.index == claim.key + int(claim.role is Role.MISSES))


def _is_allowed_anyway(mistake: Mistake, claim: Claim) -> bool:
    """Whether the other side answers both moves alike: a threat that both allow is not the difference."""
    return claim.role is Role.ALLOWS and mistake.reply[:1] == mistake.best[1:2]


def _threats(mistake: Mistake) -> Iterator[Claim]:
    """By the first move of a line; then by the second, if the first forces."""
    courses = ((Role.ALLOWS, mistake.played), (Role.MISSES, mistake.better))
    for role, line in courses:
        if len(line.moves) > 1 and not line.follows(line.moves[1].to_square):  # anybody captures back
            yield from _threatened(mistake, role, line, threats(line))
    for role, line in courses:
        if len(line.steps) > 1 and (line.steps[0].captured or line.steps[0].after.is_check()):
            weighty = (
                what
                for what in threats(line, 1)
                if what.motif is Motif.THREATENS_PROMOTION or [piece.kind for piece in what.pieces] != [chess.PAWN]
            )
            yield from _threatened(mistake, role, line, weighty)


def _threatened(mistake: Mistake, role: Role, line: Line, found: Iterable[Shown]) -> Iterator[Claim]:
    first = int(role is Role.MISSES)
    yield from (replace(_claim(mistake, role, line, what, first), balance=Balance()) for what in found)


def _drawn(mistake: Mistake, role: Role, line: Line) -> tuple[Line, Shown] | None:
    """The beginning of a line that ends in stalemate or repeats, where the side that escapes so would lose otherwise."""
    held, other = (mistake.after, mistake.before) if role is Role.ALLOWS else (mistake.before, mistake.after)
    if abs(held.worth(line.us)) > DRAWN_CP or other.worth(line.us) > -WINNING_CP:
        return None
    for index in range(2, len(line.boards)):
        beginning = Line(line.boards[: index + 1], line.moves[:index])
        key = index - 1 - index % 2  # our last move in it
        if beginning.end.is_stalemate():
            return beginning, Shown(Motif.STALEMATE, key)
        if is_repeated(beginning.boards[1:]):
            return beginning, Shown(Motif.REPETITION, key)
    checked = _checked_on(line)
    checks = [step.after.is_check() for step in checked.steps]
    if len(checks) >= LEAST_CHECKS and all(checks):
        return checked, Shown(Motif.PERPETUAL, 1)
    return None


def _checked_on(line: Line) -> Line:
    """The line and one more check, where that repeats one of its positions: a search ends its line there."""
    seen = {board.epd() for board in line.boards[1:]}
    for move in line.end.legal_moves if line.end.turn is line.us else ():
        after = line.end.copy(stack=False)
        after.push(move)
        if after.is_check() and after.epd() in seen:
            return Line((*line.boards, after), (*line.moves, move))
    return line


def _shows_in_scores(mistake: Mistake, line: Line) -> bool:
    """Whether the scores agree that so much is won: a line may end before a piece comes back."""
    won = line.gains[-1] - line.gains[0]
    return abs(mistake.loss_cp) >= min(MOST_SWING_CP, SWING_CP * won)


def _differs(mistake: Mistake, role: Role, line: Line) -> bool:
    """Whether the other move would have done better by a pawn: what is lost anyway is nobody's mistake. Where the scores
    differ by all that is won, nobody need count."""
    won = line.gains[-1] - line.gains[0]
    if mistake.loss_cp >= min(MOST_SWING_CP, 100 * won) and not _is_alike(mistake):
        return True
    other = mistake.better if role is Role.ALLOWS else mistake.played
    quiet = [index for index in range(1, len(other.boards)) if other.quiet[index]]
    anyway = other.gains[0] - other.gains[quiet[-1]] if quiet else 0
    return won > anyway


def _is_alike(mistake: Mistake) -> bool:
    """Whether both moves go to the same square, or have the same answer."""
    squares = {
        line.moves[index].to_square
        for line, index in ((mistake.played, 0), (mistake.better, 1))
        if len(line.moves) > index
    }
    return len(squares) == 1 or (len(mistake.best) > 1 and mistake.reply[:1] == mistake.best[1:2])


def _claim(mistake: Mistake, role: Role, line: Line, what: Shown, first: int) -> Claim:
    mate = line.end.is_checkmate()
    return Claim(
        role,
        what.motif,
        mistake.fen,
        tuple(board.uci(move) for board, move in [*zip(line.boards, line.moves, strict=False)][first:]),
        what.key - first,
        mistake.before,
        mistake.after,
        what.pieces,
        Balance() if mate else balance_of(line),
        len(line.steps) if mate else 0,
        (),
        mistake.chess960,
    )


def _of_change(mistake: Mistake, change: position.Change) -> Claim:
    length = change.plies
    played = (mistake.move, *mistake.reply)[:length]
    better = mistake.best[:length]
    allows = change.role is Role.ALLOWS
    line, other = (played, better) if allows else (better, played)
    return Claim(
        change.role,
        change.motif,
        mistake.fen,
        line,
        0,
        mistake.before,
        mistake.after,
        change.pieces,
        other=other,
        chess960=mistake.chess960,
    )


def _slips(mistake: Mistake) -> Claim:
    """What the scores alone say."""
    return Claim(
        Role.MISSES,
        Motif.SLIPS,
        mistake.fen,
        mistake.best[:1],
        0,
        mistake.before,
        mistake.after,
        other=(mistake.move,),
        chess960=mistake.chess960,
    )
