"""Claims of what a quiet better move is for: the move that it prepares, the exchange that it offers, what it still guards."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import chess

from engine.coach.claims import Claim, ClaimPiece, ClaimRole, Motif
from engine.coach.exchange_values import exchange
from engine.coach.facts import pieces_left
from engine.coach.mistake import Mistake

PREPARED = (3, 5)
"""The indices of our next two moves in the better line, which begins with a null move."""
COMPARED = 7  # plies of the played line in which the prepared move must not come
LEAST_ATTACKED = 3  # pawns
KEPT = 4  # plies of the played line within which the offered pieces come off


def prepares(mistake: Mistake) -> Iterator[Claim]:
    """One of our next two moves is only possible, or good, because of the better move, and captures something, gives check,
    promotes or attacks a piece. It does not depend on what the other side plays in between."""
    line = mistake.better
    if len(line.moves) < 2 or line.boards[1].is_capture(line.moves[1]):
        return  # what it takes is the point
    found = sorted(
        (rank, number) for number in PREPARED if number < len(line.moves) and (rank := _worth(mistake, number)) > 0
    )
    for _rank, number in found:
        yield replace(_claim(mistake, Motif.PREPARES), line=mistake.best[:number])


def _worth(mistake: Mistake, number: int) -> int:
    """The rank of what the better move prepares by a later move of the line, the best being 1; 0 if it does none of this."""
    line = mistake.better
    root, board, move, before = line.boards[1], line.boards[number], line.moves[number], line.moves[number - 1]
    if board.is_check() or before.to_square == move.to_square or not _is_enabled(mistake, number):
        return 0
    if exchange(board, move) < 0 or _comes_too(mistake, number):
        return 0
    target = root.piece_at(move.to_square)
    if move.promotion:
        return 1
    if board.is_capture(move):
        same = target is not None and target == board.piece_at(move.to_square) and target.color is not mistake.white
        won = exchange(board, move) if same else 0
        return 0 if won < 1 else 2 if won > 1 else 4
    if board.gives_check(move):
        return 3
    return 5 if _attacks(board, move, root) else 0


def _is_enabled(mistake: Mistake, number: int) -> bool:
    """True if the moved piece makes it, or another one makes a move that was illegal or a loss before the better move, and is
    possible after it and a pass."""
    line, at = mistake.better, mistake.better.moves[1].to_square
    for own in line.moves[3:number:2]:
        at = own.to_square if own.from_square == at else at
    root, move = line.boards[1], line.moves[number]
    if move.from_square == at:
        return True
    if root.piece_at(move.from_square) != line.boards[number].piece_at(move.from_square):
        return False
    passed = line.boards[2].copy(stack=False)
    if passed.is_check() or root.is_check():
        return False
    passed.push(chess.Move.null())
    possible = passed.is_legal(move) and exchange(passed, move) >= 0
    return possible and not (root.is_legal(move) and exchange(root, move) >= 0)


def _comes_too(mistake: Mistake, number: int) -> bool:
    """True if the played line has the same move of such a piece."""
    move, kind = (
        mistake.better.moves[number],
        mistake.better.boards[number].piece_type_at(mistake.better.moves[number].from_square),
    )
    moves = [*zip(mistake.played.boards, mistake.played.moves, strict=False)][:COMPARED:2]
    return any(
        other.to_square == move.to_square and board.piece_type_at(other.from_square) == kind for board, other in moves
    )


def _attacks(board: chess.Board, move: chess.Move, root: chess.Board) -> bool:
    """True if the move newly attacks a piece that was there before the line and could be won; its own square is safe."""
    after = board.copy(stack=False)
    after.push(move)
    passed = after.copy(stack=False)
    passed.push(chess.Move.null())
    for target in after.attacks(move.to_square) & after.occupied_co[after.turn] & ~after.kings:
        there = after.piece_at(target) == root.piece_at(target) and target not in board.attacks(move.from_square)
        blow = chess.Move(move.to_square, target)
        if there and passed.is_legal(blow) and exchange(passed, blow) >= LEAST_ATTACKED:
            return True
    return False


def offers(mistake: Mistake) -> Iterator[Claim]:
    """The better move offers to exchange a piece for one of the same kind, and the reply accepts; the played line keeps both."""
    line = mistake.better
    if len(line.moves) < 4 or line.boards[1].is_capture(line.moves[1]):
        return
    root, (move, answer, back) = line.boards[1], line.moves[1:4]
    kind, theirs = root.piece_type_at(move.from_square) or 0, line.boards[2].piece_type_at(answer.from_square) or 0
    taken = answer.to_square == move.to_square == back.to_square
    if not taken or kind != theirs or kind in (chess.PAWN, chess.KING):
        return
    kept = mistake.played.boards[: KEPT + 1]
    before = [pieces_left(root, side, (kind,)) for side in chess.COLORS]
    if len(kept) > KEPT and [pieces_left(kept[-1], side, (kind,)) for side in chess.COLORS] == before:
        pieces = ClaimPiece(kind, move.to_square), ClaimPiece(kind, answer.from_square)
        yield replace(_claim(mistake, Motif.OFFERS), pieces=pieces, line=mistake.best[:3])


def promotes_too(mistake: Mistake) -> Iterator[Claim]:
    """Kings and pawns alone: a pawn of each side promotes in the better line, and only the opponent's in the played one."""
    line, played = mistake.better, mistake.played
    root = line.boards[1]
    if root.occupied & ~(root.kings | root.pawns) or any(move.promotion for move in played.moves[::2]):
        return
    if not any(move.promotion for move in played.moves[1::2]):
        return
    for number in range(1, len(line.moves), 2):
        move = line.moves[number]
        if move.promotion == chess.QUEEN:
            pawn = (ClaimPiece(chess.PAWN, move.from_square),)
            other = (mistake.move, *mistake.reply)[: len(played.moves)]
            yield replace(
                _claim(mistake, Motif.PROMOTES_TOO),
                line=mistake.best[:number],
                key=number - 1,
                pieces=pawn,
                other=other,
            )
            return


def no_check(mistake: Mistake) -> Claim | None:
    """The claim that the reply gives no check after the better move."""
    if len(mistake.better.boards) < 3 or len(mistake.played.boards) < 3:
        return None
    (played, replied), reply, after = mistake.played.boards[1:3], mistake.played.moves[1], mistake.better.boards[2]
    same = after.piece_at(reply.from_square) == played.piece_at(reply.from_square) and after.is_legal(reply)
    if not replied.is_check() or not same or after.gives_check(reply) or after.is_check():
        return None
    return _claim(mistake, Motif.NO_CHECK)


def still_guards(mistake: Mistake, allowed: Claim) -> Claim | None:
    """The claim that the piece which both moves move still guards what falls first in the played line."""
    line, better = mistake.played, mistake.better
    if len(better.boards) < 3 or better.moves[1].from_square != line.moves[0].from_square:
        return None
    root, move, first = line.boards[0], better.moves[1], line.moves[0]
    for at in range(1, min(len(allowed.line), len(line.moves)), 2):
        square = line.moves[at].to_square
        victim, there = root.piece_at(square), line.boards[at].is_capture(line.moves[at])
        if not there or victim is None or victim.color is not mistake.white or square == first.to_square:
            continue
        guards = square in root.attacks(move.from_square) and square in better.boards[2].attacks(move.to_square)
        left = square not in line.boards[1].attacks(first.to_square)
        stays = all(board.piece_at(square) == victim for board in line.boards[: at + 1])
        if guards and left and stays and not _is_lost(better.boards[2], square):
            other = (mistake.move, *mistake.reply)[: at + 1]
            pieces = (ClaimPiece(victim.piece_type, square),)
            return replace(_claim(mistake, Motif.STILL_GUARDS), pieces=pieces, other=other)
        return None
    return None


def _is_lost(board: chess.Board, square: chess.Square) -> bool:
    """True if the side to move wins material by a capture on the square."""
    return any(exchange(board, move) > 0 for move in board.generate_legal_captures(to_mask=chess.BB_SQUARES[square]))


def _claim(mistake: Mistake, motif: Motif) -> Claim:
    """A claim of the better move, beside the played one and its reply."""
    line, other = mistake.best[:1], (mistake.move, *mistake.reply[:1])
    scores = mistake.before, mistake.after
    return Claim(ClaimRole.WORKS, motif, mistake.fen, line, 0, *scores, other=other, chess960=mistake.chess960)


def is_strong(claim: Claim) -> bool:
    """True if the prepared move captures a piece, gives check or promotes: then it may also explain a larger loss."""
    board = chess.Board(claim.fen, chess960=claim.chess960)
    for text in claim.line[:-1]:
        board.push_uci(text)
    move = chess.Move.from_uci(claim.line[-1])
    captures = board.is_capture(move) and exchange(board, move) > 1
    return captures or board.gives_check(move) or bool(move.promotion)
