"""How a review signs what it writes into a game, so that another one takes away that, and nothing of a human's.

Behind a move that it evaluated: `[%eval 0.31,18] [%review eval]`, or `[%review eval ?!]` where it also set the sign. Behind
the first move of a variation that it added: `[%review line 6]`, six being its moves. `[%coach ...]` says why a move was
faulted (`engine.coach.claim_file`); `[%said 57:1a2b3c4d]` behind it, that the next 57 characters say so in words, as long as
they have that checksum. Programs that do not know the commands keep them as part of the comment.
"""

import re
import zlib
from collections.abc import Sequence

from engine.coach.claim_file import as_command
from engine.coach.claims import Claim
from engine.game.evaluation import Evaluation
from engine.game.move_notes import evaluation_command
from engine.ground.values import dataclass
from engine.play.review.values import Judgement, Worth

_MARK = re.compile(r"\s?\[%review (eval)?\s?(\?!|\?\?|\?)?(?:line (\d{1,3}))?\]")
_COACH = re.compile(r"\s?\[%coach ([^\[\]]*)\](?:\[%said (\d{1,4}):([0-9a-f]{8})\] ?)?")
_EVAL = re.compile(r"\s?\[%eval\s[^\]]*\]")
_COMMAND = re.compile(r"\[%[^\]]*\]")
_PLAIN = str.maketrans("[]{}", "()()")  # what would end a command or a comment


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
    cleaned = _MARK.sub("", _without_coach(comment))
    return (_EVAL.sub("", cleaned) if mark.evaluated else cleaned).strip()


def coach_command(comment: str) -> str:
    """What `[%coach ...]` holds, empty where it is not there; and where the words stand in the comment already."""
    found = _COACH.search(comment)
    return "" if found is None or _said(comment, found) else found[1]


def evaluated(
    comment: str, worth: Worth, judgement: Judgement | None, claims: Sequence[Claim] = (), words: str = ""
) -> str:
    """The comment with an evaluation, in place of one that was there, the signature, and why the move was faulted; in `words`
    too where there are some."""
    evaluation = worth.evaluation
    commands = f"{evaluation_command(evaluation)} " if evaluation is not None else ""
    commands += f"[%review eval{_sign(judgement)}]"
    if claims:
        commands += f" [%coach {as_command(claims)}]"
    if claims and words:
        words = words.translate(_PLAIN)
        commands += f"[%said {len(words)}:{zlib.crc32(words.encode()):08x}] {words}"
    return _joined(_EVAL.sub("", comment).strip(), commands)


def _without_coach(comment: str) -> str:
    """The comment without why the move was faulted; words that somebody changed stay."""
    found = _COACH.search(comment)
    if found is None:
        return comment
    behind = comment[found.end() :]
    return comment[: found.start()] + (behind[int(found[2]) :] if _said(comment, found) else behind)


def _said(comment: str, found: re.Match[str]) -> bool:
    """Whether the words stand behind the command as they were written."""
    if not found[2]:
        return False
    words = comment[found.end() : found.end() + int(found[2])]
    return f"{zlib.crc32(words.encode()):08x}" == found[3]


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
