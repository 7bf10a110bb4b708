"""What a move threatens: a piece that could be captured next, or mate."""

from __future__ import annotations

from collections.abc import Iterator

import chess

from engine.coach.blows import blows, mates_at_once, mates_in_two
from engine.coach.claims import BLOWS, Motif, Piece
from engine.coach.force import exchange, worth_at
from engine.coach.line import Line, Step
from engine.coach.pins import pinned_pieces
from engine.coach.shown import Shown
from engine.coach.tactics import all_lose
from engine.coach.themes.attacks import is_trapped

FORCED = 2  # moves of ours before the first quiet one
FORCING = (
    Motif.THREATENS_MATE,
    Motif.THREATENS_MATE_IN_TWO,
    Motif.THREATENS_FORK,
    Motif.THREATENS_BLOW,
    Motif.THREATENS_PROMOTION,
    Motif.THREATENS_TRAPPED,
    Motif.THREATENS_BOTH,
    Motif.THREATENS,
)


def forcing(line: Line) -> Iterator[Shown]:
    """What our first quiet move threatens, where the line then wins something: the answer meets that threat and no other. A
    pawn is named only if it is captured in the line."""
    for number in quiet_steps(line):
        if number + 1 < len(line.steps):
            yield from _forcing(line, number)


def _forcing(line: Line, number: int) -> Iterator[Shown]:
    taken = {later.move.to_square for later in line.steps[number + 1 :] if later.captured}
    for what in threats(line, number):
        pawns = [piece for piece in what.pieces if piece.kind == chess.PAWN]
        if what.motif is Motif.THREATENS_PROMOTION or what.motif in BLOWS:
            pawns = []
        if what.motif in FORCING and all(pawn.square in taken for pawn in pawns):
            yield what


def quiet_steps(line: Line) -> list[int]:
    """The number of our first move that neither captures nor gives check, if only captures, checks and answers to checks
    come before it; where the king goes out of check, that move and the next such one."""
    found = []
    for number, step in enumerate(line.steps[: FORCED + 1]):
        if step.captured or step.move.promotion or step.after.is_check():
            continue
        found.append(number)
        if not _is_escape(step):
            break
    return found


def _is_escape(step: Step) -> bool:
    """Whether our king goes out of check."""
    return step.board.is_check() and step.piece == chess.KING


def threats(line: Line, number: int = 0) -> Iterator[Shown]:
    """What one of our moves in a line newly threatens (the first by default): mate, then a promotion, then the dearest piece."""
    step = line.steps[number]
    reply = step.reply
    if step.after.is_check() or (reply is not None and reply.to_square == step.move.to_square):
        return  # what is captured at once threatens nothing
    after, checked = _passed(step.after), step.board.is_check()
    if not checked and mates_at_once(after) and not mates_at_once(step.board):
        yield Shown(Motif.THREATENS_MATE, step.index)
    elif mates_in_two(step):
        yield Shown(Motif.THREATENS_MATE_IN_TWO, step.index)
    if not checked and not _promoting(step.board):
        for square in sorted(_promoting(after)):
            if step.after.color_at(square) is line.us:
                yield Shown(Motif.THREATENS_PROMOTION, step.index, (Piece(chess.PAWN, square),))
    if not checked:
        yield from blows(step)
        yield from _pins(step, line.us, True)
    # Nobody in check can carry out a threat, so every one would look new: then the piece must not have been attacked before.
    before = _attacked(step.board) if checked else _won(step.board)
    won = _won(after)
    found = [square for square in _dearest_first(after, won - before) if _is_threat(step.after, after, square)]
    others = [square for square in _dearest_first(after, won) if _is_threat(step.after, after, square)]
    for square in found:
        if step.captured and step.after.piece_type_at(square) == chess.PAWN:
            continue  # what is captured is the point, and not the pawn that could be next
        again = line.follows(square) and number == 0
        goes_on = number + 1 < len(line.steps)
        yield from _of_piece(step, square, [other for other in others if other != square], again, goes_on)
    if not checked:
        yield from _pins(step, line.us, False)


def _pins(step: Step, us: chess.Color, was: bool) -> Iterator[Shown]:
    """Knights, bishops and rooks that were pinned, and the move attacks them once more; or knights and bishops that it newly
    pins."""
    before = step.board.copy(stack=False)
    before.turn, before.ep_square = not us, None
    old = set(pinned_pieces(before, us))
    fresh = step.after.attacks(step.move.to_square) & ~int(step.board.attacks(step.move.from_square))
    kinds = (chess.KNIGHT, chess.BISHOP, chess.ROOK) if was else (chess.KNIGHT, chess.BISHOP)
    for pair in pinned_pieces(step.after, us):
        if step.after.piece_type_at(pair[0]) not in kinds or (pair in old) is not was or (was and pair[0] not in fresh):
            continue
        pieces = tuple(Piece(step.after.piece_type_at(square) or 0, square) for square in pair)
        yield Shown(Motif.PRESSES_PIN if was else Motif.PINS, step.index, pieces)


def _dearest_first(board: chess.Board, squares: set[chess.Square]) -> list[chess.Square]:
    return sorted(squares, key=lambda square: (-worth_at(board, square), square))


def _is_threat(board: chess.Board, passed: chess.Board, square: chess.Square) -> bool:
    """Whether it is the piece that is there that would be won, and not an exchange that is offered."""
    piece = passed.piece_type_at(square)
    return piece is not None and board.piece_type_at(square) == piece and not _is_offer(board, square, piece)


def _of_piece(
    step: Step, square: chess.Square, others: list[chess.Square], again: bool, goes_on: bool
) -> Iterator[Shown]:
    """What is said of a threatened piece, that first which says most: why the threat cannot be met, or what it gains.
    `again`: it has just moved there; `goes_on`: our next move is known."""
    board = step.after
    named = Piece(board.piece_type_at(square) or 0, square)
    if named.kind != chess.PAWN and is_trapped(board, square):
        yield Shown(Motif.THREATENS_TRAPPED, step.index, (named,))
    other = next((one for one in others if board.piece_type_at(one) != chess.PAWN or named.kind == chess.PAWN), None)
    other = other if other is not None else next(iter(others), None)
    if other is not None:
        yield Shown(Motif.THREATENS_BOTH, step.index, (named, Piece(board.piece_type_at(other) or 0, other)))
    if all_lose(board):
        yield Shown(Motif.NO_DEFENCE, step.index, (named,))
    reply = step.reply
    if reply is not None and reply.from_square == square and not board.is_capture(reply):
        if again:
            yield Shown(Motif.MOVES_AGAIN, step.index, (named,))
        if goes_on:
            yield Shown(Motif.TEMPO, step.index, (named,))
    yield Shown(Motif.THREATENS, step.index, (named,))


def _is_offer(board: chess.Board, square: chess.Square, piece: chess.PieceType) -> bool:
    """Whether only queens attack a queen, or rooks a rook, and are guarded: that offers an exchange, and threatens nothing."""
    side = not board.turn
    return piece in (chess.ROOK, chess.QUEEN) and all(
        board.piece_type_at(attacker) == piece and bool(board.attackers_mask(side, attacker))
        for attacker in board.attackers(side, square)
    )


def _passed(board: chess.Board) -> chess.Board:
    after = board.copy(stack=False)
    after.push(chess.Move.null())
    return after


def _won(board: chess.Board) -> set[chess.Square]:
    """Where the side to move wins something by capturing."""
    return {move.to_square for move in board.generate_legal_captures() if exchange(board, move) > 0}


def _attacked(board: chess.Board) -> set[chess.Square]:
    """What the side to move attacks, also where it must not capture."""
    enemies = chess.SquareSet(board.occupied_co[not board.turn])
    return {square for square in enemies if board.is_attacked_by(board.turn, square)}


def _promoting(board: chess.Board) -> set[chess.Square]:
    """The pawns of the side to move that could become a queen which stays."""
    moves = (move for move in board.legal_moves if move.promotion == chess.QUEEN)
    return {move.from_square for move in moves if exchange(board, move) > 0}
