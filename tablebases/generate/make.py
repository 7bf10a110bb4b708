"""Generates tables into a folder: what captures and promotions need first, each pair of files written whole or not at all.

Stopping is safe at any moment: finished tables stay, and the next run continues after them.
"""

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

from engine.files import write_atomically
from tablebases import signature as signatures
from tablebases.errors import GenerationCancelled, GenerationError
from tablebases.files.folders import BUILT_IN, CheckState, Kind
from tablebases.files.manifest import entry_of, read_manifest, write_manifest
from tablebases.generate.count import statistics
from tablebases.generate.pawns import placements
from tablebases.generate.retrograde import Solver
from tablebases.generate.writer import TableWriter
from tablebases.probe.geometry import fold_of_leading_pawn
from tablebases.probe.prober import Prober
from tablebases.tables import Tablebases

MOST_MEN = 5  # 6 and 7 pieces fit the format but were never tried


@dataclass(frozen=True)
class Step:
    """Progress: the table in work, its number and how many there are, and what is being done."""

    signature: str
    number: int
    total: int
    stage: str


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
    wanted = tuple(wanted)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise GenerationError("folder %1 cannot be made (%2); choose another", folder, error) from error
    todo = [name for name in plan(wanted) if not _is_present(name, folder, use_built_in and name not in wanted)]
    made = []
    for number, name in enumerate(todo):
        made.append(_make(name, folder, lambda stage: Step(name, number, len(todo), stage), progress))  # noqa: B023
    return tuple(made)


def _is_present(name: str, folder: Path, built_in: bool) -> bool:
    """Whether both files of a signature lie in the folder (or the package) and their checksums hold."""
    with Tablebases([folder], built_in=built_in) as tables:
        states = {info.file.kind: tables.check(info.file) for info in tables.tables() if info.file.signature == name}
    return states.get(Kind.WDL) is CheckState.VERIFIED and states.get(Kind.DTZ) is CheckState.VERIFIED


def _make(name: str, folder: Path, step: Callable[[str], Step], progress: Progress | None) -> Made:
    started = time.process_time()

    def tell(stage: str) -> bool:
        return progress is None or progress(step(stage))

    with Tablebases([folder], built_in=BUILT_IN.is_dir() and folder.resolve() != BUILT_IN) as tables:
        files, counts = _solve_and_write(name, tables.prober, tell)
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
    name: str, prober: Prober, tell: Callable[[str], bool]
) -> tuple[dict[Kind, bytes], tuple[dict[str, dict[int, int]], ...]]:
    """Solves file group by file group (pawns never leave their files within a table), so that only one is in memory."""
    solver, writer = Solver(name, prober), TableWriter(name)
    groups: dict[int, list[tuple[int, ...]]] = {}
    for placement in placements(name):
        groups.setdefault(fold_of_leading_pawn(name, placement), []).append(placement)
    totals: tuple[dict[str, dict[int, int]], ...] = ({}, {})
    for file in sorted(groups):
        where = f" file {'abcd'[file]}" if file >= 0 else ""
        for done, placement in enumerate(groups[file]):
            stage = f"solving{where} {done}/{len(groups[file])}"
            solver.solve(placement, lambda plies: tell(f"{stage}, ply {plies}"))  # noqa: B023
        if not tell("writing"):
            raise GenerationCancelled("generation was cancelled")
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
