"""Tests of lost time: a piece goes back where it came from, a king may not castle."""

from __future__ import annotations

import chess

from engine.coach.checker.registry import proves
from engine.coach.checker.replay import VALUES, ClaimReplay, is_there, material, passing, played, swap
from engine.coach.claims import ClaimPiece, ClaimRole, Motif

LATEST = 4  # plies


@proves(Motif.GOES_BACK)
def goes_back(line: ClaimReplay) -> bool:
    """The moved piece returns to its square by its next move; neither move captures, and the other move is of another piece."""
    piece, first, key = line.piece(0), line.moves[0], line.claim.key
    boards, moves = played(line.claim.fen, line.claim.other[:1], line.claim.chess960)
    if line.claim.role is not ClaimRole.ALLOWS or key % 2 or not 0 < key <= LATEST or not moves:
        return False
    rests = all(line.moves[at].from_square != first.to_square for at in range(2, key, 2))
    back = (line.move.from_square, line.move.to_square) == (first.to_square, first.from_square)
    quiet = not boards[0].is_capture(first) and not line.before.is_capture(line.move)
    mover = boards[0].turn
    named = piece.square == first.from_square and all(
        is_there(board, piece, mover) for board in (boards[0], line.after)
    )
    return rests and back and quiet and named and moves[0].from_square != first.from_square


@proves(Motif.TWICE)
def moves_twice(line: ClaimReplay) -> bool:
    """In the opening the moved knight, bishop or queen moves again within three moves, without a capture and not out of a check.
    The other line does not move it."""
    piece, first, key = line.piece(0), line.moves[0], line.claim.key
    boards, moves = played(line.claim.fen, line.claim.other, line.claim.chess960)
    if line.claim.role is not ClaimRole.ALLOWS or key not in (2, 4) or len(moves) != 5:
        return False
    officer = piece.kind in (chess.KNIGHT, chess.BISHOP, chess.QUEEN) and boards[0].fullmove_number <= 10
    rests = all(line.moves[at].from_square != first.to_square for at in range(2, key, 2))
    again = line.move.from_square == first.to_square and piece.square == line.move.to_square
    quiet = not boards[0].is_capture(first) and not line.before.is_capture(line.move) and not line.before.is_check()
    stays = all(moves[at].from_square != first.from_square for at in (0, 2, 4))
    return officer and rests and again and quiet and stays and is_there(line.after, piece, boards[0].turn)


@proves(Motif.IN_THE_CENTRE)
def in_the_centre(line: ClaimReplay) -> bool:
    """The other line castles. Before the key move the king could have castled next, after it it cannot, and gives up no right."""
    king, side = line.piece(0), not line.us
    boards, moves = played(line.claim.fen, line.claim.other, line.claim.chess960)
    if line.claim.role is not ClaimRole.ALLOWS or not moves or not boards[-2].is_castling(moves[-1]):
        return False
    if line.after.is_check() or king != ClaimPiece(chess.KING, line.after.king(side) or 0):
        return False
    could = any(passing(line.before).generate_castling_moves())
    return could and line.after.has_castling_rights(side) and not any(line.after.generate_castling_moves())


@proves(Motif.SELLS)
def sells(line: ClaimReplay) -> bool:
    """The better move takes with a piece that is worth more and is taken back. The other move is of another piece and takes
    nothing, and the reply to it takes that piece on its square."""
    piece, target = line.piece(0), line.piece(1)
    boards, moves = played(line.claim.fen, line.claim.other, line.claim.chess960)
    if line.claim.role is not ClaimRole.WORKS or line.claim.key or len(moves) != 2 or len(line.moves) not in (2, 4):
        return False
    named = piece.square == line.move.from_square and target.square == line.move.to_square
    root = line.boards[0]
    there = (
        is_there(root, piece, root.turn)
        and is_there(root, target, not root.turn)
        and is_there(boards[1], piece, root.turn)
    )
    dearer = VALUES[piece.kind] > VALUES[target.kind] and line.moves[-1].to_square == target.square
    falls = moves[1].to_square == piece.square and not root.is_capture(moves[0])
    return named and there and dearer and falls


@proves(Motif.FILE_FREED)
def file_freed(line: ClaimReplay) -> bool:
    """Pawns capture on one square, first the mover's. Then the rook of the other side is on a file without pawns, for four plies;
    before, and in the other line, that file has one."""
    rook, (first, back) = line.piece(0), line.moves[:2]
    boards, moves = played(line.claim.fen, line.claim.other, line.claim.chess960)
    if line.claim.role is not ClaimRole.ALLOWS or line.claim.key != 1 or len(moves) < 4 or len(line.moves) < 4:
        return False
    by = [board.piece_type_at(move.from_square) for board, move in zip(line.boards[:2], (first, back), strict=True)]
    captures = line.boards[0].is_capture(first) and first.to_square == back.to_square and by == [chess.PAWN, chess.PAWN]
    file = rook.square % 8
    here = not any(_has_pawn(board, file) for board in line.boards[2:])
    there = all(_has_pawn(board, file) for board in (line.boards[0], *boards))
    return captures and rook.kind == chess.ROOK and is_there(line.after, rook, line.us) and here and there


def _has_pawn(board: chess.Board, file: int) -> bool:
    return any(square % 8 == file for square in chess.SquareSet(board.pawns))


@proves(Motif.PARRIED)
def parried(line: ClaimReplay) -> bool:
    """The played move newly attacks the piece, and after a pass would win two pawns or more by taking it. After the reply, which
    captures nothing and gives no check, the piece is gone, or no capture of it wins."""
    target, (root, after, replied) = line.piece(0), line.boards[:3]
    if line.claim.role is not ClaimRole.ALLOWS or line.claim.key != 1 or not line.claim.other or len(line.boards) < 3:
        return False
    first, reply, them = line.moves[0], line.moves[1], line.us
    if any(board.is_check() for board in (root, after, replied)) or root.is_capture(first) or after.is_capture(reply):
        return False
    attack = chess.Move(first.to_square, target.square)
    there = all(is_there(board, target, them) for board in (root, after)) and target.kind not in (
        chess.PAWN,
        chess.KING,
    )
    passed = passing(after)
    threat = passed.is_legal(attack) and _gain(passed, attack) >= 2
    before = _best_gain(root, target.square)
    return (
        there
        and threat
        and before <= 0
        and (reply.from_square == target.square or _best_gain(replied, target.square) <= 0)
    )


def _gain(board: chess.Board, move: chess.Move) -> int:
    """The gain of a capture and of those after it on its square, in pawns."""
    after = board.copy(stack=False)
    after.push(move)
    return material(after, board.turn) - material(board, board.turn) - swap(after, move.to_square)


def _best_gain(board: chess.Board, square: chess.Square) -> int:
    return max((_gain(board, move) for move in board.legal_moves if move.to_square == square), default=0)
