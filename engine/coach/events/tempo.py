"""Claims of lost time: a piece that has to go back, a king that may not castle, as it would in the better line."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import chess

from engine.coach.claims import Balance, Claim, ClaimPiece, ClaimRole, Motif
from engine.coach.line import FoundMotif
from engine.coach.mistake import Mistake
from engine.coach.winning import claim_of

MOST_FOR_TIME = 150  # centipawns: two lost moves explain no greater loss
LATEST_BACK = 4  # plies after the played move
LATEST_TWICE = 4  # plies
OPENING_MOVES = 10
LATEST_CHECKED = 5  # plies
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
