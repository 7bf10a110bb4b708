"""Claims that the two lines prove at once: mate, a draw, material, or facts from tables and book."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

import chess

from engine.coach.abandoned_guards import abandoned_guard
from engine.coach.claims import Balance, Claim, ClaimRole, Motif
from engine.coach.exchange_values import exchange, in_danger, noisy
from engine.coach.line import FoundMotif, MotifLine
from engine.coach.mistake import LONGEST, Mistake, is_repeated
from engine.coach.quiet_cut import LEAST_LATE, balance_of, played_out, settled, won_by_score, won_for_now, won_late
from engine.coach.source_claims import by_tables, ended, refuted_by_book
from engine.coach.sources import Sources
from engine.coach.tactics import mates_shown, shown, slow_captures
from engine.coach.threats import forcing, threats

SWING_CP = 50  # centipawns that the scores must show for each pawn won
MOST_SWING_CP = 300
DRAWN_CP = 30
WINNING_CP = 150
LEAST_CHECKS = 3
LEAST_HANGING = 2  # pawns
ENOUGH_AT_ONCE = 3  # pawns
MOST_BESIDE_MATE = 2  # pawns: a greater gain matters more than a threat of mate that can be met
CLEAR_CP = 150  # centipawns of a loss that is not explained by what falls later anyway
SOON = 2  # plies
HELD_CP = 75  # centipawns by which the score may be less than the material of a pawn that is won slowly
SLOWEST = 6  # plies after the key move, within which a pawn must fall
SHOWN = 0.9  # of a piece that a quiet move wins: the score must show so much of it


def of_line(mistake: Mistake, role: ClaimRole, line: MotifLine, sources: Sources) -> Iterator[Claim]:
    """The claims that a line proves, the most important first: mate, a draw, material, facts from tables and book."""
    if role is ClaimRole.ALLOWS:
        yield from ended(mistake, sources)
    first = 1 if role is ClaimRole.MISSES else 0  # this line begins with a null move
    if line.end.is_checkmate() and line.end.turn is not line.us:
        yield from (claim_of(mistake, role, line, what, first) for what in mates_shown(line))
    drawn = _drawn(mistake, role, line)
    if drawn is not None:
        yield replace(claim_of(mistake, role, *drawn, first), balance=Balance())
    cut = settled(line)
    while cut is not None:  # try longer beginnings if the checker still finds a capture
        yield from winning(mistake, role, cut, first)
        cut = settled(line, len(cut.moves))
    if role is ClaimRole.ALLOWS and is_choice(mistake):
        yield from _after_capture(mistake)
    yield from by_tables(mistake, role, sources.tables)
    if role is ClaimRole.ALLOWS:
        yield from refuted_by_book(mistake, sources)


def _after_capture(mistake: Mistake) -> Iterator[Claim]:
    """The gain after the wrong piece has captured, if the better move captures the same piece; counted from after the capture."""
    line = _line_after(mistake)
    cut = settled(line)
    while cut is not None:
        if _shows_in_scores(mistake, cut) and _differs_after(mistake, cut):
            for what in _motifs(cut):
                claim = claim_of(mistake, ClaimRole.ALLOWS, cut, what, 1)
                moves = mistake.move, *claim.line
                yield replace(claim, line=moves, key=claim.key + 1, other=mistake.best[:1])
        cut = settled(line, len(cut.moves))


def is_choice(mistake: Mistake) -> bool:
    """True if both moves capture on the same square."""
    if len(mistake.better.moves) < 2:
        return False
    root, played, better = mistake.played.boards[0], mistake.played.moves[0], mistake.better.moves[1]
    taken = root.piece_type_at(played.to_square) is not None
    return taken and played.to_square == better.to_square and root.is_capture(played) and root.is_capture(better)


def _line_after(mistake: Mistake) -> MotifLine:
    """The opponent's line after the played capture, without it. :raises MoveError: a move is not legal."""
    return MotifLine.from_here(mistake.played.boards[1].fen(), mistake.reply[: LONGEST - 1], mistake.chess960)


def _differs_after(mistake: Mistake, cut: MotifLine) -> bool:
    """True if such a line wins more than the better capture loses in its own line."""
    better = mistake.better
    quiet = [index for index in range(3, len(better.boards)) if better.quiet[index]]
    anyway = better.gains[2] - better.gains[quiet[-1]] if quiet else 0
    return cut.gains[-1] - cut.gains[0] > anyway


def _motifs(cut: MotifLine) -> Iterator[FoundMotif]:
    """The motifs through which a line wins material, the most informative first."""
    found = [*shown(cut)]
    plain = [what for what in found if what.motif is Motif.MATERIAL and not _is_recapture(cut, what.key)]
    at_once = next((what.key for what in plain if _wins_all(cut, what.key)), LONGEST)
    if cut.gains[-1] - cut.gains[0] <= MOST_BESIDE_MATE:
        yield from _stronger_threats(cut)
    near = [what for what in found if what.motif is not Motif.MATERIAL and what.key <= at_once]
    yield from (what for what in near if what.motif is not Motif.ATTACKS)
    yield from _double_attacks(cut)
    yield from (what for what in near if what.motif is Motif.ATTACKS)
    yield from (what for what in forcing(cut) if not plain or what.key < plain[0].key)
    yield from plain
    yield from (what for what in found if what.motif is not Motif.MATERIAL and what.key > at_once)


def _double_attacks(cut: MotifLine) -> Iterator[FoundMotif]:
    """Two pieces attacked at once by a quiet move, of which the line captures one."""
    taken = {step.move.to_square for step in cut.steps if step.captured}
    for what in forcing(cut):
        pieces = [piece for piece in what.pieces if piece.kind != chess.PAWN]
        if what.motif is Motif.THREATENS_BOTH and len(pieces) > 1 and any(one.square in taken for one in pieces):
            yield what


def _stronger_threats(cut: MotifLine) -> Iterator[FoundMotif]:
    """Threats of mate by our first move, or by the second after a capture or check; a pin to the king by the first."""
    first = cut.steps[0]
    forced = len(cut.steps) > 1 and bool(first.captured or first.after.is_check())
    for number in range(1 + forced):
        yield from (what for what in threats(cut, number) if what.motif is Motif.THREATENS_MATE)
    for what in threats(cut):
        if what.motif is Motif.PINS and what.pieces[1].kind == chess.KING:
            yield what


def _is_recapture(cut: MotifLine, key: int) -> bool:
    """True if the move captures the piece that has just captured, after a first move of ours that was quiet."""
    quiet = not (cut.steps[0].captured or cut.steps[0].after.is_check())
    return key > 1 and quiet and cut.moves[key - 1].to_square == cut.moves[key].to_square


def _wins_all(cut: MotifLine, key: int) -> bool:
    """True if the capture alone wins as much as the line does, or a piece: how more is won later is not the point."""
    return exchange(cut.boards[key], cut.moves[key]) >= min(ENOUGH_AT_ONCE, cut.gains[-1] - cut.gains[0])


def slow_gains(mistake: Mistake) -> Iterator[Claim]:
    """Claims of what the opponent wins within a few quiet moves; the caller's `holds` must confirm the end of the line."""
    cut = settled(mistake.played)
    if cut is not None:
        yield from winning(mistake, ClaimRole.ALLOWS, cut, 0, slow_captures)


def winning(
    mistake: Mistake,
    role: ClaimRole,
    cut: MotifLine,
    first: int,
    motifs: Callable[[MotifLine], Iterator[FoundMotif]] | None = None,
) -> Iterator[Claim]:
    """The claims of a line that wins material, if the scores and the other line confirm the gain, by default for all motifs."""
    if _shows_in_scores(mistake, cut) and _differs(mistake, role, cut) and not _is_taken_anyway(mistake, role, cut):
        if _falls_in_both(mistake, role, cut) or _comes_back(mistake, role, cut):
            return
        found = (motifs or _motifs)(cut)
        if _is_only_by_line(mistake, role, cut):  # of two attacked pieces only one can go away
            found = (what for what in found if what.motif in (Motif.FORK, Motif.THREATENS_BOTH))
        claims = (claim_of(mistake, role, cut, what, first) for what in found)
        if role is ClaimRole.MISSES and is_choice(mistake):  # what both moves capture is not the difference
            counted = balance_of(MotifLine(cut.boards[2:], cut.moves[2:]))
            claims = (replace(claim, balance=counted, other=(mistake.move,)) for claim in claims if not claim.mate)
        for claim in claims:
            if not (
                _comes_anyway(mistake, claim) or _queens_too(mistake, claim) or _is_too_slow(cut, claim.key + first)
            ):
                yield from _of_guard(mistake, claim)
                yield claim


def _is_too_slow(cut: MotifLine, key: int) -> bool:
    """True if a pawn is won so long after the key move that the one hardly follows from the other."""
    at = next(at for at in range(len(cut.gains)) if min(cut.gains[at:]) >= cut.gains[-1])
    return balance_of(cut) == Balance((chess.PAWN,)) and at - key - 1 > SLOWEST


def _of_guard(mistake: Mistake, claim: Claim) -> Iterator[Claim]:
    """The same gain, if the reply captures what the played move no longer guards."""
    if claim.role is ClaimRole.ALLOWS and claim.motif is Motif.MATERIAL and claim.key == 1:
        for left in abandoned_guard(mistake):
            yield replace(claim, motif=left.motif, pieces=left.pieces, other=left.other)


def _is_only_by_line(mistake: Mistake, role: ClaimRole, cut: MotifLine) -> bool:
    """True if a quiet move wins in the line, but the score promises less than that: another reply holds it. More than a pawn
    counts if the piece that is captured first had a safe square the move before."""
    quiet = not (cut.steps[0].captured or cut.steps[0].after.is_check())
    if role is not ClaimRole.MISSES or not quiet:
        return False
    score, won = mistake.before.worth(cut.us), 100 * (cut.gains[-1] - cut.gains[0])
    if balance_of(cut) == Balance((chess.PAWN,)):
        return score < 100 * cut.gains[-1] - HELD_CP
    return score - 100 * cut.gains[0] < SHOWN * won and _has_refuge(cut)


def _has_refuge(cut: MotifLine) -> bool:
    """True if the piece that the line captures first could have gone to a safe square by the move before."""
    first = next((step for step in cut.steps[1:] if step.captured), None)
    if first is None:
        return False
    board = cut.boards[first.index - 1].copy()
    for move in [move for move in board.legal_moves if move.from_square == first.move.to_square]:
        board.push(move)
        safe = not in_danger(board, move.to_square)
        board.pop()
        if safe:
            return True
    return False


def _falls_in_both(mistake: Mistake, role: ClaimRole, cut: MotifLine) -> bool:
    """True if the pawn won by the better line is also captured by the played move or the mover's next one."""
    if role is not ClaimRole.MISSES or balance_of(cut) != Balance((chess.PAWN,)):
        return False
    here = {step.move.to_square for step in cut.steps if step.captured == chess.PAWN}
    played = [*zip(mistake.played.boards, mistake.played.moves, strict=False)][:3:2]
    return bool(here) and here <= {move.to_square for board, move in played if _takes_pawn(board, move)}


def _comes_back(mistake: Mistake, role: ClaimRole, cut: MotifLine) -> bool:
    """True if a pawn is won, but by the end of the searched line it is given back, and our next capture does not win it again:
    a line may end in a check or an exchange."""
    line = mistake.played if role is ClaimRole.ALLOWS else mistake.better
    if cut.gains[-1] - cut.gains[0] > 1 or len(cut.moves) >= len(line.moves):
        return False
    next_gain = (
        max((exchange(line.end, move) for move in noisy(line.end)), default=0) if line.end.turn is line.us else 0
    )
    return line.gains[-1] - line.gains[0] + max(0, next_gain) < 1


def _takes_pawn(board: chess.Board, move: chess.Move) -> bool:
    return board.is_en_passant(move) or (board.is_capture(move) and board.piece_type_at(move.to_square) == chess.PAWN)


def _comes_anyway(mistake: Mistake, claim: Claim) -> bool:
    """True if both lines continue alike after their first move up to the gain, or if the piece that was attacked before is also
    captured after the better move."""
    if claim.motif is Motif.STILL_ATTACKED:
        return mistake.reply[:1] == mistake.best[1:2]
    alike = mistake.best[1:3] == mistake.reply[:2]
    return alike and claim.role is ClaimRole.MISSES and claim.key == 2 and len(mistake.reply) > 1


def _queens_too(mistake: Mistake, claim: Claim) -> bool:
    """True if a pawn promotes, and by the end of the searched line the other side's as well."""
    line, first = (mistake.played, 0) if claim.role is ClaimRole.ALLOWS else (mistake.better, 1)
    later = line.moves[claim.key + first + 1 :: 2]
    return claim.motif is Motif.PROMOTION and any(move.promotion for move in later)


def _is_taken_anyway(mistake: Mistake, role: ClaimRole, cut: MotifLine) -> bool:
    """True if the line wins no more than what both moves capture on the same square: the difference comes later."""
    return role is ClaimRole.MISSES and is_choice(mistake) and cut.gains[-1] <= cut.gains[2]


def late_gains(mistake: Mistake, plain: bool = False) -> Iterator[Claim]:
    """Claims of gains after many moves, `plain` ones or the others; the caller's `holds` must confirm the end of their lines."""
    for role, line, first in ((ClaimRole.ALLOWS, mistake.played, 0), (ClaimRole.MISSES, mistake.better, 1)):
        late = won_late(line)
        if late is not None:
            yield from (claim for claim in winning(mistake, role, late, first) if _is_plain(claim) is plain)


def unproved_gains(mistake: Mistake) -> Iterator[Claim]:
    """Claims of late or temporary gains; the caller's `holds` must confirm the end of their lines."""
    for role, line, first in ((ClaimRole.ALLOWS, mistake.played, 0), (ClaimRole.MISSES, mistake.better, 1)):
        now = won_for_now(line)
        if now is not None and mistake.loss_cp >= min(MOST_SWING_CP, 100 * (now.gains[-1] - now.gains[0])):
            yield from winning(mistake, role, now, first)
        score = mistake.after if role is ClaimRole.ALLOWS else mistake.before
        covered = won_by_score(line, score.worth(line.us)) if now is None else None
        if covered is not None and mistake.loss_cp >= min(MOST_SWING_CP, 100 * (covered.gains[-1] - covered.gains[0])):
            yield from winning(mistake, role, covered, first)
        out = played_out(line)
        if out is not None:
            searched = sum(one == two for one, two in zip(out.moves, line.moves, strict=False))
            claims = winning(mistake, role, out, first)
            yield from (claim for claim in claims if claim.key + first < searched)  # the added captures are proof only
    yield from late_gains(mistake, plain=True)


def _is_plain(claim: Claim) -> bool:
    """True for a late gain worth a claim: at least a piece, or a motif shown by the first move."""
    at_once = claim.key == int(claim.role is ClaimRole.ALLOWS) and claim.motif is not Motif.MATERIAL
    return at_once or claim.balance.pawns >= LEAST_LATE


def left_hanging(mistake: Mistake, allowed: Claim) -> Iterator[Claim]:
    """Claims that the better move wins a piece, worth more than the loss in the other line, although captures continue to the
    end of its line."""
    root, move = mistake.better.boards[1], mistake.better.moves[1]
    if not root.is_capture(move) or exchange(root, move) < LEAST_HANGING:
        return
    least = max(LEAST_HANGING, allowed.balance.pawns)
    yield from (
        claim
        for claim in unproved_gains(mistake)
        if claim.role is ClaimRole.MISSES and claim.key == 0 and claim.balance.pawns >= least
    )


def _drawn(mistake: Mistake, role: ClaimRole, line: MotifLine) -> tuple[MotifLine, FoundMotif] | None:
    """The beginning of a line that ends in stalemate or repetition and saves a side that would lose otherwise."""
    held, other = (mistake.after, mistake.before) if role is ClaimRole.ALLOWS else (mistake.before, mistake.after)
    if abs(held.worth(line.us)) > DRAWN_CP or other.worth(line.us) > -WINNING_CP:
        return None
    for index in range(2, len(line.boards)):
        beginning = MotifLine(line.boards[: index + 1], line.moves[:index])
        key = index - 1 - index % 2  # our last move in it
        if beginning.end.is_stalemate():
            return beginning, FoundMotif(Motif.STALEMATE, key)
        if is_repeated(beginning.boards[1:]):
            return beginning, FoundMotif(Motif.REPETITION, key)
    checked = _checked_on(line)
    checks = [step.after.is_check() for step in checked.steps]
    if len(checks) >= LEAST_CHECKS and all(checks):
        return checked, FoundMotif(Motif.PERPETUAL, 1)
    return None


def _checked_on(line: MotifLine) -> MotifLine:
    """The line with one more check if that repeats a position: a search ends its line before the repetition."""
    seen = {board.epd() for board in line.boards[1:]}
    for move in line.end.legal_moves if line.end.turn is line.us else ():
        after = line.end.copy(stack=False)
        after.push(move)
        if after.is_check() and after.epd() in seen:
            return MotifLine((*line.boards, after), (*line.moves, move))
    return line


def _shows_in_scores(mistake: Mistake, line: MotifLine) -> bool:
    """True if the scores confirm the gain: a line may end before a piece is won back."""
    won = line.gains[-1] - line.gains[0]
    return abs(mistake.loss_cp) >= min(MOST_SWING_CP, SWING_CP * won)


def _differs(mistake: Mistake, role: ClaimRole, line: MotifLine) -> bool:
    """True if the other move is better by a pawn or more; a loss that happens anyway is not due to this move. Not counted if
    the scores differ by the whole gain, except for a single pawn."""
    won = line.gains[-1] - line.gains[0]
    counts = won == 1
    if not counts and mistake.loss_cp >= min(MOST_SWING_CP, 100 * won) and not _is_alike(mistake):
        return True
    other = mistake.better if role is ClaimRole.ALLOWS else mistake.played
    end = len(other.boards)
    if mistake.loss_cp >= CLEAR_CP:
        end = min(end, len(line.boards) + SOON)  # what falls much later in the other line is another matter
    quiet = [index for index in range(1, end) if other.quiet[index]]
    anyway = other.gains[0] - other.gains[quiet[-1]] if quiet else 0
    return won > anyway or _wins_more(mistake, role, anyway)


def _wins_more(mistake: Mistake, role: ClaimRole, anyway: int) -> bool:
    """True if by its end the better line wins more than `anyway` pawns, which the played one wins too."""
    line = mistake.better
    rests = [gain for gain, calm in zip(line.gains[2:], line.quiet[2:], strict=True) if calm]
    return role is ClaimRole.MISSES and bool(rests) and rests[-1] - line.gains[0] > anyway


def _is_alike(mistake: Mistake) -> bool:
    """True if both moves go to the same square or have the same reply."""
    squares = {
        line.moves[index].to_square
        for line, index in ((mistake.played, 0), (mistake.better, 1))
        if len(line.moves) > index
    }
    return len(squares) == 1 or (len(mistake.best) > 1 and mistake.reply[:1] == mistake.best[1:2])


def claim_of(mistake: Mistake, role: ClaimRole, line: MotifLine, what: FoundMotif, first: int) -> Claim:
    """The claim of a motif in a line; the first `first` moves of the line are null moves."""
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
        chess960=mistake.chess960,
    )
