"""Ranks the claims for mistakes that lose nothing at once: late gains, threats, comparisons of the lines, lasting changes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import lru_cache

import chess

from engine.coach import abandoned_guards as guards
from engine.coach import line_comparison as compared
from engine.coach.claims import Balance, Claim, ClaimPiece, ClaimRole, Motif
from engine.coach.events import allowed as events
from engine.coach.events import answers, chances, king_attack, lost_chances, quiet, tempo
from engine.coach.events import lasting_changes as position
from engine.coach.line import FoundMotif, MotifLine
from engine.coach.mistake import Mistake
from engine.coach.quiet_cut import won_back
from engine.coach.threat_lines import is_plain, planned, threatened
from engine.coach.threats import FORCING, quiet_steps, threats
from engine.coach.winning import claim_of, late_gains, slow_gains, unproved_gains

PLAIN_THREATS = (Motif.THREATENS, Motif.TEMPO, Motif.DRIVES_BACK, Motif.PINS)
REASONS = (
    Motif.TEMPO,
    Motif.DRIVES_BACK,
    Motif.MOVES_AGAIN,
    Motif.SELF_PIN,
    Motif.NO_WAY_OUT,
    Motif.DEVELOPS_TEMPO,
    Motif.CHASED,
    Motif.LEAVES,
    Motif.PRESSES_PIN,
    Motif.PINS,
    Motif.HITS,
)
"""Motifs besides FORCING that justify a claim about the played move after one about the better move."""
LATE_ATTACKS = (Motif.THREATENS_BOTH, Motif.DRIVES_BACK, Motif.TEMPO, Motif.DRIVES_OFF, Motif.PRESSES_PIN)
LATE = 3  # moves of the opponent
KINGS = (Motif.SHELTER, Motif.CASTLES)
MOST_FOR_MINOR = 15.0  # points of winning chances: development or castling explains no greater loss
MOST_FOR_WAY = 150  # centipawns: a piece in the way explains no greater loss if the reply attacks something
LEAST_FOR_BACK = 100  # centipawns: for a smaller loss the capture sequence was just an exchange


@lru_cache(maxsize=1)  # an explanation asks up to five times, and this is most of its work
def weaker(mistake: Mistake) -> tuple[Claim, ...]:
    """The claims if nothing is won at once, in the order of their rank; after a large loss minor ones come last."""
    claims = tuple(_ranked(mistake))
    large = mistake.loss_points >= MOST_FOR_MINOR
    return tuple(sorted(claims, key=lambda claim: claim.motif.facts.minor)) if large else claims


def _ranked(mistake: Mistake) -> Iterator[Claim]:
    """All these claims. Threats to pawns are so common that they come late."""
    yield from unproved_gains(mistake)
    yield from events.strong_events(mistake)
    seen = sorted(_threats(mistake), key=lambda claim: claim.motif in PLAIN_THREATS)
    yield from (claim for claim in seen if is_double(claim))
    dangers = list(threatened(mistake))
    yield from (claim for claim in dangers if not is_plain(claim))
    yield from chances.missed(mistake)
    yield from tempo.in_the_centre(mistake)
    kept = list(compared.kept(mistake))
    yield from (claim for claim in kept if claim.key <= compared.NEAR)
    pawns = [claim for claim in seen if _is_of_pawn(claim)]
    checked = [claim for claim in seen if _parries(mistake, claim) or _is_allowed_anyway(mistake, claim)]
    pieces = [claim for claim in seen if claim not in pawns and claim not in checked]
    unsaid = list(guards.abandoned_guard(mistake))
    left = [claim for claim in unsaid if guards.says_why(mistake, claim)]
    yield from (claim for claim in pieces if claim.motif not in PLAIN_THREATS)
    yield from (claim for claim in left if claim.pieces[0].kind == chess.PAWN)  # a pawn cannot go back
    if mistake.loss_cp <= MOST_FOR_WAY:
        yield from quiet.in_the_way(mistake)
    yield from (claim for claim in pieces if claim.motif in PLAIN_THREATS and claim.motif is not Motif.PINS)
    yield from left
    for role in (ClaimRole.ALLOWS, ClaimRole.MISSES):
        yield from king_attack.checks(mistake, role)
    yield from late_gains(mistake)
    yield from dangers
    yield from slow_gains(mistake)
    yield from quiet.left_loose(mistake)
    changes = [_of_change(mistake, change) for change in position.changes(mistake)]
    yield from (claim for claim in changes if claim.motif in KINGS)
    yield from _won_back(mistake)
    yield from (claim for claim in changes if claim.motif is Motif.BROKEN_PAWNS)
    yield from (claim for claim in changes if claim.motif is Motif.PAWN_ENDING)
    yield from (claim for claim in pieces if claim.motif is Motif.PINS)
    yield from (claim for claim in changes if claim.motif not in KINGS)
    yield from compared.chased(mistake)
    yield from (claim for claim in pawns if claim not in checked)
    for role in (ClaimRole.ALLOWS, ClaimRole.MISSES):
        yield from events.king_driven(mistake, role)
    yield from lost_chances.gets_safe(mistake)
    yield from quiet.king_in(mistake)
    yield from quiet.rook_behind(mistake)
    yield from quiet.forbids(mistake)
    yield from checked
    yield from king_attack.preparations(mistake, ClaimRole.ALLOWS)
    yield from events.plain_events(mistake)
    yield from unsaid
    yield from quiet.blocks(mistake)
    yield from quiet.in_the_way(mistake)
    yield from chances.trades(mistake)
    yield from events.late_promotions(mistake)
    yield from answers.answer_gone(mistake)
    yield from last_changes(mistake)
    yield from king_attack.preparations(mistake, ClaimRole.MISSES)
    yield from (claim for claim in planned(mistake) if claim.role is ClaimRole.ALLOWS)


def last_resort(mistake: Mistake) -> Iterator[Claim]:
    """The claims of what the played move allows if only scores were left: a later attack, a parried one, a file that it opens."""
    attacks = list(late_attacks(mistake))
    yield from (claim for claim in attacks if not _is_of_pawn(claim))
    yield from tempo.file_freed(mistake)
    yield from tempo.parried(mistake)
    yield from king_attack.castling_lost(mistake)
    yield from (claim for claim in attacks if _is_of_pawn(claim))


def late_attacks(mistake: Mistake) -> Iterator[Claim]:
    """Attacks that one of the opponent's next two moves makes, after a quiet first one; on a single pawn only if it falls."""
    line = mistake.played
    taken = {step.move.to_square for step in line.steps if step.captured == chess.PAWN}
    for number in range(1, min(LATE, len(line.steps))):
        for what in threats(line, number):
            falls = (
                what.motif is Motif.THREATENS and what.pieces[0].kind == chess.PAWN and what.pieces[0].square in taken
            )
            if (what.motif in LATE_ATTACKS or falls) and not _has_walked_in(line, what):
                yield from _threatened(mistake, ClaimRole.ALLOWS, line, [what])


def last_changes(mistake: Mistake) -> Iterator[Claim]:
    """Lasting changes in one line alone, also later or for a greater loss, if nothing else is known; those allowed come first."""
    yield from tempo.goes_back(mistake)
    yield from tempo.moves_twice(mistake)
    yield from tempo.in_the_centre(mistake)
    found = [
        _of_change(mistake, change)
        for samples in (position.SAMPLES, position.LATER)
        for change in position.changes(mistake, samples, position.LAST_PATIENCE)
    ]
    yield from sorted(found, key=lambda claim: (claim.role is not ClaimRole.ALLOWS, claim.motif is Motif.ISOLATED_PAWN))


def adds_information(mistake: Mistake, claim: Claim, told: Claim) -> bool:
    """True if a claim is worth a second sentence after the claim `told` about the other line."""
    if claim.role is told.role or claim.motif.facts.minor:
        return False
    if claim.threat:
        return True
    if claim.role is ClaimRole.MISSES:
        return (claim.motif is not told.motif or claim.motif in FORCING) and not _is_of_pawn(claim)
    says_why = claim.motif in FORCING or claim.motif in REASONS
    return (not told.balance.won and says_why) and not (
        _is_of_pawn(claim) or _parries(mistake, claim) or _is_allowed_anyway(mistake, claim)
    )


def is_double(claim: Claim) -> bool:
    """True if a first move attacks two pieces, or a piece and a pawn."""
    both = Motif.THREATENS_BOTH, Motif.THREATENS_TOO
    return claim.motif in both and claim.key <= 1 and claim.pieces[0].kind != chess.PAWN


def _is_of_pawn(claim: Claim) -> bool:
    """True if the threatened piece is a pawn."""
    own = (Motif.THREATENS_PROMOTION, Motif.LEAVES)
    return claim.motif not in own and bool(claim.pieces) and claim.pieces[0].kind == chess.PAWN


def _parries(mistake: Mistake, claim: Claim) -> bool:
    """True if the key move answers a check: an attack on one piece is then seldom its point."""
    if is_double(claim):
        return False
    line = mistake.played if claim.role is ClaimRole.ALLOWS else mistake.better
    return any(
        step.board.is_check() for step in line.steps if step.index == claim.key + int(claim.role is ClaimRole.MISSES)
    )


def _is_allowed_anyway(mistake: Mistake, claim: Claim) -> bool:
    """True if the opponent replies to both moves alike: a threat allowed by both is not the difference. After the better move the
    replying piece must not be captured at once."""
    alike = mistake.reply[:1] == mistake.best[1:2]
    return (
        claim.role is ClaimRole.ALLOWS
        and alike
        and mistake.best[2:3] != ()
        and mistake.best[2][2:4] != mistake.best[1][2:4]
    )


def _threats(mistake: Mistake) -> Iterator[Claim]:
    """The threats of the first move of each line, then of the first quiet move after forcing ones."""
    courses = ((ClaimRole.ALLOWS, mistake.played), (ClaimRole.MISSES, mistake.better))
    for role, line in courses:
        if len(line.moves) > 1 and not line.follows(line.moves[1].to_square):  # a recapture is obvious
            yield from _threatened(mistake, role, line, threats(line))
    for role, line in courses:
        forced = len(line.steps) > 1 and (line.steps[0].captured or line.steps[0].after.is_check())
        for number in [number for number in quiet_steps(line) if number] or [1] * bool(forced):
            weighty = (
                what
                for what in threats(line, number)
                if what.motif is Motif.THREATENS_PROMOTION or [piece.kind for piece in what.pieces] != [chess.PAWN]
                if not (role is ClaimRole.ALLOWS and _has_walked_in(line, what))
            )
            yield from _threatened(mistake, role, line, weighty)


def _has_walked_in(line: MotifLine, what: FoundMotif) -> bool:
    """True if the one attacked piece has just gone there unforced: then that is not what the first move allows."""
    both = what.motif in (Motif.THREATENS_BOTH, Motif.THREATENS_TOO)
    return not both and bool(what.pieces) and line.has_walked_in(what.key, what.pieces[0].square)


def _threatened(mistake: Mistake, role: ClaimRole, line: MotifLine, found: Iterable[FoundMotif]) -> Iterator[Claim]:
    first = int(role is ClaimRole.MISSES)
    yield from (replace(claim_of(mistake, role, line, what, first), balance=Balance()) for what in found)


def _won_back(mistake: Mistake) -> Iterator[Claim]:
    line = won_back(mistake.played) if mistake.loss_cp >= LEAST_FOR_BACK else None
    if line is None:
        return
    last = max(step.index for step in line.steps if step.captured)
    square = line.moves[0].to_square
    piece = ClaimPiece(line.boards[1].piece_type_at(square) or 0, square)
    claim = claim_of(mistake, ClaimRole.ALLOWS, line, FoundMotif(Motif.REGAINS, last, (piece,)), 0)
    yield replace(claim, balance=Balance())


def _of_change(mistake: Mistake, change: position.LastingChange) -> Claim:
    length = change.plies
    played = (mistake.move, *mistake.reply)[:length]
    better = mistake.best[:length]
    allows = change.role is ClaimRole.ALLOWS
    line, other = (played, better) if allows else (better, played)
    return Claim(
        change.role,
        change.motif,
        mistake.fen,
        line,
        change.key,
        mistake.before,
        mistake.after,
        change.pieces,
        other=other,
        chess960=mistake.chess960,
    )
