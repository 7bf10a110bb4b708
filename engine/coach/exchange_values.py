"""Attack, defence and exchange values: the basic facts that motifs are built from."""

from __future__ import annotations

from collections.abc import Iterator
from types import MappingProxyType

import chess

WORTH = MappingProxyType(
    {chess.PAWN: 1, chess.KNIGHT: 3, chess.BISHOP: 3, chess.ROOK: 5, chess.QUEEN: 9, chess.KING: 100}
)
"""In pawns; a king outweighs everything."""

SLIDERS = frozenset((chess.BISHOP, chess.ROOK, chess.QUEEN))


def worth_at(board: chess.Board, square: chess.Square) -> int:
    """The value of the piece in pawns; 0 for an empty square."""
    kind = board.piece_type_at(square)
    return WORTH[kind] if kind else 0


def balance(board: chess.Board, side: chess.Color) -> int:
    """The side's material minus the opponent's, in pawns."""
    total = 0
    for kind in (chess.PAWN, chess.KNIGHT, chess.BISHOP, chess.ROOK, chess.QUEEN):
        mask = board.pieces_mask(kind, side)
        total += WORTH[kind] * (mask.bit_count() - board.pieces_mask(kind, not side).bit_count())
    return total


def defended(board: chess.Board, square: chess.Square) -> bool:
    """True if the side guards its piece on the square, also through an attacker (a battery)."""
    owner = board.color_at(square)
    if owner is None:
        return False
    if board.attackers_mask(owner, square):
        return True
    for attacker in board.attackers(not owner, square):
        if board.piece_type_at(attacker) in SLIDERS:
            without = board.occupied & ~chess.BB_SQUARES[attacker]
            if _seen_through(board, owner, square, without):
                return True
    return False


def _seen_through(board: chess.Board, side: chess.Color, square: chess.Square, occupied: int) -> bool:
    """True if a slider of the side reaches the square with this occupancy."""
    straight = chess.BB_RANK_ATTACKS[square][chess.BB_RANK_MASKS[square] & occupied]
    straight |= chess.BB_FILE_ATTACKS[square][chess.BB_FILE_MASKS[square] & occupied]
    slanted = chess.BB_DIAG_ATTACKS[square][chess.BB_DIAG_MASKS[square] & occupied]
    own = board.occupied_co[side] & occupied
    return bool((straight & own & (board.rooks | board.queens)) | (slanted & own & (board.bishops | board.queens)))


def loose(board: chess.Board, square: chess.Square) -> bool:
    """True if the piece is undefended."""
    return not defended(board, square)


def cheaply_attacked(board: chess.Board, square: chess.Square) -> bool:
    """True if a piece of lower value attacks the square; kings do not count."""
    owner = board.color_at(square)
    worth = worth_at(board, square)
    return any(
        worth_at(board, attacker) < worth
        for attacker in board.attackers(not owner, square)
        if board.piece_type_at(attacker) != chess.KING
    )


def in_danger(board: chess.Board, square: chess.Square) -> bool:
    """True if the piece is attacked and is undefended or worth more than an attacker."""
    owner = board.color_at(square)
    return board.is_attacked_by(not owner, square) and (loose(board, square) or cheaply_attacked(board, square))


def exchange(board: chess.Board, move: chess.Move) -> int:
    """Static exchange: what a capture, or a move to an attacked square, wins in pawns with best captures on that square."""
    taken = chess.PAWN if board.is_en_passant(move) else board.piece_type_at(move.to_square)
    gain = WORTH[taken] if taken else 0
    if move.promotion:
        gain += WORTH[move.promotion] - 1
    after = board.copy(stack=False)
    after.push(move)
    return gain - _recapture(after, move.to_square)


def _recapture(board: chess.Board, square: chess.Square) -> int:
    """The most that the side to move wins by captures on a square, cheapest piece first; at least 0."""
    best = None
    for attacker in board.attackers(board.turn, square):
        move = chess.Move(attacker, square)
        if board.piece_type_at(attacker) == chess.PAWN and chess.square_rank(square) in (0, 7):
            move.promotion = chess.QUEEN
        worth = worth_at(board, attacker)
        if (best is None or worth < best[0]) and board.is_legal(move):
            best = (worth, move)
    return 0 if best is None else max(0, exchange(board, best[1]))


def is_quiet(board: chess.Board) -> bool:
    """True if the side to move is not in check and no capture or promotion wins material."""
    if board.is_check():
        return board.is_checkmate()
    return all(exchange(board, move) < 1 for move in noisy(board))


def noisy(board: chess.Board) -> Iterator[chess.Move]:
    """The legal captures and promotions."""
    yield from board.generate_legal_captures()
    last = board.pawns & board.occupied_co[board.turn] & (chess.BB_RANK_7 if board.turn else chess.BB_RANK_2)
    if last:
        yield from board.generate_legal_moves(last, ~board.occupied)


DEEPEST = 6  # captures in a row
_MOST = 99  # pawns: more than captures can win


def after_captures(board: chess.Board, move: chess.Move) -> int:
    """The gain of a legal move in pawns, less what the other side then wins by captures and promotions, which either side may
    stop. In check nothing is counted as won."""
    after = board.copy(stack=False)
    after.push(move)
    return _gain(board, move) - (0 if after.is_check() else _captured(after, DEEPEST, 0, _MOST))


def _captured(board: chess.Board, depth: int, least: int, most: int) -> int:
    """The gain of the side to move by captures, as far as it lies between `least` and `most`."""
    if depth == 0 or least >= most:
        return least
    for gain, move in sorted(((_gain(board, move), move) for move in noisy(board)), key=lambda one: -one[0]):
        board.push(move)
        least = max(least, gain - _captured(board, depth - 1, max(0, gain - most), max(0, gain - least)))
        board.pop()
        if least >= most:
            break
    return least


def _gain(board: chess.Board, move: chess.Move) -> int:
    taken = chess.PAWN if board.is_en_passant(move) else board.piece_type_at(move.to_square)
    own = board.color_at(move.to_square) is board.turn  # castling in Chess960
    return (WORTH[taken] if taken and not own else 0) + (WORTH[move.promotion] - 1 if move.promotion else 0)
