"""Moves played after the end of a finished game."""

from engine.game.tree import ROOT, Game

OVER = ("1-0", "0-1", "1/2-1/2")


def with_end_marked(game: Game, node_id: int) -> Game:
    """The game to which a new move after this node is added.

    At the end of the main line of a game with a result, the move continues that line, in the tree and in the file. To
    show the end of the game, its result becomes a comment of the last move played: `40. Kg2 {1-0} Qh1 1-0`.
    """
    node = game.node(node_id)
    at_end = node_id != ROOT and not node.children and game.variation_of(node_id) == ROOT
    if game.result not in OVER or not at_end or _is_marked(game, node_id):
        return game
    return game.with_node(node.changed(comments=(*node.comments, game.result)))


def _is_marked(game: Game, node_id: int) -> bool:
    """Whether the end was marked before, so that moves follow it."""
    return any(game.result in node.comments for node in game.path(node_id))
