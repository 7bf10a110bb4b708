"""What the comments of a move say beside words: clock, time, evaluation, and the source of an engine's move.

They are commands in the comment (`[%clk 0:05:00]`), as the PGN standard and other programs write them.
"""

import re
from collections.abc import Sequence
from typing import Self

from engine.game.clock import pgn_time
from engine.game.evaluation import Evaluation
from engine.game.info import PovScore, Score
from engine.game.reason import Reason, told
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
_PLAIN = str.maketrans("[]{}", "()()")  # what would end a command or a comment


@dataclass(frozen=True)
class MoveSource:
    """Where an engine's move came from: `book`, `tablebases`, `search` or `human`, and why it was chosen."""

    source: str
    reason: Reason


@dataclass(frozen=True)
class MoveNotes:
    """The words of a comment with the commands that stand in it; and what they say, or what is to be added to them."""

    comment: str = ""
    clock_ms: int | None = None
    spent_ms: int | None = None
    evaluation: Evaluation | None = None
    origin: MoveSource | None = None

    @classmethod
    def read(cls, comments: Sequence[str]) -> Self:
        """What these comments say; the source of an engine's move is taken out of the words."""
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
        """As PGN: the words behind the commands that they do not hold yet; empty where there is nothing to write."""
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
    """The evaluation that %eval gives, from White's point of view as everywhere in PGN."""
    found = _EVALUATION.search(comment)
    if found is None:
        return None
    depth = int(found[3] or 0)
    if found[1] is not None:
        return Evaluation(PovScore(Score(mate=int(found[1])), white=True), depth)
    return Evaluation(PovScore(Score.of_number(round(float(found[2]) * 100)), white=True), depth)


def evaluation_command(evaluation: Evaluation) -> str:
    """`[%eval 0.31,18]`, `[%eval #-3]`: from White's point of view. A win by the tables is a number that other programs read too:
    `[%eval 199.88]`, 200 less the plies to a capture, pawn move or mate in hundredths."""
    seen = evaluation.score.of_white
    worth = f"#{seen.mate}" if seen.mate is not None else f"{seen.number / 100:.2f}"
    return f"[%eval {worth}{f',{evaluation.depth}' if evaluation.depth else ''}]"


def _time(command: re.Pattern[str], comment: str) -> int | None:
    """The time of a command in ms."""
    found = command.search(comment)
    if found is None:
        return None
    return int(found[1]) * 3_600_000 + int(found[2]) * 60_000 + round(float(found[3]) * 1000)


def _reason(words: str, value: str) -> Reason:
    """The value beside the words; the words as they are where an older program or another one wrote no value."""
    try:
        return of_command(value)
    except ValueError:
        return told(words)


def without_source(comment: str) -> str:
    """A comment without the source of an engine's move and its reason, which only Ratsu reads."""
    return _SOURCE.sub(_gap, comment, count=1)


def without_sources(text: str) -> str:
    """A game's text without these sources in any of its comments."""
    return _EMPTY.sub("", _SOURCE.sub(_gap, text)) if "[%source" in text else text


def _gap(found: re.Match[str]) -> str:
    """What stays between the words on both sides; nothing at an end of the comment."""
    before = found.string[max(0, found.start() - 1) : found.start()]
    after = found.string[found.end() : found.end() + 1]
    return "" if before in ("", "{") or after in ("", "}") else " "


def without_times(comment: str) -> str:
    """A comment without its clock and the time that a move took: where a move stands for several games, they are of one."""
    return _TIMES.sub("", comment).strip()
