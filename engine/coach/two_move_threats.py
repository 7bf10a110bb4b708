"""Threats of two moves: a check or fork to which every reply loses material, and mate in two."""

from __future__ import annotations

from collections.abc import Iterator

import chess

from engine.coach.claims import ClaimPiece, Motif
from engine.coach.exchange_values import exchange, loose, noisy, worth_at
from engine.coach.line import FoundMotif, LineStep

LEAST_WON = 2  # pawns
_DEAREST = 3  # pieces named of a fork, the most valuable first


def blows(step: LineStep) -> Iterator[FoundMotif]:
    """Yields the check or fork that the move threatens, if it is new and the reply in the line meets it.

    The pieces: the one that would move, its target square, then those forked.
    """
    if step.after.is_check():
        return
    passed = _passed(step.after)
    if any(exchange(passed, move) >= LEAST_WON for move in noisy(passed)):
        return  # an immediate capture is the plainer threat
    for move in sorted(_candidates(passed), key=chess.Move.uci):
        if not wins(passed, move, LEAST_WON) or _is_old(step, move) or _is_left(step, move):
            continue
        pieces = _named(passed, move.from_square), _named(passed, move.to_square)
        forked = tuple(_named(passed, square) for square in hit(passed, move))
        yield FoundMotif(Motif.THREATENS_FORK if len(forked) > 1 else Motif.THREATENS_BLOW, step.index, pieces + forked)


def mates_in_two(step: LineStep) -> bool:
    """True if the move newly threatens mate in two that begins with a check, against every reply."""
    if step.after.is_check() or step.board.is_check() or _mating_check(step.board) is not None:
        return False
    move = _mating_check(_passed(step.after))
    return move is not None and (step.reply is None or _mating_check(_passed_after(step)) is None)


def wins(board: chess.Board, move: chess.Move, least: int) -> bool:
    """True if a move wins at least `least` pawns against each legal reply, by captures."""
    taken = _taken(board, move)
    after = board.copy(stack=False)
    after.push(move)
    for answer in after.legal_moves:
        given = _taken(after, answer) + (8 if answer.promotion else 0)
        answered = after.copy(stack=False)
        answered.push(answer)
        if answered.is_check():
            return False
        needed = least - taken + given
        if needed > 0 and not any(exchange(answered, capture) >= needed for capture in noisy(answered)):
            return False
    return any(after.legal_moves)


def _passed(board: chess.Board) -> chess.Board:
    after = board.copy(stack=False)
    after.push(chess.Move.null())
    return after


def _passed_after(step: LineStep) -> chess.Board:
    """The position after the reply of the line, with us to move."""
    assert step.reply is not None
    after = step.after.copy(stack=False)
    after.push(step.reply)
    return after


def _taken(board: chess.Board, move: chess.Move) -> int:
    if board.is_en_passant(move):
        return 1
    return 0 if board.color_at(move.to_square) is board.turn else worth_at(board, move.to_square)


def _candidates(board: chess.Board) -> Iterator[chess.Move]:
    """The checks and the moves that attack two pieces. Promotions are a separate threat."""
    for move in board.legal_moves:
        if move.promotion or board.is_castling(move):
            continue
        if board.gives_check(move) or len(hit(board, move)) > 1:
            yield move


def hit(board: chess.Board, move: chess.Move) -> list[chess.Square]:
    """The pieces attacked by a move that are worth more than the attacker or are undefended, most valuable first."""
    after = board.copy(stack=False)
    after.push(move)
    mine = worth_at(after, move.to_square)
    found = [
        square
        for square in after.attacks(move.to_square) & after.occupied_co[after.turn]
        if worth_at(after, square) > mine or (after.piece_type_at(square) != chess.PAWN and loose(after, square))
    ]
    return sorted(found, key=lambda square: (-worth_at(after, square), square))[:_DEAREST]


def _is_old(step: LineStep, move: chess.Move) -> bool:
    """True if the same move was already strong before the key move. A side to move in check could not have played it."""
    return step.board.is_legal(move) and wins(step.board, move, LEAST_WON)


def _is_left(step: LineStep, move: chess.Move) -> bool:
    """True if the reply in the line does not stop the threat; then the threat explains nothing."""
    if step.reply is None:
        return False
    after = _passed_after(step)
    return after.is_legal(move) and wins(after, move, LEAST_WON)


def _named(board: chess.Board, square: chess.Square) -> ClaimPiece:
    return ClaimPiece(board.piece_type_at(square) or 0, square)


def _mating_check(board: chess.Board) -> chess.Move | None:
    """A check that mates, or allows mate after each reply; None if not found."""
    for move in board.legal_moves:
        if not board.gives_check(move):
            continue
        after = board.copy(stack=False)
        after.push(move)
        if all(_mates(after, answer) for answer in after.legal_moves):
            return move
    return None


def _mates(board: chess.Board, answer: chess.Move) -> bool:
    after = board.copy(stack=False)
    after.push(answer)
    return mates_at_once(after)


def mates_at_once(board: chess.Board) -> bool:
    """True if the side to move has a mate in one."""
    for move in board.legal_moves:
        if board.gives_check(move):
            board.push(move)
            mate = board.is_checkmate()
            board.pop()
            if mate:
                return True
    return False
