"""The clocks beside the board, in the tabs and in the bar of modes, and what is told of a game that is not shown."""

import time

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from desktop.model.game.match import NewGame
from desktop.views.game.elided import ElidedLabel
from desktop.views.game.player_bar import CapturedPieces
from desktop.views.kit.messages import Notice
from desktop.views.main_window import MainWindow
from desktop.views.window.mode_bar import Mode
from engine.game.side import Side
from engine.game.time_control import TimeControl
from tests.desktop.views.conftest import MakeWindow

MINUTE = NewGame(None, control=TimeControl(60_000), human_name="Anna")


class Seen:
    """A window whose clocks run by a time that goes on only when told."""

    def __init__(self, window: MainWindow) -> None:
        self.window, self.services = window, window.services
        self._ms = int(time.monotonic() * 1_000)
        self.services.clock._now = lambda: self._ms / 1_000

    def pass_ms(self, milliseconds: int) -> None:
        self._ms += milliseconds
        self.services.clock.tick()

    def start(self, *moves: str) -> int:
        self.services.match.new_game(MINUTE)
        for move in moves:
            self.services.match.user_move(move)
        return self.services.game.state.tab

    @property
    def clocks(self) -> tuple[str, str]:
        """The texts beside the board, White's first."""
        panel = self.window.body.panel
        texts = {bar.side: bar.clock.text for bar in (panel.upper_bar, panel.lower_bar)}
        return texts[Side.WHITE], texts[Side.BLACK]

    @property
    def tabs(self) -> list[str]:
        bar = self.window.body.side.sheet.tabs
        return [bar.tabText(index) for index in range(bar.count())]

    @property
    def told(self) -> list[Notice]:
        return self.window.body.messages.notices

    @property
    def play(self) -> str:
        """The bar of modes's button of playing."""
        return self.window.body.mode_bar.buttons[Mode.PLAY].text()


def press(notice: Notice, text: str) -> None:
    button = next(found for found in notice.findChildren(QPushButton) if found.text() == text)
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)


def test_the_clocks_beside_the_board_are_the_shown_tabs(make_window: MakeWindow) -> None:
    seen = Seen(make_window())
    first = seen.start("e2e4", "e7e5")
    seen.pass_ms(20_000)
    second = seen.start("d2d4")
    seen.pass_ms(5_000)
    assert seen.clocks == ("1:00", "0:55")
    seen.services.game.select_tab(first)
    assert seen.clocks == ("0:40", "1:00")
    seen.services.game.select_tab(second)
    assert seen.clocks == ("1:00", "0:55")
    seen.services.files.paste("1. c4 *")
    assert seen.clocks == ("", "")


def test_a_child_sees_no_recorded_times_but_a_clock_that_may_run_out(make_window: MakeWindow) -> None:
    seen = Seen(make_window())
    timed = seen.start("e2e4", "e7e5")
    seen.services.settings.set("children", True)
    assert seen.clocks == ("1:00", "1:00")
    seen.services.files.paste("1. c4 {[%clk 0:00:50]} c5 {[%clk 0:00:40]} *")
    seen.services.game.go_last()
    assert seen.clocks == ("", "")
    seen.services.settings.set("children", False)
    assert seen.clocks == ("0:50", "0:40")
    seen.services.game.select_tab(timed)


def test_a_game_that_was_left_is_told_by_its_name_and_gone_on_with_by_one_click(make_window: MakeWindow) -> None:
    seen = Seen(make_window())
    tab = seen.start("e2e4")
    seen.pass_ms(7_000)
    seen.window.show_mode(Mode.GAMES)
    seen.pass_ms(90_000)
    (notice,) = seen.told
    assert notice.accessibleName() == "White – Black: adjourned when you left it; its clocks are stopped."
    press(notice, "Resume it")
    assert seen.window.modes.mode is Mode.PLAY and seen.services.game.state.tab == tab
    seen.pass_ms(3_000)
    assert seen.clocks == ("1:00", "0:50")


@pytest.mark.parametrize("ends", ["go_on", "resign", "close"])
def test_what_is_told_of_a_game_that_was_left_goes_when_it_continues_or_ends(
    make_window: MakeWindow, ends: str
) -> None:
    seen = Seen(make_window())
    tab = seen.start("e2e4")
    seen.window.show_mode(Mode.GAMES)
    assert ["adjourned when you left it" in notice.accessibleName() for notice in seen.told] == [True]
    seen.window.show_mode(Mode.PLAY)
    if ends == "close":
        seen.services.game.close_tab(tab)
    else:
        seen.services.match.go_on()
    if ends == "resign":
        seen.services.match.resign()
    assert not [notice for notice in seen.told if "adjourned" in notice.accessibleName()]


def test_a_clock_that_runs_unseen_is_seen_in_its_tab_and_in_the_rail(make_window: MakeWindow) -> None:
    seen = Seen(make_window())
    seen.services.settings.set("left_game", "run")
    tab = seen.start("e2e4")
    seen.services.files.paste("1. c4 *")
    seen.pass_ms(15_000)
    assert seen.play == "0:45" and seen.tabs[0] == "0:45 · White – Black · 1… •"
    QTest.mouseClick(seen.window.body.mode_bar.buttons[Mode.PLAY], Qt.MouseButton.LeftButton)
    assert seen.services.game.state.tab == tab
    assert seen.play == "Play" and seen.tabs[0] == "White – Black · 1… •" and seen.clocks == ("1:00", "0:45")
    seen.window.show_mode(Mode.GAMES)
    seen.pass_ms(1_000)
    assert seen.play == "0:44"
    seen.window.modes.leave_page()
    assert seen.play == "Play"


def test_a_flag_that_falls_unseen_is_told_with_the_names_of_its_game(make_window: MakeWindow) -> None:
    seen = Seen(make_window())
    seen.services.settings.set("left_game", "run")
    tab = seen.start("e2e4")
    seen.services.files.paste("1. c4 *")
    seen.pass_ms(61_000)
    (notice,) = seen.told
    assert notice.accessibleName() == "White – Black: White wins on time."
    assert seen.play == "Play"
    press(notice, "Show this game")
    assert seen.services.game.state.tab == tab


def test_the_names_of_a_game_are_in_the_language_of_its_message(make_window: MakeWindow) -> None:
    seen = Seen(make_window(language="fi"))
    seen.start("e2e4")
    seen.services.files.paste("1. c4 *")
    (notice,) = seen.told
    assert notice.accessibleName() == "Valkea – Musta: keskeytettiin, kun poistuit siitä; sen kellot seisovat."
    seen.services.settings.set("language", "en")


@pytest.mark.parametrize("width", [760, 960, 1280])
def test_a_long_name_ends_in_dots_and_leaves_room_for_captured_pieces_and_clock(
    make_window: MakeWindow, qtbot: QtBot, width: int
) -> None:
    window = make_window()
    window.resize(width, 540)
    name = "Alexandrescu-Konstantinopolsky, Maximilian Bartholomew of the Chess Club of Lappeenranta"
    window.services.files.paste(
        f'[White "{name}"]\n\n1. e4 {{[%clk 1:59:59]}} d5 2. exd5 {{[%clk 1:58:00]}} Qxd5 3. Nc3 {{[%clk 1:57:00]}} Qd4 *'
    )
    window.actions_by_key["last"].trigger()
    bar = next(bar for bar in (window.body.panel.upper_bar, window.body.panel.lower_bar) if bar.side is Side.WHITE)
    label, men = bar.findChild(ElidedLabel), bar.findChild(CapturedPieces)
    assert isinstance(label, ElidedLabel) and isinstance(men, CapturedPieces)
    qtbot.waitUntil(lambda: label.geometry().right() < men.x() and men.geometry().right() < bar.clock.x())
    assert label.toolTip().split() == name.split() and label.width() > 100 and men.width() >= 20
    assert bar.clock.geometry().right() <= bar.rect().right()
