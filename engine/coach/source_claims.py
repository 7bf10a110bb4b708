"""Claims from sources: endgame tables, opening book, human move statistics, and the rules that end a game."""

from __future__ import annotations

from collections.abc import Iterator

import chess

from engine.coach.claims import Claim, ClaimRole, Motif
from engine.coach.mistake import Mistake
from engine.coach.sources import Sources, TableProbe

CERTAIN, TOO_LATE = 99, 101  # plies including the counter; a rounded distance may be one too small
FEW, NATURAL, MOST = 0.10, 0.20, 0.50
"""Shares of players: below FEW, few find a move; from MOST on, most play one. FEW counts only if NATURAL play the mistake,
because one of many good moves is not hard to find."""
DRAWN_CP, WINNING_CP = 30, 150
ENDS_GAME = (Motif.STALEMATE, Motif.REPETITION, Motif.FIFTY_MOVES)
LONGEST_SHOWN = 4  # moves: what tables say later explains little


def ended(mistake: Mistake, sources: Sources) -> Iterator[Claim]:
    """The move itself throws away a won game: stalemate, repetition, or the fifty-move rule."""
    if mistake.before.worth(mistake.white) < WINNING_CP or abs(mistake.after.worth(True)) > DRAWN_CP:
        return
    after = mistake.played.boards[1]
    if after.is_stalemate():
        yield _known(mistake, ClaimRole.ALLOWS, Motif.STALEMATE, 1)
    if after.epd() in sources.earlier:
        yield _known(mistake, ClaimRole.ALLOWS, Motif.REPETITION, 1)
    distance = sources.tables.probe_dtz(after) if sources.tables is not None else None
    if distance is not None and distance < 0 and after.halfmove_clock - distance >= TOO_LATE:
        yield _known(mistake, ClaimRole.ALLOWS, Motif.FIFTY_MOVES, 1, (-distance, after.halfmove_clock))


def by_tables(mistake: Mistake, role: ClaimRole, tables: TableProbe | None) -> Iterator[Claim]:
    """A win or draw that the tables prove in one line and not in the other, at the first position they know."""
    if tables is None:
        return
    line, first = (mistake.played, 0) if role is ClaimRole.ALLOWS else (mistake.better, 1)
    for step in line.steps[:1] if line.boards[1].is_game_over() else line.steps:
        board = step.board if tables.probe_wdl(step.board) is not None else step.after
        wdl, distance = tables.probe_wdl(board), tables.probe_dtz(board)
        if wdl is None or distance is None:
            continue
        mine = wdl if board.turn is line.us else -wdl
        length = step.index - first + 1
        if length > LONGEST_SHOWN:
            return
        if mine == 2 and tables.probe_wdl(step.after) == -2 and _only_the_turn(step.after, tables):
            yield _known(mistake, role, Motif.TABLE_ZUGZWANG, length)
        if mine == 2 and abs(distance) + board.halfmove_clock <= CERTAIN:
            yield _known(mistake, role, Motif.TABLE_WIN, length, (abs(distance),))
        elif mine == 0:
            yield _known(mistake, role, Motif.TABLE_DRAW, length)
        return


def _only_the_turn(board: chess.Board, tables: TableProbe) -> bool:
    """True if the side to move would not lose if it could pass."""
    if board.is_check():
        return False
    passed = board.copy(stack=False)
    passed.push(chess.Move.null())
    wdl = tables.probe_wdl(passed)
    return wdl is not None and wdl < 2


def refuted_by_book(mistake: Mistake, sources: Sources) -> Iterator[Claim]:
    """The book marks the move as bad, and plays the reply that the search found."""
    board, after = mistake.played.boards[:2]
    if sources.book is None or sources.book(board).get(mistake.move) is not False or len(mistake.reply) < 1:
        return
    if sources.book(after).get(mistake.reply[0]):
        yield _known(mistake, ClaimRole.ALLOWS, Motif.BOOK_REFUTES, 2)


def left_book(mistake: Mistake, sources: Sources) -> Claim | None:
    """The claim that the book plays the better move, and does not list the played one, or lists it without playing it; None if
    false."""
    if sources.book is None or not mistake.best:
        return None
    moves = sources.book(mistake.played.boards[0])
    if not moves.get(mistake.best[0]) or moves.get(mistake.move):
        return None
    listed = mistake.move in moves
    return _known(mistake, ClaimRole.WORKS, Motif.BOOK_AVOIDS if listed else Motif.BOOK_PLAYS, 1)


def of_people(mistake: Mistake, sources: Sources) -> Claim | None:
    """The claim that most players of the rating play the mistake, or few find the better move; None if neither."""
    if sources.chances is None or not mistake.best:
        return None
    chances = sources.chances()
    most, few = chances.get(mistake.move, 0.0), chances.get(mistake.best[0], 0.0)
    if most >= MOST:
        return _known(mistake, ClaimRole.PEOPLE, Motif.MOST_PLAY, 1, (sources.elo, round(100 * most)), mistake.move)
    if few < FEW and most >= NATURAL:
        return _known(mistake, ClaimRole.PEOPLE, Motif.FEW_FIND, 1, (sources.elo, round(100 * few)))
    return None


def _known(
    mistake: Mistake, role: ClaimRole, motif: Motif, length: int, figures: tuple[int, ...] = (), move: str = ""
) -> Claim:
    """A claim about the first `length` moves of the role's line, or about one `move`; the last one is the key move."""
    if role is ClaimRole.ALLOWS:
        line, other = (mistake.move, *mistake.reply), mistake.best[:1]
    else:
        line, other = mistake.best, (mistake.move,)
    return Claim(
        role,
        motif,
        mistake.fen,
        (move,) if move else line[:length],
        length - 1,
        mistake.before,
        mistake.after,
        other=other,
        chess960=mistake.chess960,
        figures=figures,
    )
