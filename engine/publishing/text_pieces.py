"""A game in the order of a chess book: moves, numbers, signs, comments, diagrams and brackets.

The only walk through the tree for text output: the game sheet, print and PDF. Everything in the game is included (clock
times and evaluations as `DETAIL`, drawings with their diagram). No Qt, no language: moves have English letters. No
recursion: variations may be nested 5,000 deep.
"""

import re
from collections.abc import Container, Iterator
from enum import Enum
from typing import NamedTuple

from engine.game.annotations import drawings_of
from engine.game.clock import time_text
from engine.game.node import Node
from engine.game.tree import ROOT, Game
from engine.publishing.signs import DIAGRAM, DIAGRAM_TURNED, marks_of, words_of_nags

_COMMAND = re.compile(r"\[%[^\]]*\]")
_WISHED = "[#]"  # ChessBase's request for a diagram in a comment
MOVES_TOGETHER = 60  # of a line: bounds the cost of redrawing after a move in a long game


class TextKind(Enum):
    """The kind of a piece of text."""

    NUMBER = "number"  # `24.` or `24...`
    MOVE = "move"  # SAN
    MARKS = "marks"  # `!`, `!? ±`: directly after their move
    REMARK = "remark"  # a glyph without a sign, in words
    CLAIM = "claim"  # why a review criticised the move: see `claims_at`
    DETAIL = "detail"  # evaluation and clock
    COMMENT = "comment"
    DIAGRAM = "diagram"  # `text`: its drawings, in PGN's form
    DIAGRAM_TURNED = "diagram turned"  # with Black at the bottom
    OPEN = "open"  # a variation begins
    CLOSE = "close"
    DEEPER = "deeper"  # a variation nested deeper than requested
    UNREAD = "unread"  # text of the file that is not a move, verbatim
    RESULT = "result"


class TextPiece(NamedTuple):
    """A piece of text. `node`: the move it belongs to; for a diagram the position. `depth`: of variations, 0 is the
    main line. `more`: for a remark its side (`White`), for a move its number (`24...`)."""

    kind: TextKind
    text: str
    node: int
    depth: int
    more: str = ""


def comment_text(comment: str, longest: int | None = None) -> str:
    """Returns a comment as shown: without commands like [%clk], on one line, at most `longest` characters."""
    return _on_one_line(_COMMAND.sub("", comment if longest is None else comment[: longest * 2]), longest)


def _on_one_line(words: str, longest: int | None) -> str:
    text = " ".join((words if longest is None else words[: longest * 2]).split())
    return text if longest is None or len(text) <= longest else text[:longest] + " …"


def detail_text(node: Node) -> str:
    """Returns a move's evaluation and clock: `+0.35 1:02:03`, with `⚙` before it if a variation of the engine's review
    begins there. Empty without either."""
    worth = str(node.evaluation.score) if node.evaluation is not None else ""
    worth = f"⚙ {worth}".rstrip() if "[%review line" in node.comment else worth
    return f"{worth} {time_text(max(0, node.clock_ms))}".strip() if node.clock_ms is not None else worth


class TextLine(NamedTuple):
    """Consecutive moves up to a branching; a long line is split at moves of White's. `start`: the first move's node.
    `opens`: a variation begins with it; otherwise it continues the line before its variations."""

    start: int
    depth: int
    opens: bool


WHOLE = TextLine(ROOT, 0, False)


def lines(
    game: Game,
    first: TextLine = WHOLE,
    *,
    deepest: int | None = None,
    together: int = MOVES_TOGETHER,
    folded: Container[int] = (),
) -> Iterator[tuple[TextLine, list[Node]]]:
    """Yields each line with its moves, in the order of a book. The whole game begins with the root.

    `deepest`: of variations nested deeper, only the first line is named, without moves. `together`: see `moves_of`.
    `folded`: keys of nodes; of a variation that begins with one, only that move is shown.
    """
    waiting = [first]
    while waiting:
        line = waiting.pop()
        if is_folded(game, line, folded):
            yield line, [game.node(line.start)]
            continue
        nodes = moves_of(game, line, together) if deepest is None or line.depth <= deepest else []
        yield line, nodes
        waiting += lines_after(game, nodes, line.depth)


def is_folded(game: Game, line: TextLine, folded: Container[int]) -> bool:
    """Whether only the first move of a variation is shown."""
    return line.opens and game.node(line.start).key in folded


def moves_of(game: Game, line: TextLine, together: int) -> list[Node]:
    """Returns the moves of a line; the first line includes the root. `together`: the maximum number of White's moves in
    a part of the main line."""
    parted = 2 * (MOVES_TOGETHER if line.depth else together)
    node = game.node(line.start)
    nodes = [node]
    branches = not line.opens and node.id != ROOT and len(game.node(node.parent).children) > 1
    while node.children and not branches:
        branches = len(node.children) > 1
        node = game.node(node.children[0])
        if node.half_moves % parted == 1 and nodes[-1].id != ROOT:
            break
        nodes.append(node)
    return nodes


def lines_after(game: Game, nodes: list[Node], depth: int) -> list[TextLine]:
    """Returns the lines after these moves, last first: the continuation, and before it the variations of the last move."""
    if not nodes:
        return []
    last = nodes[-1]
    siblings = game.node(last.parent).children if last.id != ROOT else ()
    varied = siblings[1:] if siblings[:1] == (last.id,) else ()
    return [TextLine(child, depth, False) for child in last.children[:1]] + [
        TextLine(sibling, depth + 1, True) for sibling in reversed(varied)
    ]


def pieces(game: Game, *, deepest: int | None = None, longest: int | None = None) -> Iterator[TextPiece]:
    """Yields the whole game. `deepest`: variations nested deeper are only named; `longest`: characters of a comment."""
    opened: list[TextLine] = []
    for line, nodes in lines(game, deepest=deepest):
        while opened and opened[-1].depth > line.depth - line.opens:
            yield _border(TextKind.CLOSE, opened.pop())
        if line.opens:
            opened.append(line)
            yield _border(TextKind.OPEN, line)
        yield from line_pieces(line, nodes, longest)
    for line in reversed(opened):
        yield _border(TextKind.CLOSE, line)
    if game.result != "*":
        yield TextPiece(TextKind.RESULT, game.result, ROOT, 0)


def _border(kind: TextKind, line: TextLine) -> TextPiece:
    return TextPiece(kind, "", line.start, line.depth)


def line_pieces(line: TextLine, nodes: list[Node], longest: int | None) -> Iterator[TextPiece]:
    """Yields the pieces of one line, without the borders of its variation."""
    depth = line.depth
    if not nodes:
        yield TextPiece(TextKind.DEEPER, "", line.start, depth)
    interrupted = True  # then Black's move shows its number
    for node in nodes:
        if node.id == ROOT:
            yield from _comment(node.comment, ROOT, 0, longest)
            yield from _behind(node, 0, longest)
            continue
        if node.before:
            for piece in _comment(node.comment_before, node.parent, depth, longest):
                interrupted = True
                yield piece
        number = node.number_text
        if interrupted or node.half_moves & 1:
            yield TextPiece(TextKind.NUMBER, number, node.id, depth)
        yield TextPiece(TextKind.MOVE, node.san, node.id, depth, number)
        interrupted = False
        if node.nags or node.comments or node.unread:
            for piece in _said(node, depth, longest):
                interrupted = interrupted or piece.kind not in (TextKind.MARKS, TextKind.DETAIL)
                yield piece


def _said(node: Node, depth: int, longest: int | None) -> Iterator[TextPiece]:
    marks = marks_of(node.nags)
    if marks:
        yield TextPiece(TextKind.MARKS, marks, node.id, depth)
    detail = detail_text(node)
    if detail:
        yield TextPiece(TextKind.DETAIL, detail, node.id, depth)
    if "[%coach" in node.comment:
        from engine.play.review.signatures import coach_command  # imported here: the window starts without the coach

        if coach_command(node.comment):
            yield TextPiece(TextKind.CLAIM, "", node.id, depth)
    for words, side in words_of_nags(node.nags):
        yield TextPiece(TextKind.REMARK, words, node.id, depth, side)
    for nag, kind in ((DIAGRAM, TextKind.DIAGRAM), (DIAGRAM_TURNED, TextKind.DIAGRAM_TURNED)):
        if nag in node.nags and _WISHED not in node.comment:
            yield TextPiece(kind, ",".join(drawings_of(node.comment)), node.id, depth)
    yield from _comment(node.comment, node.id, depth, longest)
    yield from _behind(node, depth, longest)


def _comment(comment: str, node_id: int, depth: int, longest: int | None) -> Iterator[TextPiece]:
    """Yields a comment's words, with the diagrams that it requests."""
    if not comment:
        return
    for number, part in enumerate(comment.split(_WISHED)):
        if number:
            yield TextPiece(TextKind.DIAGRAM, ",".join(drawings_of(comment)), node_id, depth)
        text = comment_text(part, longest)
        if text:
            yield TextPiece(TextKind.COMMENT, text, node_id, depth)


def _behind(node: Node, depth: int, longest: int | None) -> Iterator[TextPiece]:
    if node.unread.strip():
        yield TextPiece(TextKind.UNREAD, _on_one_line(node.unread, longest), node.id, depth)
