"""The steps of `ratsu train human`, from games to a measured predictor. Each can be resumed."""

import argparse
from pathlib import Path

from engine.errors import RatsuError

EPILOG = """the steps, in this order, in one folder:
  ratsu train human extract FOLDER games.pgn.gz      games split by player: teach, tune, test
  ratsu train human teach FOLDER --command PROGRAM   (may be left out) probabilities of another predictor
  ratsu train human record FOLDER                    what the policy network sees of them (3 GB for 65,000 games)
  ratsu train human fit FOLDER                       the policy network
  ratsu train human record-boards FOLDER             what the board network sees, and what the policy network says
  ratsu train human fit-boards FOLDER                the board network, which corrects it
  ratsu train human score FOLDER tune                shallow searches, for the second look
  ratsu train human calibrate FOLDER                 second look, heats, FOLDER/ratsu.human
  ratsu train human score FOLDER test
  ratsu train human measure FOLDER
  ratsu train human think games.pgn.gz ...           think times of games with clocks: the rows, and how true they are
"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds the steps."""
    parser.epilog = EPILOG
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    steps = parser.add_subparsers(dest="human_step", required=True, metavar="STEP")
    taking = steps.add_parser("extract", help="split games by player")
    taking.add_argument("folder", type=Path)
    taking.add_argument("games", type=Path, nargs="+", help="PGN files with ratings")
    recording = steps.add_parser("record", help="write what the network sees of the games")
    recording.add_argument("folder", type=Path)
    teaching = steps.add_parser("teach", help="ask another predictor, which speaks as `ratsu human --stdin` does")
    teaching.add_argument("folder", type=Path)
    teaching.add_argument("--command", required=True, help="the program and its arguments")
    teaching.add_argument("--positions", type=int, default=8, help="of each game (default 8)")
    teaching.add_argument("--games", type=int, default=20_000, help="how many games (default 20,000)")
    fitting = steps.add_parser("fit", help="fit the policy network; continues from its checkpoint")
    fitting.add_argument("folder", type=Path)
    fitting.add_argument("--positions", type=int, default=12_000_000, help="to learn from, in all (12,000,000)")
    fitting.add_argument("--rate", type=float, default=2e-3, help="learning rate at the start (0.002)")
    seeing = steps.add_parser("record-boards", help="write what the board network sees (needs the extra `train`)")
    seeing.add_argument("folder", type=Path)
    seeing.add_argument("--positions", type=int, default=24, help="of each game, if there is no teacher (default 24)")
    correcting = steps.add_parser("fit-boards", help="fit the board network; continues (needs the extra `train`)")
    correcting.add_argument("folder", type=Path)
    correcting.add_argument("--positions", type=int, default=20_000_000, help="to learn from, in all (20,000,000)")
    correcting.add_argument(
        "--anneal", type=int, default=2_000_000, help="the last so many at a falling rate (2,000,000)"
    )
    correcting.add_argument(
        "--channels", type=int, default=32, help="of the convolutions, a multiple of 16 (default 32)"
    )
    correcting.add_argument("--blocks", type=int, default=6, help="of two convolutions (default 6)")
    correcting.add_argument(
        "--batch", type=int, default=128, help="positions a step; 1024 on a graphics card (default 128)"
    )
    correcting.add_argument("--threads", type=int, default=1, help="without a graphics card (default 1)")
    correcting.add_argument("--rate", type=float, default=0.01, help="learning rate of the convolutions (0.01)")
    correcting.add_argument(
        "--teacher", type=float, default=1.0, help="weight of the teacher against the move played, 0 to 1 (default 1)"
    )
    correcting.add_argument("--half", action="store_true", help="compute in bfloat16: fast on processors with AMX")
    correcting.add_argument("--compiled", action="store_true", help="compile the tower first (needs a C++ compiler)")
    correcting.add_argument(
        "--start", type=Path, default=None, help="a predictor's file whose board network is to be trained further"
    )
    scoring = steps.add_parser("score", help="search positions of a part to six plies")
    scoring.add_argument("folder", type=Path)
    scoring.add_argument("part", choices=("tune", "test"))
    scoring.add_argument("--positions", type=int, default=2, help="of each game (default 2)")
    fixing = steps.add_parser("calibrate", help="fit second look and heats, write the file (needs the extra `train`)")
    fixing.add_argument("folder", type=Path)
    timing = steps.add_parser("think", help="how long people think, from games with clocks")
    timing.add_argument("games", type=Path, nargs="+", help="PGN files, gzipped, with %%clk")
    timing.add_argument(
        "--count", type=int, default=3000, help="games of each part (default 3,000), as many of each file"
    )
    measuring = steps.add_parser("measure", help="measure the file on the part test (needs the extra `train`)")
    measuring.add_argument("folder", type=Path)
    measuring.add_argument("--predictor", type=Path, default=None, help="another file than FOLDER/ratsu.human")


def run(arguments: argparse.Namespace) -> int:
    """Runs one step; returns the exit code."""
    steps = {
        "extract": _extract,
        "record": _record,
        "teach": _teach,
        "fit": _fit,
        "record-boards": _record_boards,
        "fit-boards": _fit_boards,
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
    from engine.training.human.fit import record, record_taught

    record(arguments.folder / "tune.games", arguments.folder / "tune", 0.0, _say)
    record(arguments.folder / "teach.games", arguments.folder / "teach", 0.25, _say)
    record_taught(arguments.folder / "teach.games", arguments.folder / "teach", _say)


def _teach(arguments: argparse.Namespace) -> None:
    from engine.training.human.teach import teach

    folder = arguments.folder
    teach(folder / "teach.games", folder / "teach", arguments.command, arguments.positions, arguments.games, _say)


def _fit(arguments: argparse.Namespace) -> None:
    from engine.training.human.fit import Plan, Progress, fit

    def on_shard(progress: Progress) -> None:
        _say(
            f"{progress.positions} positions  loss {progress.loss:.4f}  kept aside: "
            f"loss {progress.held_loss:.4f}, top-1 {100 * progress.held_top1:.2f} %"
        )

    plan = Plan(positions=arguments.positions, rate=arguments.rate)
    held = sorted((arguments.folder / "tune").glob("*.records"))[:2]
    fit(
        lambda: sorted((arguments.folder / "teach").glob("*.records")),
        held,
        arguments.folder / "checkpoint",
        plan,
        on_shard,
    )


def _policy_of(folder: Path) -> bytes:
    """The payload of the policy network that was fitted in `folder`, or else of the one that ships."""
    from engine.human import predictor_file
    from engine.human.network import shrunk
    from engine.training.human.fit import weights_of

    checkpoint = folder / "checkpoint"
    return shrunk(weights_of(checkpoint)) if checkpoint.exists() else predictor_file.shipped().policy


def _record_boards(arguments: argparse.Namespace) -> None:
    _require_numpy()
    from engine.evaluation.network import shipped
    from engine.human.network import PolicyNetwork
    from engine.training.human.board_data import record_boards

    folder = arguments.folder
    network = PolicyNetwork.from_payload(_policy_of(folder), shipped())
    chances = sorted((folder / "teach").glob("*.chances"))
    record_boards(network, folder / "tune.games", [], 2, folder / "boards-tune", _say)
    record_boards(network, folder / "teach.games", chances, arguments.positions, folder / "boards-teach", _say)


def _fit_boards(arguments: argparse.Namespace) -> None:
    _require_torch()
    from engine.human.predictor_file import load
    from engine.training.human.board_fit import Plan, Progress, fit_boards

    def on_part(progress: Progress) -> None:
        _say(
            f"{progress.positions} positions  loss {progress.loss:.4f}  kept aside: "
            f"loss {progress.held_loss:.4f}, top-1 {100 * progress.held_top1:.2f} %"
        )

    plan = Plan(
        arguments.positions,
        arguments.anneal,
        arguments.channels,
        arguments.blocks,
        arguments.rate,
        arguments.batch,
        arguments.teacher,
        half=arguments.half,
        compiled=arguments.compiled,
        start=load(arguments.start).board if arguments.start else b"",
    )
    fit_boards(arguments.folder, plan, arguments.threads, on_part)


def _score(arguments: argparse.Namespace) -> None:
    from engine.training.human.scores import collect

    part = arguments.folder / arguments.part
    collect(part.with_suffix(".games"), part.with_suffix(".scores"), arguments.positions, _say)


def _calibrate(arguments: argparse.Namespace) -> None:
    _require_numpy()
    from engine.training.human.calibrate import calibrate

    folder = arguments.folder
    board = folder / "board.network"
    payload = board.read_bytes() if board.exists() else b""
    tune = folder / "tune.games", folder / "tune.scores"
    fitted = calibrate(_policy_of(folder), payload, *tune, folder / "ratsu.human", _say)
    _say(f"kept aside: loss {fitted.loss[0]:.4f} -> {fitted.loss[1]:.4f}")
    _say(f"            top-1 {100 * fitted.top1[0]:.2f} -> {100 * fitted.top1[1]:.2f} %")
    _say(f"heats {fitted.heats}\nwith search {fitted.searched_heats}")


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
    from engine.training.human.think import fit, measure, thoughts

    a_file = arguments.count // len(arguments.games)
    fit([one for games in arguments.games for one in thoughts(games, "teach", a_file)], _say)
    measure([one for games in arguments.games for one in thoughts(games, "test", a_file)], _say)


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
