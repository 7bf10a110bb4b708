"""A month of correspondence: games in one file, moves entered and saved, answers played, the clock of the test moved on."""

from collections.abc import Callable
from datetime import date, timedelta
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from desktop.compose import Composition
from desktop.model.errors import Message
from desktop.model.game.correspondence import CorrespondenceRow, reminder
from desktop.services.all_services import CORRESPONDENCE
from engine.game.outcome import Outcome, Termination
from engine.game.reason import BoardMove
from engine.game.side import Side
from engine.ground.text import Text
from engine.pgn.reader import games_of
from engine.play.correspondence import days_control
from tests.desktop.services.conftest import Make

BEGIN = date(2026, 11, 1)


class Month:
    """The services, and the day on which the user sits down."""

    def __init__(self, made: Composition, qtbot: QtBot) -> None:
        self.services, self._qtbot = made.services, qtbot
        self.day = BEGIN
        self.service = made.services.correspondence
        self.service.today = lambda: self.day
        self.messages: list[str] = []
        self.said: list[Text] = []
        for service in (self.service, made.services.files):
            service.message.connect(self._hear)
        assert self.service.path is not None and self.service.path.name == CORRESPONDENCE
        self.path = self.service.path

    def _hear(self, message: Message) -> None:
        self.messages.append(str(message.text))
        self.said.append(message.text)

    def wait(self, until: Callable[[], bool]) -> None:
        self._qtbot.waitUntil(until, timeout=30_000)

    def begin(self, opponent: str, mine: Side, days: int, moves: int = 0) -> None:
        before = len(self.service.state.rows)
        names = ("Me", opponent) if mine is Side.WHITE else (opponent, "Me")
        self.service.begin(names, mine, days_control(days, moves), self.day, moved=False)
        self.wait(lambda: len(self.service.state.rows) > before and self.plays(opponent))

    def plays(self, opponent: str) -> bool:
        shown = self.service.state.shown
        return shown is not None and shown.row.opponent == opponent

    def go_to(self, opponent: str) -> None:
        self.service.open(next(row.number for row in self.rows if row.opponent == opponent))
        self.wait(lambda: self.plays(opponent))

    def play(self, text: str) -> None:
        """Enters a move and waits until it is in the file."""
        assert self.service.play(text, self.day), self.messages
        self.wait(lambda: not self.services.game.state.modified)

    @property
    def rows(self) -> tuple[CorrespondenceRow, ...]:
        """Those of the file, read on this day."""
        seen: list[object] = []
        self.service._worker.submit(lambda: None, lambda _: seen.append(1), lambda _: seen.append(1))
        self.wait(lambda: bool(seen))
        self.service.look()
        self.service._worker.submit(lambda: None, lambda _: seen.append(2), lambda _: seen.append(2))
        self.wait(lambda: len(seen) > 1)
        return self.service.state.rows


@pytest.fixture
def month(make: Make, qtbot: QtBot) -> Month:
    return Month(make(), qtbot)


def test_a_month_of_two_games(month: Month) -> None:
    month.begin("Virtanen", Side.WHITE, 50, 10)
    month.play("e4")
    month.begin("Korhonen", Side.BLACK, 5)
    assert [(row.opponent, row.my_move, row.days) for row in month.rows] == [
        ("Korhonen", False, 5),
        ("Virtanen", False, 50),
    ]
    assert str(reminder(month.rows)) == ""
    month.go_to("Virtanen")
    assert month.service.play("if e5 then Nf3 Nc6 Bb5", month.day)  # Enter after such a line plays nothing
    assert month.service.add_condition("c5 2. c3")
    shown = month.service.state.shown
    assert shown is not None and shown.message == ("1. e4; if 1... c5 2. c3; if 1... e5 2. Nf3 Nc6 3. Bb5")
    month.day += timedelta(days=3)
    month.go_to("Korhonen")
    month.play("1. d4")
    assert str(reminder(month.rows)) == "Your move in 1 game; 5 days left against Korhonen."
    month.day += timedelta(days=4)
    month.go_to("Virtanen")
    month.play("e5")
    assert month.messages[-1] == "1...e5 was expected: your answer 2.Nf3 is played. Send it to your opponent."
    said = month.said[-1]
    assert all(isinstance(value, BoardMove) for value in said.values), "each language writes the moves in its letters"
    rows = month.rows
    assert str(reminder(rows)) == "Your move in 1 game; 1 day left against Korhonen." and rows[0].opponent == "Korhonen"
    month.day += timedelta(days=2)
    assert str(reminder(month.rows)) == "Your move in 1 game; the time against Korhonen is over."
    month.go_to("Virtanen")
    month.play("d6")
    shown = month.service.state.shown
    assert shown is not None and shown.row.my_move and shown.standing.days_left(Side.BLACK) == 50 - 9
    # Analysis of weeks stays in the game, whichever move is played.
    games = month.services.game
    games.play_move("d2d4")
    games.play_move("c8g4")
    month.day += timedelta(days=20)
    games.go_to(shown.standing.live)
    games.play_move("f1c4")
    shown = month.service.state.shown
    assert shown is not None and shown.next == "3. Bc4"
    month.play("")
    month.go_to("Korhonen")
    month.service.end(Outcome(Side.WHITE, Termination.FLAG))
    month.wait(lambda: not games.state.modified)
    assert [row.opponent for row in month.rows] == ["Virtanen"]
    kept = games_of(month.path.read_bytes())
    assert [game.result for game in kept] == ["*", "1-0"] and kept[1].header("Termination") == "time forfeit"
    assert [node.san for node in kept[0].main_line()] == ["e4", "e5", "Nf3", "d6", "Bc4"]
    assert "d4 Bg4" in month.path.read_text() and "[%ccsnt 2026.11.30]" in month.path.read_text()


def test_the_days_go_on_while_the_program_is_open(month: Month) -> None:
    month.begin("Virtanen", Side.WHITE, 50, 10)
    month.day += timedelta(days=2)
    month.services.game.play_move("e2e4")
    month.wait(lambda: [row.days for row in month.service.state.rows] == [48])


def test_a_wrong_move_is_told_and_nothing_is_written(month: Month) -> None:
    month.begin("Virtanen", Side.WHITE, 3)
    before = month.path.read_bytes()
    for text, told in (
        ("Ke3", "“Ke3” is not a legal move here. A king moves one square in any direction."),
        ("!", "“!” is not a legal move here."),
        ("12.", "Type a move, for example Nf3."),
    ):
        assert not month.service.play(text, month.day) and month.messages[-1] == told
    assert not month.service.play("e4", month.day - timedelta(days=1))
    assert month.messages[-1] == "The last move was made on 2026.11.01. Choose that day or a later one."
    assert not month.service.add_condition("e4 e5") and "It is your move" in month.messages[-1]
    assert month.path.read_bytes() == before and not month.services.game.state.modified


def test_a_game_that_has_begun_is_added(month: Month) -> None:
    for uci in ("e2e4", "c7c5"):
        month.services.game.play_move(uci)
    month.service.begin(("Me", "Nieminen"), Side.WHITE, days_control(30, 10), month.day, moved=True)
    month.wait(lambda: month.plays("Nieminen"))
    shown = month.service.state.shown
    assert shown is not None and shown.row.last == "1... c5" and shown.row.my_move


def test_the_games_of_an_earlier_run_are_there_again(make: Make, qtbot: QtBot, tmp_path: Path) -> None:
    first = Month(make(home=tmp_path / "user"), qtbot)
    first.begin("Virtanen", Side.BLACK, 50, 10)
    first.play("Nf3 d5")
    again = Month(make(home=tmp_path / "user"), qtbot)
    again.day = BEGIN + timedelta(days=12)
    assert [(row.opponent, row.days, row.last) for row in again.rows] == [("Virtanen", 38, "1... d5")]
    assert again.path.stat().st_mode & 0o777 == 0o600
