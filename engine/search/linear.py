"""Linear search: looks deep along one line instead of broadly (A. Seppälä, master's thesis 2004, sections 4.4.3 and 5.4.4).

`probe_line` repeats a shallow search from the middle of the line it has found, until the game or the length ends it. The worse
side avoids captures and pawn moves that look only a little better than waiting: so it does not open a wall for a rook (1.bxa5
in figure 18 of the thesis). See docs/search.md.
"""

from collections.abc import Callable
from dataclasses import replace
from enum import Enum

from engine.game.info import Score, SearchResult
from engine.game.limits import GamePosition, Limits
from engine.ground.values import dataclass
from engine.rules.board import CoreBoard

# The method is from the thesis (section 4.4.3); these numbers are hand-set.
SPAN = 10  # plies of each search; the next one starts SPAN // 2 plies later
MOST_PLIES = 400  # of the whole line
NODES = 20_000  # of each search
LOSING_CP = 200  # centipawns: a side that is worse by this much plays for a draw
MARGIN = 80  # centipawns: a line has turned bad if it ends lower than expected by more than this
FURTHER = 24  # plies that `verify_line` looks past the end of the line
WAITING_COST = 600  # centipawns: a waiting move may look worse than an irreversible move by this much

Search = Callable[[GamePosition, Limits], SearchResult]


class End(Enum):
    """The reason why a line ends."""

    MATE = "mate"
    STALEMATE = "stalemate"
    FIFTY_MOVES = "the fifty-move rule"
    REPETITION = "repetition"
    MATERIAL = "insufficient material"
    LENGTH = "the line was long enough"
    STOPPED = "stopped"


DRAWS = frozenset((End.STALEMATE, End.FIFTY_MOVES, End.REPETITION, End.MATERIAL))


@dataclass(frozen=True)
class ProbedLine:
    """A line followed to its end.

    `score`: at the end of the line, for the side to move at the root; a mate counts from the root. `seen`: the plies at which a
    search was made, with its score.
    """

    moves: tuple[str, ...]
    score: Score
    end: End
    seen: tuple[tuple[int, Score], ...]
    nodes: int

    @property
    def value(self) -> int:
        """Centipawns for comparing lines; mates rank above and below all other scores."""
        return self.score.worth(100_000)


def probe_line(
    search: Search,
    position: GamePosition,
    first_moves: tuple[str, ...] = (),
    span: int = SPAN,
    most_plies: int = MOST_PLIES,
    nodes: int = NODES,
    stopped: Callable[[], bool] = lambda: False,
    on_step: Callable[[int], object] = lambda plies: None,
) -> ProbedLine:
    """Follows the best line from a position, or after `first_moves`, to its end. `on_step` is called with the plies so far.

    :raises PositionError: the position cannot be played from. :raises MoveError: a move is not legal.
    """
    board = position.board()
    at_root = board.white_to_move
    moves = list(first_moves)
    board.push_all_uci(moves)
    seen: list[tuple[int, Score]] = []
    spent = 0
    score = Score(centipawns=0)
    while True:
        on_step(len(moves))
        end = _game_end(board)
        if end is not None:
            mates = board.white_to_move != at_root
            plies = len(moves) if mates else -len(moves)
            score = Score(mate=(plies + 1) // 2) if end is End.MATE else Score(centipawns=0)
            break
        if len(moves) >= most_plies or stopped():
            end = End.LENGTH if len(moves) >= most_plies else End.STOPPED
            break
        here = replace(position, moves=(*position.moves, *moves))
        result = search(here, Limits(depth=span, nodes=nodes))
        spent += result.nodes
        line = result.lines[0]
        score = line.score if board.white_to_move == at_root else -line.score
        seen.append((len(moves), score))
        step, more = _step(search, here, board, result, span, nodes)
        spent += more
        for move in step[: most_plies - len(moves)]:
            if _game_end(board) is not None:
                break
            board.push_uci(move)
            moves.append(move)
    return ProbedLine(tuple(moves), score, end, tuple(seen), spent)


def _step(
    search: Search, here: GamePosition, board: CoreBoard, result: SearchResult, span: int, nodes: int
) -> tuple[tuple[str, ...], int]:
    """The moves to continue with, and the nodes spent on them: all of a mating line, else its first half, up to the first
    irreversible move of the worse side."""
    line = result.lines[0]
    pv = line.pv or (result.best_move or "",)
    if line.score.mate is not None:
        return pv, 0
    worth = line.score.number
    ahead = board.copy()
    for number, move in enumerate(pv[: max(1, span // 2)]):
        mover_worth = worth if number % 2 == 0 else -worth
        if mover_worth < -LOSING_CP and not _can_be_undone(ahead, move):
            if number:
                return pv[:number], 0
            return _wait(search, here, board, line.score, span, nodes) or (pv[:1], 0)
        ahead.push_uci(move)
    return pv[: max(1, span // 2)], 0


def _wait(
    search: Search, here: GamePosition, board: CoreBoard, score: Score, span: int, nodes: int
) -> tuple[tuple[str, ...], int] | None:
    """A reversible move that does not look much worse than `score`, with the nodes spent; None if not found."""
    waiting = tuple(move for move in board.legal_uci_moves() if _can_be_undone(board, move))
    if not waiting:
        return None
    result = search(here, Limits(depth=span, nodes=nodes, search_moves=waiting))
    found = result.lines[0].score
    if found.mate is not None or found.number < score.number - WAITING_COST:
        return None
    return (result.best_move or "",), result.nodes


def _can_be_undone(board: CoreBoard, move: str) -> bool:
    after = board.copy()
    after.push_uci(move)
    return after.halfmove_clock > 0


def verify_line(
    search: Search,
    position: GamePosition,
    result: SearchResult,
    stopped: Callable[[], bool] = lambda: False,
    root: Limits | None = None,
) -> tuple[SearchResult, ProbedLine | None]:
    """Checks the chosen move by deepening its line from the end. If it turns bad, the second-best move's line is deepened too;
    if that is better, a search of these two moves decides, because a line alone proves nothing.

    `root`: the moves allowed at the root. Returns the search to use, and the line in favour of the second-best move if that is
    chosen, else None. Costs a tenth of the nodes of `result`; three fifths if the line turns bad, and as much again if the
    search decides.
    """
    first = deepened(search, position, result, stopped)
    if first is None or stopped() or holds(first, result.lines[0].score):
        return result, None
    best, root = result.best_move or "", root or Limits()
    named = tuple(move for move in root.search_moves if move != best)
    if root.search_moves and not named:
        return result, None
    nodes = max(1, result.nodes // 2)
    second = search(position, Limits(nodes=nodes, search_moves=named, exclude_moves=(*root.exclude_moves, best)))
    if second.best_move in (None, result.best_move):
        return result, None
    other = deepened(search, position, second, stopped)
    hoped = second.lines[0].score.number
    if stopped() or (hoped if other is None else min(other.value, hoped)) <= first.value:
        return result, None
    both = (result.best_move or "", second.best_move)
    decided = search(position, Limits(nodes=result.nodes, search_moves=both))
    if stopped() or decided.best_move != second.best_move:
        return result, None
    return decided, other or as_found(second)


def holds(line: ProbedLine, hoped: Score) -> bool:
    """Whether a line ends about as well as was hoped."""
    return line.value >= hoped.number - MARGIN


def deepened(
    search: Search, position: GamePosition, result: SearchResult, stopped: Callable[[], bool]
) -> ProbedLine | None:
    """The line of a search, followed further from its end; None for a mate."""
    line = result.lines[0] if result.lines else None
    if line is None or line.score.mate is not None or not line.pv:
        return None
    nodes = max(500, result.nodes // 50)
    return probe_line(search, position, line.pv, most_plies=len(line.pv) + FURTHER, nodes=nodes, stopped=stopped)


def as_found(result: SearchResult) -> ProbedLine:
    """A mating line, without deepening."""
    line = result.lines[0]
    return ProbedLine(line.pv, line.score, End.MATE, ((0, line.score),), 0)


def _game_end(board: CoreBoard) -> End | None:
    if not board.legal_moves():
        return End.MATE if board.in_check else End.STALEMATE
    if board.halfmove_clock >= 100:
        return End.FIFTY_MOVES
    if board.repetitions() >= 2:
        return End.REPETITION
    return End.MATERIAL if board.is_insufficient_material() else None
