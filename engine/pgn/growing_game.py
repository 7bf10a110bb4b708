"""A game that grows by many moves: nothing is copied until it is finished.

`Game.add_move` copies the list of chunks of its table, so that it grows with the square of the moves.
"""

from dataclasses import replace

from engine.game.made_moves import made
from engine.game.node import Node
from engine.game.tree import Game, NodeTable
from engine.rules.board import CoreBoard


class GrowingGame:
    """A game with more and more moves. Ids are those of the finished game."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._nodes = [game.table.get(number) for number in range(game.table.size)]
        self._children: dict[int, dict[int, int]] = {}  # of nodes that were asked: ids by move

    def node(self, node_id: int) -> Node:
        """Returns a node, without the children that were added to it."""
        found = self._nodes[node_id]
        assert found is not None
        return found

    def put(self, node: Node) -> None:
        """Replaces the annotations of a node."""
        self._nodes[node.id] = node

    def child(self, node_id: int, move: int) -> int | None:
        """Returns the continuation by a core move, None if there is none."""
        return self._children_of(node_id).get(move)

    def add(self, node_id: int, board: CoreBoard, move: int) -> Node:
        """Plays a new core move on the node's board, which advances with it. Returns its node.
        :raises MoveError: it is illegal there."""
        children = self._children_of(node_id)
        child = made(board, move, self.node(node_id), len(self._nodes))
        children[move] = child.id
        self._nodes.append(child)
        return child

    def finished(self) -> Game:
        for node_id, children in self._children.items():
            node = self.node(node_id)
            if len(children) != len(node.children):
                self._nodes[node_id] = node.changed(children=tuple(children.values()))
        return replace(self._game, table=NodeTable.of(self._nodes))

    def _children_of(self, node_id: int) -> dict[int, int]:
        found = self._children.get(node_id)
        if found is None:
            found = {self.node(child).move: child for child in self.node(node_id).children}
            self._children[node_id] = found
        return found
