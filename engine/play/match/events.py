"""Events of a match for another program: one JSON object per line on the output.

    {"event": "start", "engines": [...], "done": [OUTCOME, ...], "repeats_after": GAMES}
    {"event": "begin", "game": N, "white": I, "black": J, "fen": F, "moves": [...]}
    {"event": "moves", "game": N, "moves": [...], "left_s": [WHITE, BLACK], "score": "cp 31", "depth": D}
    {"event": "game", "outcome": OUTCOME}
    {"event": "end", "interrupted": false}

`repeats_after`: games of each pairing before engines without a clock may repeat them, 0: never.
OPENING is {"fen": F, "chess960": false, "moves": [...]}. Moves are in coordinates. Those of fast games come in bundles, at
most ten a second and at most a fifth of a second late. `stop` on the input, or its end, ends the match; games that are not
finished are played again when it continues.
"""

import json
import sys
import threading
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Any

import chess

from engine.game.side import Side
from engine.game.stopper import Stopper
from engine.play.match.journal import row_of
from engine.play.match.openings import row_of_opening
from engine.play.match.referee import MatchMove
from engine.play.match.schedule import Encounter, GameResult
from engine.protocols.line_streams import LineReader, raw_input

BUNDLE_S = 0.1


class Announcer:
    """Writes events; any thread."""

    def __init__(self, write: Callable[[str], None] | None = None) -> None:
        self._write = write or _to_output
        self._lock = threading.Lock()
        self._waiting: dict[int, dict[str, Any]] = {}
        self._told_at: dict[int, float] = {}
        self._over = threading.Event()

    def listen(self, stopper: Stopper) -> None:
        """Stops at `stop` on the input, or at its end."""
        threading.Thread(target=self._watch, args=(stopper,), name="match input", daemon=True).start()

    def start(self, engines: list[str], done: Iterable[GameResult], repeats_after: int = 0) -> None:
        """The match begins, or continues after those games."""
        rows = [row_of(outcome) for outcome in done]
        self._tell("start", {"engines": engines, "done": rows, "repeats_after": repeats_after})
        threading.Thread(target=self._tell_late, name="match output", daemon=True).start()

    def begin(self, encounter: Encounter, opening: chess.Board) -> None:
        seats = {"white": encounter.white, "black": encounter.black}
        self._tell("begin", {"game": encounter.number, **seats, "opening": row_of_opening(opening)})

    def moved(self, encounter: Encounter, move: MatchMove) -> None:
        number = encounter.number
        with self._lock:
            event = self._waiting.setdefault(number, {"game": number, "moves": []})
            event["moves"].append(move.move.uci())
            thought = move.thought
            left = [move.clock.remaining(side) for side in Side]
            event["left_s"] = None if None in left else [round((time_ms or 0) / 1000, 2) for time_ms in left]
            event["score"] = None if thought.score is None else str(thought.score)
            event["depth"] = thought.depth
            if self._due(number):
                self._tell_moves(number)

    def ended(self, outcome: GameResult) -> None:
        """A game has ended and is in the PGN."""
        with self._lock:
            self._tell_moves(outcome.encounter.number)
            self._tell("game", {"outcome": row_of(outcome)})

    def end(self, interrupted: bool) -> None:
        with self._lock:
            self._over.set()
            self._waiting.clear()  # of games that were broken off
            self._tell("end", {"interrupted": interrupted})

    def _tell_moves(self, number: int) -> None:
        """Sends the waiting moves of a game. The caller holds the lock, so that the end of the game comes later."""
        event = self._waiting.pop(number, None)
        if event is not None:
            self._told_at[number] = time.monotonic()
            self._tell("moves", event)

    def _tell_late(self) -> None:
        """Sends delayed moves after a while: book moves come at once, and the next move may take long."""
        with suppress(OSError):  # the reader is gone; the games notice it too
            while not self._over.wait(BUNDLE_S):
                with self._lock:
                    for number in filter(self._due, tuple(self._waiting)):
                        self._tell_moves(number)

    def _due(self, number: int) -> bool:
        return time.monotonic() - self._told_at.get(number, 0.0) >= BUNDLE_S

    def _tell(self, event: str, content: dict[str, Any]) -> None:
        self._write(json.dumps({"event": event, **content}))

    def _watch(self, stopper: Stopper) -> None:
        for line in LineReader(raw_input()):
            if line is not None and line.strip() in ("stop", "quit"):
                break
        stopper.stop()


def _to_output(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()
