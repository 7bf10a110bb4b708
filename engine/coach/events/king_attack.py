"""Claims of attacks on a king: checks that drive it out, castling lost, a file opened beside it, its bishop exchanged, pawns."""

from __future__ import annotations

from collections.abc import Iterator

import chess

from engine.coach.claims import Claim, ClaimPiece, ClaimRole, Motif
from engine.coach.events.line_claim import COMPARED, line_claim
from engine.coach.facts import wing_pawns
from engine.coach.line import LineStep, MotifLine
from engine.coach.mistake import Mistake

LATEST = 5  # plies
LATEST_CASTLING = 7
EARLY = 12  # moves from which on a king without castling is safe enough if the queens are off
LEAST_CHECKS, LEAST_OUT = 2, 2  # checks in a row, and ranks or files that the king goes
STAYS = 2  # plies that a rook stays on its file
LEAST_RANK = 4  # from 0: of a pawn that attacks the shelter
HOLES = (chess.B2, chess.G2, chess.B7, chess.G7)


def checks(mistake: Mistake, role: ClaimRole) -> Iterator[Claim]:
    """The claims of checks on the other side's king in the line of a role: in the played line on the mover's."""
    line = mistake.played if role is ClaimRole.ALLOWS else mistake.better
    if line.boards[0].pieces(chess.QUEEN, line.us):
        yield from _driven_out(mistake, role, line)
        yield from _castling_lost(mistake, role, line)


def castling_lost(mistake: Mistake) -> Iterator[Claim]:
    """The mover's king loses the right to castle early in the game, also if the queens come off."""
    if mistake.played.boards[0].fullmove_number <= EARLY:
        yield from _castling_lost(mistake, ClaimRole.ALLOWS, mistake.played)


def preparations(mistake: Mistake, role: ClaimRole) -> Iterator[Claim]:
    """The claims of what prepares such an attack: the king's bishop exchanged, a file opened, a pawn that attacks its shelter."""
    line = mistake.played if role is ClaimRole.ALLOWS else mistake.better
    if line.boards[0].pieces(chess.QUEEN, line.us):
        yield from _guard_exchanged(mistake, role, line)
        if role is ClaimRole.ALLOWS:
            yield from _file_opened(mistake, role, line)
        yield from _storm(mistake, role, line)


def _driven_out(mistake: Mistake, role: ClaimRole, line: MotifLine) -> Iterator[Claim]:
    """Checks in a row drive the king from the edge two ranks or files toward the middle. In the other line it stays nearer."""
    begin = next((step for step in line.steps if step.after.is_check()), None)
    if begin is None or begin.index > LATEST or begin.board.king(not line.us) is None:
        return
    first, number = begin.board.king(not line.us) or 0, 0
    for step in line.steps:
        if step.index < begin.index:
            continue
        if not step.after.is_check() or step.reply is None:
            return
        number += 1
        after = line.boards[step.index + 2]
        king = after.king(not line.us) or 0
        if not after.pieces(chess.QUEEN, line.us):
            return
        out = chess.square_distance(first, king) >= LEAST_OUT and _depth(king) >= _depth(first) + LEAST_OUT
        if number >= LEAST_CHECKS and out:
            if all(_depth(board.king(not line.us) or 0) < _depth(king) for board in _others(mistake, role)):
                pieces = ClaimPiece(chess.KING, first), ClaimPiece(0, king)
                yield line_claim(mistake, role, Motif.DRIVEN_OUT, begin.index, pieces, step.index + 2)
            return


def _depth(square: chess.Square) -> int:
    """The ranks between a square and the nearest edge."""
    return min(chess.square_rank(square), 7 - chess.square_rank(square))


def _castling_lost(mistake: Mistake, role: ClaimRole, line: MotifLine) -> Iterator[Claim]:
    """The king answers a check by a move, early or while our queen is on the board; in the other line it castles."""
    them = not line.us
    root = mistake.played.boards[0]
    if not root.has_castling_rights(them) or not _castles(mistake, role, them):
        return
    for step in line.steps:
        reply = step.reply
        if reply is None or step.index > LATEST_CASTLING or not step.after.has_castling_rights(them):
            return
        king = step.after.king(them)
        if king is None or reply.from_square != king or step.after.is_castling(reply):
            continue
        queen = line.boards[step.index + 2].pieces(chess.QUEEN, line.us)
        if step.after.is_check() and (queen or root.fullmove_number <= EARLY):
            yield line_claim(
                mistake, role, Motif.CASTLING_LOST, step.index, (ClaimPiece(chess.KING, king),), step.index + 2
            )
        return


def _castles(mistake: Mistake, role: ClaimRole, side: chess.Color) -> bool:
    other = mistake.better if role is ClaimRole.ALLOWS else mistake.played
    moves = [*zip(other.boards, other.moves, strict=False)][int(role is ClaimRole.ALLOWS) :][:COMPARED]
    return any(board.turn is side and board.is_castling(move) for board, move in moves)


def _guard_exchanged(mistake: Mistake, role: ClaimRole, line: MotifLine) -> Iterator[Claim]:
    """The bishop in front of a castled king, in the gap of its pawns, is exchanged; in the other line it stays for as long."""
    for step in line.steps:
        square, king = step.move.to_square, step.board.king(not line.us) or 0
        if step.index > LATEST:
            return
        beside = square in HOLES and chess.square_distance(square, king) == 1 and _is_home(king, not line.us)
        if step.captured == chess.BISHOP and beside and step.reply and step.reply.to_square == square:
            bishop = chess.Piece(chess.BISHOP, not line.us)
            stays = all(board.piece_at(square) == bishop for board in _others(mistake, role)[: step.index + STAYS])
            if stays and step.piece in (chess.BISHOP, chess.KNIGHT) and line.boards[0].piece_at(square) == bishop:
                pieces = ClaimPiece(chess.BISHOP, square), ClaimPiece(chess.KING, king)
                yield line_claim(mistake, role, Motif.GUARD_EXCHANGED, step.index, pieces, step.index + 2)
            return


def _is_home(king: chess.Square, side: chess.Color) -> bool:
    """True if the king is on its first rank and not in the middle."""
    return chess.square_rank(king) == (0 if side else 7) and chess.square_file(king) not in (3, 4)


def _file_opened(mistake: Mistake, role: ClaimRole, line: MotifLine) -> Iterator[Claim]:
    """A rook gets a file without pawns beside the king or on its own, which in the other line none has."""
    root = mistake.played.boards[0]
    taken = {file for board in (root, *_others(mistake, role)) for _square, file in _on_files(board, line.us)}
    for step in line.steps:
        if step.index > LATEST or step.index + STAYS >= len(line.boards) - 1:
            return
        later = line.boards[step.index + 1 : step.index + 2 + STAYS]
        if step.captured and step.piece == chess.ROOK:
            continue  # what it takes is the point
        for square, file in _on_files(step.after, line.us):
            if file not in taken and all((square, file) in _on_files(board, line.us) for board in later):
                king = ClaimPiece(chess.KING, step.after.king(not line.us) or 0)
                pieces = ClaimPiece(chess.ROOK, square), king
                yield line_claim(mistake, role, Motif.FILE_AT_KING, step.index, pieces, step.index + 1 + STAYS)
                return


def _on_files(board: chess.Board, side: chess.Color) -> list[tuple[chess.Square, int]]:
    """The rooks of a side with a queen on a file without pawns on which the other king is, or next to it, each with the file. The
    other side has no rook or queen on it; the king is on its first rank."""
    king, found = board.king(not side) or 0, []
    if chess.square_rank(king) != (7 if side else 0) or not board.pieces(chess.QUEEN, side):
        return []
    for file in range(max(0, chess.square_file(king) - 1), min(7, chess.square_file(king) + 1) + 1):
        mask = chess.BB_FILES[file]
        heavy = (board.rooks | board.queens) & mask
        if board.pawns & mask or heavy & board.occupied_co[not side]:
            continue
        found += [(square, file) for square in chess.SquareSet(heavy & board.rooks & board.occupied_co[side])]
    return found


def _storm(mistake: Mistake, role: ClaimRole, line: MotifLine) -> Iterator[Claim]:
    """A pawn attacks a pawn of the king's shelter and is not captured at once; in the other line none attacks it."""
    king = line.boards[0].king(not line.us) or 0
    for step in line.steps:
        square, side = step.move.to_square, line.us
        rank = chess.square_rank(square) if side else 7 - chess.square_rank(square)
        if step.index > LATEST or step.board.king(not side) != king or not _is_home(king, not side):
            return
        own = chess.square_file(step.board.king(side) or 0)
        far = abs(own - chess.square_file(king)) > 2
        if step.piece != chess.PAWN or rank < LEAST_RANK or not far or _is_taken(step) or step.captured:
            continue
        hit = [pawn for pawn in wing_pawns(step.after, not side) if pawn in step.after.attacks(square)]
        if hit and not any(_attacked(board, hit[0], side) for board in (*_others(mistake, role), step.board)):
            pieces = ClaimPiece(chess.PAWN, square), ClaimPiece(chess.PAWN, hit[0]), ClaimPiece(chess.KING, king)
            yield line_claim(mistake, role, Motif.STORM, step.index, pieces, step.index + 2)
            return


def _is_taken(step: LineStep) -> bool:
    return step.reply is not None and step.reply.to_square == step.move.to_square


def _attacked(board: chess.Board, square: chess.Square, side: chess.Color) -> bool:
    """True if a pawn of the side attacks the square."""
    return bool(chess.BB_PAWN_ATTACKS[not side][square] & board.pieces_mask(chess.PAWN, side))


def _others(mistake: Mistake, role: ClaimRole) -> tuple[chess.Board, ...]:
    """The positions of the other line after its first move."""
    if role is ClaimRole.ALLOWS:
        return mistake.better.boards[2 : COMPARED + 2]
    return mistake.played.boards[1 : COMPARED + 1]
