"""Claims of how a missed chance is gone after the reply: the piece gets safe, gets away, or is guarded."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import chess

from engine.coach.claims import Claim, ClaimPiece, Motif
from engine.coach.events.allowed import LATEST, event
from engine.coach.exchange_values import WORTH, exchange, worth_at
from engine.coach.line import FoundMotif
from engine.coach.line_comparison import fallen
from engine.coach.mistake import Mistake
from engine.coach.threats import FORCING

OF_CHANCES = (
    Motif.GETS_SAFE,
    Motif.GETS_AWAY,
    Motif.NOW_GUARDED,
    Motif.FORBIDS,
    Motif.LETS_GO,
    Motif.BLOCKS,
    Motif.CHANCE_GONE,
)
"""Motifs that follow what they refer to, a chance that was missed."""


def gets_safe(mistake: Mistake, pawns: bool = False) -> Iterator[Claim]:
    """A piece, or a pawn, that the mover could have captured with profit is no longer in danger after the reply, which moves it,
    or which guards it against the better move."""
    if len(mistake.played.moves) < 2 or len(mistake.better.moves) < 2:
        return
    root, after = mistake.played.boards[0], mistake.played.boards[2]
    better, reply = mistake.better.moves[1], mistake.played.moves[1]
    if (
        any(board.is_check() for board in mistake.played.boards[:3])
        or reply.to_square == mistake.played.moves[0].to_square
    ):
        return
    passed = mistake.played.boards[1].copy(stack=False)
    passed.push(chess.Move.null())
    for square in sorted({reply.from_square, better.to_square}, key=lambda one: -worth_at(root, one)):
        piece = root.piece_at(square)
        if piece is None or piece.color is root.turn or (piece.piece_type == chess.PAWN) is not pawns:
            continue
        at = reply.to_square if reply.from_square == square else square
        could = all(_could_fall(board, square) for board in (root, passed))  # else the played move itself is the reason
        if after.piece_at(at) == piece and could and not _could_fall(after, at):
            yield event(mistake, FoundMotif(Motif.GETS_SAFE, 1, (ClaimPiece(piece.piece_type, square),)))


def gets_away(mistake: Mistake, missed: Claim, anyway: bool = False) -> Iterator[Claim]:
    """A piece that the better move would win on its square moves away in the played line, and is not captured there. In the
    better line it does not get away too, unless it may (`anyway`): then it was at least attacked there."""
    line, better = mistake.played, mistake.better
    falls = fallen(better.boards[1:], better.moves[1:])
    both = Motif.THREATENS_BOTH, Motif.THREATENS_TOO
    named = {piece.square for piece in missed.pieces if anyway or missed.motif in both}
    for square, piece in _wanted(mistake, missed):
        if square not in named and piece.piece_type not in missed.balance.won:
            continue
        if not anyway and square not in falls and square in [move.from_square for move in better.moves[2::2]]:
            continue
        key = next((step.index for step in line.steps if step.move.from_square == square), LATEST + 1)
        there = all(board.piece_at(square) == piece for board in line.boards[: key + 1])
        targets = [move.to_square for move in line.moves[key + 1 :: 2]]
        back = key <= LATEST and line.moves[key - 1].to_square == line.moves[key].to_square
        if key > LATEST or (worth_at(line.boards[key], line.moves[key].to_square) > WORTH[chess.PAWN] and not back):
            continue  # an exchange that the opponent begins
        if there and line.moves[key].to_square not in targets:
            claim = event(mistake, FoundMotif(Motif.GETS_AWAY, key, (ClaimPiece(piece.piece_type, square),)))
            yield replace(claim, other=missed.line)


def taken_off(mistake: Mistake) -> Iterator[Claim]:
    """The reply exchanges the piece that would have made the better move."""
    line = mistake.played
    if len(line.boards) < 4 or len(mistake.better.moves) < 2:
        return
    reply, back, square = line.moves[1], line.moves[2], mistake.better.moves[1].from_square
    kind, taken = line.boards[1].piece_type_at(reply.from_square), line.boards[1].piece_type_at(square)
    same = line.boards[0].piece_at(square) == line.boards[1].piece_at(square) and taken != chess.PAWN
    if same and reply.to_square == back.to_square == square and line.boards[2].is_capture(back):
        pieces = ClaimPiece(kind or 0, reply.from_square), ClaimPiece(taken or 0, square)
        yield replace(event(mistake, FoundMotif(Motif.TRADES, 1, pieces)), other=mistake.best[:1])


def gets_guarded(mistake: Mistake, missed: Claim) -> Iterator[Claim]:
    """The reply newly guards a piece or pawn that the better move would win, or threatens to."""
    if len(mistake.played.boards) < 3 or mistake.reply[:1] == mistake.best[1:2]:
        return
    if mistake.played.boards[1].is_capture(mistake.played.moves[1]):
        return  # that is its point
    before, after, reply = *mistake.played.boards[1:3], mistake.played.moves[1]
    for square, piece in _wanted(mistake, missed):
        guards = _guards(before, after, reply, square)
        if guards and after.piece_at(square) == before.piece_at(square) == piece:
            claim = event(mistake, FoundMotif(Motif.NOW_GUARDED, 1, (ClaimPiece(piece.piece_type, square),)))
            yield replace(claim, other=missed.line)


def _guards(before: chess.Board, after: chess.Board, reply: chess.Move, square: chess.Square) -> bool:
    """True if the moved piece newly guards the square; by castling, if one more piece guards it."""
    if before.is_castling(reply):
        counts = [len(board.attackers(before.turn, square)) for board in (before, after)]
        return counts[0] < counts[1]
    return square in after.attacks(reply.to_square) and square not in before.attacks(reply.from_square)


def _wanted(mistake: Mistake, missed: Claim) -> list[tuple[chess.Square, chess.Piece]]:
    """The opponent's pieces at the beginning that the missed move wins or threatens, the most valuable first."""
    root = mistake.played.boards[0]
    squares = {chess.Move.from_uci(text).to_square for text in missed.whole[missed.key :: 2]}
    squares |= {piece.square for piece in missed.pieces if missed.motif in (*FORCING, Motif.FORK)}
    found = [(square, root.piece_at(square)) for square in squares]
    there = [(square, piece) for square, piece in found if piece is not None and piece.color is not mistake.white]
    return sorted(there, key=lambda one: (-WORTH[one[1].piece_type], one[0]))


def _could_fall(board: chess.Board, square: chess.Square) -> bool:
    return any(exchange(board, move) > 0 for move in board.generate_legal_captures() if move.to_square == square)
