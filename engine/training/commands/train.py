"""`ratsu train`: makes training positions, fits and tests the network, the human predictor, the rating tables and the book."""

import argparse
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from engine.console.limit_arguments import positive_int
from engine.ground.errors import RatsuError
from engine.ground.write_targets import is_file, unwritten
from engine.training.commands import book, theory, traps
from engine.training.fit_options import FitSettings, add_fit_options
from engine.training.human import steps as human_steps
from engine.training.rating import steps as rating_steps

HELP = "Make training positions, fit the network, check it (fitting needs the extra `train`)."

EPILOG = """examples:
  ratsu train generate positions.bin --teacher stockfish --depth 4 --positions 5000000
  ratsu train positions masters.bin games.pgn.gz
  ratsu train positions own.bin --nodes 1000 --positions 1000000
  ratsu train widen near.bin masters.bin own.bin --copies 14 --judge stockfish
  ratsu train walks near games.pgn.gz --judge stockfish --threads 2 --seconds 3600 --own-seconds 600
  ratsu train fit ratsu.nnue --data 'near/*.bin' --validation held.bin --seconds 3600
  ratsu train wdl games.pgn
  ratsu train testset masters.txt elite.pgn.gz --positions 3000
  ratsu train errors masters.txt
  ratsu train check ratsu.nnue positions.bin
  ratsu train reorder ratsu.nnue positions.bin quick.nnue
  ratsu train book games.pgn --to made.ratsubook --cache searches.db --hours 8
  ratsu train human extract people games.pgn.gz
  ratsu train rating collect people games.pgn.gz
"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds the steps and their arguments."""
    parser.epilog = EPILOG
    steps = parser.add_subparsers(dest="step", required=True, metavar="STEP")
    generate = steps.add_parser("generate", help="append labelled positions to a file; resumes an interrupted run")
    generate.add_argument("output", type=Path)
    generate.add_argument("--teacher", default="stockfish", help="a UCI engine: a name or a path (default stockfish)")
    generate.add_argument("--depth", type=int, default=4, help="search depth of the teacher in plies (default 4)")
    generate.add_argument("--positions", type=int, default=1_000_000, help="size of the file (default 1,000,000)")
    generate.add_argument("--processes", type=positive_int, default=1, help="number of teachers (default 1)")
    generate.add_argument("--seed", type=int, default=None, help="seed of the random moves (default: the clock)")
    positions = steps.add_parser(
        "positions", help="append unlabelled positions of PGN files, or of games of the engine against itself"
    )
    positions.add_argument("output", type=Path, help="positions are appended to it")
    positions.add_argument("games", type=Path, nargs="*", help="PGN files (default: the engine plays)")
    positions.add_argument(
        "--nodes", type=int, default=1_000, help="nodes a move in the engine's games (default 1,000)"
    )
    positions.add_argument("--positions", type=int, default=100_000_000, help="size of the file (default 100,000,000)")
    positions.add_argument("--seed", type=int, default=None, help="seed of the choice (default: the clock)")
    fit = steps.add_parser(
        "fit", help="fit the network to position files within a given time (needs the extra `train`)"
    )
    add_fit_options(fit)
    packed = steps.add_parser("encode", help="make a network file from the weights of a fit on another machine")
    packed.add_argument("output", type=Path)
    packed.add_argument("payload", type=Path, help="OUTPUT.payload of the fit")
    packed.add_argument("--scale", type=float, default=FitSettings().scale, help="scale of the fit (default 160)")
    widen = steps.add_parser(
        "widen", help="make positions near labelled ones, labelled by the classical evaluation or a judge"
    )
    widen.add_argument("output", type=Path)
    widen.add_argument("data", type=Path, nargs="+")
    widen.add_argument("--copies", type=int, default=8, help="neighbours to try for each position (default 8)")
    widen.add_argument("--most", type=int, default=None, help="use at most the first MOST positions of each file")
    widen.add_argument("--seed", type=int, default=1)
    widen.add_argument(
        "--judge",
        default=None,
        metavar="ENGINE",
        help="label with the network in this engine (Stockfish 15.1 or 17.1) or .nnue file",
    )
    walks = steps.add_parser("walks", help="make labelled positions near those of games for a given time")
    walks.add_argument("folder", type=Path, help="new files are added to it")
    walks.add_argument("games", type=Path, nargs="*", help="PGN files, or .games of `ratsu train human extract`")
    judges = "Stockfish 15.1 or 17.1, or its network in a .nnue file; the mean of several, each with its --judge"
    walks.add_argument("--judge", required=True, metavar="ENGINE", action="append", help=judges)
    walks.add_argument("--threads", type=positive_int, default=1, help="number of threads (default 1)")
    walks.add_argument("--seconds", type=float, default=600, help="time for the walks (default 600)")
    walks.add_argument("--own-seconds", type=float, default=0, help="time for the engine's own games first (default 0)")
    walks.add_argument("--seed", type=int, default=None, help="seed of the walks (default: the clock)")
    wdl = steps.add_parser("wdl", help="fit the win, draw and loss chances to games with evaluations")
    wdl.add_argument("games", type=Path, nargs="+", help="PGN files of `ratsu match`")
    check = steps.add_parser("check", help="compare a network file with its float checkpoint on positions")
    check.add_argument("network", type=Path)
    check.add_argument("data", type=Path)
    check.add_argument("--positions", type=int, default=10_000)
    reorder = steps.add_parser("reorder", help="reorder the hidden units of a network so that it runs faster")
    reorder.add_argument("network", type=Path)
    reorder.add_argument("data", type=Path, help="typical positions, for which the order is chosen")
    reorder.add_argument("output", type=Path)
    reorder.add_argument(
        "--positions", type=positive_int, default=20_000, help="use the first N (default 20,000)", metavar="N"
    )
    testset = steps.add_parser("testset", help="make test positions of games, labelled by search")
    testset.add_argument("output", type=Path)
    testset.add_argument("games", type=Path, nargs="+", help="PGN files that no training saw")
    testset.add_argument("--judge", default="stockfish", help="Stockfish 15.1 or 17.1 (default stockfish)")
    testset.add_argument("--nodes", type=int, default=20_000, help="nodes of the judge's search (default 20,000)")
    testset.add_argument("--positions", type=int, default=100_000, help="size of the file (default 100,000)")
    testset.add_argument("--most-pieces", type=positive_int, default=32, help="most pieces in a position (default 32)")
    testset.add_argument("--seed", type=int, default=1)
    errors = steps.add_parser("errors", help="measure a network's errors on test positions, and its judge's")
    errors.add_argument("data", type=Path, nargs="+")
    errors.add_argument("--network", type=Path, default=None, help="default: the shipped network")
    suite = steps.add_parser("endings", help="select endings with one right move from test positions, or solve them")
    suite.add_argument("suite", type=Path)
    suite.add_argument("data", type=Path, nargs="*", help="test positions to select from (default: solve the suite)")
    suite.add_argument("--judge", default="stockfish", help="the engine that judges or competes (default stockfish)")
    suite.add_argument("--nodes", type=int, default=None, help="nodes a position (1,000,000 to judge, 20,000 to solve)")
    suite.add_argument("--positions", type=int, default=100, help="size of the suite (default 100)")
    book.configure(steps.add_parser("book", help=book.HELP))
    traps.configure(steps.add_parser("traps", help=traps.HELP))
    theory.configure(steps.add_parser("theory", help=theory.HELP))
    human_steps.configure(steps.add_parser("human", help="train the predictor of human moves, in steps"))
    rating_steps.configure(steps.add_parser("rating", help="make the tables for rating estimates, in steps"))


def run(arguments: argparse.Namespace) -> int:
    """Runs one step and returns the exit code."""
    steps = {
        "generate": _generate,
        "positions": _positions,
        "widen": _widen,
        "walks": _walks,
        "fit": _fit,
        "encode": _encode,
        "wdl": _wdl,
        "check": _check,
        "reorder": _reorder,
        "testset": _testset,
        "errors": _errors,
        "endings": _endings,
        "book": book.run,
        "traps": traps.run,
        "theory": theory.run,
        "human": human_steps.run,
        "rating": rating_steps.run,
    }
    return steps[arguments.step](arguments)


@contextmanager
def _written(path: Path) -> Iterator[None]:
    """Converts an OSError into a message about the file.

    :raises RatsuError: if the file cannot be written.
    """
    try:
        yield
    except OSError as error:
        raise RatsuError(unwritten(path, error)) from error


def _generate(arguments: argparse.Namespace) -> int:
    from engine.training.generate import games_of, write
    from engine.training.teacher import teacher_path

    teacher_path(arguments.teacher)  # report a missing teacher before a file is made
    seed = arguments.seed if arguments.seed is not None else time.time_ns()
    seed += arguments.output.stat().st_size if is_file(arguments.output) else 0  # a resumed run plays other games
    games = games_of(arguments.teacher, arguments.depth, seed, arguments.processes)
    with closing(games), _written(arguments.output):
        held = write(arguments.output, games, arguments.positions, _shown(arguments.positions))
    print(f"{arguments.output}: {held} positions")
    return 0


def _shown(wanted: int) -> Callable[[int], bool]:
    """Returns a callback that prints the progress every ten seconds."""
    began = shown = time.monotonic()

    def progress(held: int) -> bool:
        nonlocal shown
        if time.monotonic() - shown >= 10:
            shown = time.monotonic()
            print(f"{held} of {wanted} positions, {shown - began:.0f} s", flush=True)
        return True

    return progress


def _positions(arguments: argparse.Namespace) -> int:
    from engine.training import game_positions
    from engine.training.generate import write

    seed = arguments.seed if arguments.seed is not None else time.time_ns()
    source = (
        game_positions.of_files(arguments.games, seed)
        if arguments.games
        else game_positions.of_own_games(arguments.nodes, seed)
    )
    with _written(arguments.output):
        held = write(arguments.output, source, arguments.positions, _shown(arguments.positions))
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


def _walks(arguments: argparse.Namespace) -> int:
    from engine.training import walks
    from engine.training.judge import load_judge

    shown = 0.0

    def progress(made: int, elapsed: float) -> None:
        nonlocal shown
        if elapsed - shown >= 10:
            shown = elapsed
            print(f"{elapsed:.0f} s, {made} positions", flush=True)

    seed = arguments.seed if arguments.seed is not None else time.time_ns()
    recipe = walks.WalkSettings(arguments.folder, arguments.own_seconds, seed)
    for judge in arguments.judge:
        load_judge(judge)  # report a missing judge before a folder is made
    with _written(arguments.folder):
        made = walks.make(
            arguments.games,
            recipe,
            lambda: [load_judge(judge) for judge in arguments.judge],
            arguments.threads,
            arguments.seconds,
            progress,
        )
    print(f"{arguments.folder}: {made} positions")
    return 0


def _fit(arguments: argparse.Namespace) -> int:
    _require_torch()
    from engine.evaluation.network import NETWORK_SUFFIX, payload_of, read_network
    from engine.training.fit import FitError, fit

    start = arguments.start
    if start is not None and start.suffix == NETWORK_SUFFIX:
        payload_of(read_network(start), str(start))
    try:
        trainer = fit(arguments, lambda text: print(text, flush=True))
    except (FitError, OSError) as error:
        raise RatsuError("the fit ended: %1", error) from error
    _write_network(arguments.output, trainer.model.payload(), arguments.scale)
    return 0


def _encode(arguments: argparse.Namespace) -> int:
    try:
        payload = arguments.payload.read_bytes()
    except OSError as error:
        raise RatsuError("%1 cannot be read: %2", arguments.payload, error) from error
    _write_network(arguments.output, payload, arguments.scale)
    return 0


def _write_network(path: Path, payload: bytes, scale: float) -> None:
    """Writes a network file whose scores are in the classical evaluation's centipawns.

    The margins of the search are tuned to these; the teacher's centipawns are smaller.
    """
    from engine.evaluation.network import decode, encode
    from engine.ground.files import write_atomically
    from engine.training.widen import SLOPE_PERMILLE

    data = encode(payload, round(scale * 1000 / SLOPE_PERMILLE))
    decode(data, str(path))
    with _written(path):
        write_atomically(path, data)


def _wdl(arguments: argparse.Namespace) -> int:
    from engine.training.wdl_fit import fit_wdl, scored_positions

    samples = [sample for path in arguments.games for sample in scored_positions(path, lambda games: True)]
    found = fit_wdl(samples)
    print(f"scores {found.scores}  log loss {found.loss:.4f} bits")
    print(f"HALF_WIN_CP = {found.half_win:.0f}\nSPREAD_CP = {found.spread:.0f}")
    return 0


def _check(arguments: argparse.Namespace) -> int:
    _require_torch()
    from engine.training.kernel_check import compare

    result = compare(arguments.network, arguments.data, arguments.positions)
    print(f"positions {result.positions}  mean error {result.mean:.2f} cp  largest error {result.largest:.1f} cp")
    return 0


def _reorder(arguments: argparse.Namespace) -> int:
    _require_torch()
    from engine.evaluation.network import encode, payload_of, read_network
    from engine.ground.files import write_atomically
    from engine.training.reorder import reorder

    payload, scale, classical = payload_of(read_network(arguments.network), str(arguments.network))
    try:
        changed, shares = reorder(payload, arguments.data, arguments.positions)
    except OSError as error:
        raise RatsuError("the positions in %1 cannot be read: %2", arguments.data, error) from error
    except ValueError as error:
        raise RatsuError("%1 holds too few positions", arguments.data) from error
    with _written(arguments.output):
        write_atomically(arguments.output, encode(changed, scale, classical))
    print(f"pairs that are not 0: {shares.pairs:.1%}; fours of them: {shares.before:.1%}, now {shares.after:.1%}")
    return 0


def _testset(arguments: argparse.Namespace) -> int:
    from engine.training.evaluation_set import make
    from engine.training.judge import load_judge
    from engine.training.teacher import Teacher

    def progress(held: int) -> None:
        if held % 500 == 0:
            print(f"{held} of {arguments.positions} positions", flush=True)

    judge = load_judge(arguments.judge)
    teacher = Teacher(arguments.judge, nodes=arguments.nodes)
    with closing(teacher), _written(arguments.output):
        held = make(
            arguments.output,
            arguments.games,
            arguments.positions,
            teacher,
            judge,
            arguments.seed,
            progress,
            arguments.most_pieces,
        )
    print(f"{arguments.output}: {held} positions")
    return 0


def _errors(arguments: argparse.Namespace) -> int:
    from engine.evaluation.network import load, shipped
    from engine.training.evaluation_set import errors, read, table

    network = load(arguments.network) if arguments.network else shipped()
    print(table(errors(read(arguments.data), network)))
    return 0


def _endings(arguments: argparse.Namespace) -> int:
    from engine.training import ending_suite
    from engine.training.evaluation_set import read

    if arguments.data:
        nodes = arguments.nodes or 1_000_000

        def progress(seen: int, held: int) -> None:
            if seen % 20 == 0:
                print(f"{seen} looked at, {held} endings", flush=True)

        positions = read(arguments.data)
        with _written(arguments.suite):
            held = ending_suite.make(arguments.suite, positions, arguments.positions, arguments.judge, nodes, progress)
        print(f"{arguments.suite}: {held} endings")
        return 0
    nodes = arguments.nodes or 20_000
    endings = ending_suite.read(arguments.suite)
    print(
        f"of {len(endings)} endings at {nodes} nodes: Ratsu {ending_suite.own_score(endings, nodes)}",
        end="",
        flush=True,
    )
    print(f", {arguments.judge} {ending_suite.score_of(arguments.judge, endings, nodes)}")
    return 0


def _require_torch() -> None:
    try:
        import torch  # noqa: F401
    except ImportError as error:
        raise RatsuError("this step needs PyTorch and NumPy: pip install 'ratsu[train]'") from error
