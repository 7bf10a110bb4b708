"""The commands in a move's comments: clock, time used, evaluation, and the source of an engine's move.

They have the form of the PGN standard and other programs (`[%clk 0:05:00]`).
"""

import re
from collections.abc import Sequence
from typing import Self

from engine.game.clock import pgn_time
from engine.game.evaluation import Evaluation
from engine.game.info import PovScore, Score
from engine.game.reason import Reason, text_reason
from engine.game.reason_file import as_command, of_command
from engine.game.reason_words import english
from engine.ground.values import dataclass

_TIME = r"\s+(\d{1,4}):(\d{1,2}):(\d{1,2}(?:\.\d{1,3})?)\s*\]"
_CLOCK = re.compile(r"\[%clk" + _TIME)
_SPENT = re.compile(r"\[%emt" + _TIME)
_EVALUATION = re.compile(r"\[%eval\s+(?:#(-?\d{1,4})|(-?\d{1,5}(?:\.\d{1,4})?))(?:,(\d{1,3}))?\s*\]")
_SOURCE = re.compile(r"\s?\[%source (book|tablebases|search|human): ([^\[\]]*)\](?:\s?\[%why\s([^\[\]]*)\])?\s?")
_EMPTY = re.compile(r"\{\s*\}\s?")
_TIMES = re.compile(r"\[%(?:clk|emt)\s[^\]]*\]\s?")
_PLAIN = str.maketrans("[]{}", "()()")  # characters that would end a command or comment


@dataclass(frozen=True)
class MoveSource:
    """The source of an engine's move (`book`, `tablebases`, `search` or `human`) and its reason."""

    source: str
    reason: Reason


@dataclass(frozen=True)
class MoveNotes:
    """A comment with its commands, and their values; values without a command in the comment are to be added."""

    comment: str = ""
    clock_ms: int | None = None
    spent_ms: int | None = None
    evaluation: Evaluation | None = None
    origin: MoveSource | None = None

    @classmethod
    def read(cls, comments: Sequence[str]) -> Self:
        """Returns the values in these comments. The source of an engine's move is removed from the words."""
        comment = " ".join(comments)
        if "[%" not in comment:
            return cls(comment)
        origin = None
        source = _SOURCE.search(comment)
        if source:
            origin = MoveSource(source[1], _reason(source[2], source[3] or ""))
            comment = without_source(comment)
        return cls(comment, _time(_CLOCK, comment), _time(_SPENT, comment), evaluation_of(comment), origin)

    @property
    def comments(self) -> tuple[str, ...]:
        """The comment for PGN, with the missing commands before the words; empty if there is nothing to write."""
        commands = []
        if self.clock_ms is not None and "[%clk" not in self.comment:
            commands.append(f"[%clk {pgn_time(self.clock_ms)}]")
        if self.spent_ms is not None and "[%emt" not in self.comment:
            commands.append(f"[%emt {pgn_time(self.spent_ms)}]")
        if self.evaluation is not None and "[%eval" not in self.comment:
            commands.append(evaluation_command(self.evaluation))
        if self.origin is not None and "[%source" not in self.comment:
            words = english(self.origin.reason).translate(_PLAIN)
            commands.append(f"[%source {self.origin.source}: {words}] [%why {as_command(self.origin.reason)}]")
        text = " ".join((*commands, self.comment)) if self.comment else " ".join(commands)
        return (text,) if text else ()


def evaluation_of(comment: str) -> Evaluation | None:
    """Returns the evaluation in %eval, from White's point of view."""
    found = _EVALUATION.search(comment)
    if found is None:
        return None
    depth = int(found[3] or 0)
    if found[1] is not None:
        return Evaluation(PovScore(Score(mate=int(found[1])), white=True), depth)
    return Evaluation(PovScore(Score.of_number(round(float(found[2]) * 100)), white=True), depth)


def evaluation_command(evaluation: Evaluation) -> str:
    """Returns `[%eval 0.31,18]` or `[%eval #-3]`, from White's point of view. A tablebase win is a number that other
    programs read too: `[%eval 199.88]`, 200 minus hundredths of the plies to a capture, pawn move or mate."""
    seen = evaluation.score.of_white
    worth = f"#{seen.mate}" if seen.mate is not None else f"{seen.number / 100:.2f}"
    return f"[%eval {worth}{f',{evaluation.depth}' if evaluation.depth else ''}]"


def _time(command: re.Pattern[str], comment: str) -> int | None:
    """Returns the time of a command in ms."""
    found = command.search(comment)
    if found is None:
        return None
    return int(found[1]) * 3_600_000 + int(found[2]) * 60_000 + round(float(found[3]) * 1000)


def _reason(words: str, value: str) -> Reason:
    """Returns the reason from its value, or from the words if the writing program stored no value."""
    try:
        return of_command(value)
    except ValueError:
        return text_reason(words)


def without_source(comment: str) -> str:
    """Returns a comment without the source and reason of an engine's move, which only Ratsu reads."""
    return _SOURCE.sub(_gap, comment, count=1)


def without_sources(text: str) -> str:
    """Returns a game's text without these sources."""
    return _EMPTY.sub("", _SOURCE.sub(_gap, text)) if "[%source" in text else text


def _gap(found: re.Match[str]) -> str:
    """Returns the text between the words on both sides; empty at an end of the comment."""
    before = found.string[max(0, found.start() - 1) : found.start()]
    after = found.string[found.end() : found.end() + 1]
    return "" if before in ("", "{") or after in ("", "}") else " "


def without_times(comment: str) -> str:
    """Returns a comment without clock times. They belong to one game, so they are dropped if a move comes from several."""
    return _TIMES.sub("", comment).strip()
