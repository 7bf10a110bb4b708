"""Generates tables into a folder: what captures and promotions need first, each pair of files written whole or not at all.

Stopping is safe at any moment: finished tables stay, and the next run continues after them.
"""

import time
from collections.abc import Callable, Iterable
from pathlib import Path

from engine.ground.files import write_atomically
from engine.ground.values import dataclass
from tablebases import signature as signatures
from tablebases.errors import GenerationCancelled, GenerationError
from tablebases.files.folders import BUILT_IN, CheckState, Kind
from tablebases.files.manifest import entry_of, read_manifest, write_manifest
from tablebases.generate.count import statistics
from tablebases.generate.forecast import MOST_MEN, positions
from tablebases.generate.pawns import placements
from tablebases.generate.retrograde import Solver
from tablebases.generate.writer import TableWriter
from tablebases.probe.geometry import fold_of_leading_pawn
from tablebases.probe.prober import Prober
from tablebases.tables import Tablebases

FIRST_CHUNK = 1 << 18  # first values between two questions of the solver, as `Solver.solve_slice`


@dataclass(frozen=True)
class Step:
    """Progress: the table in work, its number from 0 and how many there are.

    `placement` of `placements` of the pawns is being solved (one without pawns) and `plies` are settled in it, or the files
    are being written. `share`: how much of all the work is done, 0 to 1. It never falls, but is no clock: how many plies a
    table has is known only at its end.
    """

    signature: str
    number: int
    total: int
    placement: int
    placements: int
    plies: int
    writing: bool
    share: float


@dataclass(frozen=True)
class Made:
    """A finished table: bytes of both files, CPU seconds, and the counts by side (see `count.statistics`)."""

    signature: str
    wdl_bytes: int
    dtz_bytes: int
    seconds: float
    statistics: tuple[dict[str, dict[int, int]], ...]


Progress = Callable[[Step], bool]


def plan(wanted: Iterable[str]) -> tuple[str, ...]:
    """The tables to make for `wanted`, prerequisites first. Raises GenerationError for too many pieces."""
    ordered: list[str] = []
    for name in wanted:
        if signatures.men(name) > MOST_MEN:
            raise GenerationError(
                "%1 has %2 pieces; tables of up to %3 pieces can be generated", name, signatures.men(name), MOST_MEN
            )
        ordered.extend(step for step in signatures.needed(name) if step not in ordered)
    return tuple(ordered)


def generate(
    wanted: Iterable[str], folder: Path, progress: Progress | None = None, *, use_built_in: bool = True
) -> tuple[Made, ...]:
    """Makes every table of the plan that `folder` does not already hold sound; returns what was made.

    `use_built_in`: prerequisites that the package ships are taken from there, not made again, unless wanted themselves.
    Raises GenerationError, GenerationCancelled (progress returned False), TablebaseError (bad manifest).
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise GenerationError("folder %1 cannot be made (%2); choose another", folder, error) from error
    todo = missing(wanted, folder, use_built_in=use_built_in)
    sizes = [positions(name) for name in todo]
    made = []
    for number, name in enumerate(todo):
        before, size, whole = sum(sizes[:number]), sizes[number], sum(sizes)
        stages = _Stages(name, number, len(todo), before / whole, size / whole, progress)
        made.append(_make(name, folder, stages))
    return tuple(made)


def missing(wanted: Iterable[str], folder: Path, *, use_built_in: bool = True) -> tuple[str, ...]:
    """What `generate` makes: the plan without the tables that `folder`, or the package, holds sound. Reads their checksums.

    :raises GenerationError: too many pieces.
    """
    wanted = tuple(wanted)
    return tuple(name for name in plan(wanted) if not is_present(name, folder, use_built_in and name not in wanted))


def is_present(name: str, folder: Path, built_in: bool) -> bool:
    """Whether both files of a signature lie in the folder (or the package) and their checksums hold."""
    with Tablebases([folder], built_in=built_in) as tables:
        states = {info.file.kind: tables.check(info.file) for info in tables.tables() if info.file.signature == name}
    return states.get(Kind.WDL) is CheckState.VERIFIED and states.get(Kind.DTZ) is CheckState.VERIFIED


class _Stages:
    """Reports how far one table is; the solver asks after each quarter of a million first values and after each ply."""

    _FIRST, _SOLVED = (
        0.25,
        0.75,
    )  # shares of a placement's work: after its first values, and at most while plies are settled
    _HALF = 16  # plies after which half of what is between the two is taken as done
    _WRITING = (
        0.75,
        0.98,
    )  # share of a table's work before it is written: KNNvKN 0.70, KQvKR 0.85; with pawns KRvKP 0.98

    def __init__(
        self, name: str, number: int, total: int, begin: float, part: float, progress: Progress | None
    ) -> None:
        self._name, self._number, self._total = name, number, total
        self._begin, self._part, self._progress = begin, part, progress
        self._done, self._of = 0, 1  # placements
        self._asked, self._asks = 0, 1  # questions during the first values
        self._share = begin
        self._before_writing = self._WRITING[signatures.has_pawns(name)]

    def begin(self, placements: int, size: int) -> None:
        """As many placements of `size` positions, one side to move, lie ahead."""
        self._of, self._asks = placements, 2 * -(-size // FIRST_CHUNK)

    def solving(self, plies: int) -> bool:
        """Whether to continue."""
        self._asked = self._asked + 1 if plies == 0 else self._asked
        deeper = 1 - 0.5 ** (plies / self._HALF)
        inside = self._FIRST * min(1, self._asked / self._asks) + (self._SOLVED - self._FIRST) * deeper
        return self._tell(self._before_writing * (self._done + inside) / self._of, plies, writing=False)

    def solved(self) -> None:
        """One placement is done."""
        self._done, self._asked = self._done + 1, 0

    def writing(self) -> None:
        """:raises GenerationCancelled: the caller wishes to stop."""
        if not self._tell(self._before_writing * self._done / self._of, 0, writing=True):
            raise GenerationCancelled("generation was cancelled")

    def _tell(self, inside: float, plies: int, *, writing: bool) -> bool:
        if self._progress is None:
            return True
        self._share = max(self._share, self._begin + self._part * inside)
        at = min(self._done, self._of - 1)
        return self._progress(Step(self._name, self._number, self._total, at, self._of, plies, writing, self._share))


def _make(name: str, folder: Path, stages: _Stages) -> Made:
    started = time.process_time()
    try:
        with Tablebases([folder], built_in=BUILT_IN.is_dir() and folder.resolve() != BUILT_IN) as tables:
            files, counts = _solve_and_write(name, tables.prober, stages)
    except MemoryError as error:
        raise GenerationError(
            "there is not enough memory to make %1; close other programs or choose a smaller table", name
        ) from error
    try:
        entries = read_manifest(folder)
        for kind, content in files.items():
            write_atomically(folder / f"{name}{kind.value}", content)
            entries[f"{name}{kind.value}"] = entry_of(content)
        write_manifest(folder, entries)
    except OSError as error:
        raise GenerationError(
            "%1 cannot be written to %2 (%3); free space or choose another", name, folder, error
        ) from error
    return Made(name, len(files[Kind.WDL]), len(files[Kind.DTZ]), time.process_time() - started, counts)


def _solve_and_write(
    name: str, prober: Prober, stages: _Stages
) -> tuple[dict[Kind, bytes], tuple[dict[str, dict[int, int]], ...]]:
    """Solves file group by file group (pawns never leave their files within a table), so that only one is in memory."""
    solver, writer = Solver(name, prober), TableWriter(name)
    groups: dict[int, list[tuple[int, ...]]] = {}
    for placement in placements(name):
        groups.setdefault(fold_of_leading_pawn(name, placement), []).append(placement)
    of = sum(map(len, groups.values()))
    stages.begin(of, positions(name) // 2 // of)
    totals: tuple[dict[str, dict[int, int]], ...] = ({}, {})
    for file in sorted(groups):
        for placement in groups[file]:
            solver.solve(placement, stages.solving)
            stages.solved()
        stages.writing()
        writer.add_group(solver, file, groups[file])
        totals = tuple(_added(one, two) for one, two in zip(totals, statistics(solver), strict=True))
        solver.release()
    return writer.finish(), totals


def _added(one: dict[str, dict[int, int]], two: dict[str, dict[int, int]]) -> dict[str, dict[int, int]]:
    keys = one.keys() | two.keys()
    return {
        key: {
            plies: one.get(key, {}).get(plies, 0) + two.get(key, {}).get(plies, 0)
            for plies in sorted(one.get(key, {}).keys() | two.get(key, {}).keys())
        }
        for key in sorted(keys)
    }
