"""One pass of a project: the order for a worker, its search, and the answer.

A worker keeps its player from one pass to the next: the table of the passes before is why a search of all moves, one without the
best and one of all again find more than one search of as many nodes.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Annotated

from books.evaluations.projects import Project
from books.evaluations.store import key_of
from books.evaluations.values import EngineIdentity, KeptEvaluation, KeptLine
from engine.game.info import Info
from engine.game.limits import GamePosition, Limits
from engine.game.position import Position
from engine.game.stopper import Stopper
from engine.ground.codec import Within
from engine.ground.values import dataclass
from engine.play.identity import own_identity
from engine.play.match.evaluations import identity_of
from engine.play.match.spec import EngineSpec, Protocol, parse_engine
from engine.play.project.tree import Pass, PassKind, ProjectTree
from engine.player import Player
from engine.rules.board import CoreBoard

OWN = "ratsu"
DEFAULT_NODES = 1_000_000  # of a pass
HASH_MB = 64  # of a worker; used as far as searches fill it
MOST_KNOWN = 2_000  # positions below that a search knows
MOST_NODES = 2**40
_SCORE_LIMIT = 10_000  # centipawns of a position that a search knows
_DEEPEST = 120


@dataclass(frozen=True)
class SearchOrder:
    """The position and effort of a search. `known`: key (hexadecimal), score, depth and exactness of positions below, as
    `Player.know` takes them."""

    fen: str
    chess960: bool
    engine: str
    nodes: Annotated[int, Within(1, MOST_NODES)]
    excluded: tuple[str, ...] = ()
    known: tuple[tuple[str, int, int, bool], ...] = ()

    @property
    def position(self) -> Position:
        """The position."""
        return Position.of(self.fen, self.chess960)


@dataclass(frozen=True)
class SearchFound:
    """The answer to an order."""

    nodes: Annotated[int, Within(0, MOST_NODES)]
    engine: EngineIdentity
    lines: tuple[KeptLine, ...]


def order_of(tree: ProjectTree, task: Pass, project: Project) -> SearchOrder:
    """The order for a pass. Engines take turns at a position. A position that is searched again gets twice the nodes of
    before, and knows what was found below it."""
    node = tree.nodes.get(key_of(task.position))
    visits = node.kept.visits if node is not None else 0
    engine = project.engines[visits % len(project.engines)] if project.engines else OWN
    nodes = (
        project.nodes * 2 ** min(12, visits // max(1, len(project.engines)))
        if task.kind is PassKind.DEEPEN
        else project.nodes
    )
    known = tuple(_known(tree, key_of(task.position))) if node is not None and engine == OWN else ()
    return SearchOrder(task.position.fen, task.position.chess960, engine, min(nodes, MOST_NODES), task.excluded, known)


def _known(tree: ProjectTree, key: int) -> Iterator[tuple[str, int, int, bool]]:
    for node in tree.below(key, MOST_KNOWN):
        score = tree.value(node.key)
        if score is not None and abs(score.number) <= _SCORE_LIMIT and not node.exact:
            depth = max((line.depth for said in node.said.values() for _, line in said), default=1)
            yield f"{node.board.key:x}", score.number, min(max(depth, 1), _DEEPEST), True


def growing_player() -> Player:
    """A player for many passes."""
    player = Player()
    player.set_option("Hash", HASH_MB)
    return player


def search(order: SearchOrder, player: Player, stopper: Stopper | None = None) -> SearchFound:
    """Searches, with `player` if Ratsu is asked. No lines: there is no move to search.
    :raises RatsuError: the engine cannot be started, or refuses the position."""
    position = GamePosition(order.fen, chess960=order.chess960)
    board = position.board()
    moves = [move for move in board.legal_uci_moves() if move not in order.excluded]
    if not moves:
        return SearchFound(0, own_identity(), ())
    limits = Limits(nodes=order.nodes, search_moves=tuple(moves) if order.excluded else ())
    if order.engine == OWN:
        player.know([(int(key, 16), score, depth, exact) for key, score, depth, exact in order.known])
        result = player.search(position, limits, stopper=stopper)
        return SearchFound(result.nodes, own_identity(), _lines(result.lines[:1], board))
    spec = parse_engine(order.engine)
    with _external(spec) as choose:
        choice = choose(position, limits, stopper)
    return SearchFound(choice[0], identity_of(spec), _lines(choice[1], board))


def evaluation(order: SearchOrder, found: SearchFound) -> KeptEvaluation | None:
    """The evaluation in an answer, for the store; None if there is none. A search without the best moves counts fewer
    nodes than the one before, so that it adds its lines."""
    if not found.lines:
        return None
    nodes = 1 if order.excluded else found.nodes
    return KeptEvaluation(order.position, found.engine, nodes, found.lines)


def _lines(lines: tuple[Info, ...], board: CoreBoard) -> tuple[KeptLine, ...]:
    legal = set(board.legal_uci_moves())
    return tuple(KeptLine.of(line) for line in lines if line.pv and line.pv[0] in legal)


@contextmanager
def _external(spec: EngineSpec):  # type: ignore[no-untyped-def]
    from engine.play.external.launch import Dialect, Launch
    from engine.play.external.supervised import ExternalAnalyst, SupervisedEngine

    dialect = Dialect.XBOARD if spec.protocol is Protocol.XBOARD else Dialect.UCI
    engine = SupervisedEngine(Launch(spec.name, spec.command, spec.folder), dialect, dict(spec.options))
    analyst = ExternalAnalyst(engine, 1)

    def choose(position: GamePosition, limits: Limits, stopper: Stopper | None) -> tuple[int, tuple[Info, ...]]:
        result = analyst.choose(position, replace(limits), stopper=stopper).result
        return (result.nodes, result.lines) if result is not None else (0, ())

    try:
        yield choose
    finally:
        engine.close()
