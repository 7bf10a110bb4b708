"""Generates tables into a folder, prerequisites of captures and promotions first; each pair of files is written
atomically.

Stopping is safe at any moment: finished tables stay, and the next run resumes after them.
"""

import time
from collections.abc import Generator, Iterable, Iterator
from pathlib import Path

from engine.ground.files import write_atomically
from engine.ground.values import dataclass
from tablebases import signature as signatures
from tablebases.errors import GenerationError
from tablebases.files.folders import BUILT_IN, CheckState, TableKind
from tablebases.files.manifest import entry_of, read_manifest, write_manifest
from tablebases.generate.count import statistics
from tablebases.generate.forecast import MOST_PIECES, positions
from tablebases.generate.pawns import placements
from tablebases.generate.retrograde import Solver
from tablebases.generate.writer import TableWriter
from tablebases.probe.geometry import fold_of_leading_pawn
from tablebases.probe.prober import Prober
from tablebases.tables import Tablebases

FIRST_CHUNK = 1 << 18  # first values between two steps, as in `Solver.solve`


@dataclass(frozen=True)
class FinishedTable:
    """A finished table: bytes of both files, CPU seconds, and the counts by side (see `count.statistics`)."""

    signature: str
    wdl_bytes: int
    dtz_bytes: int
    seconds: float
    statistics: tuple[dict[str, dict[int, int]], ...]


@dataclass(frozen=True)
class GenerationProgress:
    """Progress: the present table, its number from 0, the number of all, and the finished tables.

    `placement` of `placements` of the pawns (one without pawns) is being solved, with `plies` settled, or the files are
    being written. `share`: the share of all the work done, 0 to 1. It never falls, but not evenly: a table's number of
    plies is known only at its end.
    """

    signature: str
    number: int
    total: int
    placement: int
    placements: int
    plies: int
    writing: bool
    share: float
    made: tuple[FinishedTable, ...] = ()


def plan(wanted: Iterable[str]) -> tuple[str, ...]:
    """Returns the tables to make for `wanted`, prerequisites first. :raises GenerationError: one has too many pieces."""
    ordered: list[str] = []
    for name in wanted:
        if signatures.piece_count(name) > MOST_PIECES:
            raise GenerationError(
                "%1 has %2 pieces; tables of up to %3 pieces can be generated",
                name,
                signatures.piece_count(name),
                MOST_PIECES,
            )
        ordered.extend(step for step in signatures.needed(name) if step not in ordered)
    return tuple(ordered)


def generate(wanted: Iterable[str], folder: Path, *, use_built_in: bool = True) -> Iterator[GenerationProgress]:
    """Makes every table of the plan that is missing or damaged in `folder`. The last step has all finished tables.
    `use_built_in`: prerequisites in the package are used, not made again, unless wanted themselves.

    :raises GenerationError: memory or disk is short, or one has too many pieces.
    :raises TablebaseError: the manifest is unreadable.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise GenerationError("folder %1 cannot be made (%2); choose another", folder, error) from error
    wanted = tuple(wanted)
    todo = missing(wanted, folder, use_built_in=use_built_in)
    sizes = [positions(name) for name in todo]
    made: tuple[FinishedTable, ...] = ()
    for number, name in enumerate(todo):
        before, size, whole = sum(sizes[:number]), sizes[number], sum(sizes)
        stages = _Stages(name, number, len(todo), before / whole, size / whole, made)
        made = (*made, (yield from _make(name, folder, stages)))
    yield GenerationProgress(wanted[-1], max(0, len(todo) - 1), len(todo), 0, 1, 0, True, 1.0, made)


def missing(wanted: Iterable[str], folder: Path, *, use_built_in: bool = True) -> tuple[str, ...]:
    """Returns the tables that `generate` makes: the plan without those that `folder`, or the package, holds with sound
    checksums.
    :raises GenerationError: one has too many pieces."""
    wanted = tuple(wanted)
    return tuple(name for name in plan(wanted) if not is_present(name, folder, use_built_in and name not in wanted))


def is_present(name: str, folder: Path, built_in: bool) -> bool:
    """Whether the folder (or the package) holds both files of a signature with sound checksums."""
    with Tablebases([folder], built_in=built_in) as tables:
        states = {info.file.kind: tables.check(info.file) for info in tables.tables() if info.file.signature == name}
    return states.get(TableKind.WDL) is CheckState.VERIFIED and states.get(TableKind.DTZ) is CheckState.VERIFIED


class _Stages:
    """Reports the progress of one table: a step after each quarter of a million first values and after each ply."""

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
        self, name: str, number: int, total: int, begin: float, part: float, made: tuple[FinishedTable, ...]
    ) -> None:
        self._name, self._number, self._total, self._made = name, number, total, made
        self._begin, self._part = begin, part
        self._done, self._of = 0, 1  # placements
        self._first, self._firsts = 0, 1  # steps during the first values
        self._share = begin
        self._before_writing = self._WRITING[signatures.has_pawns(name)]

    def begin(self, placements: int, size: int) -> None:
        """Sets the number of placements, each of `size` positions and one side to move."""
        self._of, self._firsts = placements, 2 * -(-size // FIRST_CHUNK)

    def solving(self, plies: int) -> GenerationProgress:
        """Reports the settled plies; 0: more first values are computed."""
        self._first = self._first + 1 if plies == 0 else self._first
        deeper = 1 - 0.5 ** (plies / self._HALF)
        inside = self._FIRST * min(1, self._first / self._firsts) + (self._SOLVED - self._FIRST) * deeper
        return self._step(self._before_writing * (self._done + inside) / self._of, plies, writing=False)

    def solved(self) -> None:
        self._done, self._first = self._done + 1, 0

    def writing(self) -> GenerationProgress:
        return self._step(self._before_writing * self._done / self._of, 0, writing=True)

    def _step(self, inside: float, plies: int, *, writing: bool) -> GenerationProgress:
        self._share = max(self._share, self._begin + self._part * inside)
        at = min(self._done, self._of - 1)
        return GenerationProgress(
            self._name, self._number, self._total, at, self._of, plies, writing, self._share, self._made
        )


def _make(name: str, folder: Path, stages: _Stages) -> Generator[GenerationProgress, None, FinishedTable]:
    started = time.process_time()
    try:
        with Tablebases([folder], built_in=BUILT_IN.is_dir() and folder.resolve() != BUILT_IN) as tables:
            files, counts = yield from _solve_and_write(name, tables.prober, stages)
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
    return FinishedTable(
        name, len(files[TableKind.WDL]), len(files[TableKind.DTZ]), time.process_time() - started, counts
    )


def _solve_and_write(
    name: str, prober: Prober, stages: _Stages
) -> Generator[GenerationProgress, None, tuple[dict[TableKind, bytes], tuple[dict[str, dict[int, int]], ...]]]:
    """Solves one file group after another (pawns never leave their files within a table), so that only one is in
    memory."""
    solver, writer = Solver(name, prober), TableWriter(name)
    groups: dict[int, list[tuple[int, ...]]] = {}
    for placement in placements(name):
        groups.setdefault(fold_of_leading_pawn(name, placement), []).append(placement)
    of = sum(map(len, groups.values()))
    stages.begin(of, positions(name) // 2 // of)
    totals: tuple[dict[str, dict[int, int]], ...] = ({}, {})
    for file in sorted(groups):
        for placement in groups[file]:
            for plies in solver.solve(placement):
                yield stages.solving(plies)
            stages.solved()
        yield stages.writing()
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
