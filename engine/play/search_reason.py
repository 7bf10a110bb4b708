"""The reason for a move chosen by the search, as a value."""

from engine.game.info import PovScore, Score, SearchResult
from engine.game.limits import GamePosition
from engine.game.python_board import board_of
from engine.game.reason import BoardMove, Reason, ReasonKind, listed


def search_reason(result: SearchResult, white: bool) -> Reason:
    """The reason from a search result; `white`: White was to move."""
    if not result.lines:
        return Reason(ReasonKind.ONLY_MOVE)
    line, nodes = result.lines[0], Reason(ReasonKind.NODES, (result.nodes,))
    depth = Reason(ReasonKind.DEPTH, (line.depth,)) if line.depth and line.score.table is None else None
    return listed(Reason(ReasonKind.SCORE, (PovScore(line.score, white),)), depth, nodes)


def turned_bad(position: GamePosition, move: str, instead: str, score: Score) -> Reason:
    """The reason for playing `instead` after the line of `move` turned bad; `score`: at that line's end, for the side to move."""
    fen = board_of(position).fen()
    moves = (BoardMove(uci, fen, position.chess960) for uci in (move, instead))
    return Reason(ReasonKind.TURNED_BAD, (*moves, PovScore(score, position.white_to_move)))
