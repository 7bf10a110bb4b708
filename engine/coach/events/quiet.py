"""Claims of quiet replies: a plan that is forbidden, a pawn left without its guard, a king or rook that gets in."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import chess

from engine.coach.claims import Balance, Claim, ClaimPiece, ClaimRole, Motif
from engine.coach.events.chances import passed_ahead
from engine.coach.exchange_values import exchange, loose
from engine.coach.facts import king_to_pawns
from engine.coach.line import FoundMotif, LineStep
from engine.coach.line_comparison import fallen
from engine.coach.mistake import Mistake
from engine.coach.why_better import cheapest_first
from engine.coach.winning import claim_of

LATEST = 5  # plies after the played move
LATEST_BEHIND = 7  # plies until a rook is behind a pawn: it may go there with a check
COMPARED = 8  # plies of the better line
OPENING_MOVES = 12
MOST_FOR_BLOCKING = 200  # centipawns
_HOMES = {chess.WHITE: (chess.C1, chess.F1), chess.BLACK: (chess.C8, chess.F8)}


def forbids(mistake: Mistake) -> Iterator[Claim]:
    """The reply makes the better move illegal or a loss, which it would not be if the opponent had passed."""
    if len(mistake.played.boards) < 3 or len(mistake.better.moves) < 2:
        return
    (root, played, after), better = mistake.played.boards[:3], mistake.better.moves[1]
    if root.is_check() or played.is_check() or after.is_check() or better.promotion:
        return
    if played.is_capture(mistake.played.moves[1]):
        return  # what it takes is the point
    stays = root.piece_at(better.from_square) == after.piece_at(better.from_square)
    if not stays or not _same_target(mistake, root, after, better):
        return
    passed = played.copy(stack=False)
    passed.push(chess.Move.null())
    blocked = not after.is_legal(better) and passed.is_legal(better)  # even if it gives something
    if blocked or (_is_fine(root, better) and _is_fine(passed, better) and not _is_fine(after, better)):
        claim = _event(mistake, FoundMotif(Motif.FORBIDS, 1), mistake.best[:1])
        yield replace(claim, line=(*claim.line, *_punished(after, better)))


def _punished(after: chess.Board, better: chess.Move) -> tuple[str, ...]:
    """The better move after the reply, and the capture by which it loses; empty if it is illegal then."""
    if not after.is_legal(better):
        return ()
    then = after.copy(stack=False)
    then.push(better)
    back = cheapest_first(then, better.to_square)[:1]
    return (after.uci(better), then.uci(back[0])) if back else ()


def _same_target(mistake: Mistake, root: chess.Board, after: chess.Board, better: chess.Move) -> bool:
    """True if the target of the better move is as before, or the reply has come to that empty square and blocks it."""
    square = better.to_square
    blocked = (
        root.piece_at(square) is None and mistake.played.moves[1].to_square == square and not after.is_legal(better)
    )
    return blocked or root.piece_at(square) == after.piece_at(square)


def _is_fine(board: chess.Board, move: chess.Move) -> bool:
    return board.is_legal(move) and exchange(board, move) >= 0


def left_loose(mistake: Mistake) -> Iterator[Claim]:
    """A pawn or piece that the moved piece guarded is attacked by one of the next moves, and nothing guards it. After the better
    move it is guarded, and does not fall."""
    line, better = mistake.played, mistake.better
    if len(better.boards) < 3 or line.boards[0].is_check() or line.moves[0].promotion:
        return
    root, after, move = *line.boards[:2], line.moves[0]
    kind = root.piece_type_at(move.from_square) or chess.PAWN
    own = root.attacks(move.from_square) & root.occupied_co[mistake.white] & ~root.kings
    left = [square for square in own if square not in after.attacks(move.to_square)]
    falls = fallen(better.boards[1 : COMPARED + 2], better.moves[1 : COMPARED + 1])
    for step in line.steps:
        if step.index > LATEST or step.after.is_check():
            return
        for square in left:
            there = all(one.piece_at(square) == root.piece_at(square) for one in (step.after, better.boards[2]))
            safe = square not in falls and not loose(better.boards[2], square) and not _pays(better.boards[2], square)
            if there and safe and _newly_hits(step, square):
                pieces = ClaimPiece(kind, move.to_square), ClaimPiece(root.piece_type_at(square) or 0, square)
                yield _event(mistake, FoundMotif(Motif.LEFT_LOOSE, step.index, pieces), mistake.best[:1])
                return


def _newly_hits(step: LineStep, square: chess.Square) -> bool:
    """True if the moved piece attacks a piece that could be won from its new place only, and is not captured at once. After a
    recapture that is a side matter."""
    target = step.move.to_square
    if step.captured and step.previous and step.previous.to_square == target:
        return False
    taken = step.reply is not None and step.reply.to_square == target
    fresh = square in step.after.attacks(target) and square not in step.board.attacks(step.move.from_square)
    passed = step.after.copy(stack=False)
    passed.push(chess.Move.null())
    return fresh and not taken and (loose(step.after, square) or _pays(passed, square))


def _pays(board: chess.Board, square: chess.Square) -> bool:
    """True if the side to move wins material by a capture on the square."""
    return any(exchange(board, move) > 0 for move in board.generate_legal_captures(to_mask=chess.BB_SQUARES[square]))


def rook_behind(mistake: Mistake) -> Iterator[Claim]:
    """In an ending the opponent's rook gets behind a passed pawn of either side; in the better line none does."""
    line, better = mistake.played, mistake.better
    if line.boards[0].queens:
        return
    for step in line.steps:
        if step.index > LATEST_BEHIND or step.piece != chess.ROOK:
            continue
        before = passed_ahead(step.board, step.move.from_square)
        for pawn in passed_ahead(step.after, step.move.to_square):
            boards = better.boards[1 : COMPARED + 2]
            if pawn not in before and not any(_is_behind(one, line.us, pawn) for one in boards):
                pieces = ClaimPiece(chess.ROOK, step.move.to_square), ClaimPiece(chess.PAWN, pawn)
                yield _event(mistake, FoundMotif(Motif.ROOK_BEHIND, step.index, pieces))
                return


def _is_behind(board: chess.Board, side: chess.Color, pawn: chess.Square) -> bool:
    """True if a rook of the side is behind a passed pawn on the file of this one."""
    found = (one for rook in board.pieces(chess.ROOK, side) for one in passed_ahead(board, rook))
    return any(chess.square_file(one) == chess.square_file(pawn) for one in found)


def king_in(mistake: Mistake) -> Iterator[Claim]:
    """In an ending the opponent's king walks nearer to the pawns, to a square that the better move forbids it."""
    line = mistake.played
    if len(mistake.better.boards) < 3:
        return
    better, start = mistake.better.boards[2], line.boards[0]
    if start.queens or start.is_check() or better.is_check():
        return
    for step in line.steps:
        if step.piece != chess.KING or step.captured or step.index > LATEST or step.board.is_check():
            return
        square = step.move.to_square
        near = king_to_pawns(step.after, line.us) < king_to_pawns(line.boards[1], line.us)
        if near and better.is_attacked_by(mistake.white, square):
            king = (ClaimPiece(chess.KING, square),)
            yield _event(mistake, FoundMotif(Motif.KING_IN, step.index, king), mistake.best[:1])
            return


def blocks(mistake: Mistake) -> Iterator[Claim]:
    """In the opening a quiet move takes the last free square of a bishop at home; the better move does not."""
    if len(mistake.better.boards) < 3 or mistake.loss_cp > MOST_FOR_BLOCKING:
        return
    (root, after), better, move = mistake.played.boards[:2], mistake.better.boards[2], mistake.played.moves[0]
    if root.fullmove_number > OPENING_MOVES or root.is_check() or root.is_capture(move) or root.is_castling(move):
        return
    for home in _HOMES[mistake.white]:
        bishop = chess.Piece(chess.BISHOP, mistake.white)
        there = all(board.piece_at(home) == bishop for board in (root, after))
        if (
            there
            and _ways(root, home)
            and not _ways(after, home)
            and (better.piece_at(home) != bishop or _ways(better, home))
        ):
            kind = after.piece_type_at(move.to_square) or 0
            pieces = ClaimPiece(kind, move.to_square), ClaimPiece(chess.BISHOP, home)
            claim = _event(mistake, FoundMotif(Motif.BLOCKS, 0, pieces), mistake.best[:1])
            yield replace(claim, line=claim.line[:1])


def in_the_way(mistake: Mistake) -> Iterator[Claim]:
    """The moved piece blocks the piece that should have moved."""
    if len(mistake.better.moves) < 2 or len(mistake.played.boards) < 2:
        return
    (root, after), better, move = mistake.played.boards[:2], mistake.better.moves[1], mistake.played.moves[0]
    if root.is_check() or after.is_check() or better.from_square == move.from_square or root.is_castling(move):
        return
    pawn = chess.PAWN in (root.piece_type_at(move.from_square), root.piece_type_at(better.from_square))
    if root.is_capture(move) or (move.to_square == better.to_square and not pawn):
        return  # which piece belongs there is the point
    passed = after.copy(stack=False)
    passed.push(chess.Move.null())
    way = chess.between(better.from_square, better.to_square) | chess.BB_SQUARES[better.to_square]
    if way & chess.BB_SQUARES[move.to_square] and not passed.is_legal(better):
        kinds = after.piece_type_at(move.to_square) or 0, root.piece_type_at(better.from_square) or 0
        pieces = ClaimPiece(kinds[0], move.to_square), ClaimPiece(kinds[1], better.from_square)
        yield _of_move(mistake, Motif.BLOCKS, pieces)


def lets_go(mistake: Mistake) -> Iterator[Claim]:
    """The piece that could have captured something has moved, and no longer attacks it."""
    if len(mistake.better.moves) < 2 or len(mistake.played.boards) < 2:
        return
    (root, after), better, move = mistake.played.boards[:2], mistake.better.moves[1], mistake.played.moves[0]
    taken = root.piece_type_at(better.to_square)
    if better.from_square != move.from_square or taken is None or not root.is_capture(better) or move.promotion:
        return
    if root.is_capture(move) or exchange(root, better) <= 0:
        return  # that is another choice, or the capture was only an exchange
    if better.to_square not in after.attacks(move.to_square) and after.piece_at(better.to_square) == root.piece_at(
        better.to_square
    ):
        pieces = (
            ClaimPiece(after.piece_type_at(move.to_square) or 0, move.to_square),
            ClaimPiece(taken, better.to_square),
        )
        yield _of_move(mistake, Motif.LETS_GO, pieces)


def _of_move(mistake: Mistake, motif: Motif, pieces: tuple[ClaimPiece, ...]) -> Claim:
    """A claim of the played move alone, beside the better one."""
    claim = _event(mistake, FoundMotif(motif, 0, pieces), mistake.best[:1])
    return replace(claim, line=claim.line[:1])


def _ways(board: chess.Board, square: chess.Square) -> int:
    return int(board.attacks_mask(square) & ~board.occupied)


def _event(mistake: Mistake, what: FoundMotif, other: tuple[str, ...] = ()) -> Claim:
    """The claim of an event of the played line up to its key move, without material."""
    claim = claim_of(mistake, ClaimRole.ALLOWS, mistake.played, what, 0)
    return replace(claim, line=claim.line[: claim.key + 1], balance=Balance(), mate=0, other=other)
