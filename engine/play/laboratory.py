"""The experiments of the source texts on one position: moves by kind (M11 2.8), methods of search side by side (S04 4.2, K24
3), the permanent table (S04 4.4.2), selective search (Frey 1978), Monte Carlo tree search (K24 3.6).

Door: `measures`. Every search has the same depth or the same nodes, one thread, and an empty table.
"""

import math
import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import count

from engine.evaluation.network import shipped
from engine.evaluation.texts.presets import PERUS_SHAKKI
from engine.evaluation.texts.style import StyleSearch
from engine.game.stopper import Stopper
from engine.ground.text import NOTHING, Text, plain
from engine.ground.values import dataclass
from engine.rules.board import CoreBoard
from engine.rules.fen import START_FEN
from engine.rules.perft import MoveKinds, count_kinds
from engine.search.mcts import TreeSearcher
from engine.search.plain import PlainSearcher
from engine.search.searcher import MAX_DEPTH, PvLine, Searcher
from engine.search.ticks import microseconds

MOST_DEPTH = 8
_DEEPEST_PERFT = 5  # plies: five million positions from the start
_MOST_NODES = 20_000_000  # of one search; minimax of depth 6 would take minutes
_SHORT, _LONG = 20_000, 400_000  # nodes before and after a position is known; the long one fills the permanent table
_TREE_NODES = 20_000
_PLAYOUTS = 1_000
_EXPLORATION = math.sqrt(2)  # UCB1, Auer, Cesa-Bianchi and Fischer 2002
_LONGEST_PLAYOUT = 200  # plies; then it counts as a draw

# Table 5 of M11: leaves from the start position by depth (all, captures, en passant, castles, promotions, checks, mates).
TEXT_KINDS = {
    1: MoveKinds(20),
    2: MoveKinds(400),
    3: MoveKinds(8_902, 34, checks=12),
    4: MoveKinds(197_281, 1_576, checks=469, mates=8),
    5: MoveKinds(4_865_609, 82_719, 258, checks=27_351, mates=347),
}
_PLAIN = StyleSearch(depth=0, ordering="none")
_METHODS = (
    (Text("minimax"), replace(_PLAIN, pruning=False)),
    (Text("alpha-beta"), _PLAIN),
    (Text("captures first"), replace(_PLAIN, ordering="captures")),
    (Text("best move first"), replace(_PLAIN, ordering="best first")),
    (Text("and a table"), replace(_PLAIN, ordering="best first", table=True)),
    (Text("and windows"), replace(_PLAIN, ordering="best first", table=True, windows=True)),
    (Text("and null move"), replace(_PLAIN, ordering="best first", table=True, windows=True, null_move=True)),
)


@dataclass(frozen=True)
class Measure:
    """One row of an experiment. `score`: centipawns for the side to move, None without one; `move`: coordinates, may be
    empty; `ms`: of processor and wall alike, the search has one thread; `remark`: figures of another kind, or of the texts."""

    experiment: Text
    variant: Text
    nodes: int
    ms: float
    score: int | None
    move: str
    remark: Text


def measures(board: CoreBoard, depth: int, stopper: Stopper) -> Iterator[Measure]:
    """The experiments one row at a time, until all are done or a stop is asked for. `depth`: plies, 1 to MOST_DEPTH."""
    for experiment in (_kinds, _methods, _permanent, _selective, _trees):
        for measure in experiment(board, depth, stopper):
            if stopper.asked():  # an interrupted search is not a measurement
                return
            yield measure


def count_of(board: CoreBoard, depth: int) -> int:
    """The number of rows that `measures` yields."""
    return min(depth, _DEEPEST_PERFT) + len(_METHODS) + 2 + 2 + 3


def _kinds(board: CoreBoard, depth: int, stopper: Stopper) -> Iterator[Measure]:
    is_start = board.fen() == START_FEN
    for plies in range(1, min(depth, _DEEPEST_PERFT) + 1):
        before = microseconds()
        kinds = count_kinds(board, plies, stopper.asked)
        found = Text(
            "captures %1, en passant %2, castles %3, promotions %4, checks %5, mates %6", *(str(n) for n in kinds[1:])
        )
        if is_start:
            same = kinds == TEXT_KINDS[plies]
            found = Text("%1; as in the text" if same else "%1; the text has other figures", found)
        yield Measure(Text("Moves by kind"), Text("depth %1", plies), kinds.nodes, _since(before), None, "", found)


def _methods(board: CoreBoard, depth: int, stopper: Stopper) -> Iterator[Measure]:
    """All judge the leaves as Perus-Shakki does; only the null move may find another value."""
    for name, plan in _METHODS:
        searcher = PlainSearcher(replace(PERUS_SHAKKI, search=plan))
        yield _searched(Text("Methods of search"), name, searcher, board, stopper, depth=depth, nodes=_MOST_NODES)


def _permanent(board: CoreBoard, depth: int, stopper: Stopper) -> Iterator[Measure]:
    """A short search before and after a long one was remembered for good."""
    experiment = Text("Permanent table")
    yield _searched(experiment, Text("a short search"), _ratsu(), board, stopper, nodes=_SHORT)
    long = _lines(_ratsu(), board, stopper, MAX_DEPTH, _LONG)
    if not long:
        return
    searcher = _ratsu()
    searcher.set_learned([(board.key, long[0].score, long[0].depth, True)])
    known = _searched(experiment, Text("the same, the position remembered"), searcher, board, stopper, nodes=_SHORT)
    yield replace(known, remark=Text("remembered: %1 at depth %2", _pawns(long[0].score), long[0].depth))


def _selective(board: CoreBoard, depth: int, stopper: Stopper) -> Iterator[Measure]:
    experiment = Text("Selective search")
    for name, selective in ((Text("full width"), False), (Text("only plausible moves (type B)"), True)):
        searcher = _ratsu()
        searcher.set_selective(selective)
        yield _searched(experiment, name, searcher, board, stopper, depth=depth + 4, nodes=_MOST_NODES)


def _trees(board: CoreBoard, depth: int, stopper: Stopper) -> Iterator[Measure]:
    experiment = Text("Monte Carlo tree search")
    before = microseconds()
    move, share, played = playouts(board, _PLAYOUTS, random.Random(1), stopper.asked)
    found = Text("expected score %1 % of %2 games", round(100 * share), played)
    yield Measure(experiment, Text("random games"), played, _since(before), None, move, found)
    for name, network in ((Text("evaluation by terms"), None), (Text("network"), shipped())):
        searcher = TreeSearcher()
        searcher.set_network(network)
        yield _searched(experiment, name, searcher, board, stopper, nodes=_TREE_NODES)


def _ratsu() -> Searcher:
    searcher = Searcher()
    searcher.set_network(shipped())
    return searcher


def _lines(
    searcher: Searcher | PlainSearcher | TreeSearcher, board: CoreBoard, stopper: Stopper, depth: int, nodes: int
) -> list[PvLine]:
    searcher.set_hash(16)
    searcher.begin()
    with stopper.reaching(searcher.stop):
        return searcher.run(board.copy(), board.legal_moves(), depth, nodes, 0, 1, None, None)


def _searched(
    experiment: Text,
    variant: Text,
    searcher: Searcher | PlainSearcher | TreeSearcher,
    board: CoreBoard,
    stopper: Stopper,
    *,
    depth: int = MAX_DEPTH,
    nodes: int,
) -> Measure:
    before = microseconds()
    lines = _lines(searcher, board, stopper, depth, nodes)
    if not lines:
        return Measure(experiment, variant, searcher.nodes(), _since(before), None, "", Text("not finished"))
    line = lines[0]
    remark = Text("depth %1", line.depth) if depth == MAX_DEPTH or line.depth < depth else NOTHING
    return Measure(
        experiment,
        variant,
        searcher.nodes(),
        _since(before),
        line.score,
        board.uci(line.pv[0]) if line.pv else "",
        remark,
    )


def _since(before: int) -> float:
    return (microseconds() - before) / 1000


def _pawns(score: int) -> Text:
    return plain(f"{score / 100:+.2f}")


def playouts(board: CoreBoard, most: int, dice: random.Random, stopped: Callable[[], bool]) -> tuple[str, float, int]:
    """Monte Carlo with random games (Brügmann 1993): the move that won most, its expected score 0 to 1 for the side to move, and
    how many games were played. Moves of the root are chosen by UCB1.
    """
    moves = board.legal_moves()
    tried, won = [0] * len(moves), [0.0] * len(moves)
    for played in count():
        if played >= most or not moves or stopped():
            break
        if played < len(moves):
            at = played
        else:
            log = math.log(played)
            at = max(range(len(moves)), key=lambda m: won[m] / tried[m] + _EXPLORATION * math.sqrt(log / tried[m]))
        board.push(moves[at])
        won[at] += 1 - _random_game(board, dice)
        tried[at] += 1
        board.pop()
    if not moves:
        return "", 0.5, 0
    best = max(range(len(moves)), key=lambda m: tried[m])
    return board.uci(moves[best]), won[best] / max(tried[best], 1), sum(tried)


def _random_game(board: CoreBoard, dice: random.Random) -> float:
    """The result of random moves from here, for the side to move: 1, 0.5 or 0. The board is unchanged."""
    game = board.copy()
    side = game.white_to_move
    for _ in range(_LONGEST_PLAYOUT):
        moves = game.legal_moves()
        if not moves:
            return 0.5 if not game.in_check else float(game.white_to_move != side)
        if game.halfmove_clock >= 100 or game.is_insufficient_material():
            return 0.5
        game.push(dice.choice(moves))
    return 0.5
