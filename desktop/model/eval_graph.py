"""The evaluation graph of a game: one point per position of its main line, from its comments and from a running review."""

from desktop.model.review import GraphPoint, ReviewState
from engine.game.node import Node
from engine.game.thinking_time import thinking_times
from engine.game.tree import Game
from engine.play.review.judging import white_share

SIGNS = {1: "!", 2: "?", 3: "!!", 4: "??", 5: "!?", 6: "?!"}


def points_of(game: Game, review: ReviewState | None = None) -> tuple[GraphPoint, ...]:
    """All positions of the main line, from the start. A review's values have priority over those in the game's comments."""
    shares = review.shares if review is not None else ()
    path = (game.root, *game.main_line())
    spent = thinking_times(game)
    points = []
    for ply, node in enumerate(path):
        judged = shares[ply] if ply < len(shares) else None
        points.append(
            GraphPoint(
                ply,
                node.id,
                judged if judged is not None else _share(node, ply == len(path) - 1),
                f"{node.number_text}{node.san}" if ply else "",
                node.evaluation.score if node.evaluation is not None else None,
                next((SIGNS[nag] for nag in node.nags if nag in SIGNS), ""),
                spent.get(node.id),
            )
        )
    return tuple(points)


def known_points(points: tuple[GraphPoint, ...]) -> int:
    """The number of positions with an evaluation; with fewer than two there is nothing to draw."""
    return sum(point.share is not None for point in points)


def _share(node: Node, last: bool) -> float | None:
    if node.evaluation is not None:
        return white_share(node.evaluation.score)
    if last and node.san.endswith("#"):
        return 0.0 if node.side_to_move.value == "white" else 1.0
    return None
