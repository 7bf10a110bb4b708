"""Cheap training positions: neighbours of those that a teacher judged (see `engine.core.neighbours`)."""

from collections.abc import Callable, Sequence
from pathlib import Path

from engine.core.foreign_net import ForeignNetwork
from engine.core.neighbours import Neighbourhood
from engine.core.packing import RECORD_BYTES

MOST_STEPS = 3
# Stockfish 15.1's centipawns in the classical evaluation's: of 0.4, 0.5, 0.6 and 0.7 the last came nearest to its expected
# scores on 6,000 positions (squared error 0.0248, 0.0213, 0.0192, 0.0181).
SLOPE_PERMILLE = 700
KEPT_PERMILLE = 700
_AT_ONCE = 20_000


def widen(
    data: Sequence[Path],
    output: Path,
    copies: int,
    seed: int,
    most: int | None,
    progress: Callable[[int, int], bool],
    judge: ForeignNetwork | None = None,
) -> int:
    """Writes up to `copies` neighbours of each record of the files (of the first `most` of each) into a new file; returns how
    many. `progress(done, all)` counts records read; False ends the work. A `judge` scores them instead of the classical
    evaluation.

    :raises OSError: if a file cannot be read or written.
    """
    maker = Neighbourhood(seed, MOST_STEPS, SLOPE_PERMILLE, KEPT_PERMILLE)
    counts = [path.stat().st_size // RECORD_BYTES for path in data]
    counts = [min(count, most) if most is not None else count for count in counts]
    done = made = 0
    with output.open("wb") as file:
        for path, count in zip(data, counts, strict=True):
            with path.open("rb") as source:
                for start in range(0, count, _AT_ONCE):
                    records = source.read(RECORD_BYTES * min(_AT_ONCE, count - start))
                    near = bytearray(maker.of(records, copies))
                    if judge is not None:
                        judge.label(near)
                    file.write(near)
                    made += len(near) // RECORD_BYTES
                    done += len(records) // RECORD_BYTES
                    if not progress(done, sum(counts)):
                        return made
    return made
