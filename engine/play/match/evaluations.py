"""The searches of a match that are worth storing."""

from collections.abc import Iterator, Sequence

from books.evaluations.values import LEAST_NODES, MOST_MOVES, EngineIdentity, KeptEvaluation, KeptLine
from engine.game.python_board import game_position
from engine.play.identity import external_identity, own_identity
from engine.play.match.referee import MatchGame
from engine.play.match.schedule import Encounter
from engine.play.match.spec import EngineSpec, Protocol
from engine.play.sources.stored_search import without_history


def identity_of(spec: EngineSpec) -> EngineIdentity:
    """The identity of a match engine in the evaluation store."""
    options = dict(spec.options)
    return own_identity(options) if spec.protocol is Protocol.OWN else external_identity(spec.name, options)


def evaluations_of(game: MatchGame, encounter: Encounter, engines: Sequence[EngineSpec]) -> Iterator[KeptEvaluation]:
    """The exact results of at least LEAST_NODES nodes at full strength, but not of positions whose history counts."""
    board = game.board.copy()
    for _ in game.moves:
        board.pop()
    for one in game.moves:
        thought, spec = one.thought, engines[encounter.white if board.turn else encounter.black]
        nodes = thought.nodes or 0
        if thought.score is not None and thought.line and nodes >= LEAST_NODES and not _limited(spec):
            there = without_history(game_position(board.root().fen(), board))
            if there is not None:
                line = KeptLine(thought.score, thought.depth or 0, thought.line[:MOST_MOVES])
                yield KeptEvaluation(there, identity_of(spec), nodes, (line,))
        board.push(one.move)


def _limited(spec: EngineSpec) -> bool:
    return dict(spec.options).get("UCI_LimitStrength", "").lower() == "true"
