"""`ratsu tune`: tunes evaluation weights, styles and search margins with games."""

import argparse
import contextlib
import math
import sys
from pathlib import Path
from typing import Any

from engine.console.limit_arguments import positive_int
from engine.evaluation.classical import default_weights
from engine.evaluation.network import shipped
from engine.evaluation.styles import style_named
from engine.evaluation.texts.style import Style
from engine.evaluation.texts.style_file import write_style
from engine.ground.errors import RatsuError
from engine.ground.files import write_atomically
from engine.ground.text import counted
from engine.ground.write_targets import unwritten
from engine.play.match.strength import ResultCounts, estimate
from engine.search.margins import MARGIN_TABLE
from engine.training.tuning.compare import WeightMatch, read_weights
from engine.training.tuning.margins import MarginsProgress, MarginsRun
from engine.training.tuning.selfplay import play_games
from engine.training.tuning.series import SeriesRun, TermState
from engine.training.tuning.subject import ClassicalSubject, StyleSubject, Subject
from engine.training.tuning.temporal import TdProgress, TdRun
from engine.training.tuning.texel import Epoch, collect, fit_slope, learn, weights_source
from engine.training.tuning.tuner import Tuner

HELP = "tune evaluation weights and search margins: regression on game results, TD(lambda), self-play, SPSA"


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments of `ratsu tune`."""
    steps = parser.add_subparsers(dest="step", required=True, metavar="STEP")
    play = steps.add_parser("play", help="append self-play games to a file")
    play.add_argument("file", type=Path, metavar="FILE.txt", help="one game a line; the same command resumes a run")
    play.add_argument("--games", type=int, default=1000, help="number of games (default 1000)")
    play.add_argument("--nodes", type=int, default=1000, help="nodes a move (default 1000)")
    play.add_argument("--seed", type=int, default=1, help="seed of the openings (default 1); use another for each run")
    fit = steps.add_parser("fit", help="learn weights from games (self-play .txt, or .pgn, .pgn.gz)")
    fit.add_argument("files", type=Path, nargs="+", metavar="GAMES", help="files with games")
    fit.add_argument(
        "--out", type=Path, required=True, help="where to write the weights (engine/evaluation/weights.py)"
    )
    fit.add_argument("--positions", type=int, default=1_000_000, help="positions at most from each PGN file")
    fit.add_argument("--epochs", type=int, default=25, help="rounds over all positions (default 25)")
    fit.add_argument("--rate", type=float, default=1.5, help="first step in centipawns (default 1.5)")
    fit.add_argument(
        "--sigma", type=float, default=20.0, help="expected error of the weights in centipawns (default 20)"
    )
    td = steps.add_parser("td", help="learn from own games move by move, TD(lambda) as KnightCap")
    td.add_argument("--decay", type=float, default=0.7, help="lambda, 0 to 1 (default 0.7)")
    samuel = steps.add_parser("samuel", help="learn from the difference to a search two plies deeper (A. Samuel 1959)")
    samuel.set_defaults(decay=0.0)
    for step in (td, samuel):
        _add_state(step)
        step.add_argument("--games", type=positive_int, default=500, help="games in all (default 500)")
        step.add_argument("--nodes", type=positive_int, default=1000, help="nodes a move (default 1000)")
        step.add_argument("--rate", type=float, default=400.0, help="learning rate (default 400)")
        step.add_argument("--start", type=Path, metavar="WEIGHTS.py", help="first weights (default: the built-in ones)")
        step.add_argument("--seed", type=int, default=1, help="seed of the openings (default 1)")
    series = steps.add_parser(
        "series", help="let two versions of a term play series; the loser's weight moves by 10 %%"
    )
    _add_state(series)
    series.add_argument("--term", action="append", default=[], help="a term to tune, can be repeated (default: all)")
    series.add_argument("--games", type=positive_int, default=20, help="games of a series (default 20)")
    series.add_argument("--nodes", type=positive_int, default=1000, help="nodes a move (default 1000)")
    series.add_argument(
        "--spread", type=positive_int, default=50, help="first distance of both from 100 percent (default 50)"
    )
    series.add_argument("--seed", type=int, default=1, help="seed of the openings (default 1)")
    compare = steps.add_parser("compare", help="play a match of two weight files at fixed nodes")
    _add_state(compare)
    compare.add_argument("first", type=Path, metavar="NEW.py", help="weights as ratsu tune writes them")
    compare.add_argument(
        "second", type=Path, metavar="OLD.py", nargs="?", help="the opponent (default: the built-in weights)"
    )
    compare.add_argument("--games", type=positive_int, default=400, help="games in all (default 400)")
    compare.add_argument("--nodes", type=positive_int, default=2000, help="nodes a move (default 2000)")
    margins = steps.add_parser("margins", help="tune the margins of the search with the shipped network, by SPSA")
    _add_state(margins)
    margins.add_argument("--games", type=positive_int, default=5000, help="games in all (default 5000)")
    margins.add_argument("--nodes", type=positive_int, default=2000, help="nodes a move (default 2000)")
    margins.add_argument(
        "--rate", type=float, default=0.03, help="first learning rate, in steps of each margin (default 0.03)"
    )
    margins.add_argument("--seed", type=int, default=1, help="seed of openings and directions (default 1)")
    margins.add_argument("--threads", type=positive_int, default=1, help="number of threads (default 1)")
    for step in (td, samuel, series):
        step.add_argument(
            "--out",
            type=Path,
            help="file for the weights (engine/evaluation/weights.py, or a style file)",
        )
        step.add_argument("--style", help="tune this style of the source texts (name or file); --out is a style file")
    parser.epilog = (
        "examples:\n  ratsu tune play games.txt --games 5000 --nodes 1000\n"
        "  ratsu tune fit games.txt elite.pgn.gz --out engine/evaluation/weights.py\n"
        "  ratsu tune td td.json --games 300 --out weights.py\n"
        "  ratsu tune compare match.json weights.py --games 400\n"
        "  ratsu tune margins margins.json --games 5000 --threads 2\n"
        "  ratsu tune series series.json --term 'bishop pair' --term tempo --out weights.py\n"
        "  ratsu tune samuel samuel.json --style 'Tursas 2011' --games 300 --out mine.json"
    )


def _add_state(step: argparse.ArgumentParser) -> None:
    step.add_argument("state", type=Path, metavar="STATE.json", help="state of the run; the same command resumes it")


def run(arguments: argparse.Namespace) -> int:
    """Runs one step and returns the exit code.

    An interrupted `play` leaves its games, an interrupted `fit` does not change the weights file.
    """
    learn_from_games = {"td": _td, "samuel": _td, "series": _series}
    steps = {"play": _play, "fit": _fit, "compare": _compare, "margins": _margins, **learn_from_games}
    return steps[arguments.step](arguments)


def _play(arguments: argparse.Namespace) -> int:
    try:
        play_games(arguments.file, arguments.games, arguments.nodes, arguments.seed, _show)
    except OSError as error:
        raise RatsuError(unwritten(arguments.file, error)) from error
    print(file=sys.stderr)
    return 0


def _compare(arguments: argparse.Namespace) -> int:
    second = default_weights() if arguments.second is None else read_weights(arguments.second)
    match = WeightMatch(arguments.state, read_weights(arguments.first), second, arguments.nodes)

    def show(results: list[float]) -> bool:
        if len(results) % 20 == 0:
            print(_result_line(results), flush=True)
        return True

    with contextlib.suppress(KeyboardInterrupt):
        match.run(arguments.games, show)
    print(_result_line(match.results))
    return 0


def _margins(arguments: argparse.Namespace) -> int:
    tuning = MarginsRun(arguments.state, shipped(), arguments.nodes, arguments.rate, arguments.seed, arguments.threads)

    def show(now: MarginsProgress) -> bool:
        if now.pairs % 50 < arguments.threads:
            print(f"{2 * now.pairs} games: {' '.join(map(str, now.rounded()))}", flush=True)
        return True

    with contextlib.suppress(KeyboardInterrupt):
        tuning.run(arguments.games, show)
    for margin, value in zip(MARGIN_TABLE, tuning.progress.rounded(), strict=True):
        print(f"{margin.name}: {margin.network} -> {value}")
    print(
        f"after {2 * tuning.progress.pairs} games; to use them write them into engine/search/margins.py and build again"
    )
    return 0


def _result_line(results: list[float]) -> str:
    pairs = tuple((a + b) / 2 for a, b in zip(results[::2], results[1::2], strict=True))
    tally = ResultCounts(results.count(1.0), results.count(0.5), results.count(0.0), pairs)
    bounds = [f"{bound:+z.0f}" if bound is not None else "unbounded" for bound in estimate(tally)[:3]]
    counts = f"+{tally.wins} ={tally.draws} -{tally.losses}"
    return f"{counted(tally.games, 'game')}: {counts}, Elo {bounds[0]} [{bounds[1]}, {bounds[2]}]"


def _td(arguments: argparse.Namespace) -> int:
    samuel = arguments.step == "samuel"
    subject = _subject(arguments.style, arguments.start)
    run = TdRun(arguments.state, arguments.nodes, arguments.decay, arguments.rate, arguments.seed, subject, samuel)
    print(f"continuing after {counted(run.games, 'game')}" if run.games else "beginning", flush=True)

    def show(game: TdProgress) -> bool:
        text = f"game {game.number}: {game.result:g} for White, values jumped {game.jump:.4f} a move"
        print(f"{text}, weights moved {game.moved:.3f} on average", flush=True)
        return True

    with contextlib.suppress(KeyboardInterrupt):
        run.run(arguments.games, show)
    if arguments.out is not None:
        origin = f"Made by `ratsu tune {arguments.step}`: {counted(run.games, 'game')}."
        _write_found(arguments.out, run.weights(), origin)
    return 0


def _subject(style: str | None, start: Path | None = None) -> Subject[Any]:
    if style is None:
        return ClassicalSubject(None if start is None else read_weights(start))
    found = style_named(style)
    if not isinstance(found, Style) or start is not None:
        raise RatsuError("'%1' is not a style of the source texts: name one of them, without --start", style)
    return StyleSubject(found)


def _write_found(path: Path, found: Any, origin: str) -> None:
    """Writes weights as a module, a style as a style file."""
    if not isinstance(found, Style):
        _write_weights(path, found, origin)
        return
    write_style(path, found)
    print(f"style written to {path}; games with this style use it from the next move on")


def _series(arguments: argparse.Namespace) -> int:
    effort = (arguments.nodes, arguments.games, arguments.spread, arguments.seed)
    run = SeriesRun(arguments.state, arguments.term, *effort, _subject(arguments.style))

    def show(at: TermState, settled: bool) -> bool:
        if settled:
            print(f"{at.term}: {at.mean()} % after {at.series} series", flush=True)
        else:
            score = f"{at.low} % {at.low_points:g} - {at.high_points:g} {at.high} %"
            print(f"{at.term}, series {at.series + 1}: {score} after {counted(at.games, 'game')}", flush=True)
        return True

    with contextlib.suppress(KeyboardInterrupt):
        run.run(show)
    if arguments.out is not None:
        found = ", ".join(f"{term} {percent} %" for term, percent in run.found.items()) or "nothing yet"
        _write_found(arguments.out, run.weights, f"Made by `ratsu tune series`: {found}.")
    return 0


def _write_weights(path: Path, weights: list[tuple[int, int]], origin: str) -> None:
    try:
        write_atomically(path, weights_source(weights, origin).encode())
    except OSError as error:
        raise RatsuError(unwritten(path, error)) from error
    print(f"weights written to {path}; build again to use them")


def _show(done: int, total: int) -> bool:
    print(f"\r{done} of {total}", end="", file=sys.stderr, flush=True)
    return True


def _fit(arguments: argparse.Namespace) -> int:
    tuner = Tuner()
    for path in arguments.files:
        lines = path.suffix == ".txt"
        most = len(tuner) + (1_000_000_000 if lines else arguments.positions)
        collect(tuner, [path], 8 if lines else 14, 1 if lines else 5, most)
        print(f"{len(tuner)} positions with {path.name}", flush=True)
    if not len(tuner):
        raise RatsuError("the files hold no game from the start position with a result: nothing to learn from")
    tuner.shuffle(7)
    print(f"a score of {1 / fit_slope(tuner):.0f} wins {100 / (1 + math.exp(-1)):.0f} %", flush=True)
    # Ridge regression: error variance 0.11, prior variance sigma^2. Positions of a game are alike, so about 12 count as one.
    pull = 0.22 * 12 / (len(tuner) * arguments.sigma**2)
    learn(tuner, arguments.epochs, arguments.rate, pull, _show_epoch)
    origin = "Made by `ratsu tune fit`, from " + ", ".join(path.name for path in arguments.files) + "."
    _write_weights(arguments.out, tuner.weights(), origin)
    return 0


def _show_epoch(epoch: Epoch) -> bool:
    print(f"round {epoch.number}: error {epoch.training:.6f}, on positions held back {epoch.held_back:.6f}", flush=True)
    return True
