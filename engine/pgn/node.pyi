class Node:
    """A move of a game with what is said about it; the root has no move.

    `uci` is in coordinates (castling e1g1, in Chess960 king takes rook; a null move is `0000`), `san` in English
    standard notation (`--`). `comments` follow the move, `before` precede it (at a variation's start, or behind a
    variation); both are verbatim but for the breaks that wrap them, [%clk]-like commands included. `children[0]`
    continues the line, the others are variations. `unread` is text that follows and could not be read, verbatim.
    """

    uci: str
    san: str
    comments: tuple[str, ...]
    before: tuple[str, ...]
    nags: tuple[int, ...]
    children: tuple[Node, ...]
    unread: str

    def __init__(self, uci: str = "", san: str = "") -> None: ...
