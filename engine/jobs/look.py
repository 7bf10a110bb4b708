"""Deep analysis of one position: the end of its lines, fortress or not, mate in N, and the soundness of a line.

Proofs are stored for later searches (`engine.search.position_learning`).
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from enum import Enum
from functools import partial
from pathlib import Path

from engine.game.info import Score
from engine.game.limits import GamePosition, Limits
from engine.ground.errors import PositionError
from engine.ground.values import dataclass
from engine.jobs.job import Context, Job
from engine.play.sources.learned_positions import remember
from engine.player import Player
from engine.search.fortress import FortressCheck, FortressVerdict, SearchJudge, check_fortress
from engine.search.linear import MOST_PLIES, ProbedLine, as_found, deepened, holds, probe_line, verify_line
from engine.search.mates import MateSearcher
from engine.search.position_learning import DEEPEST, DRAW, MATE, SCORE_LIMIT, LearnedPosition

GLANCE = Limits(nodes=20_000)  # nodes to find the worse side
LINE_NODES = 400_000  # nodes of the search that a line is compared with
MATE_NODES = (1_000_000, 8_000_000, 64_000_000, 256_000_000)  # positions of each mate search
MOST_HELD = 4_000  # positions of a fortress to store: 70 KB
LONGEST = 10  # default longest mate, in moves


class LookKind(Enum):
    """The kinds of analysis."""

    MATE = "mate"
    FORTRESS = "fortress"
    VERIFY = "verify"
    LINES = "lines"


@dataclass(frozen=True)
class DeepLookRequest:
    """A position, and how to analyse it. `moves`: the first moves of LINES (empty: all), or the line of VERIFY (empty: the
    engine's). `mate`: the longest mate to search for."""

    position: GamePosition
    looks: tuple[LookKind, ...]
    moves: tuple[str, ...] = ()
    mate: int = LONGEST


@dataclass(frozen=True)
class FortressFinding:
    """Whether the worse side can hold for ever."""

    white_defends: bool
    check: FortressCheck


@dataclass(frozen=True)
class MateFinding:
    """The shortest proved mate, in at most `moves`. If the line is empty: `ruled_out` by proof, or not found within the limit
    of positions."""

    moves: int
    line: tuple[str, ...]
    ruled_out: bool
    nodes: int


@dataclass(frozen=True)
class VerifiedLine:
    """A line followed beyond its end. `hoped`: the search's score for its first move. `better`: the move to play instead."""

    hoped: Score
    line: ProbedLine
    better: str = ""

    @property
    def holds(self) -> bool:
        """Whether it ends about as well as expected."""
        return holds(self.line, self.hoped)


LookFinding = ProbedLine | FortressFinding | MateFinding | VerifiedLine


class DeepLookJob(Job[DeepLookRequest, LookFinding]):
    """Yields the results, in the order of the request. Progress in plies of lines, shuttles of the fortress, positions of the
    mate."""

    def __init__(self, store: Path | None) -> None:
        """`store`: the file of learned positions; None: proofs are not stored."""
        self._store = store

    def run(self, request: DeepLookRequest, context: Context) -> Iterator[LookFinding]:
        """:raises PositionError, MoveError: the position is not playable. :raises LearnedError: a proof cannot be stored."""
        if not request.position.board().legal_moves():
            raise PositionError("there is no legal move in %1", request.position.board().fen())
        looks: dict[LookKind, Callable[[DeepLookRequest, Context], Iterator[LookFinding]]]
        looks = {LookKind.MATE: _mate, LookKind.FORTRESS: _fortress, LookKind.VERIFY: _verify, LookKind.LINES: _lines}
        for look in request.looks:
            if not context.progress(0, 0):
                return
            for found in looks[look](request, context):
                yield found
                proof = proof_of(request.position, found)
                if proof is not None and self._store is not None:
                    remember(self._store, proof)


def proof_of(position: GamePosition, found: LookFinding) -> LearnedPosition | None:
    """The learned value that a finding proves for the position, or None."""
    board = position.board()
    of = partial(LearnedPosition, f"{board.key:016x}", board.fen(), board.chess960)
    when = LearnedPosition.of(board, 0, 1, True, "").when
    if isinstance(found, FortressFinding) and found.check.verdict is FortressVerdict.HOLDS:
        also = " ".join(f"{key:016x}" for key in found.check.held[:MOST_HELD] if key != board.key)
        return of(0, DEEPEST, True, "fortress check", when, DRAW, found.check.move or "", also)
    if isinstance(found, MateFinding) and found.line:
        return of(SCORE_LIMIT, DEEPEST, True, "mate search", when, MATE, " ".join(found.line))
    return None


def _lines(request: DeepLookRequest, context: Context) -> Iterator[ProbedLine]:
    player = Player()
    # Some hundred plies beyond its training data the network's defender leaves the wall of figure 18; the rules' defender stays.
    player.set_option("Use NNUE", False)
    moves = request.moves or tuple(request.position.board().legal_uci_moves())
    search, stopped = partial(player.search, stopper=context.stopper), context.stopper.asked
    for number, move in enumerate(moves):

        def step(plies: int, number: int = number) -> None:
            context.progress(MOST_PLIES * number + plies, MOST_PLIES * len(moves))

        player.new_game()  # independent lines
        line = probe_line(search, request.position, (move,), stopped=stopped, on_step=step)
        if stopped():
            return
        yield line


def _fortress(request: DeepLookRequest, context: Context) -> Iterator[FortressFinding]:
    board = request.position.board()
    glance = Player().search(request.position, GLANCE, stopper=context.stopper)
    white_worse = (glance.lines[0].score.number < 0) == board.white_to_move
    check = check_fortress(board, white_worse, SearchJudge(white_worse), should_continue=context.progress)
    if not context.stopper.asked():
        yield FortressFinding(white_worse, check)


def _mate(request: DeepLookRequest, context: Context) -> Iterator[MateFinding]:
    board, solver, spent, line = request.position.board(), MateSearcher(), 0, None
    solver.begin()
    with context.stopper.reaching(solver.stop):
        for nodes in MATE_NODES:
            if line is not None or not context.progress(spent, sum(MATE_NODES)):
                break
            line = solver.run(board, request.mate, nodes, 0)
            spent += solver.nodes()
    if context.stopper.asked():
        return
    names = []
    for move in line or []:
        names.append(board.uci(move))
        board.push(move)
    yield MateFinding(request.mate, tuple(names), line == [], spent)


def _verify(request: DeepLookRequest, context: Context) -> Iterator[VerifiedLine]:
    search = partial(Player().search, stopper=context.stopper)
    result = search(request.position, Limits(nodes=LINE_NODES, search_moves=request.moves[:1]))
    if request.moves:
        result = replace(result, lines=(replace(result.lines[0], pv=request.moves),))
    line = deepened(search, request.position, result, context.stopper.asked) or as_found(result)
    if context.stopper.asked():
        return
    hoped = result.lines[0].score
    if holds(line, hoped):
        yield VerifiedLine(hoped, line)
        return
    believed, _ = verify_line(search, request.position, result, context.stopper.asked)
    better = believed.best_move or ""
    yield VerifiedLine(hoped, line, better if better != result.best_move else "")


JOB = DeepLookJob
