"""The steps of `ratsu train human`, from games to a measured predictor."""

import argparse
import os
import time
from pathlib import Path

from engine.ground.errors import RatsuError
from engine.training.human.fit_options import add_fit_options

EPILOG = """the steps, in this order, in one folder:
  ratsu train human extract FOLDER games.pgn.gz      splits games by player: teach, tune, test
  ratsu train human record FOLDER                    writes the network's input (2.5 GB for 65,000 games)
  ratsu train human fit FOLDER --seconds 600         trains the network, best on a graphics card; records first if needed
  ratsu train human score FOLDER tune                shallow searches for the second look
  ratsu train human calibrate FOLDER                 fits second look and temperatures, writes FOLDER/ratsu.human
  ratsu train human score FOLDER test
  ratsu train human measure FOLDER
  ratsu train human think games.pgn.gz ...           fits and measures the think times of games with clocks
"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds the steps and their arguments."""
    parser.epilog = EPILOG
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    steps = parser.add_subparsers(dest="human_step", required=True, metavar="STEP")
    taking = steps.add_parser("extract", help="split games by player")
    taking.add_argument("folder", type=Path)
    taking.add_argument("games", type=Path, nargs="+", help="PGN files with ratings")
    recording = steps.add_parser("record", help="write the network's input for the games")
    recording.add_argument("folder", type=Path)
    recording.add_argument("--processes", type=int, default=1, help="number of processes (default 1)")
    fitting = steps.add_parser("fit", help="train the network for a given time (needs the extra `train`)")
    add_fit_options(fitting)
    scoring = steps.add_parser("score", help="search positions of a part to six plies")
    scoring.add_argument("folder", type=Path)
    scoring.add_argument("part", choices=("tune", "test"))
    scoring.add_argument("--positions", type=int, default=2, help="positions of each game (default 2)")
    fixing = steps.add_parser("calibrate", help="fit second look and temperatures (needs the extra `train`)")
    fixing.add_argument("folder", type=Path)
    fixing.add_argument(
        "--network",
        type=Path,
        default=None,
        help="a .network or .pt of `fit` (default: the only one in FOLDER)",
    )
    timing = steps.add_parser("think", help="fit and measure think times, from games with clocks")
    timing.add_argument("games", type=Path, nargs="+", help="PGN files, gzipped, with %%clk")
    timing.add_argument(
        "--count", type=int, default=3000, help="games of each part, the same number from each file (default 3,000)"
    )
    measuring = steps.add_parser("measure", help="measure the predictor on the part test (needs the extra `train`)")
    measuring.add_argument("folder", type=Path)
    measuring.add_argument("--predictor", type=Path, default=None, help="default: FOLDER/ratsu.human")


def run(arguments: argparse.Namespace) -> int:
    """Runs one step and returns the exit code."""
    steps = {
        "extract": _extract,
        "record": _record,
        "fit": _fit,
        "score": _score,
        "calibrate": _calibrate,
        "measure": _measure,
        "think": _think,
    }
    try:
        steps[arguments.human_step](arguments)
    except OSError as error:
        raise RatsuError("%1 cannot be used: %2", error.filename, error) from error
    return 0


def _say(text: str) -> None:
    print(text, flush=True)


def _extract(arguments: argparse.Namespace) -> None:
    from engine.training.human.games import extract

    for part, count in sorted(extract(arguments.games, arguments.folder).items()):
        _say(f"{part}: {count} games")


def _record(arguments: argparse.Namespace) -> None:
    from engine.training.human.position_records import record_positions

    for part in ("tune", "teach"):
        record_positions(arguments.folder / f"{part}.games", arguments.folder / part, max(1, arguments.processes), _say)


def _fit(arguments: argparse.Namespace) -> None:
    _require_torch()
    from engine.training.human.board_fit import fit_folder
    from engine.training.human.position_records import record_positions

    begun = time.monotonic()
    for part in ("tune", "teach"):  # so that only the games, some 20 MB, must travel to a machine with a graphics card
        if not any((arguments.folder / part).glob("*.planes")):
            record_positions(arguments.folder / f"{part}.games", arguments.folder / part, os.cpu_count() or 1, _say)
    arguments.seconds = max(1.0, arguments.seconds - (time.monotonic() - begun))
    fit_folder(arguments)


def _score(arguments: argparse.Namespace) -> None:
    from engine.training.human.scores import collect

    part = arguments.folder / arguments.part
    collect(part.with_suffix(".games"), part.with_suffix(".scores"), arguments.positions, _say)


def _calibrate(arguments: argparse.Namespace) -> None:
    _require_numpy()
    from engine.training.human.calibrate import calibrate

    folder = arguments.folder
    tune = folder / "tune.games", folder / "tune.scores"
    fitted = calibrate(_network_of(folder, arguments.network), *tune, folder / "ratsu.human", _say)
    _say(f"validation: loss {fitted.loss[0]:.4f} -> {fitted.loss[1]:.4f}")
    _say(f"            top-1 {100 * fitted.top1[0]:.2f} -> {100 * fitted.top1[1]:.2f} %")
    _say(f"temperatures {fitted.heats}\nwith search {fitted.searched_heats}")


def _network_of(folder: Path, chosen: Path | None) -> bytes:
    """Returns the payload of the chosen network, or of the only one in `folder`."""
    found = [chosen] if chosen else sorted(folder.glob("board-*.network"))
    if len(found) != 1:
        raise RatsuError(
            "there are %2 networks of `ratsu train human fit` in %1: choose one with --network", folder, len(found)
        )
    if found[0].suffix != ".pt":
        return found[0].read_bytes()
    _require_torch()
    from engine.training.human.board_export import payload_of_file

    return payload_of_file(found[0])


def _measure(arguments: argparse.Namespace) -> None:
    _require_numpy()
    from engine.training.human.measure import measure

    folder = arguments.folder
    path = arguments.predictor or folder / "ratsu.human"
    for searched in (False, True):
        _say("with search" if searched else "the network alone")
        _say(
            "band           n   top 1   top 3  perplexity  calibration  of every move  people lose 1.5/3  sampled 1.5/3"
        )
        for row in measure(path, folder / "test.games", folder / "test.scores", searched):
            lost = "  ".join(f"{100 * a:5.1f} {100 * b:5.1f} %" for a, b in (row.people, row.sampled))
            _say(
                f"{row.band:4}-{row.end - 1:<5} {row.positions:6} {100 * row.top1:5.1f} % {100 * row.top3:5.1f} %"
                f" {row.perplexity:8.2f} {row.calibration:10.3f} {row.every_calibration:14.4f}       {lost}"
            )


def _think(arguments: argparse.Namespace) -> None:
    from engine.training.human.think_time_fit import fit, measure, think_times

    a_file = arguments.count // len(arguments.games)
    fit([one for games in arguments.games for one in think_times(games, "teach", a_file)], _say)
    measure([one for games in arguments.games for one in think_times(games, "test", a_file)], _say)


def _require_numpy() -> None:
    try:
        import numpy  # noqa: F401
    except ImportError as error:
        raise RatsuError("this step needs NumPy: pip install 'ratsu[train]'") from error


def _require_torch() -> None:
    try:
        import torch  # noqa: F401
    except ImportError as error:
        raise RatsuError("this step needs PyTorch: pip install 'ratsu[train]'") from error
