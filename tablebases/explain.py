"""The tables' verdict on a position for the window's panel and the command line: a sentence, and the best line."""

import chess

from engine.ground.values import dataclass
from tablebases.files.folders import TableKind
from tablebases.probe.rank import RankedMove, RootRanking
from tablebases.tables import Tablebases
from tablebases.wdl import Wdl

LONGEST_LINE = 300  # plies


@dataclass(frozen=True)
class TableVerdict:
    """A position's verdict: result under the fifty-move rule with the present counter, DTZ, a sentence, the ranked
    moves, the source file."""

    wdl: Wdl
    dtz: int | None
    sentence: str
    moves: tuple[RankedMove, ...]
    source: str


def verdict(tables: Tablebases, board: chess.Board) -> TableVerdict | None:
    """Returns the verdict on a position; None if no table has it."""
    file = tables.file_for(board, TableKind.DTZ) or tables.file_for(board)
    source = file.path.name if file else ""
    ranking = tables.rank(board)
    if ranking is not None:
        return TableVerdict(ranking.wdl, ranking.dtz, sentence(board, ranking), ranking.moves, source)
    wdl = tables.probe_wdl(board)
    if wdl is None:
        return None
    over = (
        "Checkmate." if board.is_checkmate() else "Stalemate." if board.is_stalemate() else f"{wdl.words.capitalize()}."
    )
    return TableVerdict(wdl, tables.probe_dtz(board), over, (), source)


def sentence(board: chess.Board, ranking: RootRanking) -> str:
    """Returns the verdict in one or two sentences, with an explanation of cursed wins and blessed losses."""
    side = "White" if board.turn else "Black"
    other = "Black" if board.turn else "White"
    if ranking.top.mate:
        return f"{side} mates with {board.san(ranking.top.move)}."
    if ranking.wdl == Wdl.DRAW:
        return "Draw with best play."
    winner, loser = (side, other) if ranking.wdl > 0 else (other, side)
    distance = "" if ranking.dtz is None else f" The next capture, pawn move or mate is {_moves(ranking.dtz)} away."
    if ranking.wdl in (Wdl.WIN, Wdl.LOSS):
        return f"{winner} wins.{distance}"
    gone = board.halfmove_clock // 2
    clock = f" ({gone} of the fifty moves are gone)" if gone else ""
    return (
        f"{winner} could force mate, but not in time: {loser} can claim a draw after fifty moves without capture or pawn move"
        f"{clock}.{distance} If {loser} errs, it can still be won."
    )


def best_line(tables: Tablebases, board: chess.Board, limit: int = LONGEST_LINE) -> tuple[chess.Move, ...]:
    """Returns perfect play from both sides until mate, a draw or `limit` plies; empty if no table has the position."""
    board = board.copy()
    line: list[chess.Move] = []
    while len(line) < limit and not board.is_game_over(claim_draw=True):
        ranking = tables.rank(board)
        if ranking is None or (ranking.wdl == Wdl.DRAW and line):
            break
        line.append(ranking.top.move)
        board.push(ranking.top.move)
    return tuple(line)


def _moves(plies: int) -> str:
    moves = (abs(plies) + 1) // 2
    return "one move" if moves == 1 else f"{moves} moves"
