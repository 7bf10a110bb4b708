"""Games as large as a repertoire: made move by move for the model, so that no reader is measured with them."""

from dataclasses import replace

from engine.game.node import Node
from engine.game.tree import Game, NodeTable

_KNIGHTS = (("Nf3", "g1f3"), ("Nf6", "g8f6"), ("Ng1", "f3g1"), ("Ng8", "f6g8"))


def attach(game: Game, at: int, uci: str, san: str) -> tuple[Game, int]:
    """A move added as it is written, whether it can be played or not: no position may be asked for behind it."""
    parent = game.node(at)
    child = Node(game.table.size, at, parent.ply + 1, parent.half_moves + 1, 0, uci, san)
    table = game.table.put(parent.changed(children=(*parent.children, child.id))).put(child)
    return replace(game, table=table), child.id


def repertoire(variations: int, *, tag: str = "") -> Game:
    """A main line with a variation at each of its moves; `tag` is a comment at its first one."""
    children: dict[int, list[int]] = {}
    nodes: list[Node] = [Node()]
    board = Game.new().board()
    at = 0
    for ply in range(variations):
        san, uci = _KNIGHTS[ply % 4]
        for name, move in ((san, uci), ("e3", "e2e3") if ply % 2 == 0 else ("e6", "e7e6")):
            number = len(nodes)
            children.setdefault(at, []).append(number)
            nodes.append(Node(number, at, ply + 1, ply + 1, board.parse_uci(move), move, name))
        board.push_uci(uci)
        at = len(nodes) - 2
    made = [_with(node, tuple(children.get(node.id, ())), tag if node.id == 1 else "") for node in nodes]
    return replace(Game.new(), table=NodeTable.of(made))


def _with(node: Node, children: tuple[int, ...], comment: str) -> Node:
    node = node.changed(children=children)
    return node.changed(comment=comment) if comment else node


def repertoire_text(variations: int) -> str:
    """PGN of the same kind, some 24 bytes a variation, to be read."""
    words = []
    for ply in range(variations):
        number = f"{ply // 2 + 1}{'.' if ply % 2 == 0 else '...'}"
        words.append(f"{number} {_KNIGHTS[ply % 4][0]} ({number} {'e3' if ply % 2 == 0 else 'e6'} {{a try}})")
    return '[Event "Repertoire"]\n\n' + "\n".join(words) + " *\n"
