"""The engine's options in one table, used by the protocols, the dialogs and `Player.set_option`."""

from __future__ import annotations

import os

TYPE_CHECKING = False  # importing `typing`, errors and dataclasses would delay the first answer of `ratsu uci`
if TYPE_CHECKING:
    from typing import Literal

    Kind = Literal["spin", "check", "string", "button"]

Value = str | int | bool


class Option:
    """An option. `default`: None for a button; `low`, `high`: the bounds of a spin, inclusive; `unit` may be empty."""

    __slots__ = ("default", "high", "kind", "low", "name", "sentence", "unit")

    def __init__(
        self,
        name: str,
        kind: Kind,
        default: Value | None,
        low: int = 0,
        high: int = 0,
        unit: str = "",
        sentence: str = "",
    ) -> None:
        self.name, self.kind, self.default = name, kind, default
        self.low, self.high, self.unit, self.sentence = low, high, unit, sentence

    def parse(self, value: Value | None) -> Value | None:
        """The value in the option's type. :raises OptionError: it is not of the type, or outside the range."""
        if self.kind == "button":
            return None
        if self.kind == "check":
            return self._parse_check(value)
        if self.kind == "string":
            text = "" if value is None else str(value)
            if "\n" in text or "\r" in text:
                from engine.ground.errors import OptionError

                raise OptionError("option %1: a value is one line of text", repr(self.name))
            return "" if text == "<empty>" else text
        return self._parse_spin(value)

    def _parse_check(self, value: Value | None) -> bool:
        text = str(value).strip().lower()
        if text not in ("true", "false"):
            from engine.ground.errors import OptionError

            raise OptionError("option %1 is true or false, not %2", repr(self.name), repr(str(value)[:40]))
        return text == "true"

    def _parse_spin(self, value: Value | None) -> int:
        text = str(value).strip()
        digits = text[1:] if text[:1] in "+-" else text
        if not (digits.isascii() and digits.isdigit()) or len(digits) > 12 or not self.low <= int(text) <= self.high:
            from engine.ground.errors import OptionError

            raise OptionError(
                "option %1 is a number from %2 to %3, not %4", repr(self.name), self.low, self.high, repr(text[:40])
            )
        return int(text)


OPTIONS: tuple[Option, ...] = (
    Option("Hash", "spin", 16, 1, 1_048_576, "MB", "Memory for the transposition table."),
    Option("Clear Hash", "button", None, sentence="Forgets everything learned in earlier searches."),
    Option("Threads", "spin", 1, 1, 256, "", "Search threads, at most four per processor; they share one table."),
    Option("MultiPV", "spin", 1, 1, 218, "lines", "How many best lines to search and show."),
    Option("Ponder", "check", False, sentence="Whether the engine may think on the opponent's time."),
    Option("Move Overhead", "spin", 30, 0, 5_000, "ms", "Time reserved per move for delays between engine and board."),
    Option("Contempt", "spin", 0, -200, 200, "cp", "Contempt: how much worse than even the engine rates a draw."),
    Option("Verify Line", "check", False, sentence="Deepen the chosen line from its end before the move is played."),
    Option("Heuristic Search", "check", False, sentence="Shannon's type B: searches only the most plausible moves."),
    Option("Position Learning", "check", False, sentence="Remember positions that turned out worse, and use them."),
    Option("Learning File", "string", "", sentence="File of learned positions, instead of the usual one."),
    Option("UCI_Chess960", "check", False, sentence="Chess960: castling is written king takes rook."),
    Option("UCI_ShowWDL", "check", False, sentence="Show chances to win, draw and lose with each score."),
    Option("UCI_LimitStrength", "check", False, sentence="Play at the strength that UCI_Elo asks for."),
    Option("UCI_Elo", "spin", 1500, 400, 2800, "Elo", "Strength when UCI_LimitStrength is on."),
    Option(
        "Human Like",
        "check",
        False,
        sentence="A level from 400 to 2400 plays the moves that people of its rating play.",
    ),
    Option("Human Time", "spin", 0, 0, 300, "%", "Think time of such a level by the clock, of people's; 0: at once."),
    Option("Opening Taste", "string", "", sentence="Openings such a level plays: 85 e2e4 e7e5 g1f3, 90 d2d4 * c1f4"),
    Option(
        "Resigns",
        "string",
        "",
        sentence="When such a level usually resigns: early, late or never; empty: as people do.",
    ),
    Option("Use NNUE", "check", True, sentence="Evaluate with the network instead of the classical evaluation."),
    Option(
        "Use MCTS",
        "check",
        False,
        sentence="Search by Monte Carlo tree search (PUCT) instead of alpha-beta; one thread.",
    ),
    Option("EvalFile", "string", "", sentence="Network file to use instead of the shipped one."),
    Option("Style", "string", "normal", sentence="A style by name (docs/texts.md has them), or a style file."),
    Option("OwnBook", "check", False, sentence="Play from Ratsu's own opening book."),
    Option(
        "Book Variety", "spin", 10, 0, 50, "%", "How often a sound book move without ! is played beside those with !."
    ),
    Option("Book Learning", "check", True, sentence="Learn from games that were played with OwnBook."),
    Option("Use Tablebases", "check", True, sentence="Play from endgame tablebases, at every level."),
    Option("SyzygyPath", "string", "", sentence="Folders with Syzygy tablebases, beside those built in."),
    Option("SyzygyProbeDepth", "spin", 1, 1, 100, "plies", "Least depth at which the largest tables are probed."),
    Option("Syzygy50MoveRule", "check", True, sentence="Count wins that the fifty-move rule prevents as draws."),
    Option("SyzygyProbeLimit", "spin", 7, 0, 7, "pieces", "Most pieces for which tablebases are probed."),
)

MOST_THREADS_A_PROCESSOR = 4  # with 256 threads on 2 processors even depth 3 took longer than 90 s

_BY_NAME = {option.name.lower(): option for option in OPTIONS}


def usable_threads(wanted: int) -> int:
    """The number of search threads to start: more than four a processor only wait for each other."""
    allowed = getattr(os, "sched_getaffinity", None)
    processors = len(allowed(0)) if allowed is not None else os.cpu_count() or 1
    return min(wanted, MOST_THREADS_A_PROCESSOR * processors)


def find_option(name: str) -> Option:
    """The option with a name, case-insensitive. :raises OptionError: it is unknown."""
    option = _BY_NAME.get(name.strip().lower())
    if option is None:
        from engine.ground.errors import OptionError

        raise OptionError("option %1 is unknown", repr(name.strip()[:60]))
    return option
