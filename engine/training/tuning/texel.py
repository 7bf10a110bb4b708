"""Texel tuning (P. Österlund 2014): finds the weights that predict game results best. Entry points: `collect`, `learn`."""

import gzip
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from engine.evaluation.terms import term_offsets, weight_count
from engine.ground.errors import RatsuError
from engine.ground.values import dataclass
from engine.pgn.mainlines import MainLineReader
from engine.rules.board import CoreBoard
from engine.training.tuning.tuner import Tuner

RESULTS = {"1-0": 1.0, "0-1": 0.0, "1/2-1/2": 0.5}
BATCH = 16_384
BLOCK = 1 << 20
TEST_SHARE = 20  # one position in 20 is held back for validation


@dataclass(frozen=True)
class Epoch:
    """Progress after an epoch: mean squared errors on the training and validation positions."""

    number: int
    training: float
    held_back: float


def games_of(path: Path) -> Iterator[tuple[float, list[int]]]:
    """Yields results for White and core moves of the games in a file: self-play (.txt) or PGN (.pgn, .pgn.gz).

    :raises RatsuError: if the file cannot be read.
    """
    try:
        if path.suffix == ".txt":
            yield from _selfplay_games(path)
        else:
            yield from _pgn_games(path)
    except OSError as error:
        raise RatsuError("cannot read the games of %1: %2", path, error) from None


def _selfplay_games(path: Path) -> Iterator[tuple[float, list[int]]]:
    with path.open(encoding="ascii") as file:
        for line in file:
            result, *texts = line.split()
            if not line.endswith("\n") or not texts:
                continue  # the incomplete last line of an interrupted run
            board = CoreBoard.start()
            moves = []
            for text in texts[:700]:
                moves.append(board.parse_uci(text))
                board.push(moves[-1])
            yield float(result), moves


def _pgn_games(path: Path) -> Iterator[tuple[float, list[int]]]:
    reader = MainLineReader(path.name, headers=(), keys=False)
    with gzip.open(path) if path.suffix == ".gz" else path.open("rb") as file:
        while True:
            block = file.read(BLOCK)
            for game in reader.feed(block, last=not block):
                if game.result in RESULTS and game.start_fen is None and not game.problems:
                    yield RESULTS[game.result], list(game.moves)
            if not block:
                return


def collect(
    tuner: Tuner,
    paths: Iterable[Path],
    skip: int,
    stride: int,
    most: int,
    progress: Callable[[int, int], bool] = lambda done, total: True,
) -> int:
    """Adds quiet positions of games until the tuner has `most`; returns their number."""
    for path in paths:
        for number, (result, moves) in enumerate(games_of(path)):
            tuner.add_game(moves, result, skip, stride)
            if len(tuner) >= most or (number % 64 == 0 and not progress(len(tuner), most)):
                return len(tuner)
    return len(tuner)


def fit_slope(tuner: Tuner) -> float:
    """Finds the slope of the logistic curve that suits the current weights best, by golden section search on a sample."""
    last = min(len(tuner), 100_000)
    low, high = 1 / 600, 1 / 60

    def error(slope: float) -> float:
        tuner.set_slope(slope)
        return tuner.error(0, last)

    for _ in range(20):
        a, b = high - (high - low) * 0.618, low + (high - low) * 0.618
        if error(a) < error(b):
            high = b
        else:
            low = a
    slope = (low + high) / 2
    tuner.set_slope(slope)
    return slope


def learn(
    tuner: Tuner, epochs: int, rate: float, pull: float, progress: Callable[[Epoch], bool] = lambda epoch: True
) -> None:
    """Tunes for `epochs` rounds with a step that shrinks to a tenth, or until `progress` returns False."""
    held_back = len(tuner) // TEST_SHARE
    for number in range(1, epochs + 1):
        step = rate * 0.1 ** (number / epochs)
        training = tuner.epoch(held_back, len(tuner), BATCH, step, pull)
        if not progress(Epoch(number, training, tuner.error(0, held_back))):
            return


def weights_source(weights: list[tuple[int, int]], origin: str) -> str:
    """Returns the source of engine/evaluation/weights.py for these weights; `origin`: a line about how they were made."""
    offsets = term_offsets()
    ends = [*list(offsets.values())[1:], weight_count()]
    lines = [
        '"""The default weights of the classical evaluation: (middlegame, endgame) in centipawns, run by run in the order of',
        "`engine/evaluation/terms.pxd`. King danger terms are in their own units, see `engine/evaluation/kings.py`.",
        "",
        origin,
        '"""',
        "",
        "# fmt: off",
        "DEFAULT: dict[str, tuple[tuple[int, int], ...]] = {",
    ]
    for (name, start), end in zip(offsets.items(), ends, strict=True):
        run = weights[start:end]
        lines.append(f'    "{name}": (')
        lines += [f"        {', '.join(map(str, run[at : at + 8]))}," for at in range(0, len(run), 8)]
        lines.append("    ),")
    return "\n".join([*lines, "}", "# fmt: on", ""])
