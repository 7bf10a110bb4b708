"""The check of a whole book follows every move of it."""

from contextlib import closing
from pathlib import Path

import chess
import pytest

from books.choice.library import Library
from engine.jobs.health import JOB, HealthRequest
from engine.jobs.job import Context, findings
from tests.books.helpers import line


@pytest.mark.parametrize("own", [True, False])
def test_bad_moves_are_found_behind_others(tmp_path: Path, own: bool) -> None:
    with closing(Library(tmp_path / "user.ratsubook", tmp_path / "learned.ratsubook", None)) as library:
        library.add_line(chess.Board(), line("1.f3 e5 2.g4"))
        *_, last = findings(JOB(lambda: library), HealthRequest(own=own, nodes=300), Context())
    assert [found.move.uci() for found in last.findings] == ["f2f3", "g2g4"]
