"""The commands in PGN comments: [%clk] and others, and the arrows and squares of [%cal] and [%csl].

A drawing has PGN's form: a colour, then one or two squares (`Gd4`, `Re2e4`).
"""

import re

from engine.game.evaluation import Evaluation
from engine.game.node import Node
from engine.game.tree import Game

_COMMANDS = re.compile(r"\s*\[%[^\]]*\]\s*")
_DRAWN = re.compile(r"\[%c[as]l\s+([^\]]*)\]\s?")
_DRAWING = re.compile(r"[GRBY](?:[a-h][1-8]){1,2}")
_EVALUATION = re.compile(r"\s?\[%eval\s[^\]]*\]")
MOVE_NAGS = range(1, 10)  # move assessments; a move has at most one of the first six
MOST_DRAWN = 64  # limit of arrows and squares shown in one position


def words_of(comment: str) -> str:
    """Returns the comment without its commands."""
    return _COMMANDS.sub(" ", comment).strip()


def with_words(comment: str, words: str) -> str:
    """Replaces a comment's words; its commands stay, in order."""
    if words.strip() == words_of(comment):
        return comment
    commands = "".join(found.strip() for found in _COMMANDS.findall(comment))
    return f"{commands} {words.strip()}".strip()


def drawings_of(comment: str) -> tuple[str, ...]:
    """Returns the arrows and squares in a comment, without invalid ones."""
    codes = (code.strip() for found in _DRAWN.findall(comment) for code in found.split(","))
    return tuple(dict.fromkeys(code for code in codes if _DRAWING.fullmatch(code)))[:MOST_DRAWN]


def with_drawings(comment: str, drawings: tuple[str, ...]) -> str:
    """Replaces a comment's arrows and squares."""
    rest = _DRAWN.sub("", comment).strip()
    squares = ",".join(code for code in drawings if len(code) == 3)
    arrows = ",".join(code for code in drawings if len(code) == 5)
    commands = (f"[%csl {squares}]" if squares else "") + (f"[%cal {arrows}]" if arrows else "")
    return f"{commands} {rest}".strip()


def with_evaluation(game: Game, node_id: int, evaluation: Evaluation) -> Game:
    """Returns the game with an engine's evaluation at a position, as `evaluated` writes it."""
    return game.with_node(evaluated(game.node(node_id), evaluation))


def evaluated(node: Node, evaluation: Evaluation) -> Node:
    """Returns the node with an engine's evaluation, as words (`+0.31/18`) and as %eval, in place of an older one."""
    words = words_of(node.comment)
    if node.evaluation is not None:
        words = words.removesuffix(_written(node.evaluation)).strip()
    comment = with_words(_EVALUATION.sub("", node.comment), f"{words} {_written(evaluation)}".strip())
    return node.changed(comment=comment, evaluation=evaluation)


def _written(evaluation: Evaluation) -> str:
    return f"{evaluation.score}/{evaluation.depth}"
