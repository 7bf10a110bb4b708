"""Claims of the answers that a move takes away or allows: the better move a move later, the reply after the better move."""

from __future__ import annotations

from collections.abc import Iterator

import chess

from engine.coach.claims import Claim, ClaimRole, Motif
from engine.coach.exchange_values import after_captures
from engine.coach.mistake import Mistake, same_reply

LEAST_WORSE = 2  # pawns by which an answer must lose in the other line, if it is legal there


def late_position(mistake: Mistake) -> chess.Board | None:
    """The position after the reply and the better move; None if that is not legal then, or made by another piece."""
    if len(mistake.played.boards) < 3 or not mistake.best:
        return None
    root, after, better = mistake.played.boards[0], mistake.played.boards[2], mistake.better.moves[1]
    if not after.is_legal(better) or root.piece_at(better.from_square) != after.piece_at(better.from_square):
        return None
    return _pushed(after, better)


def chance_gone(mistake: Mistake, forcing: bool = True) -> Iterator[Claim]:
    """The better move comes too late after the reply, because of an answer that it would not have allowed at once. `forcing`
    answers capture, give check or move a piece that the better move attacks; the others say less."""
    late = late_position(mistake) if mistake.later else None
    if late is None or _is_just_taken_back(mistake, late) or _is_forcing(mistake, late) is not forcing:
        return
    if _is_new(late, mistake.later[0], mistake.better.boards[2]):
        line = (mistake.move, mistake.reply[0], mistake.best[0], mistake.later[0])
        yield _claim(mistake, Motif.CHANCE_GONE, line, mistake.best[:1])


def answer_gone(mistake: Mistake) -> Iterator[Claim]:
    """The reply has an answer after the better move that the played one does not leave."""
    there = same_reply(mistake) if mistake.instead else None
    if there is None or mistake.instead[0] == mistake.move or len(mistake.played.boards) < 3:
        return
    takes = mistake.instead[0][2:4] == mistake.reply[0][2:4]  # else it may be what the better move threatens anyway
    after = mistake.played.boards[2]
    if takes and any(after_captures(after, move) >= 0 for move in _captures(after, mistake.played.moves[1].to_square)):
        return  # another piece takes it as well
    if (takes or mistake.reply[:1] == mistake.best[1:2]) and _is_new(there, mistake.instead[0], after):
        other = (mistake.best[0], mistake.reply[0], mistake.instead[0])
        yield _claim(mistake, Motif.ANSWER_GONE, (mistake.move, mistake.reply[0]), other)


def _is_forcing(mistake: Mistake, late: chess.Board) -> bool:
    answer = chess.Move.from_uci(mistake.later[0])
    attacked = answer.from_square in late.attacks(mistake.better.moves[1].to_square)
    return late.is_capture(answer) or late.gives_check(answer) or attacked


def _is_just_taken_back(mistake: Mistake, late: chess.Board) -> bool:
    """True if the reply captures, and the answer is a capture by the same piece or in the same place: the mover would first take
    back."""
    reply, answer = mistake.played.moves[1], chess.Move.from_uci(mistake.later[0])
    took = mistake.played.boards[1].is_capture(reply)
    return took and (answer.from_square == reply.to_square or not late.is_capture(answer))


def _is_new(board: chess.Board, text: str, other: chess.Board) -> bool:
    """True if an answer loses nothing by captures, and in the other position it is illegal or loses more."""
    move = chess.Move.from_uci(text)
    kept = after_captures(board, move)
    if kept < 0:
        return False
    if not other.is_legal(move) or board.piece_at(move.from_square) != other.piece_at(move.from_square):
        return True
    return not other.gives_check(move) and after_captures(other, move) <= kept - LEAST_WORSE


def _captures(board: chess.Board, square: chess.Square) -> Iterator[chess.Move]:
    return board.generate_legal_captures(to_mask=chess.BB_SQUARES[square])


def _pushed(board: chess.Board, move: chess.Move) -> chess.Board:
    after = board.copy(stack=False)
    after.push(move)
    return after


def _claim(mistake: Mistake, motif: Motif, line: tuple[str, ...], other: tuple[str, ...]) -> Claim:
    scores = mistake.before, mistake.after
    return Claim(ClaimRole.ALLOWS, motif, mistake.fen, line, 1, *scores, other=other, chess960=mistake.chess960)
