"""Training positions near labelled ones (`ratsu train widen`, see `engine.training.nearby_positions`)."""

from collections.abc import Callable, Sequence
from pathlib import Path

from engine.ground.files import replacing
from engine.training.foreign_net import ForeignNetwork
from engine.training.nearby_positions import NeighbourMaker
from engine.training.packing import RECORD_BYTES

MOST_STEPS = 3
# Stockfish 15.1's centipawns for a classical one: of 0.4, 0.5, 0.6 and 0.7 the last came nearest to its expected scores on 6,000
# positions (squared errors 0.0248, 0.0213, 0.0192, 0.0181).
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
    """Writes positions near the records of files (the first `most` of each) to a new file; returns their number.

    Without a judge they are quiet ends of `copies` random walks, labelled by the maker. A `judge` labels all quiet positions on
    `copies` walks of `WALK_PLIES` plies; most decided ones (beyond `DECIDED_CP`) are left out. `progress(done, all)`
    counts records read; False stops.

    :raises OSError: if a file cannot be read or written.
    """
    maker = NeighbourMaker(seed, MOST_STEPS, SLOPE_PERMILLE, KEPT_PERMILLE)
    counts = [path.stat().st_size // RECORD_BYTES for path in data]
    counts = [min(count, most) if most is not None else count for count in counts]
    done = made = 0
    with replacing(output) as file:
        for path, count in zip(data, counts, strict=True):
            with path.open("rb") as source:
                for start in range(0, count, _AT_ONCE):
                    records = source.read(RECORD_BYTES * min(_AT_ONCE, count - start))
                    near = (
                        maker.neighbours(records, copies) if judge is None else _judged(maker, judge, records, copies)
                    )
                    file.write(near)
                    made += len(near) // RECORD_BYTES
                    done += len(records) // RECORD_BYTES
                    if not progress(done, sum(counts)):
                        return made
    return made


def _judged(maker: NeighbourMaker, judge: ForeignNetwork, records: bytes, walks: int) -> bytes:
    near = bytearray(maker.walks(records, walks, WALK_PLIES))
    judge.label(near)
    return maker.thinned(bytes(near), DECIDED_CP)
