"""Explains a mistake by at most one claim of each kind: what the move allows, what it missed, why the better move works."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

import chess

from engine.coach.checker.check import refusal
from engine.coach.claims import Balance, Claim, ClaimRole, Motif
from engine.coach.events import allowed as events
from engine.coach.events import answers, chances, king_attack, lost_chances, plans, quiet, tempo
from engine.coach.events.both_lines import happens_anyway, is_common
from engine.coach.events.endings import decides_first, of_endings
from engine.coach.events.idle import is_idle, is_late
from engine.coach.events.purposes import purposes, strong_attacks
from engine.coach.fallback_claims import adds_information, is_double, last_changes, last_resort, weaker
from engine.coach.line import MotifLine
from engine.coach.mistake import Mistake
from engine.coach.source_claims import ENDS_GAME, left_book, of_people
from engine.coach.sources import NO_SOURCES, Sources
from engine.coach.threat_lines import is_plain, planned, threatened
from engine.coach.why_better import keeps, meets_reply, prevents, safe_there, why_better
from engine.coach.winning import is_choice, late_gains, left_hanging, of_line, unproved_gains

WORSE_CP = -30  # centipawns, from which on the mover is worse off

SHOWN = 3  # half-moves of a line if nothing is said of it
MOST_FOR_BOOK = 100  # centipawns: leaving the book explains no greater loss if there is another reason
LEAST_UNEXPLAINED_CP = 200  # centipawns
OF_PLANS = (Motif.FORBIDS, Motif.CHANCE_GONE, Motif.ANSWER_GONE)
"""Motifs that say how a plan is stopped, but not what it was good for."""
OF_BOTH = (Motif.TRADES, Motif.OPEN_FILE)
"""Motifs that explain nothing if both moves have them."""
LEAST_BESIDE_MATE = 3  # pawns
SOON = 3  # plies of the played line, within which a claim shows what the reply is good for


def explained(
    mistake: Mistake, holds: Callable[[Claim], bool] = lambda claim: True, sources: Sources = NO_SOURCES
) -> tuple[Claim, ...]:
    """One to three claims that the checker accepts, the strongest first; the last says why the better move works.

    `holds` is called, after the checker, with claims of what is allowed or missed: it may search the end of the line. `sources`
    provide facts that the lines do not show.

    :raises MoveError: a line is not legal.
    """

    held: dict[
        tuple[ClaimRole, tuple[str, ...], tuple[str, ...], Balance], bool
    ] = {}  # many motifs are tried on one line, but its end is searched once

    def first(claims: Iterable[Claim]) -> Claim | None:
        common: list[Claim] = []
        for claim in claims:
            if happens_anyway(mistake, claim) or is_idle(mistake, claim) or refusal(claim, sources):
                continue
            if is_common(mistake, claim) or is_late(mistake, claim):
                common.append(claim)  # said only if nothing else is known; a chance never, but as a reason
            elif is_held(claim):
                return claim
        return next((claim for claim in common if claim.role is ClaimRole.ALLOWS), None)

    def is_held(claim: Claim) -> bool:
        key = claim.role, claim.line, claim.threat, claim.balance
        if key not in held:
            held[key] = holds(claim)
        return held[key]

    allowed = first(
        _with_endings(mistake, ClaimRole.ALLOWS, of_line(mistake, ClaimRole.ALLOWS, mistake.played, sources))
    )
    if allowed is not None and allowed.motif is Motif.MATERIAL and allowed.key > 1 and allowed.balance.pawns == 1:
        allowed = first(events.trapped_at_once(mistake)) or allowed  # that is why the pawn is lost
    missed = first(
        _with_endings(mistake, ClaimRole.MISSES, of_line(mistake, ClaimRole.MISSES, mistake.better, sources))
    )
    if allowed is None and missed is None:
        allowed, missed = _of_weaker(mistake, first, sources)
    elif missed is None and allowed is not None and not allowed.mate:
        missed = first(left_hanging(mistake, allowed))
    if allowed is None and missed is not None:
        allowed = first(claim for claim in _also_allowed(mistake, missed) if claim.role is ClaimRole.ALLOWS)
    if missed is None and (allowed is None or not allowed.mate):
        missed = first(claim for claim in _also_missed(mistake, allowed) if claim.role is ClaimRole.MISSES)
    if missed is None and allowed is not None and allowed.motif in OF_PLANS and not _captures(mistake.better, 1):
        allowed, missed = _of_plan(mistake, allowed, first)
    worse_off = mistake.after.worth(mistake.white) <= WORSE_CP
    if allowed is None and (worse_off or missed is None or not missed.strength):
        allowed = first(last_resort(mistake))
    if missed is not None and missed.motif is Motif.FREE_PIECE and _comes_later(allowed):
        allowed = first(lost_chances.gets_safe(mistake)) or allowed  # what is not taken gets away
    if missed is not None and is_choice(mistake) and not (missed.strength or missed.threat):
        missed = None  # which piece should take is the point
    if missed is not None and allowed is not None and missed.motif is allowed.motif and missed.motif in OF_BOTH:
        missed = None  # who begins an exchange is not the point
    mated = _is_mated(mistake) and (allowed is None or not allowed.mate)
    if mated and allowed is not None and allowed.strength < LEAST_BESIDE_MATE:
        allowed = None  # the score names the mate, of which this is not the point
    if missed is not None and not missed.mate and (_mates(mistake) or mated):
        missed = None  # the scores name the mate, which no pawn outweighs
    both = (missed, allowed) if allowed is not None and allowed.motif in lost_chances.OF_CHANCES else (allowed, missed)
    claims = sorted((claim for claim in both if claim is not None), key=lambda claim: -claim.strength)
    small = len(claims) > 1 and not claims[1].strength and claims[1].motif not in ENDS_GAME
    if small and claims[0].mate and not (claims[0] is missed and worse_off):
        claims.pop()  # small things do not matter beside a mate
    if missed not in claims:
        reasons = iter(()) if mated or _mates(mistake) else _reasons(mistake, allowed, sources)
        reason = next((one for one in reasons if not refusal(one, sources)), None)
        if allowed is not None and reason is not None and _is_told_by(reason, allowed):
            claims, allowed = [claim for claim in claims if claim is not allowed], None
        claims.append(reason or _slips(mistake, alone=not claims))
    numbers = all(score.score.centipawns is not None for score in (mistake.before, mistake.after))
    if allowed is None and claims[0].motif is not Motif.SLIPS and numbers:
        claims.append(_replied(mistake, None if worse_off else missed))
    people = of_people(mistake, sources)
    return (*claims, *((people,) if people is not None and not refusal(people, sources) else ()))


def _of_plan(
    mistake: Mistake, allowed: Claim, first: Callable[[Iterable[Claim]], Claim | None]
) -> tuple[Claim | None, Claim | None]:
    """A claim that only says how the better move is prevented, with what that move was good for; without it another claim."""
    proposed = weaker(mistake)
    missed = first(claim for claim in (*proposed, *planned(mistake)) if claim.role is ClaimRole.MISSES)
    if missed is not None:
        return allowed, missed
    return first(claim for claim in proposed if claim.role is ClaimRole.ALLOWS and claim.motif not in OF_PLANS), None


def _captures(line: MotifLine, at: int) -> bool:
    """True if a move of the line captures: what that is good for needs no words."""
    return len(line.moves) > at and line.boards[at].is_capture(line.moves[at])


def _shows_reply(mistake: Mistake, allowed: Claim) -> bool:
    """True if a claim says what the reply is good for: it comes soon, or the replying piece makes its key move."""
    if allowed.motif in OF_PLANS:
        return False
    if allowed.threat or allowed.key <= SOON:
        return True
    at = mistake.played.moves[1].to_square
    for move in mistake.played.moves[3 : allowed.key + 1 : 2]:
        at = move.to_square if move.from_square == at else at
    return len(mistake.played.moves) > allowed.key and mistake.played.moves[allowed.key].to_square == at


def _with_endings(mistake: Mistake, role: ClaimRole, found: Iterable[Claim]) -> Iterator[Claim]:
    """The claims of a line, with those of its ending before the bare result of tables, or at the end; of a pawn ending first."""
    told = False
    for claim in found:
        if not (told or claim.mate) and decides_first(mistake):
            yield from of_endings(mistake, role)
            told = True
        if claim.motif in (Motif.TABLE_WIN, Motif.TABLE_DRAW) and not told:
            yield from of_endings(mistake, role)
            told = True
        yield claim
    if not told:
        yield from of_endings(mistake, role)


def _mates(mistake: Mistake) -> bool:
    """True if the search sees a mate after the better move."""
    return mistake.before.score.mate is not None and mistake.before.worth(mistake.white) > 0


def _is_mated(mistake: Mistake) -> bool:
    """True if the search sees a mate after the played move, against its player."""
    return mistake.after.score.mate is not None and mistake.after.worth(mistake.white) < 0


def _is_told_by(reason: Claim, allowed: Claim) -> bool:
    """True if both claims name the same answer to the reply after the better move."""
    return reason.motif is Motif.MEETS and allowed.motif is Motif.ANSWER_GONE and reason.line == allowed.other


def _comes_later(allowed: Claim | None) -> bool:
    """True if the claim is of a later move than the reply, and not of mate."""
    return allowed is not None and allowed.key > 1 and not allowed.mate


def _also_allowed(mistake: Mistake, missed: Claim) -> Iterator[Claim]:
    """Claims of what the move allows beside a chance that it missed, at last also plain events."""
    yield from unproved_gains(mistake)
    yield from events.strong_events(mistake)
    yield from (claim for claim in weaker(mistake) if is_double(claim))
    dangers = list(threatened(mistake))
    yield from (claim for claim in dangers if not is_plain(claim))
    yield from late_gains(mistake)
    yield from king_attack.checks(mistake, ClaimRole.ALLOWS)
    yield from lost_chances.gets_away(mistake, missed)
    yield from lost_chances.gets_guarded(mistake, missed)
    yield from quiet.forbids(mistake)
    yield from (claim for claim in weaker(mistake) if adds_information(mistake, claim, missed))
    yield from events.king_driven(mistake)
    yield from king_attack.preparations(mistake, ClaimRole.ALLOWS)
    yield from lost_chances.gets_safe(mistake)
    later = Motif.REGAINS, Motif.ANSWER_GONE
    yield from (claim for claim in weaker(mistake) if not (claim.motif.facts.minor or claim.motif in later))
    yield from lost_chances.gets_safe(mistake, pawns=True)
    yield from quiet.in_the_way(mistake)
    yield from quiet.lets_go(mistake)
    yield from lost_chances.taken_off(mistake)
    yield from answers.chance_gone(mistake)
    yield from answers.answer_gone(mistake)
    yield from lost_chances.gets_away(mistake, missed, anyway=True)
    yield from last_changes(mistake)
    yield from (claim for claim in weaker(mistake) if claim.motif.facts.minor)
    yield from answers.chance_gone(mistake, forcing=False)


def _also_missed(mistake: Mistake, allowed: Claim | None) -> Iterator[Claim]:
    """Chances that the move misses beside what it allows; a threat only if the loss is greater than what falls."""
    yield from chances.missed(mistake)
    if allowed is not None and mistake.loss_cp >= LEAST_UNEXPLAINED_CP + 100 * allowed.balance.pawns:
        yield from (claim for claim in weaker(mistake) if adds_information(mistake, claim, allowed))
    yield from events.king_driven(mistake, ClaimRole.MISSES)


def _reasons(mistake: Mistake, allowed: Claim | None, sources: Sources) -> Iterator[Claim]:
    """Why the better move works: how it meets what is allowed, the piece that makes it, the book."""
    meets = why_better(mistake, allowed) if allowed is not None else None
    if meets is not None:
        yield meets
    if allowed is None or (allowed.key > 1 and not allowed.mate):
        yield from strong_attacks(mistake)
    works, book = list(chances.works(mistake, allowed)), left_book(mistake, sources)
    safe = safe_there(mistake, allowed) if allowed is not None else None
    if safe is not None:
        yield safe
    guarded = plans.still_guards(mistake, allowed) if allowed is not None else None
    if guarded is not None:
        yield guarded
    yield from tempo.sells(mistake)
    yield from (claim for claim in works if claim.motif in chances.RIGHT)
    known = _captures(mistake.played, 1) or (allowed is not None and _shows_reply(mistake, allowed))
    # That a reply is stopped says nothing unless the other sentence says what the reply is good for.
    stops = (prevents(mistake) if known else None) or keeps(mistake) or (meets_reply(mistake) if known else None)
    checked = plans.no_check(mistake) if allowed is not None else None
    if checked is not None and stops is None:
        yield checked
    first = (book, stops) if mistake.loss_cp <= MOST_FOR_BOOK else (stops, book)
    yield from (claim for claim in first if claim is not None)
    yield from (claim for claim in works if claim.motif not in chances.RIGHT)
    yield from purposes(mistake, allowed)
    if len(mistake.played.moves) > 1:
        met = (claim for claim in (prevents(mistake), meets_reply(mistake)) if claim is not None)
        yield from (claim for claim in met if _says_enough(mistake, claim))


def _says_enough(mistake: Mistake, claim: Claim) -> bool:
    """True if a claim of how the reply is met says something although nothing says what the reply is good for: a king opposes the
    king, or a pawn is captured."""
    if claim.motif is not Motif.MEETS:
        return False
    kind = mistake.played.boards[1].piece_type_at(mistake.played.moves[1].from_square)
    takes = claim.line[-1][2:4] == mistake.reply[0][2:4]
    return kind == chess.KING or (kind == chess.PAWN and takes)


def _of_weaker(
    mistake: Mistake, first: Callable[[Iterable[Claim]], Claim | None], sources: Sources
) -> tuple[Claim | None, Claim | None]:
    """The claims if nothing is won at once: what is allowed and what is missed."""
    proposed = iter(weaker(mistake))
    told = first(proposed)
    if told is None:
        return None, None
    if told.role is ClaimRole.MISSES:
        return first(claim for claim in proposed if adds_information(mistake, claim, told)), told
    meets = why_better(mistake, told) if told.balance.won else None
    if meets is not None and not refusal(meets, sources):
        return told, None  # how the better move avoids the loss matters more than its other effects
    return told, first(claim for claim in proposed if adds_information(mistake, claim, told))


def _replied(mistake: Mistake, missed: Claim | None) -> Claim:
    """The reply with the scores, if nothing is known of what the move allows; the missed chance if that is all."""
    line, other = (mistake.move, *mistake.reply[:1]), missed.line[:1] if missed is not None and mistake.reply else ()
    scores, at = (mistake.before, mistake.after), len(line) - 1
    return Claim(ClaimRole.ALLOWS, Motif.SLIPS, mistake.fen, line, at, *scores, other=other, chess960=mistake.chess960)


def _slips(mistake: Mistake, alone: bool) -> Claim:
    """The claim from the scores alone, with the next moves of the better line; if there is no other claim, of both lines."""
    return Claim(
        ClaimRole.MISSES,
        Motif.SLIPS,
        mistake.fen,
        mistake.best[:SHOWN],
        0,
        mistake.before,
        mistake.after,
        other=(mistake.move, *mistake.reply[: SHOWN - 1 if alone else 0]),
        chess960=mistake.chess960,
    )
