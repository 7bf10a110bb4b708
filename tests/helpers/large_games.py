"""Games as large as a repertoire: made move by move for the model, so that no reader is measured with them."""

from desktop.model.game.tree import START_FEN, Game, Node, NodeTable

_KNIGHTS = (("Nf3", "g1f3"), ("Nf6", "g8f6"), ("Ng1", "f3g1"), ("Ng8", "f6g8"))


def repertoire(variations: int, *, tag: str = "") -> Game:
    """A main line with a variation at each of its moves; `tag` is a comment at its first one."""
    children: dict[int, list[int]] = {}
    nodes: list[Node] = [Node(0, 0, 0, "", "", START_FEN)]
    at = 0
    for ply in range(variations):
        san, uci = _KNIGHTS[ply % 4]
        for name, move in ((san, uci), ("e3", "e2e3") if ply % 2 == 0 else ("e6", "e7e6")):
            number = len(nodes)
            children.setdefault(at, []).append(number)
            nodes.append(Node(number, at, ply + 1, move, name, _fen(ply + 1)))
        at = len(nodes) - 2
    made = [_with(node, tuple(children.get(node.id, ())), tag if node.id == 1 else "") for node in nodes]
    return Game(Game.new().headers, NodeTable.of(made))


def _with(node: Node, children: tuple[int, ...], comment: str) -> Node:
    from dataclasses import replace

    return replace(node, children=children, comment=comment)


def _fen(ply: int) -> str:
    """The right side to move and number; the placement is that of the start, which no sheet looks at."""
    placement = START_FEN.split(" ")[0]
    return f"{placement} {'wb'[ply % 2]} KQkq - 0 {ply // 2 + 1}"


def repertoire_text(variations: int) -> str:
    """PGN of the same kind, some 24 bytes a variation, to be read."""
    words = []
    for ply in range(variations):
        number = f"{ply // 2 + 1}{'.' if ply % 2 == 0 else '...'}"
        words.append(f"{number} {_KNIGHTS[ply % 4][0]} ({number} {'e3' if ply % 2 == 0 else 'e6'} {{a try}})")
    return '[Event "Repertoire"]\n\n' + "\n".join(words) + " *\n"
