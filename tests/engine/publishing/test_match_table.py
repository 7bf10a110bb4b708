"""The table of a tournament as CSV and HTML: points, tie-breaks, rounds without an opponent, and every game."""

import csv
from pathlib import Path

import pytest

from engine.game.outcome import Outcome, Termination
from engine.game.side import Side
from engine.ground.text import plain
from engine.play.match.rounds import FinalOrder
from engine.play.match.schedule import Encounter, GameResult
from engine.publishing.match_table import write_table
from engine.publishing.publish import PublishError

NAMES = ["first", "<b>second</b>", "third"]
RESULTS = [
    GameResult(
        Encounter(1, 0, 1, 0), Outcome(Side.WHITE, Termination.ADJUDICATION, plain("a won game, seen by both")), 30
    ),
    GameResult(Encounter(2, 1, 0, 0), Outcome(None, Termination.ADJUDICATION), 50),
]
ORDER = FinalOrder((0, 2, 1), {2: 2.0})


def test_the_table_counts_points_and_a_round_without_an_opponent(tmp_path: Path) -> None:
    path = tmp_path / "cup.csv"
    write_table(path, "Cup", NAMES, RESULTS, ORDER)
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.reader(file))
    assert rows[0][:9] == ["place", "engine", "points", "games", "won", "drawn", "lost", "Buchholz", "Sonneborn-Berger"]
    assert rows[1][:9] == ["1", "first", "1.5", "2", "1", "1", "0", "1", "0.75"]
    assert rows[2][:9] == ["2", "third", "2", "0", "0", "0", "0", "0", "0"]
    assert rows[3][2] == "0.5" and rows[3][10] == "0.5/2"
    assert rows[-2] == ["1", "first", "<b>second</b>", "1-0", str(RESULTS[0].outcome)]


def test_names_are_never_markup(tmp_path: Path) -> None:
    path = tmp_path / "cup.html"
    write_table(path, "A & B", NAMES, RESULTS, ORDER)
    page = path.read_text(encoding="utf-8")
    assert "<title>A &amp; B</title>" in page and "&lt;b&gt;second&lt;/b&gt;" in page and "<b>second" not in page
    assert page.count("<tr>") == 4 + 3


@pytest.mark.parametrize("name", ["cup.pdf", "cup", "missing/cup.csv"])
def test_what_cannot_be_written_is_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(PublishError):
        write_table(tmp_path / name, "Cup", NAMES, RESULTS, ORDER)
    assert not list(tmp_path.rglob("cup*"))
