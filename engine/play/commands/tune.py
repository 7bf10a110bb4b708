"""`ratsu tune`: games to learn from, and evaluation weights out of games."""

import argparse
import math
import sys
from pathlib import Path

from engine.core.tuner import Tuner
from engine.errors import RatsuError
from engine.tune.selfplay import play_games
from engine.tune.texel import Epoch, collect, fit_slope, learn, weights_source

HELP = "find evaluation weights: self-play games, and regression on the results of games"


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments of `ratsu tune`."""
    steps = parser.add_subparsers(dest="step", required=True, metavar="STEP")
    play = steps.add_parser("play", help="append self-play games to a file")
    play.add_argument("file", type=Path, metavar="FILE.txt", help="one game a line; grows, so that a run can go on")
    play.add_argument("--games", type=int, default=1000, help="how many games (default 1000)")
    play.add_argument("--nodes", type=int, default=1000, help="nodes a move (default 1000)")
    play.add_argument("--seed", type=int, default=1, help="openings (default 1); give each run its own")
    fit = steps.add_parser("fit", help="learn weights from games (self-play .txt, or .pgn, .pgn.gz)")
    fit.add_argument("files", type=Path, nargs="+", metavar="GAMES", help="files with games")
    fit.add_argument("--out", type=Path, required=True, help="where to write the weights (engine/core/weights.py)")
    fit.add_argument("--positions", type=int, default=1_000_000, help="positions at most from each PGN file")
    fit.add_argument("--epochs", type=int, default=25, help="rounds over all positions (default 25)")
    fit.add_argument("--rate", type=float, default=1.5, help="first step in centipawns (default 1.5)")
    fit.add_argument("--sigma", type=float, default=20.0, help="how far weights are believed to be off, in centipawns")
    parser.epilog = (
        "examples:\n  ratsu tune play games.txt --games 5000 --nodes 1000\n"
        "  ratsu tune fit games.txt elite.pgn.gz --out engine/core/weights.py"
    )


def run(arguments: argparse.Namespace) -> int:
    """Runs one step; a broken-off `play` leaves its games, a broken-off `fit` leaves the weights file as it was."""
    if arguments.step == "play":
        play_games(arguments.file, arguments.games, arguments.nodes, arguments.seed, _show)
        print(file=sys.stderr)
        return 0
    return _fit(arguments)


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
    # Positions of a game are alike: about twelve count as one. Error variance 0.11, prior variance sigma squared.
    pull = 0.22 * 12 / (len(tuner) * arguments.sigma**2)
    learn(tuner, arguments.epochs, arguments.rate, pull, _show_epoch)
    origin = "Made by `ratsu tune fit`, from " + ", ".join(path.name for path in arguments.files) + "."
    temporary = arguments.out.with_name(arguments.out.name + ".new")
    temporary.write_text(weights_source(tuner.weights(), origin), encoding="utf-8")
    temporary.replace(arguments.out)
    print(f"weights written to {arguments.out}; build again to use them")
    return 0


def _show_epoch(epoch: Epoch) -> bool:
    print(f"round {epoch.number}: error {epoch.training:.6f}, on positions held back {epoch.held_back:.6f}", flush=True)
    return True
