"""A match or tournament between engines, game by game, with a PGN and a journal, from which it resumes."""

import hashlib
import os
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, closing
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import chess

from engine.game.time_control import FixedLimits, TimeControl
from engine.ground.codec import Within
from engine.ground.text import Text
from engine.ground.values import dataclass
from engine.jobs.job import Context, Job, option
from engine.play.match.adjudication import Rules, parse_draw, parse_resign
from engine.play.match.errors import MatchError
from engine.play.match.evaluations import evaluations_of
from engine.play.match.journal import MatchJournal, finished_games, pgn_of
from engine.play.match.openings import built_in_openings, in_order, read_openings
from engine.play.match.referee import MatchGame
from engine.play.match.rounds import FinalOrder, RoundSchedule, final_order, games_of, rounds_of
from engine.play.match.runner import MatchConfig, Watcher, check, play
from engine.play.match.schedule import Encounter, GameResult, System, encounters, tally
from engine.play.match.spec import BUILT_IN, EngineSpec, distinct, parse_clock, parse_engine
from engine.play.match.strength import Sprt
from engine.play.sources.stored_search import OpenStore, keep_found
from tablebases.tables import Tablebases

_MOST_ELO = 10_000  # of an SPRT; far beyond what games can prove
_ENGINE = (
    "an engine, at least twice: a built-in name, or one with changes, or a command: "
    "'name=NAME cmd=\"COMMAND ARGUMENTS\" proto=uci|xboard dir=FOLDER tc=1+0.01 option.Hash=16'. "
    f"Built in: {', '.join(BUILT_IN)}"
)
_TC = (
    "clock: seconds+increment, minutes:seconds+increment or moves/time+increment (default 10+0.1), periods as "
    "40/60+0:20+1; 10d1 is a delay, 10b1 Bronstein's, *60 an hourglass, =5 a time for each move"
)
_Count = Annotated[int, Within(1, 2**53)]
_Seconds = Annotated[float, Within(0, 1e9)]


@dataclass(frozen=True)
class MatchRequest:
    """Players, number of games, and when to end. `pgn` None: the games are not saved."""

    engines: tuple[str, ...] = option((), _ENGINE, "--engine", metavar="SPEC")
    tc: str | None = option(None, _TC, alone="limit")
    nodes: _Count | None = option(None, "nodes a move", alone="limit")
    depth: _Count | None = option(None, "plies a move", alone="limit")
    movetime: _Seconds | None = option(None, "seconds a move", alone="limit")
    games: _Count = option(100, "games of each pairing, an even number (default 100)")
    gauntlet: bool = option(False, "the first engine against all others only", alone="system")
    ladder: bool = option(False, "each engine against the next only (for levels)", alone="system")
    swiss: bool = option(False, "Swiss system: engines with equal points meet, no pair twice", alone="system")
    knockout: bool = option(
        False, "the winner of each match advances; the first two named can meet only in the final", alone="system"
    )
    rounds: Annotated[int, Within(1, 1000)] | None = option(None, "rounds of --swiss (default: as a knockout has)")
    openings: Path | None = option(None, "PGN, EPD or FEN file (default: a built-in balanced set)")
    plies: _Count | None = option(None, "plies to use of each PGN opening")
    shuffle: int | None = option(None, "take the openings in an order drawn by this seed", metavar="SEED")
    concurrency: _Count = option(1, "games at a time (default 1; one a core)")
    draw: str | None = option(None, "adjudicate draws, FROM:MOVES:CENTIPAWNS, for example 40:8:10")
    resign: str | None = option(None, "adjudicate lost games, MOVES:CENTIPAWNS, for example 4:800")
    max_moves: _Count = option(400, "a longer game is a draw (default 400)")
    margin_ms: Annotated[int, Within(0, 2**53)] = option(0, "how late a move may be (default 0 ms)")
    tablebases: str | None = option(None, "adjudicate by Syzygy tables in these folders (and the built-in ones)")
    sprt: str | None = option(None, "stop when decided, ELO0:ELO1[:ALPHA:BETA], for example 0:10")
    pgn: Path | None = option(None, "write the games here, with a journal beside it to resume from")
    restart: bool = option(False, "start again where the PGN and its journal exist")


@dataclass(frozen=True)
class MatchProgress:
    """The state of a match. `results` grows, starting with the games of earlier runs. `game` has just ended; None: the match
    begins. `repeats_after`: the number of distinct games per pairing, 0: all (without a clock, engines repeat the same game
    from the same opening). `notes`: problems with the PGN or the tablebases."""

    setup: MatchConfig
    system: System
    sprt: Sprt | None
    results: list[GameResult]
    repeats_after: int
    notes: list[Text]
    games: int
    rounds: int
    game: GameResult | None = None

    @property
    def names(self) -> list[str]:
        return [spec.name for spec in self.setup.engines]

    @property
    def order(self) -> FinalOrder:
        """The engines by index, best first."""
        return final_order(self.system, len(self.setup.engines), self.games, self.rounds, self.results)

    @property
    def decided(self) -> bool:
        return self.sprt is not None and bool(self.sprt.verdict(tally(self.results, 0, 1)))


class MatchJob(Job[MatchRequest, MatchProgress]):
    """Yields the results of earlier runs, then each game that ends. Progress in games."""

    cumulative = True

    def __init__(self, watcher: Watcher | None = None, open_store: OpenStore | None = None) -> None:
        """`watcher` is called with every move, on the threads that play. `open_store` opens the store that gets what the engines
        found; None: nothing is stored."""
        self._watcher, self._open_store = watcher, open_store

    def run(self, request: MatchRequest, context: Context) -> Iterator[MatchProgress]:
        """:raises RatsuError: an engine cannot be used, or a file cannot be read or written."""
        setup, system, sprt = (
            _setup(request, distinct([parse_engine(text) for text in request.engines])),
            _system(request),
            _sprt(request.sprt),
        )
        count = len(setup.engines)
        if sprt is not None and count != 2:
            raise MatchError("--sprt tests one engine against another: give two engines, not %1", count)
        with ExitStack() as opened:
            pgn = (
                request.pgn
                or Path(opened.enter_context(tempfile.TemporaryDirectory(prefix="ratsu-match-"))) / "match.pgn"
            )
            if not finished_games(pgn, count):
                check(setup.engines)
            journal = MatchJournal(pgn, _plan(request, setup), request.restart)
            opened.callback(journal.close)
            rounds = rounds_of(system, count, request.rounds)
            known = {result.encounter.number for result in journal.outcomes}
            total = games_of(system, count, request.games, rounds)
            problems = setup.tables.problems if setup.tables is not None else ()
            found = MatchProgress(
                setup,
                system,
                sprt,
                journal.outcomes,
                _repeats_after(request.games, setup),
                [*(one.text for one in problems), *journal.notes],
                request.games,
                rounds,
            )
            context.progress(len(known), total)
            yield found
            if found.decided:
                return

            def keep(encounter: Encounter, game: MatchGame) -> None:
                journal.add(_result_of(encounter, game), pgn_of(game, encounter, found.names))
                if self._open_store is not None:
                    keep_found(self._open_store, *evaluations_of(game, encounter, setup.engines))

            openings = len(setup.openings)
            waiting: Iterator[Encounter]
            if system.in_rounds:
                waiting = RoundSchedule(system, count, request.games, rounds, openings, journal.outcomes)
            else:
                every = encounters(count, system, request.games, openings)
                waiting = (encounter for encounter in every if encounter.number not in known)
            with closing(play(setup, waiting, context.stopper, self._watcher, keep)) as games:
                for encounter, game in games:
                    context.progress(len(journal.outcomes), total)
                    found = replace(found, game=_result_of(encounter, game))
                    yield found
                    if found.decided:
                        return


def _result_of(encounter: Encounter, game: MatchGame) -> GameResult:
    return GameResult(encounter, game.outcome, len(game.board.move_stack))


def _repeats_after(games: int, setup: MatchConfig) -> int:
    openings, control = len(setup.openings), setup.control
    untimed = not control.timed and control.budget.move_time_ms is None
    return 2 * openings if untimed and (games + 1) // 2 > openings else 0


def _setup(request: MatchRequest, engines: list[EngineSpec]) -> MatchConfig:
    openings = read_openings(request.openings, request.plies) if request.openings else built_in_openings()
    draw = parse_draw(request.draw) if request.draw else (40, 0, 10)
    resign = parse_resign(request.resign) if request.resign else (0, 1000)
    rules = Rules(*draw, *resign, request.max_moves)
    control = _control(request)
    if not control.timed and any(spec.control is not None for spec in engines):
        raise MatchError("tc= of an engine goes with a clock for the match (--tc), not with fixed time, nodes or depth")
    tables = None
    if request.tablebases is not None:
        tables = Tablebases([Path(folder) for folder in request.tablebases.split(os.pathsep) if folder])
    return MatchConfig(
        tuple(engines),
        tuple(in_order(openings, request.shuffle)),
        control,
        rules,
        tables,
        request.concurrency,
        request.margin_ms,
    )


def _system(request: MatchRequest) -> System:
    named = (system for system in System if getattr(request, system.value.replace(" ", "_"), False))
    found = next(named, System.ROUND_ROBIN)
    if request.rounds is not None and found is not System.SWISS:
        raise MatchError("--rounds goes with --swiss")
    return found


def _control(request: MatchRequest) -> TimeControl:
    if request.nodes or request.depth or request.movetime:
        time_ms = None if request.movetime is None else max(1, round(request.movetime * 1000))
        return TimeControl(budget=FixedLimits(time_ms, request.depth, request.nodes))
    return parse_clock(request.tc or "10+0.1")


def _sprt(text: str | None) -> Sprt | None:
    if text is None:
        return None
    refusal = MatchError("'%1' is not an SPRT: write ELO0:ELO1 or ELO0:ELO1:ALPHA:BETA with ELO0 < ELO1", text)
    try:
        sprt = Sprt(*(float(part) for part in text.split(":")))
    except (TypeError, ValueError) as error:
        raise refusal from error
    if not (-_MOST_ELO < sprt.elo0 < sprt.elo1 < _MOST_ELO and 0 < sprt.alpha < 0.5 and 0 < sprt.beta < 0.5):
        raise refusal
    return sprt


def _plan(request: MatchRequest, setup: MatchConfig) -> dict[str, Any]:
    """The conditions that must agree for games to count as one match. The number of games, and of games at a time, may change."""
    openings = hashlib.sha256("\n".join(_history(board) for board in setup.openings).encode()).hexdigest()
    return {
        "engines": [_identity(spec) for spec in setup.engines],
        "system": _system(request).value,
        **({"rounds": request.rounds} if request.rounds is not None else {}),
        **({"games": request.games} if _system(request).in_rounds else {}),  # later pairings follow from them
        "time_control": str(setup.control),
        "openings": openings,
        "adjudication": repr(setup.rules),
        "tablebases": request.tablebases,
        "margin_ms": request.margin_ms,
    }


def _history(board: chess.Board) -> str:
    return f"{board.root().fen()} {' '.join(move.uci() for move in board.move_stack)}"


def _identity(spec: EngineSpec) -> list[Any]:
    """An engine in the journal's form. Its own time control comes last, so that older journals without one still match."""
    row = [spec.name, spec.protocol.value, list(spec.command), [list(option) for option in spec.options], spec.folder]
    return row if spec.control is None else [*row, str(spec.control)]


JOB = MatchJob
