"""Ends a game before the rules do: when both engines agree by their scores, or the tablebases know the result."""

from __future__ import annotations

from typing import TYPE_CHECKING

import chess

from engine.game.info import Score
from engine.game.outcome import Outcome, Termination
from engine.game.side import Side
from engine.ground.text import Text
from engine.ground.values import dataclass
from engine.play.match.errors import MatchError

if TYPE_CHECKING:
    from tablebases.tables import Tablebases

MATE_CP = 100_000  # any mate, for comparing with thresholds


@dataclass(frozen=True)
class Rules:
    """Thresholds. Draw: from move `draw_from` on, `draw_moves` moves of each side within `draw_cp`. Resign:
    `resign_moves` moves in a row in which the loser sees -`resign_cp` or worse and the winner the reverse. 0 moves: off.
    `max_moves`: a game longer than this, its opening included, is a draw."""

    draw_from: int = 40
    draw_moves: int = 0
    draw_cp: int = 10
    resign_moves: int = 0
    resign_cp: int = 1000
    max_moves: int = 400


def parse_draw(text: str) -> tuple[int, int, int]:
    """Reads `FROM:MOVES:CENTIPAWNS`, for example 40:8:10. Raises MatchError."""
    numbers = _numbers(text, 3, Text("draw adjudication is FROM:MOVES:CENTIPAWNS, for example 40:8:10"))
    return numbers[0], numbers[1], numbers[2]


def parse_resign(text: str) -> tuple[int, int]:
    """Reads `MOVES:CENTIPAWNS`, for example 4:800. Raises MatchError."""
    numbers = _numbers(text, 2, Text("resign adjudication is MOVES:CENTIPAWNS, for example 4:800"))
    return numbers[0], numbers[1]


class Adjudicator:
    """Watches one game's scores; both engines have their own count."""

    def __init__(self, rules: Rules, tables: Tablebases | None = None) -> None:
        self._rules = rules
        self._tables = tables
        self._quiet_plies = 0
        self._lost_plies = {chess.WHITE: 0, chess.BLACK: 0}

    def verdict(self, board: chess.Board, mover: chess.Color, score: Score | None) -> Outcome | None:
        """Returns the adjudicated end after the last move of `mover`, with its score; None if the game continues."""
        self._count(mover, score)
        rules = self._rules
        for side in chess.COLORS:
            needed = rules.resign_moves
            if needed and self._lost_plies[side] >= needed and self._lost_plies[not side] <= -needed:
                return _adjudged(Side.of(not side), Text("both engines see a won game"))
        if rules.draw_moves and board.fullmove_number >= rules.draw_from and self._quiet_plies >= 2 * rules.draw_moves:
            return _adjudged(None, Text("both engines see a draw"))
        if len(board.move_stack) >= 2 * rules.max_moves:
            return _adjudged(None, Text("{one move|%1 moves}", rules.max_moves))
        return self._from_tables(board)

    def _count(self, mover: chess.Color, score: Score | None) -> None:
        value = None if score is None else score.worth(MATE_CP)
        quiet = value is not None and abs(value) <= self._rules.draw_cp
        self._quiet_plies = self._quiet_plies + 1 if quiet else 0
        if value is not None and value <= -self._rules.resign_cp:
            self._lost_plies[mover] = max(self._lost_plies[mover], 0) + 1
        elif value is not None and value >= self._rules.resign_cp:
            self._lost_plies[mover] = min(self._lost_plies[mover], 0) - 1
        else:
            self._lost_plies[mover] = 0

    def _from_tables(self, board: chess.Board) -> Outcome | None:
        """Under the fifty-move rule; only right after a capture or pawn move is the tables' word certain."""
        if self._tables is None or board.halfmove_clock or board.castling_rights:
            return None
        if board.occupied.bit_count() > self._tables.max_pieces:
            return None
        wdl = self._tables.probe_wdl(board)
        if wdl is None:
            return None
        if abs(wdl) < 2:
            return _adjudged(None, Text("tablebases"))
        return _adjudged(Side.of((wdl > 0) == board.turn), Text("tablebases"))


def _adjudged(winner: Side | None, why: Text) -> Outcome:
    return Outcome(winner, Termination.ADJUDICATION, why)


def _numbers(text: str, count: int, usage: Text) -> list[int]:
    parts = text.split(":")
    if len(parts) != count or not all(part.isascii() and part.isdigit() and len(part) < 7 for part in parts):
        raise MatchError("'%1': %2", text, usage)
    return [int(part) for part in parts]
