"""A project as a game with variations and [%eval], and back."""

from collections.abc import Iterator

from books.evaluations.projects import MoveMark
from books.evaluations.values import EngineIdentity, KeptEvaluation, KeptLine
from engine.game.annotations import with_evaluation
from engine.game.evaluation import Evaluation
from engine.game.info import PovScore
from engine.game.position import Position
from engine.game.tree import ROOT, Game
from engine.play.project.open_project import OpenProject

FROM_PGN = EngineIdentity("PGN")
MOST_MOVES = 5_000


def game_of(project: OpenProject) -> Game:
    """The project as a game: the best line is the main line, the other candidates are variations.

    A position that is reached twice is continued once.
    """
    tree = project.tree
    game = Game.new(project.project.root).with_header("Event", project.project.name)
    done: set[int] = set()
    waiting: list[tuple[int, int]] = [(tree.root, ROOT)]
    count = 0
    for key, at in waiting:  # nearest first, so that a cut leaves the beginnings
        node = tree.nodes[key]
        if node.kept.comment:
            game = game.with_node(game.node(at).changed(comment=node.kept.comment))
        if key in done or count >= MOST_MOVES:
            continue
        done.add(key)
        for one in tree.moves(key):
            if one.mark is MoveMark.PRUNED or not (one.searched or one.mark or one.depth):
                continue
            game, after = game.add_move(at, one.move)
            count += 1
            if one.score.mate != 1 or one.searched:
                score = PovScore(one.score, node.position.white_to_move)
                if not (one.searched and tree.nodes[one.child].end is not None):
                    game = with_evaluation(game, after, Evaluation(score, one.depth))
            if one.searched or one.child in tree.nodes:
                waiting.append((one.child, after))
    return game


def add_game(project: OpenProject, game: Game) -> int:
    """Adds the moves of a game that begins at the root, with comments and evaluations. Returns the number of moves.
    :raises StoreError: it begins elsewhere, or the store fails."""
    return project.add_moves(_moves(game), Position.of(game.start_fen, game.chess960))


def _moves(game: Game) -> Iterator[tuple[tuple[str, ...], str, KeptEvaluation | None]]:
    """Each move as the moves from the root, its words, and the evaluation after it as one of the move before it."""
    for node in game.table:
        if node.id == ROOT:
            continue
        moves = game.moves(node.id)
        found = node.evaluation
        kept = None
        if found is not None:
            position = Position.of(game.fen(node.parent), game.chess960)
            white = found.score.of_white
            score = white if position.white_to_move else -white
            kept = KeptEvaluation(position, FROM_PGN, 1, (KeptLine(score, found.depth, (node.uci,)),))
        yield moves, node.comment, kept
