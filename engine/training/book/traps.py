"""Adds well-known opening traps to a finished book: the losing move with its flag, and its refutation."""

from collections.abc import Callable, Iterator

import chess

from books.entry import Flag, MoveRow, PositionRow
from books.key import decode, encode, position_key
from engine.training.book.condemned import DEEPER, FOREIGN, OWN, SURE_CP, loss
from engine.training.book.finished import Pages
from engine.training.book.frontier import SearchEffort
from engine.training.book.judge import Judge
from engine.training.book.maker import REFUTATION, REFUTATION_PLIES
from engine.training.book.move_flags import BAD_CP, CLEARLY_BAD_CP

TRAPS = (
    "c4 e5 b3 Bc5 a3 Bxf2+",  # Rantanen; S04, figure 16
    "e4 c5 c3 d6 d4 Nf6 dxc5 Nxe4",  # S04, figure 13
    "e4 e5 Nf3 Nc6 Bc4 d6 Nc3 Bg4 h3 Bh5",  # Légal
    "e4 e5 Nf3 Nc6 Bb5 Nf6 d3 Ne7 Nxe5",  # Mortimer
    "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 d6 d4 b5 Bb3 Nxd4 Nxd4 exd4 Qxd4",  # Noah's Ark
    "e4 e5 Nf3 Nc6 Bb5 Nf6 O-O Ng4 h3 h5 hxg4",  # Fishing Pole
    "e4 e5 Nf3 Nc6 Bc4 Nd4 Nxe5",  # Blackburne Shilling
    "e4 e5 Nf3 Nf6 Nxe5 Nxe4 Qe2 Nf6",  # Petrov
    "e4 c5 d4 cxd4 c3 dxc3 Nxc3 Nc6 Nf3 e6 Bc4 Qc7 O-O Nf6 Qe2 Ng4 h3",  # Siberian
    "e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 Nc6 Bc4 g6 Nxc6 bxc6 e5 dxe5",  # Magnus Smith
    "e4 c6 d4 d5 Nc3 dxe4 Nxe4 Nd7 Qe2 Ngf6",  # Caro-Kann
    "d4 d5 c4 e6 Nc3 Nf6 Bg5 Nbd7 cxd5 exd5 Nxd5",  # Elephant
    "d4 d5 Nf3 Nf6 c4 e6 Nc3 Nbd7 Bg5 Be7 e3 O-O Rc1 Re8 Qc2 a6 cxd5 exd5 Bd3 c6 O-O Ne4 Bf4 f5",  # Rubinstein
    "d4 d5 c4 e5 dxe5 d4 e3 Bb4+ Bd2 dxe3 Bxb4",  # Lasker
    "d4 d5 c4 dxc4 e3 b5 a4 c6 axb5 cxb5",  # Queen's Gambit Accepted
    "d4 Nf6 c4 e5 dxe5 Ng4 Nf3 Nc6 Bf4 Bb4+ Nbd2 Qe7 a3 Ngxe5 axb4",  # Kieninger
    "d4 e5 dxe5 Nc6 Nf3 Qe7 Bf4 Qb4+ Bd2 Qxb2 Bc3",  # Englund
)
"""Each line ends with the move that falls into the trap. Common knowledge; both judges must agree."""


def add_traps(pages: Pages, foreign: Judge, own: Judge, tell: Callable[[str], None]) -> None:
    """Adds the traps that both judges condemn, with a million nodes each: most of them lose a piece or more.

    :raises EngineFault: a judge failed. :raises JudgeError: it reported no exact score.
    """
    for line in TRAPS:
        board = chess.Board()
        *way, mistake = line.split()
        for san in way:
            board.push_san(san)
        after = board.copy(stack=False)
        after.push_san(mistake)
        lost = _agreed(board, after, foreign, own)
        tell(f"{line}: loses {lost}")
        if lost >= BAD_CP:
            _condemn(pages, board, board.parse_san(mistake), lost, foreign)
            for place in _refutation(after, foreign):
                if position_key(place) not in pages:
                    pages[position_key(place)] = _searched(place, foreign)


def _agreed(before: chess.Board, after: chess.Board, foreign: Judge, own: Judge) -> int:
    """The smaller loss of the two judges. Close cases are searched deeper by both: Ratsu needs some three million nodes to see
    Rantanen's trap."""
    found = _smaller(before, after, (foreign, FOREIGN), (own, FOREIGN))
    return found if found >= SURE_CP else _smaller(before, after, (foreign, DEEPER), (own, OWN))


def _smaller(before: chess.Board, after: chess.Board, *looks: tuple[Judge, SearchEffort]) -> int:
    return min(loss(judge.search(before, *effort), judge.search(after, *effort)) for judge, effort in looks)


def _condemn(pages: Pages, board: chess.Board, mistake: chess.Move, lost: int, judge: Judge) -> None:
    """Flags the move, with the best of the position's moves as the better one."""
    key, move = position_key(board), encode(board, mistake)
    position, moves = pages.get(key) or _searched(board, judge)
    played = next((row for row in moves if row.move == move), MoveRow(key, move))
    flag = Flag.BAD if lost >= CLEARLY_BAD_CP else Flag.DUBIOUS
    others = [row for row in moves if row.move != move]
    condemned = played._replace(flag=flag, weight=1, better=others[0].move, inherits=1)
    pages[key] = (position, sorted((*others, condemned), key=lambda row: (-row.flag, -row.weight)))


def _refutation(after: chess.Board, judge: Judge) -> Iterator[chess.Board]:
    """The positions of the judge's best line after the trap."""
    board = after.copy(stack=False)
    for _ in range(REFUTATION_PLIES):
        if board.is_game_over():
            return
        yield board
        best = decode(board, judge.search(board, *REFUTATION).best_line[0])
        assert best is not None  # the judge's move is legal
        board = board.copy(stack=False)
        board.push(best)


def _searched(board: chess.Board, judge: Judge) -> tuple[PositionRow, list[MoveRow]]:
    """A position as the judge sees it, with its best move."""
    search = judge.search(board, *REFUTATION)
    key, (move, value) = position_key(board), search.lines[0]
    position = PositionRow(
        key, value=value, depth=search.depth, nodes=search.nodes, exit_move=move, exit_value=value, backed=value
    )
    return position, [MoveRow(key, move, Flag.NORMAL, 1000, inherits=1)]
