"""Cuts a line at a quiet position after which its gain lasts."""

from __future__ import annotations

import chess

from engine.coach.claims import Balance
from engine.coach.exchange_values import exchange, is_quiet, noisy
from engine.coach.line import MotifLine

FARTHEST = 8  # plies: a longer win explains nothing, unless checks and captures force it

FARTHEST_BACK = 6
FARTHEST_OUT = 8
MOST_CAPTURES = 4
LEAST_LATE = 3  # pawns
AT_ONCE = 3  # plies: a piece won so soon is the point
MORE = 2  # pawns: later moves of a line are less reliable, so a longer beginning must win this much more
COVERED_CP = 50  # by which a score may be less than the material that it must cover
ENOUGH = 6  # pawns: what comes after such a gain is not its point

_PIECES = (chess.QUEEN, chess.ROOK, chess.BISHOP, chess.KNIGHT, chess.PAWN)


def settled(line: MotifLine, behind: int = 0) -> MotifLine | None:
    """The shortest beginning of a line, longer than `behind` moves, whose gain lasts; None if nothing is won.

    A longer beginning is chosen only if it wins at least two pawns more, and not after ENOUGH. Of a gain of three pawns or
    more one may come back.
    """
    return _kept(line, behind, FARTHEST)


def _kept(line: MotifLine, behind: int, farthest: int = 1000) -> MotifLine | None:
    squares = [move.to_square for move in line.moves]
    quiet = [
        index  # not within an exchange on one square
        for index in range(max(2, behind + 1), len(line.boards))
        if line.quiet[index] and squares[index : index + 1] != squares[index - 1 : index]
    ]
    cut, most, kept = 0, 0, 1000
    for index in reversed(quiet):
        won = line.gains[index] - line.gains[0]
        kept = min(kept, won)
        near = index <= farthest or _is_forced(line, index)
        least = 1 if index <= AT_ONCE and won >= LEAST_LATE else max(1, min(most, ENOUGH) - MORE + 1)
        if (won == kept or (won == kept + 1 and kept >= MORE)) and near and won >= least:
            cut, most = index, won
    return MotifLine(line.boards[: cut + 1], line.moves[:cut]) if cut else None


def won_late(line: MotifLine) -> MotifLine | None:
    """The shortest beginning whose gain lasts, for gains after FARTHEST plies; these rank last."""
    return _kept(line, FARTHEST)


def won_for_now(line: MotifLine) -> MotifLine | None:
    """The shortest near beginning with the greatest gain at a quiet position, which the end of the line has as well. Its end
    must be searched before it is claimed."""
    near = [index for index in range(2, min(FARTHEST + 1, len(line.boards))) if line.quiet[index]]
    best = max(near, key=lambda index: (line.gains[index], -index), default=0)
    keeps = line.gains[-1] >= line.gains[best] > line.gains[0]
    return MotifLine(line.boards[: best + 1], line.moves[:best]) if keeps else None


def won_by_score(line: MotifLine, score: int) -> MotifLine | None:
    """The shortest near beginning that wins material at a quiet position, though later moves of the line may give it back: the
    score (centipawns, of the side that profits) is as good as the material there, and as the gain. Its end must be searched
    before it is claimed."""
    for index in range(2, min(FARTHEST + 1, len(line.boards))):
        here = line.gains[index]
        moved_on = [move.to_square for move in line.moves[index - 1 : index + 1]]
        if (
            line.quiet[index]
            and here > line.gains[0]
            and len({*moved_on}) == len(moved_on)
            and score >= 100 * max(here, here - line.gains[0]) - COVERED_CP
        ):
            return MotifLine(line.boards[: index + 1], line.moves[:index])
    return None


def played_out(line: MotifLine) -> MotifLine | None:
    """The shortest near beginning that, continued by the pending captures, wins at least a piece; None if not found.

    For lines that are never quiet, because a pawn hangs to the end. The whole line must retain the gain whatever is captured
    next. Its end must be searched before it is claimed.
    """
    theirs = noisy(line.end) if line.end.turn is not line.us else ()
    hanging = max((exchange(line.end, move) for move in theirs), default=0)
    kept = line.gains[-1] - line.gains[0] - max(0, hanging)
    for index in range(2, min(FARTHEST_OUT, len(line.boards) - 1) + 1):
        won = _captured_out(line, index)
        if won is not None and LEAST_LATE <= won.gains[-1] - won.gains[0] <= kept:
            return won
    return None


def _captured_out(line: MotifLine, index: int) -> MotifLine | None:
    """The line to a position, then the best captures, at least one; None if they do not end soon."""
    if line.quiet[index]:
        return None
    boards, moves = list(line.boards[: index + 1]), list(line.moves[:index])
    while not is_quiet(boards[-1]):
        if boards[-1].is_check() or len(moves) >= index + MOST_CAPTURES:
            return None
        board = boards[-1]
        moves.append(max(noisy(board), key=lambda move: (exchange(board, move), move.promotion or 0, move.uci())))
        after = board.copy(stack=False)
        after.push(moves[-1])
        boards.append(after)
    return MotifLine(tuple(boards), tuple(moves)) if len(moves) > index else None


def won_back(line: MotifLine) -> MotifLine | None:
    """The shortest near beginning after which the piece captured by the first move is won back for good, by another way than
    recapturing. None if not found, or if more is won."""
    if line.gains[1] >= line.gains[0] or len(line.moves) < 2 or line.follows(line.moves[1].to_square):
        return None
    quiet = [index for index in range(2, len(line.boards)) if line.quiet[index]]
    kept = [index for index in quiet if all(line.gains[later] >= line.gains[0] for later in quiet if later >= index)]
    if not kept or kept[0] > FARTHEST_BACK or line.gains[kept[0]] != line.gains[0]:
        return None
    return MotifLine(line.boards[: kept[0] + 1], line.moves[: kept[0]])


def _is_forced(line: MotifLine, end: int) -> bool:
    """True if all our moves before `end` give check or capture."""
    return all(step.captured or step.after.is_check() for step in line.steps if step.index < end)


def balance_of(line: MotifLine) -> Balance:
    """The change of material between the first and last position, for the side that profits. A knight equals a bishop."""
    won: list[int] = []
    lost: list[int] = []
    for piece in _PIECES:
        change = _ahead(line, line.end, piece) - _ahead(line, line.boards[0], piece)
        (won if change > 0 else lost).extend([piece] * abs(change))
    for mine, theirs in ((chess.BISHOP, chess.KNIGHT), (chess.KNIGHT, chess.BISHOP)):
        while mine in won and theirs in lost:
            won.remove(mine)
            lost.remove(theirs)
    return Balance(tuple(won), tuple(lost))


def _ahead(line: MotifLine, board: chess.Board, piece: chess.PieceType) -> int:
    return len(board.pieces(piece, line.us)) - len(board.pieces(piece, not line.us))
