"""A game as a chess book prints it: moves, numbers, signs, comments, diagrams and brackets, one after another.

The one walk through the tree for everything that is read as text: the sheet, print and PDF. Nothing of the game is left
out but what is no text (clock times and evaluations come as `DETAIL`, drawings with their diagram). No Qt, no language:
moves have English letters. Nothing recurses: variations may be nested 5,000 deep.
"""

import re
from collections.abc import Iterator
from enum import Enum
from typing import NamedTuple

from desktop.model.board.signs import DIAGRAM, DIAGRAM_TURNED, marks_of, words_of_nags
from desktop.model.game.annotations import drawings_of
from engine.game.node import Node
from engine.game.tree import ROOT, Game

_COMMAND = re.compile(r"\[%[^\]]*\]")
_WISHED = "[#]"  # a diagram, as ChessBase writes it into comments


class Kind(Enum):
    """What a piece is."""

    NUMBER = "number"  # `24.` or `24...`
    MOVE = "move"  # SAN
    MARKS = "marks"  # `!`, `!? ±`: stand close behind their move
    REMARK = "remark"  # a glyph that has no sign, in words
    DETAIL = "detail"  # evaluation and clock
    COMMENT = "comment"
    DIAGRAM = "diagram"  # `text`: what is drawn on it, as PGN writes it
    DIAGRAM_TURNED = "diagram turned"  # seen by Black
    OPEN = "open"  # a variation begins
    CLOSE = "close"
    DEEPER = "deeper"  # a variation nested deeper than was asked for
    UNREAD = "unread"  # text of the file that is no move, verbatim
    RESULT = "result"


class Piece(NamedTuple):
    """`node`: the move it belongs to; for a diagram the position. `depth`: of variations, 0 is the main line. `more`: for a
    remark whom it speaks of (`White`), for a move its number (`24...`)."""

    kind: Kind
    text: str
    node: int
    depth: int
    more: str = ""


def comment_text(comment: str, longest: int | None = None) -> str:
    """A comment as it is read: without [%clk]-like commands, on one line, not longer than can be shown."""
    if longest is None:
        return " ".join(_COMMAND.sub("", comment).split())
    text = " ".join(_COMMAND.sub("", comment[: longest * 2]).split())
    return text if len(text) <= longest else text[:longest] + " …"


def detail_text(node: Node) -> str:
    """What %eval and %clk say of a move: `+0.35 1:02:03`; `⚙` before it where a variation of the engine's review begins.
    Empty where they say nothing."""
    worth = str(node.evaluation.score) if node.evaluation is not None else ""
    worth = f"⚙ {worth}".rstrip() if "[%review line" in node.comment else worth
    return f"{worth} {_clock(node.clock_ms)}".strip() if node.clock_ms is not None else worth


def _clock(milliseconds: int) -> str:
    minutes, seconds = divmod(max(0, milliseconds) // 1000, 60)
    return f"{minutes // 60}:{minutes % 60:02}:{seconds:02}" if minutes >= 60 else f"{minutes}:{seconds:02}"


def pieces(game: Game, *, deepest: int | None = None, longest: int | None = None) -> Iterator[Piece]:
    """The whole game. `deepest`: variations nested deeper are only named; `longest`: characters of a comment."""
    root = game.root
    yield from _comment(root.comment, ROOT, 0, longest)
    yield from _behind(root, 0)
    waiting: list[tuple[int, int, Kind | None]] = [(child, 0, None) for child in root.children[:1]]
    while waiting:
        node_id, depth, border = waiting.pop()
        if border is not None:
            yield Piece(border, "", node_id, depth)
        if border is Kind.CLOSE:
            continue
        if deepest is not None and depth > deepest:
            yield Piece(Kind.DEEPER, "", node_id, depth)
            continue
        yield from _line(game, node_id, depth, longest, waiting)
    if game.result != "*":
        yield Piece(Kind.RESULT, game.result, ROOT, 0)


def _line(
    game: Game, node_id: int, depth: int, longest: int | None, waiting: list[tuple[int, int, Kind | None]]
) -> Iterator[Piece]:
    """A line up to its first branching; what comes next is put on `waiting`: the variations, then the rest of the line."""
    interrupted = True  # a move of Black's then shows its number
    while True:
        node = game.node(node_id)
        if node.comment_before:
            for piece in _comment(node.comment_before, node.parent, depth, longest):
                interrupted = True
                yield piece
        number = node.number_text
        if interrupted or not number.endswith("..."):
            yield Piece(Kind.NUMBER, number, node_id, depth)
        yield Piece(Kind.MOVE, node.san, node_id, depth, number)
        interrupted = False
        if node.nags or node.comment or node.unread or node.clock_ms is not None or node.evaluation is not None:
            for piece in _said(node, depth, longest):
                interrupted = interrupted or piece.kind not in (Kind.MARKS, Kind.DETAIL)
                yield piece
        siblings = game.node(node.parent).children
        if siblings[0] == node_id and len(siblings) > 1:
            waiting.extend((child, depth, None) for child in node.children[:1])
            for sibling in reversed(siblings[1:]):
                waiting += [(sibling, depth + 1, Kind.CLOSE), (sibling, depth + 1, Kind.OPEN)]
            return
        if not node.children:
            return
        node_id = node.children[0]


def _said(node: Node, depth: int, longest: int | None) -> Iterator[Piece]:
    """What is behind a move."""
    marks = marks_of(node.nags)
    if marks:
        yield Piece(Kind.MARKS, marks, node.id, depth)
    detail = detail_text(node)
    if detail:
        yield Piece(Kind.DETAIL, detail, node.id, depth)
    for words, side in words_of_nags(node.nags):
        yield Piece(Kind.REMARK, words, node.id, depth, side)
    for nag, kind in ((DIAGRAM, Kind.DIAGRAM), (DIAGRAM_TURNED, Kind.DIAGRAM_TURNED)):
        if nag in node.nags and _WISHED not in node.comment:
            yield Piece(kind, ",".join(drawings_of(node.comment)), node.id, depth)
    yield from _comment(node.comment, node.id, depth, longest)
    yield from _behind(node, depth)


def _comment(comment: str, node_id: int, depth: int, longest: int | None) -> Iterator[Piece]:
    """Its words, and the diagrams that it asks for at their places."""
    if not comment:
        return
    for number, part in enumerate(comment.split(_WISHED)):
        if number:
            yield Piece(Kind.DIAGRAM, ",".join(drawings_of(comment)), node_id, depth)
        text = comment_text(part, longest)
        if text:
            yield Piece(Kind.COMMENT, text, node_id, depth)


def _behind(node: Node, depth: int) -> Iterator[Piece]:
    if node.unread.strip():
        yield Piece(Kind.UNREAD, " ".join(node.unread.split()), node.id, depth)
