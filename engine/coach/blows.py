"""What a move threatens to do in two moves: a blow after which every answer loses something, or mate in two."""

from __future__ import annotations

from collections.abc import Iterator

import chess

from engine.coach.claims import Motif, Piece
from engine.coach.force import exchange, loose, noisy, worth_at
from engine.coach.line import Step
from engine.coach.shown import Shown

LEAST_WON = 2  # pawns
_DEAREST = 3  # pieces that a fork names


def blows(step: Step) -> Iterator[Shown]:
    """The check or fork that would come next if the opponent passed, where neither it was there before nor the answer of the
    line leaves it. The pieces: what would move, where it would go, and then what a fork attacks."""
    if step.after.is_check():
        return
    passed = _passed(step.after)
    if any(exchange(passed, move) >= LEAST_WON for move in noisy(passed)):
        return  # what could be captured at once is threatened more plainly
    for move in sorted(_candidates(passed), key=chess.Move.uci):
        if not wins(passed, move, LEAST_WON) or _is_old(step, move) or _is_left(step, move):
            continue
        pieces = _named(passed, move.from_square), _named(passed, move.to_square)
        forked = tuple(_named(passed, square) for square in _hit(passed, move))
        yield Shown(Motif.THREATENS_FORK if len(forked) > 1 else Motif.THREATENS_BLOW, step.index, pieces + forked)


def mates_in_two(step: Step) -> bool:
    """Whether the move newly threatens to mate in two moves by a check, whatever is answered to it."""
    if step.after.is_check() or step.board.is_check() or _mating_check(step.board) is not None:
        return False
    move = _mating_check(_passed(step.after))
    return move is not None and (step.reply is None or _mating_check(_passed_after(step)) is None)


def wins(board: chess.Board, move: chess.Move, least: int) -> bool:
    """Whether after each legal answer to a move so many pawns are won, or have been."""
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


def _passed_after(step: Step) -> chess.Board:
    """The position after the answer of the line, where it is our move again."""
    assert step.reply is not None
    after = step.after.copy(stack=False)
    after.push(step.reply)
    return after


def _taken(board: chess.Board, move: chess.Move) -> int:
    if board.is_en_passant(move):
        return 1
    return 0 if board.color_at(move.to_square) is board.turn else worth_at(board, move.to_square)


def _candidates(board: chess.Board) -> Iterator[chess.Move]:
    """The checks, and the moves that attack two pieces. Promotions are a threat of another kind."""
    for move in board.legal_moves:
        if move.promotion or board.is_castling(move):
            continue
        if board.gives_check(move) or len(_hit(board, move)) > 1:
            yield move


def _hit(board: chess.Board, move: chess.Move) -> list[chess.Square]:
    """The pieces that a move attacks which are worth more than what moves, or have no guard; the dearest first."""
    after = board.copy(stack=False)
    after.push(move)
    mine = worth_at(after, move.to_square)
    found = [
        square
        for square in after.attacks(move.to_square) & after.occupied_co[after.turn]
        if worth_at(after, square) > mine or (after.piece_type_at(square) != chess.PAWN and loose(after, square))
    ]
    return sorted(found, key=lambda square: (-worth_at(after, square), square))[:_DEAREST]


def _is_old(step: Step, move: chess.Move) -> bool:
    """Whether the blow was there before the move, as far as anybody could move then."""
    return step.board.is_legal(move) and wins(step.board, move, LEAST_WON)


def _is_left(step: Step, move: chess.Move) -> bool:
    """Whether the answer of the line leaves the blow, and so did not fear it."""
    if step.reply is None:
        return False
    after = _passed_after(step)
    return after.is_legal(move) and wins(after, move, LEAST_WON)


def _named(board: chess.Board, square: chess.Square) -> Piece:
    return Piece(board.piece_type_at(square) or 0, square)


def _mating_check(board: chess.Board) -> chess.Move | None:
    """A check that mates, or after which each answer is mated."""
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
    """Whether the side to move has a mate in one."""
    for move in board.legal_moves:
        if board.gives_check(move):
            board.push(move)
            mate = board.is_checkmate()
            board.pop()
            if mate:
                return True
    return False
