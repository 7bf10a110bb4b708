"""Signatures on a review's additions to a game, so that a later review removes only these and nothing of the user's.

After an evaluated move: `[%eval 0.31,18] [%review eval]`, or `[%review eval ?!]` if the review also set the sign. After the
first move of an added variation of six moves: `[%review line 6]`. `[%coach ...]` says why a move was faulted
(`engine.coach.claim_file`); `[%said 57:1a2b3c4d]` after it marks the next 57 characters as the same in words, while the
checksum agrees. Programs that do not know the commands preserve them in the comment.
"""

import re
import zlib
from collections.abc import Sequence

from engine.coach.claim_file import as_command
from engine.coach.claims import Claim
from engine.game.evaluation import Evaluation
from engine.game.move_notes import evaluation_command
from engine.ground.values import dataclass
from engine.play.review.values import MoveJudgement, PositionEvaluation

_MARK = re.compile(r"\s?\[%review (eval)?\s?(\?!|\?\?|\?)?(?:line (\d{1,3}))?\]")
_COACH = re.compile(r"\s?\[%coach ([^\[\]]*)\](?:\[%said (\d{1,4}):([0-9a-f]{8})\] ?)?")
_EVAL = re.compile(r"\s?\[%eval\s[^\]]*\]")
_COMMAND = re.compile(r"\[%[^\]]*\]")
_PLAIN = str.maketrans("[]{}", "()()")  # what would end a command or a comment


@dataclass(frozen=True)
class ReviewSignature:
    """A review's signature in a move's comment."""

    evaluated: bool
    judgement: MoveJudgement | None
    line_moves: int  # of the variation that begins here, 0: none


def signature_of(comment: str) -> ReviewSignature | None:
    """The review's signature in a comment, None without one."""
    found = _MARK.search(comment)
    if found is None:
        return None
    sign = MoveJudgement(found[2]) if found[2] else None
    return ReviewSignature(bool(found[1]), sign, int(found[3] or 0))


def without_signature(comment: str) -> str:
    """The comment without the signature and, if the review wrote it, without the evaluation."""
    mark = signature_of(comment)
    if mark is None:
        return comment
    cleaned = _MARK.sub("", _without_coach(comment))
    return (_EVAL.sub("", cleaned) if mark.evaluated else cleaned).strip()


def coach_command(comment: str) -> str:
    """The contents of `[%coach ...]`, empty if missing, and the span of its words in the comment."""
    found = _COACH.search(comment)
    return "" if found is None or _said(comment, found) else found[1]


def evaluated(
    comment: str,
    worth: PositionEvaluation,
    judgement: MoveJudgement | None,
    claims: Sequence[Claim] = (),
    words: str = "",
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
    """The comment without the review's explanation; words that the user changed remain."""
    found = _COACH.search(comment)
    if found is None:
        return comment
    rest = comment[found.end() :]
    return comment[: found.start()] + (rest[int(found[2]) :] if _said(comment, found) else rest)


def _said(comment: str, found: re.Match[str]) -> bool:
    """Whether the words after the command are unchanged."""
    if not found[2]:
        return False
    words = comment[found.end() : found.end() + int(found[2])]
    return f"{zlib.crc32(words.encode()):08x}" == found[3]


def line_start(worth: PositionEvaluation, moves: int) -> str:
    """The comment after the first move of a variation of `moves` moves."""
    return f"{evaluation_command(Evaluation(worth.score, worth.depth))} [%review line {moves}]"


def has_words(comment: str) -> bool:
    """Whether a comment says anything but commands."""
    return bool(_COMMAND.sub("", comment).strip())


def _sign(judgement: MoveJudgement | None) -> str:
    return f" {judgement.value}" if judgement else ""


def _joined(comment: str, commands: str) -> str:
    return f"{commands} {comment}" if comment else commands
