"""Tests of the tactical motifs: what each must show on the boards of its line."""

from __future__ import annotations

import chess

from engine.coach.checker.registry import proves
from engine.coach.checker.replay import VALUES, ClaimReplay, is_there, material, passing, pending, swap
from engine.coach.claims import ClaimPiece, Motif


@proves(Motif.HANGING)
def hanging(line: ClaimReplay) -> bool:
    """The move captures the piece, and no piece can recapture. Without a gain it takes nothing that has just captured, and is
    not recaptured evenly."""
    piece = line.piece(0)
    if line.move.to_square != piece.square or not is_there(line.before, piece, not line.us):
        return False
    if not line.claim.balance.won and (line.is_recapture() or line.is_even()):
        return False
    return not any(move.to_square == piece.square for move in line.after.legal_moves)


@proves(Motif.FORK)
def fork(line: ClaimReplay) -> bool:
    """The moved piece attacks all pieces named, and one of them is captured later, or when it has taken a pawn."""
    pieces = line.claim.pieces
    hit = line.after.attacks(line.move.to_square)
    attacked = all(is_there(line.after, piece, not line.us) and piece.square in hit for piece in pieces)
    if any(line.takes_later(piece.square) for piece in pieces):
        return len(pieces) > 1 and attacked
    answer, back = line.answer(), line.later(2)
    sold = [piece.kind for piece in pieces if piece.square == answer.from_square and VALUES[piece.kind] > 1]
    sells = line.after.piece_type_at(answer.to_square) == chess.PAWN and back.to_square == answer.to_square
    return len(pieces) > 1 and attacked and sells and bool(sold)


@proves(Motif.PIN)
def pin(line: ClaimReplay) -> bool:
    """The piece is pinned to the king, and captured later, or after it has captured the piece that pins it."""
    pinned, king = line.piece(0), line.piece(1)
    if not (is_there(line.after, pinned, not line.us) and is_there(line.after, king, not line.us)):
        return False
    without = line.after.copy(stack=False)
    without.remove_piece_at(pinned.square)
    pinner = set(without.attackers(line.us, king.square)) - set(line.after.attackers(line.us, king.square))
    target = line.move.to_square
    takes = target in pinner and (line.answer().from_square, line.answer().to_square) == (pinned.square, target)
    return king.kind == chess.KING and bool(pinner) and line.takes_later(target if takes else pinned.square)


@proves(Motif.RELATIVE_PIN)
def relative_pin(line: ClaimReplay) -> bool:
    """The piece is pinned to a more valuable one that would be won, and is captured while pinned."""
    pinned, behind = line.piece(0), line.piece(1)
    if behind.kind == chess.KING or VALUES[behind.kind] <= VALUES[pinned.kind] or not _is_pinned(line, pinned, behind):
        return False
    without = passing(line.after)
    without.remove_piece_at(pinned.square)
    return swap(without, behind.square) > 0 and _stays_and_falls(line, pinned)


def _is_pinned(line: ClaimReplay, pinned: ClaimPiece, behind: ClaimPiece) -> bool:
    """True if a slider of ours attacks `behind` only without the pinned piece."""
    if not (is_there(line.after, pinned, not line.us) and is_there(line.after, behind, not line.us)):
        return False
    without = line.after.copy(stack=False)
    without.remove_piece_at(pinned.square)
    return bool(set(without.attackers(line.us, behind.square)) - set(line.after.attackers(line.us, behind.square)))


@proves(Motif.PINS)
def pins(line: ClaimReplay) -> bool:
    """The moved piece newly pins the piece to the king or to a piece that would be won."""
    pinned, behind = line.piece(0), line.piece(1)
    hit = pinned.square in line.after.attacks(line.move.to_square)
    if not hit or pinned.square not in chess.SquareSet(chess.between(line.move.to_square, behind.square)):
        return False
    before = line.before.copy(stack=False)
    return _holds(line.after, line, pinned, behind) and not _holds(before, line, pinned, behind)


@proves(Motif.PRESSES_PIN)
def presses_pin(line: ClaimReplay) -> bool:
    """The piece is pinned before and after the move, and the moved piece newly attacks it."""
    pinned, behind = line.piece(0), line.piece(1)
    both = all(_holds(board, line, pinned, behind) for board in (line.before, line.after))
    hit = pinned.square in line.after.attacks(line.move.to_square)
    fresh = pinned.square not in line.before.attacks(line.move.from_square)
    return both and hit and fresh and not line.after.is_check()


def _holds(board: chess.Board, line: ClaimReplay, pinned: ClaimPiece, behind: ClaimPiece) -> bool:
    """True if a piece other than a pawn is pinned to the king, or to a more valuable piece that would be won."""
    if not (is_there(board, pinned, not line.us) and is_there(board, behind, not line.us)) or pinned.kind == chess.PAWN:
        return False
    without = board.copy(stack=False)
    without.remove_piece_at(pinned.square)
    if not set(without.attackers(line.us, behind.square)) - set(board.attackers(line.us, behind.square)):
        return False
    if behind.kind == chess.KING:
        return pinned.kind != chess.KING
    without.turn, without.ep_square = line.us, None
    return VALUES[behind.kind] > VALUES[pinned.kind] and swap(without, behind.square) > 0


def _stays_and_falls(line: ClaimReplay, piece: ClaimPiece) -> bool:
    for index in range(line.claim.key + 1, len(line.moves)):
        if line.moves[index].to_square == piece.square:
            return line.boards[index].turn is line.us
        if line.moves[index].from_square == piece.square:
            return False
    return False


@proves(Motif.PINNED_GUARD)
def pinned_guard(line: ClaimReplay) -> bool:
    """The pinned piece attacks the moved piece but does not capture it: that is illegal, or loses more than it wins."""
    pinned, behind, target = line.piece(0), line.piece(1), line.move.to_square
    if not _is_pinned(line, pinned, behind) or target not in line.after.attacks(pinned.square):
        return False
    if line.claim.key + 1 < len(line.moves) and line.answer().to_square == target:
        return False
    captures = [
        move for move in line.after.legal_moves if move.from_square == pinned.square and move.to_square == target
    ]
    if behind.kind == chess.KING:
        return not captures
    stake = VALUES[line.after.piece_type_at(target) or chess.KING]
    return bool(captures) and all(_costs_more(line.after, move, behind.square, stake) for move in captures)


def _costs_more(board: chess.Board, capture: chess.Move, behind: chess.Square, stake: int) -> bool:
    """True if a capture gives up more on the square `behind` than the stake."""
    after = board.copy(stack=False)
    after.push(capture)
    return swap(after, behind) > stake


@proves(Motif.SACRIFICE)
def sacrifice(line: ClaimReplay) -> bool:
    """Our piece goes to a square and is captured at once; after our next move we have lost at least two pawns net."""
    given = line.piece(0)
    for index in range(1 if line.claim.key % 2 else 0, len(line.moves) - 2, 2):
        move, answer = line.moves[index], line.moves[index + 1]
        there = is_there(line.boards[index + 1], given, line.us)
        if there and move.to_square == answer.to_square == given.square:
            return material(line.boards[index + 3], line.us) <= material(line.boards[index], line.us) - 2
    return False


@proves(Motif.QUIET)
def quiet(line: ClaimReplay) -> bool:
    """Our first move is not a capture, check or promotion."""
    first = 1 if line.claim.key % 2 else 0
    move, board = line.moves[first], line.boards[first]
    return not (board.is_capture(move) or move.promotion or line.boards[first + 1].is_check())


@proves(Motif.EXPOSED_KING)
def exposed_king(line: ClaimReplay) -> bool:
    """The key move and a later one give check to a king without an own pawn next to it, and we have a queen."""
    king = line.piece(0)
    beside = chess.SquareSet(chess.BB_KING_ATTACKS[king.square])
    pawns = [square for square in beside if line.after.piece_at(square) == chess.Piece(chess.PAWN, not line.us)]
    checks = [line.boards[index + 1].is_check() for index in range(line.claim.key, len(line.moves), 2)]
    named = king.kind == chess.KING and is_there(line.after, king, not line.us)
    return named and not pawns and bool(line.after.pieces(chess.QUEEN, line.us)) and checks[0] and sum(checks) > 1


@proves(Motif.SKEWER)
def skewer(line: ClaimReplay) -> bool:
    """The moved piece attacks the front piece, which would be lost or is in check and moves away without a capture; the rear
    piece is won wherever that goes."""
    front, behind, target = line.piece(0), line.piece(1), line.move.to_square
    if not is_there(line.after, front, not line.us) or line.after.is_capture(line.answer()):
        return False
    forced = line.after.is_check() or swap(passing(line.after), front.square) > 0
    if not forced or front.square not in line.after.attacks(target):
        return False
    follows = line.later(2)
    if (follows.from_square, follows.to_square) != (target, behind.square):
        return False
    if swap(line.boards[line.claim.key + 2].copy(stack=False), behind.square) < 1:
        return False
    for move in line.after.legal_moves:
        moved = line.after.copy(stack=False)
        moved.push(move)
        goes = move.from_square == front.square and not line.after.is_capture(move)
        if goes and (moved.is_check() or swap(moved, behind.square) < 1):
            return False
    without = line.after.copy(stack=False)
    without.remove_piece_at(front.square)
    through = set(without.attackers(line.us, behind.square)) - set(line.after.attackers(line.us, behind.square))
    attacks = set(line.after.attackers(line.us, front.square))
    return bool(through & attacks) and line.answer().from_square == front.square and line.takes_later(behind.square)


@proves(Motif.DISCOVERED_ATTACK)
def discovered_attack(line: ClaimReplay) -> bool:
    """The slider attacks the target only after another piece has moved away, and captures follow there."""
    slider, target = line.piece(0), line.piece(1)
    if not (is_there(line.after, slider, line.us) and is_there(line.after, target, not line.us)):
        return False
    if slider.square == line.move.to_square or target.square in line.before.attacks(slider.square):
        return False
    return target.square in line.after.attacks(slider.square) and line.takes_later(target.square)


@proves(Motif.DISCOVERED_CHECK)
def discovered_check(line: ClaimReplay) -> bool:
    """A piece that did not move gives check."""
    return list(line.after.checkers()) == [line.piece(0).square] and line.piece(0).square != line.move.to_square


@proves(Motif.DOUBLE_CHECK)
def double_check(line: ClaimReplay) -> bool:
    """Both named pieces give check."""
    return len(line.claim.pieces) == 2 and set(line.after.checkers()) == {piece.square for piece in line.claim.pieces}


@proves(Motif.TRAPPED)
def trapped(line: ClaimReplay) -> bool:
    """The piece is lost on its square and on every square it can go to, and is captured later."""
    piece = line.piece(0)
    if not is_there(line.after, piece, not line.us) or not is_lost_everywhere(line.after, piece.square):
        return False
    ways = [move for move in line.after.legal_moves if move.from_square == piece.square]
    return line.takes_later(piece.square) or any(line.takes_later(move.to_square) for move in ways)


def is_lost_everywhere(board: chess.Board, square: chess.Square) -> bool:
    """True if a piece of the side to move is lost on its square and wherever it goes."""
    if not swap(passing(board), square):
        return False
    for move in [move for move in board.legal_moves if move.from_square == square]:
        after = board.copy(stack=False)
        gain = swap_value(after, move)
        after.push(move)
        if swap(after, move.to_square) <= gain:
            return False
    return True


def swap_value(board: chess.Board, move: chess.Move) -> int:
    """The value of what a move captures, in pawns."""
    after = board.copy(stack=False)
    after.push(move)
    count = {chess.PAWN: 1, chess.KNIGHT: 3, chess.BISHOP: 3, chess.ROOK: 5, chess.QUEEN: 9, chess.KING: 0}
    side = not board.turn
    return sum(
        count[piece] * (len(board.pieces(piece, side)) - len(after.pieces(piece, side))) for piece in chess.PIECE_TYPES
    )


@proves(Motif.DEFENDER_CAPTURED)
def defender_captured(line: ClaimReplay) -> bool:
    """The move captures a guard, and later we capture what it guarded."""
    guard, guarded = line.piece(0), line.piece(1)
    if line.move.to_square != guard.square or not is_there(line.before, guard, not line.us):
        return False
    guards = guarded.square in line.before.attacks(guard.square)
    return guards and is_there(line.before, guarded, not line.us) and line.takes_later(guarded.square)


@proves(Motif.DEFLECTION)
def deflection(line: ClaimReplay) -> bool:
    """The reply draws the guard away, and we go to what it guarded."""
    guard, guarded = line.piece(0), line.piece(1)
    return _drawn_away(line, guard.square, guarded.square) and is_there(line.after, guard, not line.us)


@proves(Motif.OVERLOADED)
def overloaded(line: ClaimReplay) -> bool:
    """The guard recaptures and no longer guards the other piece."""
    guard, first, second = line.piece(0), line.piece(1), line.piece(2)
    if line.move.to_square != first.square or not is_there(line.before, first, not line.us):
        return False
    answer = line.answer()
    if answer.to_square != first.square or answer.from_square != guard.square:
        return False
    return _drawn_away(line, guard.square, second.square) and is_there(line.after, guard, not line.us)


def _drawn_away(line: ClaimReplay, guard: chess.Square, guarded: chess.Square) -> bool:
    """True if the reply removes the guard from a square to which we go later."""
    if line.answer().from_square != guard or not line.goes_later(guarded):
        return False
    later = line.later(2)
    open_line = line.after.copy(stack=False)
    if later.to_square == guarded:
        open_line.remove_piece_at(later.from_square)
    after = line.boards[line.claim.key + 2]
    return guarded in open_line.attacks(guard) and guarded not in after.attacks(line.answer().to_square)


@proves(Motif.ATTRACTION)
def attraction(line: ClaimReplay) -> bool:
    """The reply captures on our target square, and our next move attacks the piece there."""
    piece, answer, later = line.piece(0), line.answer(), line.later(2)
    if answer.to_square != line.move.to_square or piece.square != answer.to_square:
        return False
    if not is_there(line.boards[line.claim.key + 2], piece, not line.us):
        return False
    return piece.square in line.boards[line.claim.key + 3].attacks(later.to_square)


@proves(Motif.INTERFERENCE)
def interference(line: ClaimReplay) -> bool:
    """The slider no longer guards a piece, which is captured later. The move itself interposes, or its check forces the reply
    to: a voluntary interposition does not count."""
    slider, guarded = line.piece(0), line.piece(1)
    if not is_there(line.before, slider, not line.us) or guarded.square not in line.before.attacks(slider.square):
        return False
    answered = line.after.is_check() and line.answer()
    after = line.boards[line.claim.key + 2] if answered else line.after
    if not is_there(after, slider, not line.us) or guarded.square in after.attacks(slider.square):
        return False
    return line.takes_later(guarded.square)


@proves(Motif.INTERMEZZO)
def intermezzo(line: ClaimReplay) -> bool:
    """A capture that was possible at once comes a move later; it wins no less than the capture played first."""
    piece, later = line.piece(0), line.later(2)
    if not is_there(line.before, piece, not line.us) or later.to_square != piece.square or later == line.move:
        return False
    if VALUES[line.before.piece_type_at(line.move.to_square) or chess.KING] > VALUES[piece.kind]:
        return False
    return line.before.is_legal(later) and line.before.is_capture(later)


@proves(Motif.X_RAY)
def x_ray(line: ClaimReplay) -> bool:
    """The slider recaptures through the square of the piece that captured."""
    slider, answer, later = line.piece(0), line.answer(), line.later(2)
    if not is_there(line.before, slider, line.us) or later.from_square != slider.square:
        return False
    if not line.move.to_square == answer.to_square == later.to_square:
        return False
    return answer.from_square in chess.SquareSet(chess.between(slider.square, later.to_square))


@proves(Motif.DESPERADO)
def desperado(line: ClaimReplay) -> bool:
    """A piece that would be lost captures first and is captured; we do not recapture there."""
    piece = line.piece(0)
    if line.claim.key + 2 < len(line.moves) and line.later(2).to_square == line.move.to_square:
        return False
    if line.move.from_square != piece.square or not line.before.is_capture(line.move):
        return False
    return line.answer().to_square == line.move.to_square and swap(passing(line.before), piece.square) > 0


@proves(Motif.ATTACKS)
def attacks(line: ClaimReplay) -> bool:
    """The moved piece attacks the named piece, which is captured there later."""
    piece = line.piece(0)
    if not is_there(line.after, piece, not line.us) or piece.square not in line.after.attacks(line.move.to_square):
        return False
    for index in range(line.claim.key + 2, len(line.moves), 2):
        if line.moves[index].to_square == piece.square:
            return is_there(line.boards[index], piece, not line.us)
    return False


@proves(Motif.PROMOTION)
def promotion(line: ClaimReplay) -> bool:
    """The pawn promotes, and the new piece survives the line."""
    if not line.move.promotion or line.move.from_square != line.piece(0).square:
        return False
    if any(move.promotion for move in line.moves[line.claim.key + 1 :: 2]):
        return False  # the other side queens too
    return line.end.color_at(line.move.to_square) is line.us


@proves(Motif.REGAINS)
def regains(line: ClaimReplay) -> bool:
    """The move captured something, and by the quiet end of the line it is won back, not on the same square."""
    first, piece = line.moves[0], line.piece(0)
    taken = material(line.boards[1], line.us) < material(line.boards[0], line.us)
    named = is_there(line.boards[1], piece, not line.us) and piece.square == first.to_square
    if not named or not taken or line.moves[1].to_square == first.to_square:
        return False
    still = not line.end.is_check() and pending(line.end.copy(stack=False)) < 1
    return still and material(line.end, line.us) >= material(line.boards[0], line.us)
