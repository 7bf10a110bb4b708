"""Tests of claims from a source: endgame tables, book, human move statistics. A missing source proves nothing."""

from __future__ import annotations

from collections.abc import Mapping

import chess

from engine.coach.checker.registry import proves
from engine.coach.checker.replay import ClaimReplay, Refused, played
from engine.coach.claims import ClaimRole, Motif

ZEROING = 100  # plies without a capture or pawn move that draw the game
ROUNDED = 1  # plies by which a table's distance may be rounded
DECIDED_CP = 150  # score that counts as won if the tables lack the position
FEW_PERCENT, NATURAL_PERCENT, MOST_PERCENT = 10, 20, 50


@proves(Motif.TABLE_WIN)
def table_win(line: ClaimReplay) -> bool:
    """The tables prove a win for the side of the key move, in the number of plies named; after the other move they do not."""
    board = _known(line)
    result, distance = _result(line, board, line.us)
    return result == 2 and line.claim.figures == (distance,) and _elsewhere(line) < 2


@proves(Motif.TABLE_DRAW)
def table_draw(line: ClaimReplay) -> bool:
    """The tables prove a draw for that side; the other move loses."""
    result, _distance = _result(line, _known(line), line.us)
    return result == 0 and _elsewhere(line) < 0


@proves(Motif.TABLE_ZUGZWANG)
def table_zugzwang(line: ClaimReplay) -> bool:
    """The tables prove a win after the move, but not if the opponent could pass."""
    board = line.after
    if board.is_check():
        return False
    passed = board.copy(stack=False)
    passed.push(chess.Move.null())
    return _result(line, board, line.us)[0] == 2 and _result(line, passed, line.us)[0] < 2 and _elsewhere(line) < 2


@proves(Motif.FIFTY_MOVES)
def fifty_moves(line: ClaimReplay) -> bool:
    """Won by the tables before the move; afterwards drawn by the fifty-move rule."""
    result, distance = _result(line, line.after, line.us)
    gone = line.after.halfmove_clock
    late = result == 1 and distance + gone > ZEROING + ROUNDED - 1
    return late and line.claim.figures == (distance, gone) and line.claim.before.worth(line.us) > 0


@proves(Motif.BOOK_REFUTES)
def book_refutes(line: ClaimReplay) -> bool:
    """The book marks the first move as bad and plays the second."""
    book = line.sources.book
    if book is None:
        raise Refused("the book is missing")
    bad = book(line.boards[0]).get(line.claim.line[0]) is False
    return bad and len(line.claim.line) > 1 and book(line.boards[1]).get(line.claim.line[1]) is True


@proves(Motif.BOOK_PLAYS)
def book_plays(line: ClaimReplay) -> bool:
    """The book plays the move and does not list the other one."""
    moves = _book_moves(line)
    return moves.get(line.claim.line[0]) is True and line.claim.other[0] not in moves


@proves(Motif.BOOK_AVOIDS)
def book_avoids(line: ClaimReplay) -> bool:
    """The book plays the move, and lists the other one without playing it."""
    moves = _book_moves(line)
    return moves.get(line.claim.line[0]) is True and moves.get(line.claim.other[0], True) is not True


def _book_moves(line: ClaimReplay) -> Mapping[str, bool | None]:
    if line.sources.book is None:
        raise Refused("the book is missing")
    return line.sources.book(line.boards[0])


@proves(Motif.FEW_FIND)
def few_find(line: ClaimReplay) -> bool:
    """Few players of the rating find the better move, and many play the mistake."""
    few = _percent(line) <= FEW_PERCENT and line.claim.line != line.claim.other
    return few and _share(line, line.claim.other[0]) >= NATURAL_PERCENT


@proves(Motif.MOST_PLAY)
def most_play(line: ClaimReplay) -> bool:
    """Most players of the rating play the mistake."""
    return _percent(line) >= MOST_PERCENT and line.claim.line == line.claim.other


def _percent(line: ClaimReplay) -> int:
    """The percentage of players who play the first move. :raises Refused: the claim names another percentage or rating."""
    percent = _share(line, line.claim.line[0])
    if line.claim.figures != (line.sources.elo, percent):
        raise Refused("the percentage is different")
    return percent


def _share(line: ClaimReplay, move: str) -> int:
    """The percentage of players who play a move. :raises Refused: the source is missing."""
    if line.sources.chances is None:
        raise Refused("the human move statistics are missing")
    return round(100 * line.sources.chances().get(move, 0.0))


def _known(line: ClaimReplay) -> chess.Board:
    """The position before the key move, or after it if only that is in the tables."""
    tables = line.sources.tables
    if tables is None:
        raise Refused("the tables are missing")
    return line.before if tables.probe_wdl(line.before) is not None else line.after


def _result(line: ClaimReplay, board: chess.Board, side: chess.Color) -> tuple[int, int]:
    """The result by the tables for a side, with the fifty-move counter: 2 (win) to -2 (loss), and the distance in plies.

    :raises Refused: the tables do not know the position.
    """
    tables = line.sources.tables
    wdl, distance = (tables.probe_wdl(board), tables.probe_dtz(board)) if tables is not None else (None, None)
    if wdl is None or distance is None:
        raise Refused("the tables do not know the position")
    if abs(wdl) == 2 and abs(distance) + board.halfmove_clock > ZEROING - ROUNDED:
        wdl = 1 if wdl > 0 else -1
    return (int(wdl) if board.turn is side else -int(wdl)), abs(distance)


def _elsewhere(line: ClaimReplay) -> int:
    """The result of the other move for the side of the key move, 2 to -2; by its score if the tables do not know it."""
    boards, _moves = played(line.claim.fen, line.claim.other[:1], line.claim.chess960)
    if len(boards) < 2:
        raise Refused("no move to compare with")
    tables = line.sources.tables
    if boards[1].is_checkmate():
        return 2 if boards[1].turn is not line.us else -2
    if boards[1].is_game_over() or tables is None or tables.probe_wdl(boards[1]) is None:
        score = line.claim.before if line.claim.role is ClaimRole.ALLOWS else line.claim.after
        worth = 0 if boards[1].is_game_over() else score.worth(line.us)
        return 2 * ((worth >= DECIDED_CP) - (worth <= -DECIDED_CP))
    return _result(line, boards[1], line.us)[0]
