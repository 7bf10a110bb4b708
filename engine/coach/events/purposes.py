"""Claims of what the better move does, if nothing says how it meets what is allowed: a threat, a break, queens that stay."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import chess

from engine.coach.claims import Balance, Claim, ClaimPiece, ClaimRole, Motif
from engine.coach.events import chances, plans
from engine.coach.events.both_lines import is_threatened_too
from engine.coach.events.lasting_changes import LAST_PATIENCE, LATER, SAMPLES, LastingChange, changes
from engine.coach.exchange_values import exchange
from engine.coach.facts import has_pieces, passed_pawns
from engine.coach.mistake import Mistake
from engine.coach.threats import threats
from engine.coach.winning import claim_of

SHOWN = 3  # half-moves of the better line, beyond which nothing at once is proved
QUEENS_STAY = 6  # plies of the better line with both queens
QUEENS_GO = 4  # plies of the played line within which they come off
BREAK_ENDS = 6  # plies within which the attacked pawn is exchanged
LEAST_PAWN = 3  # rank from 0 of a passed pawn that advances; 4 among pieces, 5 among queens
_OTHERS_CHOICE = frozenset(
    {Motif.ISOLATED_PAWN, Motif.DOUBLED_PAWNS, Motif.BACKWARD_PAWN, Motif.BAD_BISHOP, Motif.BISHOP_PAIR, Motif.SHELTER}
)
"""Lasting changes that mostly the other side's own moves make, so they are not why the better move works."""
_ORDER = (
    *(Motif.THREATENS_MATE, Motif.THREATENS_PROMOTION, Motif.THREATENS_TRAPPED, Motif.MUST_STAY, Motif.THREATENS_BOTH),
    *(Motif.THREATENS_TOO, Motif.DRIVES_OFF, Motif.PRESSES_PIN, Motif.DEVELOPS_TEMPO, Motif.MOVES_AGAIN),
    *(Motif.DRIVES_BACK, Motif.TEMPO, Motif.THREATENS, Motif.PINS),
)


_HARD = _ORDER[:5]


def purposes(mistake: Mistake, allowed: Claim | None) -> Iterator[Claim]:
    """Yields reasons from what the better move does, the best first. Nothing small explains the loss of a piece."""
    if len(mistake.better.boards) < SHOWN:
        return
    yield from plans.promotes_too(mistake)
    attacks = sorted(_attacks(mistake), key=lambda claim: _ORDER.index(claim.motif))
    common = [claim for claim in attacks if is_threatened_too(mistake, claim.pieces)]
    apart = [claim for claim in attacks if claim not in common]
    yield from (claim for claim in apart if not _is_of_pawn(claim))
    yield from _keeps_queens(mistake)
    yield from (_works(claim) for claim in chances.trades(mistake))
    yield from plans.offers(mistake)
    yield from _takes_piece(mistake)
    prepared = [*plans.prepares(mistake)]
    yield from (claim for claim in prepared if plans.is_strong(claim))
    if allowed is not None and _loses_piece(mistake, allowed):
        return
    yield from _takes(mistake)
    yield from _advances(mistake)
    yield from (claim for claim in apart if _is_of_pawn(claim))
    yield from _breaks(mistake)
    yield from prepared
    yield from _lasting(mistake)
    yield from (claim for claim in common if not _is_of_pawn(claim))


def strong_attacks(mistake: Mistake) -> Iterator[Claim]:
    """Yields attacks of the better move that are hard to meet: mate, promotion, a trapped piece, two pieces at once."""
    if len(mistake.better.boards) >= SHOWN:
        found = sorted(_attacks(mistake), key=lambda claim: _ORDER.index(claim.motif))
        hard = (claim for claim in found if claim.motif in _HARD and not _is_of_pawn(claim))
        yield from (claim for claim in hard if not is_threatened_too(mistake, claim.pieces))


def _loses_piece(mistake: Mistake, allowed: Claim) -> bool:
    """True if a claim is of mate or of more than a pawn, or if the reply wins more than a pawn by captures on its square."""
    captures = len(mistake.played.moves) > 1 and mistake.played.boards[1].is_capture(mistake.played.moves[1])
    taken = captures and exchange(mistake.played.boards[1], mistake.played.moves[1]) > 1
    return bool(allowed.mate) or allowed.balance.pawns > 1 or taken


def _works(claim: Claim) -> Claim:
    return replace(claim, role=ClaimRole.WORKS, balance=Balance(), mate=0)


def _attacks(mistake: Mistake) -> Iterator[Claim]:
    """The threats of the better move."""
    for what in threats(mistake.better):
        if what.motif in _ORDER:
            claim = claim_of(mistake, ClaimRole.WORKS, mistake.better, what, 1)
            yield replace(_works(claim), line=claim.line[:SHOWN], other=(mistake.move, *mistake.reply[:1]))


def _is_of_pawn(claim: Claim) -> bool:
    single = claim.motif in (Motif.THREATENS, Motif.THREATENS_BOTH, Motif.THREATENS_TOO)
    return single and claim.pieces[0].kind == chess.PAWN


def _keeps_queens(mistake: Mistake) -> Iterator[Claim]:
    """The played move or its reply offers or makes an exchange of queens; after the better move they stay on the board."""
    line, stay = mistake.played, mistake.better.boards[1 : QUEENS_STAY + 2]
    off = next((at for at, board in enumerate(line.boards[: QUEENS_GO + 1]) if not board.queens), 0)
    offered = any(_offers(line.boards[at], line.moves[at]) for at in range(min(2, off)))
    if off and offered and len(stay) > QUEENS_STAY and all(_both_queens(board) for board in stay):
        claim = _claim(mistake, Motif.KEEPS_QUEENS, (), QUEENS_STAY)
        yield replace(claim, other=(mistake.move, *mistake.reply)[:off])


def _offers(board: chess.Board, move: chess.Move) -> bool:
    """True if a queen moves without a capture, or a queen is captured."""
    kinds = board.piece_type_at(move.from_square), board.piece_type_at(move.to_square)
    return kinds == (chess.QUEEN, None) or kinds[1] == chess.QUEEN


def _both_queens(board: chess.Board) -> bool:
    return all(board.pieces_mask(chess.QUEEN, side) for side in chess.COLORS)


def _takes_piece(mistake: Mistake) -> Iterator[Claim]:
    """The better move captures a piece, and wins at least a pawn by captures on its square."""
    root, move = mistake.better.boards[1], mistake.better.moves[1]
    kind = root.piece_type_at(move.to_square)
    if kind not in (None, chess.PAWN) and root.is_capture(move) and exchange(root, move) > 0:
        if mistake.played.moves[0].to_square != move.to_square:
            yield _claim(mistake, Motif.TAKES, (ClaimPiece(kind or 0, move.to_square),))


def _takes(mistake: Mistake) -> Iterator[Claim]:
    """The better move captures a pawn and wins it by captures, though the line gives it back."""
    root, move = mistake.better.boards[1], mistake.better.moves[1]
    if root.piece_type_at(move.to_square) == chess.PAWN and exchange(root, move) > 0:
        if mistake.played.moves[0].to_square != move.to_square:
            yield _claim(mistake, Motif.TAKES, (ClaimPiece(chess.PAWN, move.to_square),))


def _advances(mistake: Mistake) -> Iterator[Claim]:
    """A passed pawn advances, and is not captured in the better line; the played move does not push it."""
    root, after, move = mistake.better.boards[1], mistake.better.boards[2], mistake.better.moves[1]
    square, rank = move.to_square, chess.square_rank(move.to_square)
    least = LEAST_PAWN + has_pieces(root) + bool(root.queens)
    pawn = root.piece_type_at(move.from_square) == chess.PAWN and not move.promotion
    taken = square in (later.to_square for later in mistake.better.moves[2::2])
    pushed = mistake.played.moves[0].from_square == move.from_square
    if pawn and not (taken or pushed) and (rank if mistake.white else 7 - rank) >= least:
        if square in passed_pawns(after, mistake.white):
            yield _claim(mistake, Motif.PAWN_STEPS, (ClaimPiece(chess.PAWN, square),))


def _breaks(mistake: Mistake) -> Iterator[Claim]:
    """A pawn attacks a pawn, and in the better line one of the two captures the other."""
    root, after, move = mistake.better.boards[1], mistake.better.boards[2], mistake.better.moves[1]
    if root.piece_type_at(move.from_square) != chess.PAWN or root.is_capture(move) or move.promotion:
        return
    for target in after.attacks(move.to_square) & after.pieces(chess.PAWN, not mistake.white):
        if target in root.attacks(move.from_square):
            continue
        for at in range(2, min(BREAK_ENDS + 1, len(mistake.better.moves))):
            one = mistake.better.moves[at]
            if {one.from_square, one.to_square} == {move.to_square, target}:
                pieces = ClaimPiece(chess.PAWN, move.to_square), ClaimPiece(chess.PAWN, target)
                yield _claim(mistake, Motif.PAWN_BREAK, pieces, at)
                return


def _lasting(mistake: Mistake) -> Iterator[Claim]:
    """Lasting changes in the better line alone."""
    for samples in (SAMPLES, LATER):
        for change in changes(mistake, samples, LAST_PATIENCE):
            weak = change.motif in _OTHERS_CHOICE or (change.motif.facts.minor and _is_large(mistake))
            if change.role is ClaimRole.MISSES and not weak:
                yield _of_change(mistake, change)


def _is_large(mistake: Mistake) -> bool:
    return mistake.loss_points >= chances.MOST_FOR_MINOR


def _of_change(mistake: Mistake, change: LastingChange) -> Claim:
    claim = _claim(mistake, change.motif, change.pieces, change.plies)
    return replace(claim, key=change.key, other=(mistake.move, *mistake.reply)[: change.plies])


def _claim(mistake: Mistake, motif: Motif, pieces: tuple[ClaimPiece, ...], plies: int = 1) -> Claim:
    """A claim of the first plies of the better line, beside the played move and its reply."""
    line, other = mistake.best[:plies], (mistake.move, *mistake.reply[:1])
    scores = mistake.before, mistake.after
    return Claim(ClaimRole.WORKS, motif, mistake.fen, line, 0, *scores, pieces, other=other, chess960=mistake.chess960)
