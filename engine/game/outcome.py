"""The ways a game can end, their wording, and the rules' verdict on a position."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from typing import TYPE_CHECKING

from engine.game.side import Side
from engine.ground.text import NOTHING, Text
from engine.ground.values import dataclass

if TYPE_CHECKING:
    import chess


class Termination(Enum):
    """The reason for the end of a game. The values are stored in saved games and used by translations."""

    CHECKMATE = "checkmate"
    STALEMATE = "stalemate"
    INSUFFICIENT = "insufficient material"
    THREEFOLD = "threefold repetition"
    FIVEFOLD = "fivefold repetition"
    FIFTY_MOVES = "fifty-move rule"
    SEVENTY_FIVE_MOVES = "seventy-five-move rule"
    FLAG = "time"
    FLAG_WITHOUT_MATE = "time, but the opponent cannot mate"
    RESIGNATION = "resignation"
    AGREEMENT = "agreement"
    ADJUDICATION = "adjudication"
    ABANDONED = "abandoned game"
    ILLEGAL_MOVE = "illegal move"
    CRASH = "crash"
    STALL = "stall"
    FLOOD = "flood"
    FAULT = "fault"

    @property
    def label(self) -> str:
        """The label in the summary of a match: as in PGN, but distinguishing failures of engines."""
        return _WORDS[self][0]

    @property
    def pgn(self) -> str:
        """The value of PGN's Termination tag (standard, 9.8.1)."""
        return _STANDARD.get(self, self.label)


# The label, and the English sentence; {winner} and {loser} are the sides.
_WORDS = {
    Termination.CHECKMATE: ("normal", "{winner} mates"),
    Termination.STALEMATE: ("normal", "stalemate"),
    Termination.INSUFFICIENT: ("normal", "draw by insufficient material"),
    Termination.THREEFOLD: ("normal", "draw by repetition"),
    Termination.FIVEFOLD: ("normal", "draw by fivefold repetition"),
    Termination.FIFTY_MOVES: ("normal", "draw by the fifty-move rule"),
    Termination.SEVENTY_FIVE_MOVES: ("normal", "draw by the seventy-five-move rule"),
    Termination.FLAG: ("time forfeit", "{winner} wins on time"),
    Termination.FLAG_WITHOUT_MATE: ("time forfeit", "draw: time is up, but the opponent cannot mate"),
    Termination.RESIGNATION: ("resignation", "{loser} resigns"),
    Termination.AGREEMENT: ("normal", "draw by agreement"),
    Termination.ADJUDICATION: ("adjudication", "adjudication"),
    Termination.ABANDONED: ("abandoned", "draw by abandoned game"),
    Termination.ILLEGAL_MOVE: ("illegal move", "draw by illegal move"),
    Termination.CRASH: ("crash", "draw by crash"),
    Termination.STALL: ("stall", "draw by stall"),
    Termination.FLOOD: ("flood", "draw by flood"),
    Termination.FAULT: ("fault", "draw by fault"),
}

# Ends caused by the loser, for console, window, PGN and protocols.
_BLAME: dict[Termination, Callable[[Side, Side], Text]] = {
    Termination.ABANDONED: lambda winner, loser: Text("%1 wins: %2 abandoned the game", winner, loser),
    Termination.ILLEGAL_MOVE: lambda winner, loser: Text("%1 wins: %2 made an illegal move", winner, loser),
    Termination.CRASH: lambda winner, loser: Text("%1 wins: %2's engine crashed", winner, loser),
    Termination.STALL: lambda winner, loser: Text("%1 wins: %2's engine did not answer", winner, loser),
    Termination.FLOOD: lambda winner, loser: Text("%1 wins: %2's engine wrote more than can be read", winner, loser),
    Termination.FAULT: lambda winner, loser: Text("%1 wins: %2's engine failed", winner, loser),
}

# PGN's values that differ from the label.
_STANDARD = {
    Termination.RESIGNATION: "normal",
    Termination.ILLEGAL_MOVE: "rules infraction",
    **dict.fromkeys((Termination.CRASH, Termination.STALL, Termination.FLOOD, Termination.FAULT), "abandoned"),
}

# Ends caused by an engine; the report of a match lists them.
FAULTS = (
    *(Termination.ILLEGAL_MOVE, Termination.CRASH, Termination.STALL, Termination.FLOOD, Termination.FAULT),
    *(Termination.FLAG, Termination.FLAG_WITHOUT_MATE),
)


@dataclass(frozen=True)
class Outcome:
    """The end of a game: `winner` None means a draw. `detail`: an addition to the wording of its kind."""

    winner: Side | None
    termination: Termination
    detail: Text = NOTHING

    @property
    def result(self) -> str:
        if self.winner is None:
            return "1/2-1/2"
        return "1-0" if self.winner is Side.WHITE else "0-1"

    @property
    def blame(self) -> Text:
        """`White wins: Black made an illegal move`: the sentence for an end caused by the loser, otherwise NOTHING."""
        blamed = _BLAME.get(self.termination)
        return blamed(self.winner, self.winner.other) if blamed is not None and self.winner is not None else NOTHING

    def __str__(self) -> str:
        """`Black mates`, `adjudication: tablebases`: the end in English, for the console, protocols and PGN comments."""
        loser = None if self.winner is None else self.winner.other
        words = str(self.blame) or _WORDS[self.termination][1].format(winner=self.winner, loser=loser)
        return f"{words}: {self.detail}" if self.detail else words


def by_rules(board: chess.Board, *, automatic_draws: bool = True) -> Outcome | None:
    """Returns the end of the game on `board` by the rules; None while it continues.

    `automatic_draws`: the third repetition and the fiftieth move end the game at once, as on servers and in engine
    matches. Otherwise only the fifth repetition and the seventy-fifth move do (FIDE 9.6).
    """
    mover = Side.of(board.turn)
    if not any(board.generate_legal_moves()):
        if board.is_check():
            return Outcome(mover.other, Termination.CHECKMATE)
        return Outcome(None, Termination.STALEMATE)
    if board.is_insufficient_material():
        return Outcome(None, Termination.INSUFFICIENT)
    if board.is_repetition(3 if automatic_draws else 5):
        return Outcome(None, Termination.THREEFOLD if automatic_draws else Termination.FIVEFOLD)
    if board.halfmove_clock >= (100 if automatic_draws else 150):
        return Outcome(None, Termination.FIFTY_MOVES if automatic_draws else Termination.SEVENTY_FIVE_MOVES)
    return None


def by_flag(board: chess.Board, flagged: Side, detail: Text = NOTHING) -> Outcome:
    """Returns the end by a fallen flag: a loss, or a draw if the opponent has no mating material (FIDE 6.9)."""
    if board.has_insufficient_material(flagged is Side.BLACK):
        return Outcome(None, Termination.FLAG_WITHOUT_MATE, detail)
    return Outcome(flagged.other, Termination.FLAG, detail)
