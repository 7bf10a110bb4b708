"""Moves that are tried after the end of a finished game: its record stays what was played."""

from engine.game.tree import ROOT, Game

OVER = ("1-0", "0-1", "1/2-1/2")


def place_for_move(game: Game, node_id: int) -> tuple[Game, int]:
    """The node that a new move after this one is added to, and the game with it.

    That is the node itself, except at the end of the main line of a game with a result. A move there would be written as if
    it had been played, before the result. So the last move is repeated as a variation, as annotators do:
    `40. Kg2 (40. Kg2 Qh1) 1-0`.
    """
    node = game.node(node_id)
    if game.result not in OVER or node_id == ROOT or node.children or game.variation_of(node_id) != ROOT:
        return game, node_id
    beside = game.children(node.parent)[1:]
    again = next((other.id for other in beside if other.move == node.move), None)
    if again is not None:
        return game, again
    return game.add(node.parent, game.board(node.parent), node.move)
