"""A game as PGN text (standard of 1994, export format): seven tags first, lines below 80, nothing recursive."""

from collections.abc import Generator, Iterator

from desktop.model.analysis import Evaluation
from desktop.model.clock import Side
from desktop.model.game import ROOT, SEVEN_TAGS, Game, Node

LINE = 79
UNREAD = "%unread "  # our escape lines (standard, 6): text of the source that was not understood, verbatim


def write_game(game: Game) -> str:
    """The game with all its variations, comments, glyphs, clock times and evaluations; ends with an empty line."""
    tags = "".join(f'[{name} "{_escaped(value)}"]\n' for name, value in _ordered_headers(game))
    unread = "".join(f"{UNREAD}{line}\n" for line in _unread_lines(game))
    return f"{tags}\n{_wrapped(_glued(_movetext(game)))}\n{unread}\n"


def write_line(game: Game, node_id: int) -> str:
    """The moves from the start to a node as one line of text without variations: `1. e4 e5 2. Nf3`."""
    words: list[str] = []
    for node in game.path(node_id)[1:]:
        if node.side_to_move is Side.BLACK or not words:
            words.append(node.number_text)
        words.append(node.san)
    return " ".join(words)


def _ordered_headers(game: Game) -> Iterator[tuple[str, str]]:
    known = dict(game.headers)
    for name, unknown in SEVEN_TAGS:
        yield name, known.get(name) or unknown
    seven = {name for name, _ in SEVEN_TAGS}
    yield from sorted((name, value) for name, value in game.headers if name not in seven)


def _escaped(value: str) -> str:
    return " ".join(value.replace("\\", "\\\\").replace('"', '\\"').splitlines())


def _unread_lines(game: Game) -> Iterator[str]:
    yield from game.unread.splitlines()


def _movetext(game: Game) -> Iterator[str]:
    """The tokens of the movetext; a stack takes the place of recursion.

    The order at a position is the standard's: main move, then the variations to it, then the rest of the main line.
    """
    root = game.root
    yield from _comment(root.comment)
    stack: list[tuple[str, int, bool]] = []  # what to do, node, whether its number must be written
    _push_children(stack, game, ROOT, True)
    while stack:
        what, node_id, numbered = stack.pop()
        if what == ")":
            yield ")"
            continue
        node = game.node(node_id)
        if what == "(":
            yield "("
        numbered = yield from _move(node, numbered)
        siblings = game.node(node.parent).children if what == "main" else ()
        if what == "(":
            stack.append((")", node_id, False))
        _push_children(stack, game, node_id, numbered or len(siblings) > 1)
        for sibling in reversed(siblings[1:]):
            stack.append(("(", sibling, True))
    yield game.result


def _push_children(stack: list[tuple[str, int, bool]], game: Game, node_id: int, numbered: bool) -> None:
    children = game.node(node_id).children
    if children:
        stack.append(("main", children[0], numbered))


def _move(node: Node, numbered: bool) -> Generator[str, None, bool]:
    """Yields the tokens of a move; returns whether the next one needs its number written because a comment stood between."""
    yield from _comment(node.comment_before)
    if numbered or node.comment_before or node.side_to_move is Side.BLACK:
        yield node.number_text
    yield node.san
    yield from (f"${nag}" for nag in node.nags)
    comment = annotated_comment(node)
    yield from _comment(comment)
    return bool(comment)


def annotated_comment(node: Node) -> str:
    """The comment with the clock, evaluation and source commands that it does not hold yet."""
    commands = []
    if node.clock_ms is not None and "[%clk" not in node.comment:
        commands.append(f"[%clk {clock_text(node.clock_ms)}]")
    if node.evaluation is not None and "[%eval" not in node.comment:
        commands.append(f"[%eval {_evaluation_text(node.evaluation)}]")
    if node.origin is not None and "[%source" not in node.comment:
        reason = node.origin.reason.replace("[", "(").replace("]", ")")
        commands.append(f"[%source {node.origin.source}: {reason}]")
    return " ".join((*commands, node.comment)) if node.comment else " ".join(commands)


def clock_text(milliseconds: int) -> str:
    """A time as %clk writes it: `0:04:59.3`, tenths only where there are some; a fallen flag is zero."""
    tenths = max(0, milliseconds) // 100
    seconds, tenth = divmod(tenths, 10)
    minutes, second = divmod(seconds, 60)
    hours, minute = divmod(minutes, 60)
    return f"{hours}:{minute:02}:{second:02}" + (f".{tenth}" if tenth else "")


def _evaluation_text(evaluation: Evaluation) -> str:
    worth = f"#{evaluation.mate}" if evaluation.mate is not None else f"{(evaluation.centipawns or 0) / 100:.2f}"
    return f"{worth},{evaluation.depth}" if evaluation.depth else worth


def _comment(text: str) -> Iterator[str]:
    if text:
        safe = text.replace("}", ")")  # braces do not nest, and PGN has no escape for this one
        yield "{" + " ".join(safe.splitlines()) + "}"


def _glued(tokens: Iterator[str]) -> Iterator[str]:
    """Parentheses as part of the token inside them, as every program writes them."""
    opening, last = "", ""
    for token in tokens:
        if token == "(":
            yield from filter(None, (last,))
            opening, last = opening + "(", ""
        elif token == ")":
            last += ")"
        else:
            yield from filter(None, (last,))
            opening, last = "", opening + token
    yield last


def _wrapped(tokens: Iterator[str]) -> str:
    """Tokens in lines below 80. A line break stands for exactly one space, so comments survive to the letter.

    No line inside a comment starts with `%` or `[`, which other programs take for an escape or for the next game.
    """
    lines: list[str] = []
    line = ""
    for token in tokens:
        for place, piece in enumerate(token.split(" ")):
            glued = line == "" or (place > 0 and piece[:1] in ("%", "["))
            if not glued and len(line) + 1 + len(piece) > LINE:
                lines.append(line)
                line = piece
            else:
                line = f"{line} {piece}" if line or place > 0 else piece
    return "\n".join((*lines, line))
