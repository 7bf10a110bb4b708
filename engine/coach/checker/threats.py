"""Tests of threats: a threat must exist if the opponent passes, and must be new."""

from __future__ import annotations

import chess

from engine.coach.checker.registry import proves
from engine.coach.checker.replay import VALUES, ClaimReplay, is_there, material, passing, pending, swap
from engine.coach.checker.tactics import is_lost_everywhere
from engine.coach.claims import ClaimPiece, Motif


@proves(Motif.THREATENS)
def threatens(line: ClaimReplay) -> bool:
    """If the opponent passed, the piece could be captured with profit, and could not before. If we were in check before, none
    of our pieces may have attacked it."""
    piece = line.piece(0)
    return _could_fall(line, piece) and _is_new(line, piece)


def _is_new(line: ClaimReplay, piece: ClaimPiece) -> bool:
    """True if the piece could not be captured with profit before the move; in check: if none of our pieces attacked it."""
    if line.before.is_check():
        return not any(piece.square in line.before.attacks(own) for own in _pieces_of(line.before, line.us))
    return not swap(line.before.copy(stack=False), piece.square)


def _could_fall(line: ClaimReplay, piece: ClaimPiece) -> bool:
    return is_there(line.after, piece, not line.us) and swap(passing(line.after), piece.square) > 0


@proves(Motif.THREATENS_BOTH)
def threatens_both(line: ClaimReplay) -> bool:
    """The test of `threatens`, and a second piece could newly be captured with profit too."""
    first, second = line.piece(0), line.piece(1)
    return first != second and _could_fall(line, second) and threatens(line) and _is_new(line, second)


@proves(Motif.THREATENS_TOO)
def threatens_too(line: ClaimReplay) -> bool:
    """The test of `threatens`; a second piece could be captured with profit before the move too."""
    first, second = line.piece(0), line.piece(1)
    return first != second and _could_fall(line, second) and threatens(line) and not _is_new(line, second)


@proves(Motif.DRIVES_OFF)
def drives_off(line: ClaimReplay) -> bool:
    """The test of `threatens`, for a guard. After each move of it, it falls or what it guarded, for more than it takes; while it
    stays, the other piece does not."""
    guard, guarded = line.piece(0), line.piece(1)
    named = is_there(line.after, guarded, not line.us) and guarded.kind not in (chess.PAWN, chess.KING)
    named = named and guard.kind != chess.PAWN
    if not threatens(line) or not named or guarded.square not in line.after.attacks(guard.square):
        return False
    if swap(passing(line.after), guarded.square):
        return False
    moves = [move for move in line.after.legal_moves if move.from_square == guard.square]
    return bool(moves) and all(_gives_up(line.after, move, guarded.square) for move in moves)


def _gives_up(board: chess.Board, move: chess.Move, guarded: chess.Square) -> bool:
    """True if the moved piece, or the one that it guarded, can be captured for more than it takes; the move gives no check."""
    after = board.copy(stack=False)
    after.push(move)
    lost = max(swap(after, square) for square in (guarded, move.to_square))
    return not after.is_check() and lost > material(after, board.turn) - material(board, board.turn)


@proves(Motif.THREATENS_TRAPPED)
def threatens_trapped(line: ClaimReplay) -> bool:
    """The test of `threatens`, for a piece without a safe square."""
    return threatens(line) and is_lost_everywhere(line.after, line.piece(0).square)


@proves(Motif.TEMPO)
def tempo(line: ClaimReplay) -> bool:
    """The test of `threatens`; the piece moves away without a capture, and our next move is in the line."""
    return goes_away(line) and bool(line.later(2))


@proves(Motif.MOVES_AGAIN)
def moves_again(line: ClaimReplay) -> bool:
    """The test of `threatens`, for a piece that has just moved there and must move again."""
    return line.claim.key == 1 and line.moves[0].to_square == line.piece(0).square and goes_away(line)


@proves(Motif.DRIVES_BACK)
def drives_back(line: ClaimReplay) -> bool:
    """The test of `threatens`; the piece moves to the named square, nearer to its own first rank, captures nothing, gives no
    check, and attacks no piece there that could be captured with profit."""
    square, answer = line.piece(1).square, line.answer()
    ranks = [chess.square_rank(one) for one in (line.piece(0).square, square)]
    back = ranks[1] > ranks[0] if line.us else ranks[1] < ranks[0]
    if not (back and answer.to_square == square and goes_away(line)):
        return False
    then = line.boards[line.claim.key + 2]
    hit = [
        one for one in then.attacks(square) if then.color_at(one) is line.us and then.piece_type_at(one) != chess.PAWN
    ]
    return not then.is_check() and not any(swap(passing(then), one) > 0 for one in hit)


def goes_away(line: ClaimReplay) -> bool:
    """The test of `threatens`; the piece moves away without a capture."""
    answer, after = line.answer(), line.after
    return threatens(line) and answer.from_square == line.piece(0).square and not after.is_capture(answer)


def _pieces_of(board: chess.Board, side: chess.Color) -> list[chess.Square]:
    return [square for square, piece in board.piece_map().items() if piece.color is side]


@proves(Motif.THREATENS_MATE)
def threatens_mate(line: ClaimReplay) -> bool:
    """If the opponent passed, there would be a mate in one."""
    return _mates(passing(line.after))


def _mates(board: chess.Board) -> bool:
    """True if the side to move has a mate in one."""
    for move in list(board.legal_moves):
        board.push(move)
        mate = board.is_checkmate()
        board.pop()
        if mate:
            return True
    return False


@proves(Motif.THREATENS_PROMOTION)
def threatens_promotion(line: ClaimReplay) -> bool:
    """If the opponent passed, the pawn could promote with profit; before the move no pawn could."""
    pawn = line.piece(0)
    if not is_there(line.after, pawn, line.us) or line.before.is_check():
        return False
    return queens_safely(passing(line.after), pawn.square) and not any(
        queens_safely(line.before.copy(stack=False), square) for square in line.before.pieces(chess.PAWN, line.us)
    )


def queens_safely(board: chess.Board, square: chess.Square) -> bool:
    """True if the pawn can become a queen that is not lost at once."""
    for move in list(board.legal_moves):
        if move.from_square == square and move.promotion == chess.QUEEN:
            after = board.copy(stack=False)
            after.push(move)
            if swap(after, move.to_square) < VALUES[chess.QUEEN] - VALUES[chess.PAWN]:
                return True
    return False


@proves(Motif.MUST_STAY)
def must_stay(line: ClaimReplay) -> bool:
    """The piece is newly threatened; each move of it loses it or allows mate in one, and one allows mate."""
    piece = line.piece(0)
    if not threatens(line):
        return False
    moves = [move for move in line.after.legal_moves if move.from_square == piece.square]
    mated = [move for move in moves if _allows_mate(line.after, move)]
    return bool(mated) and all(move in mated or _is_lost_at(line.after, move) for move in moves)


def _allows_mate(board: chess.Board, move: chess.Move) -> bool:
    after = board.copy(stack=False)
    after.push(move)
    return _mates(after)


def _is_lost_at(board: chess.Board, move: chess.Move) -> bool:
    """True if the piece is captured on its new square for more than it has taken."""
    after = board.copy(stack=False)
    after.push(move)
    taken = VALUES[board.piece_type_at(move.to_square) or chess.KING]
    return swap(after, move.to_square) > taken


@proves(Motif.ZUGZWANG)
def zugzwang(line: ClaimReplay) -> bool:
    """If the opponent could pass nothing would be lost; each legal move loses something, and no piece is pinned."""
    if any(line.after.is_pinned(not line.us, square) for square in _pieces_of(line.after, not line.us)):
        return False
    if line.after.is_check() or not any(line.after.legal_moves) or pending(passing(line.after)) > 0:
        return False
    return every_answer_loses(line, line.claim.balance.pawns)  # what is claimed, not just anything


def every_answer_loses(line: ClaimReplay, least: int = 1) -> bool:
    """True if after each legal reply we win `least` pawns or more by captures, or have gained them."""
    before = material(line.after, line.us)
    for move in list(line.after.legal_moves):
        answered = line.after.copy(stack=False)
        answered.push(move)
        if answered.is_check() or material(answered, line.us) - before + pending(answered) < max(1, least):
            return False
    return any(line.after.legal_moves)


def wins(board: chess.Board, move: chess.Move, least: int) -> bool:
    """True if a move wins at least `least` pawns after each legal reply, by captures alone."""
    us, before = board.turn, material(board, board.turn)
    after = board.copy(stack=False)
    after.push(move)
    for answer in list(after.legal_moves):
        answered = after.copy(stack=False)
        answered.push(answer)
        if answered.is_check() or material(answered, us) - before + pending(answered) < least:
            return False
    return any(after.legal_moves)
