"""`ratsu match`: engine against engine."""

import argparse
import hashlib
import json
import os
import sys
import tempfile
from pathlib import Path
from typing import Any

import chess

from engine.console.control_words import control_words
from engine.console.limit_arguments import positive_int, positive_seconds, whole_int
from engine.console.meter import Meter
from engine.game.time_control import Budget, TimeControl
from engine.ground.text import counted
from engine.play.match.adjudication import Rules, parse_draw, parse_resign
from engine.play.match.errors import MatchError
from engine.play.match.events import Announcer
from engine.play.match.journal import Journal, finished_games, pgn_of
from engine.play.match.openings import built_in_openings, in_order, read_openings
from engine.play.match.referee import PlayedGame
from engine.play.match.report import data, pairing_line, summary
from engine.play.match.runner import Setup, check, play
from engine.play.match.schedule import Encounter, GameResult, System, encounters, tally
from engine.play.match.spec import BUILT_IN, EngineSpec, distinct, parse_clock, parse_engine
from engine.play.match.strength import Sprt

HELP = "play matches between engines: Elo with error bars, SPRT, gauntlets, resumable"
EXAMPLES = """examples:
  ratsu match --engine ratsu --engine toga2 --tc 10+0.1 --games 100 --pgn toga.pgn
  ratsu match --engine ratsu --engine 'ratsu-uci name=old dir=../old' --nodes 20000 --sprt 0:10
  ratsu match --gauntlet --engine 'ratsu level=1200' --engine sunfish --engine fairymax --movetime 0.1 --json
  ratsu match --ladder --engine 'ratsu level=800' --engine 'ratsu level=1000' --engine 'ratsu level=1200' --movetime 1
The same command resumes an interrupted match (from FILE.journal beside the PGN)."""


_MOST_ELO = 10_000  # of an SPRT; far beyond what games can tell
TC_HELP = (
    "clock: seconds+increment, minutes:seconds+increment or moves/time+increment (default 10+0.1), periods as "
    "40/60+0:20+1; 10d1 is a delay, 10b1 Bronstein's, *60 an hourglass, =5 a time for each move"
)


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments."""
    parser.add_argument("--engine", action="append", default=[], metavar="SPEC", help=_engine_help())
    limits = parser.add_mutually_exclusive_group()
    limits.add_argument("--tc", help=TC_HELP)
    limits.add_argument("--nodes", type=positive_int, help="nodes a move")
    limits.add_argument("--depth", type=positive_int, help="plies a move")
    limits.add_argument("--movetime", type=positive_seconds, help="seconds a move")
    parser.add_argument(
        "--games", type=positive_int, default=100, help="games of each pairing, an even number (default 100)"
    )
    systems = parser.add_mutually_exclusive_group()
    systems.add_argument("--gauntlet", action="store_true", help="the first engine against all others only")
    systems.add_argument("--ladder", action="store_true", help="each engine against the next only (for levels)")
    parser.add_argument("--openings", type=Path, help="PGN, EPD or FEN file (default: a built-in balanced set)")
    parser.add_argument("--plies", type=positive_int, help="use only so many plies of each PGN opening")
    parser.add_argument("--shuffle", type=int, metavar="SEED", help="take the openings in an order drawn by this seed")
    parser.add_argument("--concurrency", type=positive_int, default=1, help="games at a time (default 1; one a core)")
    parser.add_argument("--draw", help="adjudicate draws, FROM:MOVES:CENTIPAWNS, for example 40:8:10")
    parser.add_argument("--resign", help="adjudicate lost games, MOVES:CENTIPAWNS, for example 4:800")
    parser.add_argument("--max-moves", type=positive_int, default=400, help="a longer game is a draw (default 400)")
    parser.add_argument("--margin-ms", type=whole_int, default=0, help="how late a move may be (default 0 ms)")
    parser.add_argument("--tablebases", help="adjudicate by Syzygy tables in these folders (and the built-in ones)")
    parser.add_argument("--sprt", help="stop when decided, ELO0:ELO1[:ALPHA:BETA], for example 0:10")
    parser.add_argument("--pgn", type=Path, help="write the games here, with a journal beside it to resume from")
    parser.add_argument("--restart", action="store_true", help="start again where the PGN and its journal exist")
    parser.add_argument("--json", action="store_true", help="print one JSON object at the end and nothing else")
    parser.add_argument(
        "--events", action="store_true", help="tell every move as JSON lines; `stop` on the input ends it"
    )
    parser.epilog = EXAMPLES


def run(arguments: argparse.Namespace) -> int:
    """Plays and reports. Exit code 0, also for an interrupted match. Raises MatchError."""
    engines = distinct([parse_engine(text) for text in arguments.engine])
    setup = _setup(arguments, engines)
    sprt = _sprt(arguments.sprt)
    if sprt is not None and len(engines) != 2:
        raise MatchError("--sprt tests one engine against another: give two engines, not %1", len(engines))
    if arguments.pgn is not None:
        return _run(arguments, setup, sprt, arguments.pgn)
    with tempfile.TemporaryDirectory(prefix="ratsu-match-") as folder:
        return _run(arguments, setup, sprt, Path(folder) / "match.pgn")


def _run(arguments: argparse.Namespace, setup: Setup, sprt: Sprt | None, pgn: Path) -> int:
    names = [spec.name for spec in setup.engines]
    if not finished_games(pgn, len(names)):
        check(setup.engines)
    journal = Journal(pgn, _plan(arguments, setup), arguments.restart)
    for note in journal.notes:
        print(note, file=sys.stderr)
    done = {outcome.encounter.number for outcome in journal.outcomes}
    every = encounters(len(names), _system(arguments), arguments.games, len(setup.openings))
    control = str(setup.control)
    announcer = Announcer() if arguments.events else None
    if announcer is not None:
        announcer.listen()
        announcer.start(names, journal.outcomes, _repeats_after(arguments.games, setup))

    def result_of(encounter: Encounter, game: PlayedGame) -> GameResult:
        return GameResult(encounter, game.outcome, len(game.board.move_stack))

    def keep(encounter: Encounter, game: PlayedGame) -> None:
        journal.add(result_of(encounter, game), pgn_of(game, encounter, names))

    def on_game(encounter: Encounter, game: PlayedGame) -> bool:
        outcome, end = result_of(encounter, game), game.outcome
        if announcer is not None:
            announcer.ended(outcome)
        elif not arguments.json:
            first, second = sorted((encounter.white, encounter.black))
            print(
                f"game {encounter.number}: {names[encounter.white]} - {names[encounter.black]}  {end.result}  ", end=""
            )
            print(f"{end}  |  {pairing_line(names, first, second, journal.outcomes)}", flush=True)
        return sprt is None or not sprt.verdict(tally(journal.outcomes, 0, 1))

    _tell_of_repeats(arguments.games, setup)
    if not (arguments.json or arguments.events):
        print(f"time control: {control_words(setup.control)}", file=sys.stderr)
        for spec in setup.engines:
            if spec.control is not None:
                print(f"  {spec.name}: {control_words(spec.control)}", file=sys.stderr)
    if done and not (arguments.json or arguments.events):
        print(f"continuing after {counted(len(done), 'finished game')}")
    with Meter(quiet=True).listening() as meter:  # no exception, which would break off a game's bookkeeping anywhere

        def stopped() -> bool:
            return meter.cancelled or (announcer is not None and announcer.stopped.is_set())

        if sprt is None or not sprt.verdict(tally(journal.outcomes, 0, 1)):
            waiting = (encounter for encounter in every if encounter.number not in done)
            play(setup, waiting, on_game, announcer, stopped, keep)
    interrupted = meter.cancelled
    if announcer is not None:
        announcer.end(stopped())
    elif arguments.json:
        answer = data(names, journal.outcomes, _system(arguments), sprt, control)
        print(json.dumps({**answer, "interrupted": interrupted}, indent=2))
    else:
        going_on = "the same command continues" if arguments.pgn is not None else "without --pgn its games are not kept"
        print(f"\ninterrupted; {going_on}" if interrupted else "")
        print(summary(names, journal.outcomes, _system(arguments), sprt))
    return 0


def _repeats_after(games: int, setup: Setup) -> int:
    """How many games of each pairing are others, 0: all. Without a clock engines play alike from the same opening."""
    openings, control = len(setup.openings), setup.control
    untimed = not control.timed and control.budget.move_time_ms is None
    return 2 * openings if untimed and (games + 1) // 2 > openings else 0


def _tell_of_repeats(games: int, setup: Setup) -> None:
    """Games that are the same again prove nothing, but are counted."""
    others = _repeats_after(games, setup)
    if others:
        print(
            f"after {others} games of each pairing the openings ({others // 2}) begin again: "
            "without a clock engines may repeat their games",
            file=sys.stderr,
        )


def _setup(arguments: argparse.Namespace, engines: list[EngineSpec]) -> Setup:
    openings = read_openings(arguments.openings, arguments.plies) if arguments.openings else built_in_openings()
    draw = parse_draw(arguments.draw) if arguments.draw else (40, 0, 10)
    resign = parse_resign(arguments.resign) if arguments.resign else (0, 1000)
    rules = Rules(*draw, *resign, arguments.max_moves)
    control = _control(arguments)
    if not control.timed and any(spec.control is not None for spec in engines):
        raise MatchError("tc= of an engine goes with a clock for the match (--tc), not with fixed time, nodes or depth")
    tables = None
    if arguments.tablebases is not None:
        from tablebases.tables import Tablebases

        tables = Tablebases([Path(folder) for folder in arguments.tablebases.split(os.pathsep) if folder])
        for problem in tables.problems:
            print(problem, file=sys.stderr)
    return Setup(
        tuple(engines),
        tuple(in_order(openings, arguments.shuffle)),
        control,
        rules,
        tables,
        arguments.concurrency,
        arguments.margin_ms,
    )


def _system(arguments: argparse.Namespace) -> System:
    if arguments.gauntlet:
        return System.GAUNTLET
    return System.LADDER if arguments.ladder else System.ROUND_ROBIN


def _control(arguments: argparse.Namespace) -> TimeControl:
    if arguments.nodes or arguments.depth or arguments.movetime:
        time_ms = None if arguments.movetime is None else max(1, round(arguments.movetime * 1000))
        return TimeControl(budget=Budget(time_ms, arguments.depth, arguments.nodes))
    return parse_clock(arguments.tc or "10+0.1")


def _sprt(text: str | None) -> Sprt | None:
    if text is None:
        return None
    refusal = MatchError("'%1' is no SPRT: write ELO0:ELO1 or ELO0:ELO1:ALPHA:BETA with ELO0 < ELO1", text)
    try:
        sprt = Sprt(*(float(part) for part in text.split(":")))
    except (TypeError, ValueError) as error:
        raise refusal from error
    if not (-_MOST_ELO < sprt.elo0 < sprt.elo1 < _MOST_ELO and 0 < sprt.alpha < 0.5 and 0 < sprt.beta < 0.5):
        raise refusal
    return sprt


def _plan(arguments: argparse.Namespace, setup: Setup) -> dict[str, Any]:
    """What must be the same for games to count as one match; how many games, and how many at a time, may change."""
    openings = hashlib.sha256("\n".join(_history(board) for board in setup.openings).encode()).hexdigest()
    return {
        "engines": [_identity(spec) for spec in setup.engines],
        "system": _system(arguments).value,
        "time_control": str(setup.control),
        "openings": openings,
        "adjudication": repr(setup.rules),
        "tablebases": arguments.tablebases,
        "margin_ms": arguments.margin_ms,
    }


def _history(board: chess.Board) -> str:
    return f"{board.root().fen()} {' '.join(move.uci() for move in board.move_stack)}"


def _identity(spec: EngineSpec) -> list[Any]:
    """An engine as the journal knows it; a clock of its own comes last, so that journals without one are as they always were."""
    row = [spec.name, spec.protocol.value, list(spec.command), [list(option) for option in spec.options], spec.folder]
    return row if spec.control is None else [*row, str(spec.control)]


def _engine_help() -> str:
    names = ", ".join(BUILT_IN)
    return (
        "an engine, at least twice: a built-in name, or one with changes, or a command: "
        "'name=NAME cmd=\"COMMAND ARGUMENTS\" proto=uci|xboard dir=FOLDER tc=1+0.01 option.Hash=16'. "
        f"Built in: {names}"
    )
