"""Cheap training positions: neighbours of those that a teacher judged (see `engine.training.nearby_positions`)."""

from collections.abc import Callable, Sequence
from pathlib import Path

from engine.ground.files import replacing
from engine.training.foreign_net import ForeignNetwork
from engine.training.nearby_positions import Neighbourhood
from engine.training.packing import RECORD_BYTES

MOST_STEPS = 3
# Stockfish 15.1's centipawns in the classical evaluation's: of 0.4, 0.5, 0.6 and 0.7 the last came nearest to its expected
# scores on 6,000 positions (squared error 0.0248, 0.0213, 0.0192, 0.0181).
SLOPE_PERMILLE = 700
KEPT_PERMILLE = 700
WALK_PLIES = 3
DECIDED_CP = 350
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
    """Writes neighbours of each record of the files (of the first `most` of each) into a new file; returns how many.

    Without a judge these are the quiet ends of `copies` random walks from each record, scored by the classical evaluation and
    what the teacher knew better. A `judge` scores the quiet positions all along `copies` walks of `WALK_PLIES` plies, on which
    what hangs is mostly taken; few of those that it finds decided (beyond `DECIDED_CP`) are kept. `progress(done, all)` counts
    records read; False ends the work.

    :raises OSError: if a file cannot be read or written.
    """
    maker = Neighbourhood(seed, MOST_STEPS, SLOPE_PERMILLE, KEPT_PERMILLE)
    counts = [path.stat().st_size // RECORD_BYTES for path in data]
    counts = [min(count, most) if most is not None else count for count in counts]
    done = made = 0
    with replacing(output) as file:
        for path, count in zip(data, counts, strict=True):
            with path.open("rb") as source:
                for start in range(0, count, _AT_ONCE):
                    records = source.read(RECORD_BYTES * min(_AT_ONCE, count - start))
                    near = maker.of(records, copies) if judge is None else _judged(maker, judge, records, copies)
                    file.write(near)
                    made += len(near) // RECORD_BYTES
                    done += len(records) // RECORD_BYTES
                    if not progress(done, sum(counts)):
                        return made
    return made


def _judged(maker: Neighbourhood, judge: ForeignNetwork, records: bytes, walks: int) -> bytes:
    near = bytearray(maker.walks(records, walks, WALK_PLIES))
    judge.label(near)
    return maker.thinned(bytes(near), DECIDED_CP)
