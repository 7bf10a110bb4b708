"""Counts the skipped tests by their reasons. More of a kind than it is known for fail the run: tests that silently stop running
prove nothing."""

import re
import sys
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

import pytest

Skipped = tuple[str, int, str]  # file, line, reason


class Kind(NamedTuple):
    """What is missing, how its reasons read, and how many tests of the normal run may skip for it on Linux."""

    name: str
    reason: str
    most: int


KINDS = (
    Kind("../shared", r"needs \S.*/shared/", 65),
    Kind("root", r"\broot\b|lets nobody mount|no small disk", 20),
    Kind(
        "another program",
        r"^needs |not installed|is missing|not here$|^no (Stockfish|C compiler|pdf)|extra `|import|AT-SPI",
        40,
    ),
    Kind("this machine's equipment", r"does not have it|file system|system's Python|make docs", 10),
    Kind("this version of Python", r"^on this version of Python", 1),
    Kind("cases to try", r"got empty parameter set", 3),
)
_OTHER = Kind("a reason that tests/helpers/skips.py does not list", "", 0)


def kind_of(reason: str) -> Kind:
    """Which kind a reason is of."""
    return next((kind for kind in KINDS if re.search(kind.reason, reason)), _OTHER)


def too_many(counts: Counter[Kind]) -> list[str]:
    """One sentence for each kind of which too many tests were skipped, on Linux."""
    if sys.platform != "linux":
        return []  # what they lack nobody has counted
    return [
        f"{count} tests were skipped for want of {kind.name}, at most {kind.most} may be"
        for kind, count in counts.items()
        if count > kind.most
    ]


def _counts(config: pytest.Config) -> Counter[Kind]:
    reporter = config.pluginmanager.get_plugin("terminalreporter")
    reports = reporter.stats.get("skipped", []) if reporter is not None else []
    return Counter(kind_of(reason) for reason in _reasons(reports))


def _reasons(reports: list[pytest.TestReport | pytest.CollectReport]) -> Iterator[str]:
    for report in reports:
        if isinstance(report.longrepr, tuple):
            yield str(report.longrepr[2]).removeprefix("Skipped: ")


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    """Fails a run that would pass, where too many tests were skipped."""
    if session.exitstatus == pytest.ExitCode.OK and too_many(_counts(session.config)):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Prints how many were skipped, and what for."""
    counts = _counts(config)
    if counts:
        kinds = ", ".join(
            f"{count} for want of {kind.name} (at most {kind.most})" for kind, count in counts.most_common()
        )
        terminalreporter.write_line(f"{counts.total()} skipped: {kinds}")
    for sentence in too_many(counts):
        terminalreporter.write_line(sentence, red=True)
