"""How a review signs what it writes into a game, so that another one takes away that, and nothing of a human's.

Behind a move that it evaluated: `[%eval 0.31,18] [%review eval]`, or `[%review eval ?!]` where it also set the sign. Behind
the first move of a variation that it added: `[%review line 6]`, six being its moves. Programs that do not know the command
keep it as part of the comment.
"""

import re
from dataclasses import dataclass

from engine.game.evaluation import Evaluation
from engine.game.move_notes import evaluation_command
from engine.play.review.values import Judgement, Worth

_MARK = re.compile(r"\s?\[%review (eval)?\s?(\?!|\?\?|\?)?(?:line (\d{1,3}))?\]")
_EVAL = re.compile(r"\s?\[%eval\s[^\]]*\]")
_COMMAND = re.compile(r"\[%[^\]]*\]")


@dataclass(frozen=True)
class Mark:
    """What a comment says that a review wrote at its move."""

    evaluated: bool
    judgement: Judgement | None
    line_moves: int  # of the variation that begins here, 0: none


def mark_of(comment: str) -> Mark | None:
    """The review's signature in a comment, None without one."""
    found = _MARK.search(comment)
    if found is None:
        return None
    sign = Judgement(found[2]) if found[2] else None
    return Mark(bool(found[1]), sign, int(found[3] or 0))


def without_mark(comment: str) -> str:
    """The comment without the signature and, where that says so, without the evaluation."""
    mark = mark_of(comment)
    if mark is None:
        return comment
    cleaned = _MARK.sub("", comment)
    return (_EVAL.sub("", cleaned) if mark.evaluated else cleaned).strip()


def evaluated(comment: str, worth: Worth, judgement: Judgement | None) -> str:
    """The comment with an evaluation, in place of one that was there, and the signature."""
    evaluation = worth.evaluation
    commands = f"{evaluation_command(evaluation)} " if evaluation is not None else ""
    commands += f"[%review eval{_sign(judgement)}]"
    return _joined(_EVAL.sub("", comment).strip(), commands)


def line_start(worth: Worth, moves: int) -> str:
    """The comment behind the first move of a variation of `moves` moves."""
    return f"{evaluation_command(Evaluation(worth.score, worth.depth))} [%review line {moves}]"


def has_words(comment: str) -> bool:
    """Whether a comment says anything but commands."""
    return bool(_COMMAND.sub("", comment).strip())


def _sign(judgement: Judgement | None) -> str:
    return f" {judgement.value}" if judgement else ""


def _joined(comment: str, commands: str) -> str:
    return f"{commands} {comment}" if comment else commands
