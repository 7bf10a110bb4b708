"""A project as a game with variations and [%eval], and back."""

from collections.abc import Iterator

from books.evaluations.projects import MoveMark
from books.evaluations.store import StoreError, key_of
from books.evaluations.values import EngineIdentity, KeptEvaluation, KeptLine
from engine.game.annotations import evaluated
from engine.game.evaluation import Evaluation
from engine.game.info import PovScore
from engine.game.position import Position
from engine.game.tree import ROOT, Game
from engine.pgn.growing_game import GrowingGame
from engine.play.project.open_project import OpenProject
from engine.rules.board import CoreBoard

FROM_PGN = EngineIdentity("PGN")
MOST_MOVES = 5_000


class NotReachedError(StoreError):
    """A game does not reach the first position of the project."""


def game_of(project: OpenProject) -> Game:
    """The project as a game: the best line is the main line, the other candidates are variations.

    A position that is reached twice is continued once.
    """
    tree = project.tree
    root = project.project.root
    game = GrowingGame(Game.new(root).with_header("Event", project.project.name))
    done: set[int] = set()
    waiting: list[tuple[int, int]] = [(tree.root, ROOT)]
    count = 0
    for key, at in waiting:  # nearest first, so that a cut leaves the beginnings
        node = tree.nodes[key]
        if node.kept.comment:
            game.put(game.node(at).changed(comment=node.kept.comment))
        if key in done or count >= MOST_MOVES:
            continue
        done.add(key)
        board = CoreBoard.from_fen(node.position.fen, root.chess960)
        for one in tree.moves(key):
            if one.mark is MoveMark.PRUNED or not (one.known or one.mark):
                continue
            move = board.parse_uci(one.move)
            after = game.child(at, move)  # castling in two spellings
            if after is None:
                after = game.add(at, board, move).id
                board.pop()
            count += 1
            if one.searched or (one.known and one.score.mate != 1):
                score = PovScore(one.score, node.position.white_to_move)
                if not (one.searched and tree.nodes[one.child].end is not None):
                    game.put(evaluated(game.node(after), Evaluation(score, one.depth)))
            if one.searched or one.child in tree.nodes:
                waiting.append((one.child, after))
    return game.finished()


def add_game(project: OpenProject, game: Game) -> int:
    """Adds the moves of a game from the root on, with comments and evaluations. Returns the number of moves.
    :raises NotReachedError: it does not reach the root. :raises StoreError: the store fails."""
    start = _reached(project, game, game.subtree(ROOT))
    return project.add_moves(_moves(game, start))


def add_line(project: OpenProject, game: Game, node: int) -> None:
    """Adds the moves that lead from the root to a node of a game.
    :raises StoreError: they do not pass the root, or the store fails."""
    start = _reached(project, game, [one.id for one in game.path(node)])
    project.add_line(game.moves(node)[len(game.moves(start)) :])


def follow_game(project: OpenProject, game: Game, live: int) -> None:
    """Adds a running game. The moves from the root to the node `live` were played: no others count there.
    :raises NotReachedError: the played moves do not pass the root. :raises StoreError: the store fails."""
    start = _reached(project, game, [one.id for one in game.path(live)])
    add_game(project, game)
    played = game.moves(live)[len(game.moves(start)) :]
    for count in range(1, len(played) + 1):
        project.mark(played[:count], MoveMark.FORCED)


def _reached(project: OpenProject, game: Game, nodes: list[int]) -> int:
    """The first of some nodes that is the root of the project."""
    root = key_of(project.project.root)
    for node in nodes:
        if key_of(Position.of(game.fen(node), game.chess960)) == root:
            return node
    raise NotReachedError("The game does not reach the first position of the project %1.", project.project.name)


def _moves(game: Game, start: int) -> Iterator[tuple[tuple[str, ...], str, KeptEvaluation | None]]:
    """Each move as the moves from the start, its words, and the evaluation after it as one of the move before it."""
    before = len(game.moves(start))
    for node in map(game.node, game.subtree(start)[1:]):
        found = node.evaluation
        kept = None
        if found is not None:
            position = Position.of(game.fen(node.parent), game.chess960)
            white = found.score.of_white
            score = white if position.white_to_move else -white
            kept = KeptEvaluation(position, FROM_PGN, 1, (KeptLine(score, found.depth, (node.uci,)),))
        yield game.moves(node.id)[before:], node.comment, kept
