"""The summary page of a night."""

from collections.abc import Mapping, Sequence

from installer.nightly.night import FAILED, PASSED, Result
from installer.nightly.units import Unit


def page(units: Sequence[Unit], results: Mapping[str, Result]) -> str:
    """Returns the page in Markdown: failures first, then each unit with tests tried, failed, and seconds."""
    ended = [(unit.name, results[unit.name]) for unit in units if unit.name in results]
    left = [unit.name for unit in units if unit.name not in results]
    ends = [result.end for _, result in ended]
    lines = ["# Nightly run", "", f"{ends.count(PASSED)} units passed, {ends.count(FAILED)} failed, "]
    lines[-1] += (
        f"{len(ends) - ends.count(PASSED) - ends.count(FAILED)} were cut at their budget, {len(left)} are left."
    )
    lines += ["", "| unit | end | tried | failed | seconds |", "|---|---|---|---|---|"]
    for name, result in sorted(ended, key=lambda row: row[1].end != FAILED):
        lines.append(f"| {name} | {result.end} | {result.tried:,} | {result.failed:,} | {result.seconds:,} |")
    lines += [f"| {name} | left | | | |" for name in left]
    return "\n".join(lines) + "\n"


def exit_code(units: Sequence[Unit], results: Mapping[str, Result]) -> int:
    """Returns 0 if all passed, 1 if something failed, 2 if nothing failed but units are left or were cut."""
    ends = [results[unit.name].end if unit.name in results else "" for unit in units]
    if FAILED in ends:
        return 1
    return 0 if all(end == PASSED for end in ends) else 2
