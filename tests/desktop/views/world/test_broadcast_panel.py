"""The panel of a broadcast: off at first, games with moves and clocks, Enter opens one, the chosen row stays while moves come."""

from dataclasses import replace

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from desktop.model.world.broadcast import BroadcastState
from desktop.views.main_window import MainWindow
from desktop.views.window.mode_bar import Mode
from desktop.views.world.broadcast_panel import BroadcastPanel
from engine.ground.text import Text
from engine.play.world.rounds import RoundGame, read_round
from tests.desktop.views.conftest import MakeWindow

ROUND = "https://lichess.org/broadcast/cup/round-1/roundabc"


def games(second: str = "1. d4 { [%clk 1:30:00] } d5 { [%clk 0:04:09] }", result: str = "*") -> tuple[RoundGame, ...]:
    head = '[Event "Cup"]\n[White "%s"]\n[Black "%s"]\n[Result "%s"]\n\n'
    return read_round(
        head % ("Tal", "Keres", "1-0")
        + "1. Nf3 1-0\n\n"
        + head % ("Spassky", "Larsen", result)
        + f"{second} {result}\n"
    )


def shown(make_window: MakeWindow, language: str = "en") -> tuple[MainWindow, BroadcastPanel]:
    window = make_window(language=language)
    window.show_mode(Mode.TABLES)
    window.body.side.show_panel("broadcast")
    panel = window.findChild(BroadcastPanel)
    assert isinstance(panel, BroadcastPanel)
    return window, panel


def show(window: MainWindow, state: BroadcastState) -> None:
    window.services.broadcast._set(state)


def test_it_is_off_at_first_then_says_what_is_sent(make_window: MakeWindow) -> None:
    window, panel = shown(make_window)
    assert panel.off.isVisible() and not any(part.isVisible() for part in (panel.address, panel.open, panel.follow))
    show(window, BroadcastState(True))
    assert panel.status.text().startswith("“Open the round” sends the number of the round")
    assert panel.open.isEnabled() and not panel.follow.isVisible() and not panel.off.isVisible()
    panel.open.click()
    assert window.focusWidget() is panel.address, "without an address nothing is asked"
    asked: list[str] = []

    def ask(address: str) -> None:
        asked.append(address)

    window.services.broadcast.open = ask  # type: ignore[method-assign]
    panel.address.setText(ROUND)
    panel.open.click()
    QTest.keyClick(panel.address, Qt.Key.Key_Return)
    assert asked == [ROUND, ROUND]


def test_games_have_moves_clocks_and_results_and_enter_opens_one(make_window: MakeWindow) -> None:
    window, panel = shown(make_window, "fi")
    show(window, BroadcastState(True, ROUND, at=1_700_000_000.0, games=games()))
    rows = [panel.rows.item(number).text().replace("\u00a0", " ") for number in range(2)]
    assert rows == ["Tal – Keres   1-0   1. Rf3", "Spassky – Larsen   1... d5   1:30:00 / 4:09"]
    assert "2023" in panel.status.text() and "lichess.org" in panel.status.text()
    panel.rows.setCurrentRow(1)
    QTest.keyClick(panel.rows, Qt.Key.Key_Return)
    assert window.services.game.state.game.header("White") == "Spassky"


def test_the_chosen_row_stays_while_moves_come(make_window: MakeWindow) -> None:
    window, panel = shown(make_window)
    state = BroadcastState(True, ROUND, at=1.0, games=games(), following=True)
    show(window, state)
    assert panel.follow.isChecked() and "asked again every 20 seconds" in panel.status.text()
    panel.rows.setCurrentRow(1)
    item = panel.rows.item(1)
    show(window, replace(state, games=games("1. d4 d5 2. c4")))
    assert panel.rows.currentRow() == 1 and panel.rows.item(1) is item and item.text().endswith("2. c4")
    show(window, replace(state, games=games("1. d4", "1/2-1/2"), following=False))
    assert "All games are over" in panel.status.text() and not panel.follow.isEnabled()


def test_waiting_and_faults_are_told(make_window: MakeWindow) -> None:
    window, panel = shown(make_window)
    show(window, BroadcastState(True, ROUND, asking=True))
    assert panel.status.text() == "Asking …" and panel.stop.isVisible() and not panel.open.isVisible()
    show(window, BroadcastState(True, ROUND, asking=True, waiting=Text("%1 asks for a pause", "y")))
    assert panel.status.text() == "y asks for a pause"
    show(window, BroadcastState(True, ROUND, problem=Text("%1 cannot be reached", "y")))
    assert panel.status.text() == "y cannot be reached" and panel.open.isVisible()


def test_the_button_follows(make_window: MakeWindow) -> None:
    window, panel = shown(make_window)
    show(window, BroadcastState(True, ROUND, at=1.0, games=games()))
    asked: list[bool] = []
    window.services.broadcast._ask = lambda: asked.append(window.services.broadcast.state.following)  # type: ignore[method-assign]
    panel.follow.click()
    assert asked == [True] and panel.follow.isChecked()
    panel.follow.click()
    assert asked == [True] and not window.services.broadcast.state.following
