"""The window's match as a job: `ratsu match --events` in its own process, and its reports."""

from __future__ import annotations

import json
import logging
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import chess

from desktop.model.game.match import MatchPlayer
from desktop.model.tournament import EngineStanding, LiveGame, TournamentPlan, TournamentState
from engine.game.evaluation import Evaluation
from engine.game.info import PovScore, Score
from engine.ground.errors import RatsuError
from engine.ground.text import NOTHING, Text
from engine.jobs.job import Context, Job
from engine.play.external.errors import EngineFault
from engine.play.external.launch import Deadlines, Launch
from engine.play.external.own_command import own_command
from engine.play.external.process import EngineProcess
from engine.play.match.journal import outcome_of, remove_unbegun
from engine.play.match.openings import opening_of
from engine.play.match.rounds import FinalOrder, final_order, rounds_of
from engine.play.match.schedule import GameResult, System, tally
from engine.play.match.strength import Sprt, estimate

# Our own program: no limit on its output or its running time.
_DEADLINES = Deadlines(flood_lines=10**9)
_LOOK_S = 0.3
_PATIENCE_S = 2.0  # with a match that is stopped; what is not finished is played again
_log = logging.getLogger(__name__)


class TournamentRun(Job[TournamentPlan, TournamentState]):
    """Each finding is the state after the newest games and moves. A match can be resumed, also after a kill."""

    cumulative = True

    def run(self, request: TournamentPlan, context: Context) -> Iterator[TournamentState]:
        """Plays the match. :raises RatsuError: it cannot be played."""
        process = EngineProcess(Launch("The match", own_command(*request.arguments())), _DEADLINES)
        match, until = _Match(request), float("inf")
        try:
            with context.stopper.reaching(partial(_stop, process)):
                while not match.ended and time.monotonic() < until:
                    if match.hear(process):
                        yield match.state
                    if context.stopper.asked():
                        until = min(until, time.monotonic() + _PATIENCE_S)
        finally:
            process.close("stop", _PATIENCE_S)
            with suppress(OSError):  # a later start of the match finds its empty files
                remove_unbegun(Path(request.pgn))


def _stop(process: EngineProcess) -> None:
    """Ends the match between moves; finished games remain."""
    with suppress(EngineFault):
        process.send("stop")


class _Match:
    """The reports of a match."""

    def __init__(self, plan: TournamentPlan) -> None:
        self.ended = False
        self._plan = plan
        self._outcomes: list[GameResult] = []
        self._counted: TournamentState | None = None  # by these; None when one is new
        self._boards: dict[int, tuple[chess.Board, LiveGame]] = {}
        self._last: LiveGame | None = None  # the game that ended last, until another one begins
        self._repeats_after = 0

    def hear(self, process: EngineProcess) -> bool:
        """Reads all available lines; returns whether there were any. Standings are counted once for all of them, as
        counting per game would lag in a fast match of thousands.
        """
        found, until = process.line_within(_LOOK_S), time.monotonic() + _LOOK_S
        if found is None:
            return False
        while found is not None:
            if found[0].startswith("{"):
                try:
                    self._hear(json.loads(found[0]))
                except (LookupError, TypeError, ValueError) as error:
                    _log.exception("the match cannot be followed")
                    raise RatsuError("The match process sent an unreadable line (%1)", error) from error
            going = not self.ended and time.monotonic() < until
            found = process.line_within(0) if going else None
        return True

    @property
    def state(self) -> TournamentState:
        if self._counted is None:
            self._counted = replace(state_of(self._plan, self._outcomes), repeats_after=self._repeats_after)
        live = tuple(game for _, (_, game) in sorted(self._boards.items()))
        return replace(self._counted, live=live or (() if self._last is None else (self._last,)))

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
            _, self._last = self._boards.pop(outcome.encounter.number, (None, self._last))
        elif kind == "end":
            self.ended = True

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


def order_of(plan: TournamentPlan, outcomes: Sequence[GameResult]) -> FinalOrder:
    """The participants, best first."""
    count, system = len(plan.participants), System(plan.system)
    return final_order(system, count, plan.games, rounds_of(system, count), outcomes)


def state_of(plan: TournamentPlan, outcomes: list[GameResult]) -> TournamentState:
    players, system = plan.players, System(plan.system)
    found = order_of(plan, outcomes)
    order = range(len(players)) if system is System.LADDER else found.engines
    standings = [_standing(players[index], outcomes, index, found.byes.get(index, 0.0)) for index in order]
    line, decided = _sprt(plan, outcomes)
    return TournamentState(
        plan, standings=tuple(standings), finished=tuple(outcomes), sprt=line, decided=decided or found.complete
    )


def _standing(player: MatchPlayer, outcomes: list[GameResult], index: int, bye: float) -> EngineStanding:
    counted = tally(outcomes, index)
    points = counted.wins + counted.draws / 2 + bye
    figures = (counted.games, counted.wins, counted.draws, counted.losses)
    return EngineStanding(player, points, *figures, estimate(counted))


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
    """The score of an event in UCI form (`cp 31`, `mate -3`), from the mover's point of view."""
    if text is None:
        return None
    kind, number = text.split()
    score = Score(mate=int(number)) if kind == "mate" else Score.of_number(int(number))
    return Evaluation(PovScore(score, white), depth or 0)


def now_text() -> str:
    """Local time, sortable, for file names."""
    return time.strftime("%Y-%m-%d %H.%M")


JOB = TournamentRun
