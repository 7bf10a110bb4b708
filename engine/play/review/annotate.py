"""Writes a review into a game of the PGN reader: evaluations, signs, better lines. What is there of a human's stays."""

from collections.abc import Iterator

from engine.pgn.node import Node
from engine.pgn.values import PgnGame
from engine.play.review import marks
from engine.play.review.values import GameReview, MoveReview

LINE_MOVES = 8  # of a better line
_JUDGEMENTS = range(1, 7)  # glyphs of the move: with one of a human's there the review sets none


def annotate(game: PgnGame, review: GameReview) -> None:
    """Changes the game, which must be the one reviewed; an earlier review's notes are replaced."""
    clean(game)
    parent = game.root
    for node, move in zip(game.main_line(), review.moves, strict=True):
        before = parent.children
        if move.better and all(child.uci != move.better[0] for child in before):
            parent.children = (*before, _line(move))
        judgement = move.judgement if not any(nag in _JUDGEMENTS for nag in node.nags) else None
        if judgement:
            node.nags = (judgement.nag, *node.nags)
        comment, *others = node.comments or ("",)
        node.comments = (marks.evaluated(comment, move.after, judgement), *others)
        parent = node


def clean(game: PgnGame) -> None:
    """Takes an earlier review's notes out. A variation that somebody has added to since stays, without its signature."""
    for node in _nodes(game.root):
        node.children = tuple(child for child in node.children if not _untouched_line(child))
        found = [mark for comment in node.comments if (mark := marks.mark_of(comment))]
        node.nags = tuple(nag for nag in node.nags if all(m.judgement is None or m.judgement.nag != nag for m in found))
        node.comments = tuple(text for comment in node.comments if (text := marks.without_mark(comment)))


def _nodes(root: Node) -> Iterator[Node]:
    waiting = [root]
    while waiting:
        node = waiting.pop()
        yield node
        waiting.extend(node.children)


def _untouched_line(node: Node) -> bool:
    """Whether a variation is one of a review's, as it was written."""
    mark = next((mark for comment in node.comments if (mark := marks.mark_of(comment))), None)
    if mark is None or not mark.line_moves:
        return False
    for moves in range(1, mark.line_moves + 1):
        words = any(marks.has_words(comment) for comment in node.comments)
        if words or node.before or node.nags or node.unread or len(node.children) > 1:
            return False
        if not node.children:
            return moves == mark.line_moves
        node = node.children[0]
    return False  # it continues


def _line(move: MoveReview) -> Node:
    """The better line as a chain of nodes."""
    moves = list(zip(move.better, move.better_san, strict=True))[:LINE_MOVES]
    first = node = Node(*moves[0])
    first.comments = (marks.line_start(move.before, len(moves)),)
    for uci, san in moves[1:]:
        node.children = (Node(uci, san),)
        node = node.children[0]
    return first
