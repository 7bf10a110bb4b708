"""The process of a match: `ratsu match --events` behind a guard, read by a thread; the newest state is there to be taken."""

from __future__ import annotations

import json
import logging
import threading
import time
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import chess

from desktop.model.game.match import Player
from desktop.model.tournament import FinishedGame, LiveGame, Standing, TournamentPlan, TournamentState
from engine.game.evaluation import Evaluation
from engine.game.info import PovScore, Score
from engine.ground.text import NOTHING, Text
from engine.play.external.errors import EngineCrash, EngineFault
from engine.play.external.launch import Deadlines, Launch
from engine.play.external.own_command import own_command
from engine.play.external.process import EngineProcess
from engine.play.match.journal import outcome_of
from engine.play.match.openings import opening_of
from engine.play.match.schedule import GameResult, tally
from engine.play.match.strength import Sprt, estimate

# Our own program: it may tell as much as it likes, and its games may last.
_DEADLINES = Deadlines(flood_lines=10**9, quit_s=5.0)
_LOOK_S = 0.3
_log = logging.getLogger(__name__)


class TournamentRun:
    """One run of a plan. `take` is for the GUI's thread, the rest happens on the reader's."""

    def __init__(self, plan: TournamentPlan) -> None:
        """:raises EngineUnusable: the process cannot be started."""
        self._plan = plan
        self._lock = threading.Lock()
        self._state: TournamentState | None = None
        self._outcomes: list[GameResult] = []
        self._counted: TournamentState | None = None  # by these; None when one is new
        self._boards: dict[int, tuple[chess.Board, LiveGame]] = {}
        self._repeats_after = 0
        self._ended = False
        self._closing = False
        self._stopping = False
        self._process = EngineProcess(Launch("The match", own_command(*plan.arguments())), _DEADLINES)
        self._thread = threading.Thread(target=self._read, name="ratsu-match", daemon=True)
        self._thread.start()

    def take(self) -> TournamentState | None:
        """The newest state, None where nothing has changed."""
        with self._lock:
            state, self._state = self._state, None
        return state

    def stop(self) -> None:
        """Ends the match after the moves that are being thought about; finished games stay."""
        self._stopping = True
        try:
            self._process.send("stop")
        except EngineFault:
            return

    def close(self, patience_s: float) -> bool:
        """Ends the process with all its engines. Returns whether it was in time."""
        self._closing = True
        self._process.close("stop", patience_s)
        self._thread.join(2.0)
        return not self._thread.is_alive()

    # On the reader's thread

    def _read(self) -> None:
        problem = NOTHING
        try:
            while not self._ended and not self._closing:
                self._hear_what_waits()
        except EngineCrash as crash:
            problem = NOTHING if self._ended or self._closing else crash.text
        except Exception as error:  # noqa: BLE001 - whatever it is, the match does not run any more
            _log.exception("the match cannot be followed")
            problem = Text("The match told something that cannot be read (%1)", error)
        if not self._closing:
            self._process.close("stop")
        self._publish(problem=problem, over=True)

    def _hear_what_waits(self) -> None:
        """Counts the games once for all lines that are there: for each, a quick match of thousands would be shown too late."""
        found, until = self._process.line_within(_LOOK_S), time.monotonic() + _LOOK_S
        if found is None:
            return
        while found is not None:
            if found[0].startswith("{"):
                self._hear(json.loads(found[0]))
            going = not self._ended and time.monotonic() < until
            found = self._process.line_within(0) if going else None
        self._publish()

    def _hear(self, event: Mapping[str, Any]) -> None:
        kind = event["event"]
        if kind == "start":
            self._outcomes = [outcome_of(row) for row in event["done"]]
            self._repeats_after = int(event["repeats_after"])
            self._counted = None
        elif kind == "begin":
            self._begin(event)
        elif kind == "moves":
            self._move(event)
        elif kind == "game":
            outcome = outcome_of(event["outcome"])
            self._outcomes.append(outcome)
            self._counted = None
            self._boards.pop(outcome.encounter.number, None)
        elif kind == "end":
            self._ended = True

    def _begin(self, event: Mapping[str, Any]) -> None:
        board = opening_of(event["opening"])
        players = self._plan.players
        last = board.peek().uci() if board.move_stack else ""
        game = LiveGame(event["game"], players[event["white"]], players[event["black"]], board.fen(), last, board.ply())
        self._boards[game.number] = (board, game)

    def _move(self, event: Mapping[str, Any]) -> None:
        board, game = self._boards[event["game"]]
        for move in event["moves"]:
            board.push_uci(move)
        left = event["left_s"]
        game = replace(
            game,
            fen=board.fen(),
            last_move=event["moves"][-1],
            plies=board.ply(),
            left_s=None if left is None else (float(left[0]), float(left[1])),
            evaluation=_evaluation(event["score"], board.turn == chess.BLACK, event["depth"]),
        )
        self._boards[game.number] = (board, game)

    def _publish(self, problem: Text = NOTHING, over: bool = False) -> None:
        if self._counted is None:
            counted = state_of(self._plan, self._outcomes)
            self._counted = replace(counted, repeats_after=self._repeats_after)
        live = () if over else tuple(game for _, (_, game) in sorted(self._boards.items()))
        state = replace(
            self._counted, running=not over, stopping=self._stopping and not over, live=live, problem=problem
        )
        with self._lock:
            self._state = state


def state_of(plan: TournamentPlan, outcomes: list[GameResult]) -> TournamentState:
    """How a match is after these games."""
    standings = [_standing(player, outcomes, index) for index, player in enumerate(plan.players)]
    if plan.system != "ladder":
        standings.sort(key=lambda row: (-(row.points / row.games if row.games else 0.5), str(row.player)))
    finished = tuple(
        FinishedGame(
            outcome.encounter.number,
            plan.players[outcome.encounter.white],
            plan.players[outcome.encounter.black],
            outcome.outcome,
            outcome.plies,
        )
        for outcome in outcomes
    )
    line, decided = _sprt(plan, outcomes)
    return TournamentState(plan, standings=tuple(standings), finished=finished, sprt=line, decided=decided)


def _standing(player: Player, outcomes: list[GameResult], index: int) -> Standing:
    counted = tally(outcomes, index)
    found = estimate(counted)
    points = counted.wins + counted.draws / 2
    figures = (counted.games, counted.wins, counted.draws, counted.losses)
    return Standing(player, points, *figures, found.elo, found.low, found.high)


def _sprt(plan: TournamentPlan, outcomes: list[GameResult]) -> tuple[Text, bool]:
    if not plan.sprt:
        return NOTHING, False
    low_elo, high_elo = (float(part) for part in plan.sprt.split(":")[:2])
    test, counted = Sprt(low_elo, high_elo), tally(outcomes, 0, 1)
    low, high = test.bounds
    verdict = test.verdict(counted)
    state = {"accepted": Text("accepted"), "rejected": Text("rejected")}.get(verdict, Text("undecided"))
    figures = (f"{low_elo:g}", f"{high_elo:g}", f"{test.ratio(counted):+.2f}", f"{low:.2f}", f"{high:.2f}")
    return Text("SPRT %1 … %2 Elo: %3 in %4 … %5, %6", *figures, state), bool(verdict)


def _evaluation(text: str | None, white: bool, depth: int | None) -> Evaluation | None:
    """The score of an event as UCI writes it (`cp 31`, `mate -3`), which is the mover's."""
    if text is None:
        return None
    kind, number = text.split()
    score = Score(mate=int(number)) if kind == "mate" else Score.of_number(int(number))
    return Evaluation(PovScore(score, white), depth or 0)


def now_text() -> str:
    """For file names: local time, sortable."""
    return time.strftime("%Y-%m-%d %H.%M")
