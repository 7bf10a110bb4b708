"""`ratsu train`: positions made and labelled by a teacher, the network fitted to them and checked."""

import argparse
import time
from pathlib import Path

from engine.errors import RatsuError
from engine.training.human import steps as human_steps
from engine.training.rating import steps as rating_steps

HELP = "Make training positions, fit the network, check it (fitting needs the extra `train`)."

EPILOG = """examples:
  ratsu train generate positions.bin --teacher stockfish --depth 4 --positions 5000000
  ratsu train widen near.bin positions.bin --copies 8 --judge stockfish
  ratsu train fit near.nnue near.bin --epochs 4
  ratsu train fit ratsu.nnue positions.bin --start near.nnue.pt --epochs 8
  ratsu train wdl games.pgn
  ratsu train check ratsu.nnue positions.bin
  ratsu train human extract people games.pgn.gz
  ratsu train rating collect people games.pgn.gz
"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds the three steps."""
    parser.epilog = EPILOG
    steps = parser.add_subparsers(dest="step", required=True, metavar="STEP")
    generate = steps.add_parser("generate", help="append labelled positions to a file; a killed run is resumed")
    generate.add_argument("output", type=Path)
    generate.add_argument("--teacher", default="stockfish", help="a UCI engine: a name or a path (default stockfish)")
    generate.add_argument("--depth", type=int, default=4, help="plies the teacher searches a position (default 4)")
    generate.add_argument("--positions", type=int, default=1_000_000, help="stop when the file holds so many")
    generate.add_argument("--seed", type=int, default=None, help="for the random moves (default: from the clock)")
    fit = steps.add_parser("fit", help="fit a network to position files; resumes from its checkpoint")
    fit.add_argument("output", type=Path)
    fit.add_argument("data", type=Path, nargs="+")
    fit.add_argument("--epochs", type=int, default=20)
    fit.add_argument("--batch-size", type=int, default=8_192)
    fit.add_argument("--learning-rate", type=float, default=1.5e-3)
    fit.add_argument("--scale", type=int, default=220, help="centipawns of an output of 1.0 (default 220)")
    fit.add_argument("--score-share", type=float, default=0.85, help="teacher's score against game result, 0 to 1")
    fit.add_argument(
        "--base", type=float, default=0.0, help="share of the classical evaluation added to the output (0.7)"
    )
    fit.add_argument("--most", type=int, default=None, help="use only so many of the first positions")
    fit.add_argument("--held-back", type=Path, default=None, help="positions for the validation, none of them in DATA")
    fit.add_argument("--start", type=Path, default=None, help="begin from the checkpoint (.nnue.pt) of another network")
    widen = steps.add_parser(
        "widen", help="positions near labelled ones, labelled by the classical evaluation or a judge: many, cheap"
    )
    widen.add_argument("output", type=Path)
    widen.add_argument("data", type=Path, nargs="+")
    widen.add_argument("--copies", type=int, default=8, help="neighbours tried for each position (default 8)")
    widen.add_argument("--most", type=int, default=None, help="use only so many of the first positions of each file")
    widen.add_argument("--seed", type=int, default=1)
    widen.add_argument(
        "--judge", default=None, metavar="ENGINE", help="label by the network inside it (Stockfish 15.1)"
    )
    wdl = steps.add_parser("wdl", help="fit the chances to win, draw and lose to games with evaluations")
    wdl.add_argument("games", type=Path, nargs="+", help="PGN files of `ratsu match`")
    check = steps.add_parser("check", help="compare a network file with its float checkpoint on positions")
    check.add_argument("network", type=Path)
    check.add_argument("data", type=Path)
    check.add_argument("--positions", type=int, default=10_000)
    human_steps.configure(steps.add_parser("human", help="teach what people of a rating play, in steps"))
    rating_steps.configure(steps.add_parser("rating", help="make the tables of the rating from moves, in steps"))


def run(arguments: argparse.Namespace) -> int:
    """Runs one step; returns the exit code."""
    steps = {
        "generate": _generate,
        "widen": _widen,
        "fit": _fit,
        "wdl": _wdl,
        "check": _check,
        "human": human_steps.run,
        "rating": rating_steps.run,
    }
    return steps[arguments.step](arguments)


def _generate(arguments: argparse.Namespace) -> int:
    from engine.training.generate import Generator, generate
    from engine.training.teacher import Teacher

    began, shown = time.monotonic(), 0.0

    def progress(held: int, wanted: int) -> bool:
        nonlocal shown
        if time.monotonic() - shown >= 10:
            shown = time.monotonic()
            print(f"{held} of {wanted} positions, {shown - began:.0f} s", flush=True)
        return True

    teacher = Teacher(arguments.teacher, arguments.depth)
    seed = arguments.seed if arguments.seed is not None else time.time_ns()
    seed += arguments.output.stat().st_size if arguments.output.exists() else 0  # resumed: other games, please
    try:
        held = generate(arguments.output, Generator(teacher, seed), arguments.positions, progress)
    except OSError as error:
        raise RatsuError("%1 cannot be written: %2", arguments.output, error) from error
    finally:
        teacher.close()
    print(f"{arguments.output}: {held} positions")
    return 0


def _widen(arguments: argparse.Namespace) -> int:
    from engine.training.judge import load_judge
    from engine.training.widen import widen

    judge = load_judge(arguments.judge) if arguments.judge else None

    def progress(done: int, every: int) -> bool:
        print(f"{done} of {every} positions", flush=True)
        return True

    try:
        made = widen(
            arguments.data, arguments.output, arguments.copies, arguments.seed, arguments.most, progress, judge
        )
    except OSError as error:
        raise RatsuError("cannot widen: %1: %2", error.filename, error) from error
    print(f"{arguments.output}: {made} positions")
    return 0


def _fit(arguments: argparse.Namespace) -> int:
    _require_torch()
    from engine.training.fit import Plan, Report, fit

    plan = Plan(
        epochs=arguments.epochs,
        batch_size=arguments.batch_size,
        learning_rate=arguments.learning_rate,
        scale=arguments.scale,
        score_share=arguments.score_share,
        base=arguments.base,
        most_records=arguments.most,
    )

    def on_epoch(report: Report) -> None:
        losses = f"training {report.training_loss:.6f}  validation {report.validation_loss:.6f}"
        print(f"epoch {report.epoch} of {plan.epochs}  {losses}", flush=True)

    def on_batch(done: int, steps: int) -> bool:
        if done % 100 == 0:
            print(f"  batch {done} of {steps}", flush=True)
        return True

    fit(arguments.data, arguments.output, plan, on_epoch, on_batch, arguments.held_back, arguments.start)
    return 0


def _wdl(arguments: argparse.Namespace) -> int:
    from engine.training.wdl_fit import fit_wdl, scored_positions

    samples = [sample for path in arguments.games for sample in scored_positions(path, lambda games: True)]
    found = fit_wdl(samples)
    print(f"scores {found.scores}  log loss {found.loss:.4f} bits")
    print(f"HALF_WIN_CP = {found.half_win:.0f}\nSPREAD_CP = {found.spread:.0f}")
    return 0


def _check(arguments: argparse.Namespace) -> int:
    _require_torch()
    from engine.training.check import compare

    result = compare(arguments.network, arguments.data, arguments.positions)
    print(f"positions {result.positions}  mean error {result.mean:.2f} cp  largest error {result.largest:.1f} cp")
    return 0


def _require_torch() -> None:
    try:
        import torch  # noqa: F401
    except ImportError as error:
        raise RatsuError("this step needs PyTorch and NumPy: pip install 'ratsu[train]'") from error
