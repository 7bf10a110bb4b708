"""Claims of lost time: a piece that has to go back, an attack that is parried, castling."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import chess

from engine.coach.claims import Balance, Claim, ClaimPiece, ClaimRole, Motif
from engine.coach.exchange_values import WORTH, exchange
from engine.coach.line import FoundMotif
from engine.coach.mistake import Mistake
from engine.coach.winning import claim_of

MOST_FOR_TIME = 150  # centipawns: two lost moves explain no greater loss
LATEST_BACK = 4  # plies after the played move
LATEST_TWICE = 4  # plies
OPENING_MOVES = 10
LATEST_CHECKED = 5  # plies
LEAST_ATTACKED = 2  # pawns
SHUT = 4  # plies that a file stays open, or closed
LATEST_CASTLING = 5  # plies of the better line


def goes_back(mistake: Mistake) -> Iterator[Claim]:
    """The piece that the quiet move has moved returns to its square without a capture; in the better line it stays there."""
    line, better = mistake.played, mistake.better
    root, move = line.boards[0], line.moves[0]
    kind = root.piece_type_at(move.from_square)
    if root.is_capture(move) or kind in (None, chess.PAWN) or root.is_check() or root.is_castling(move):
        return
    if mistake.loss_cp > MOST_FOR_TIME:
        return
    if better.moves[1:2] and better.moves[1].from_square == move.from_square:
        return
    for at in range(2, min(LATEST_BACK + 1, len(line.moves)), 2):
        back = line.moves[at]
        if back.from_square == move.to_square:
            if back.to_square == move.from_square and not line.boards[at].is_capture(back):
                pieces = (ClaimPiece(kind or 0, back.to_square),)
                yield _event(mistake, FoundMotif(Motif.GOES_BACK, at, pieces), mistake.best[:1])
            return


def moves_twice(mistake: Mistake) -> Iterator[Claim]:
    """In the opening a knight, bishop or queen makes two of the next three moves without a capture. The better line does not move
    it for three moves."""
    line, better = mistake.played, mistake.better
    root, move = line.boards[0], line.moves[0]
    kind = root.piece_type_at(move.from_square)
    if kind not in (chess.KNIGHT, chess.BISHOP, chess.QUEEN) or root.is_capture(move) or root.is_check():
        return
    stays = all(other.from_square != move.from_square for other in better.moves[1 : LATEST_TWICE + 2 : 2])
    if root.fullmove_number > OPENING_MOVES or not stays or len(better.moves) < LATEST_TWICE + 2:
        return
    for at in range(2, min(LATEST_TWICE + 1, len(line.moves)), 2):
        again = line.moves[at]
        if again.from_square == move.to_square:
            if not line.boards[at].is_capture(again) and not line.boards[at].is_check():
                pieces = (ClaimPiece(kind or 0, again.to_square),)
                yield _event(mistake, FoundMotif(Motif.TWICE, at, pieces), mistake.best[: LATEST_TWICE + 1])
            return


def sells(mistake: Mistake) -> Iterator[Claim]:
    """The better move captures with a piece that is taken back there; after the played move it is captured on its square for
    nothing, or almost."""
    better, line = mistake.better, mistake.played
    if len(better.moves) < 3 or len(line.boards) < 3:
        return
    root, move, reply = better.boards[1], better.moves[1], line.moves[1]
    back = next((at for at in (2, 4) if at < len(better.moves) and better.moves[at].to_square == move.to_square), 0)
    kind, taken = root.piece_type_at(move.from_square) or chess.PAWN, root.piece_type_at(move.to_square)
    lost = (
        reply.to_square == move.from_square and line.boards[1].is_capture(reply) and not root.is_capture(line.moves[0])
    )
    if taken is None or kind == chess.PAWN or not root.is_capture(move) or not back:
        return
    if lost and line.moves[0].from_square != move.from_square and WORTH[taken] < WORTH[kind]:
        pieces = ClaimPiece(kind, move.from_square), ClaimPiece(taken, move.to_square)
        yield Claim(
            ClaimRole.WORKS,
            Motif.SELLS,
            mistake.fen,
            mistake.best[:back],
            0,
            mistake.before,
            mistake.after,
            pieces,
            other=(mistake.move, *mistake.reply[:1]),
            chess960=mistake.chess960,
        )


def file_freed(mistake: Mistake) -> Iterator[Claim]:
    """A pawn captures a pawn and is taken by one, so that a rook of the opponent has an open file; in the better line that file
    stays closed."""
    line, better = mistake.played, mistake.better
    if len(line.boards) < SHUT + 1 or len(better.boards) < SHUT + 2:
        return
    root, move, back = line.boards[0], line.moves[0], line.moves[1]
    pawns = root.piece_type_at(move.from_square) == line.boards[1].piece_type_at(back.from_square) == chess.PAWN
    if not pawns or not root.is_capture(move) or back.to_square != move.to_square or move.promotion:
        return
    mask = chess.BB_FILES[chess.square_file(back.from_square)]
    rooks = line.boards[2].pieces(chess.ROOK, line.us) & mask
    opened = root.pawns & mask and not any(board.pawns & mask for board in line.boards[2 : SHUT + 1])
    if rooks and opened and all(board.pawns & mask for board in better.boards[1 : SHUT + 2]):
        rook = (ClaimPiece(chess.ROOK, next(iter(rooks))),)
        claim = _event(mistake, FoundMotif(Motif.FILE_FREED, 1, rook), mistake.best[:SHUT])
        yield replace(claim, line=(mistake.move, *mistake.reply[: SHUT - 1]))


def parried(mistake: Mistake) -> Iterator[Claim]:
    """The quiet move newly attacks a piece that could be won, and the quiet reply guards it or moves it away."""
    line = mistake.played
    if len(line.boards) < 3 or line.boards[1].is_check() or line.boards[0].is_check():
        return
    (root, after, replied), (move, reply) = line.boards[:3], line.moves[:2]
    if root.is_capture(move) or after.is_capture(reply) or replied.is_check() or move.promotion:
        return
    passed = after.copy(stack=False)
    passed.push(chess.Move.null())
    for target in after.attacks(move.to_square) & after.occupied_co[not mistake.white] & ~after.pawns & ~after.kings:
        attack = chess.Move(move.to_square, target)
        fresh = root.piece_at(target) == after.piece_at(target) and not _wins(root, target)
        if fresh and passed.is_legal(attack) and exchange(passed, attack) >= LEAST_ATTACKED:
            gone = reply.from_square == target
            if gone or not _wins(replied, target):
                pieces = (ClaimPiece(after.piece_type_at(target) or 0, target),)
                yield _event(mistake, FoundMotif(Motif.PARRIED, 1, pieces), mistake.best[:1])
                return


def _wins(board: chess.Board, target: chess.Square) -> bool:
    """True if the side to move wins something by a capture on the square."""
    return any(move.to_square == target and exchange(board, move) > 0 for move in board.legal_moves)


def in_the_centre(mistake: Mistake) -> Iterator[Claim]:
    """The better line soon castles; in the played one an opponent's quiet move attacks the squares that the king must cross."""
    line, better = mistake.played, mistake.better
    early = [*zip(better.boards, better.moves, strict=False)][1 : LATEST_CASTLING + 2 : 2]
    castled = next((at for at, (board, move) in enumerate(early) if board.is_castling(move)), None)
    king = line.boards[0].king(mistake.white)
    if castled is None or king is None:
        return
    for step in line.steps:
        board = step.after
        if step.index > LATEST_CHECKED or board.king(mistake.white) != king:
            return
        if board.is_check() or not board.has_castling_rights(mistake.white):
            continue
        passed = step.board.copy(stack=False)
        passed.push(chess.Move.null())
        if not step.board.is_check() and any(passed.generate_castling_moves()) and not _castles(board):
            yield _event(
                mistake,
                FoundMotif(Motif.IN_THE_CENTRE, step.index, (ClaimPiece(chess.KING, king),)),
                mistake.best[: 2 * castled + 1],
            )
            return


def _castles(board: chess.Board) -> bool:
    return any(board.generate_castling_moves())


def _event(mistake: Mistake, what: FoundMotif, other: tuple[str, ...]) -> Claim:
    claim = claim_of(mistake, ClaimRole.ALLOWS, mistake.played, what, 0)
    return replace(claim, line=claim.line[: claim.key + 1], balance=Balance(), mate=0, other=other)
