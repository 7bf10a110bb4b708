"""The panel of online services: off at first, where an answer comes from and how old it is, a move is played by Enter."""

from dataclasses import replace

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit

from desktop.model.world.online import OnlineState
from desktop.views.main_window import MainWindow
from desktop.views.window.mode_bar import Mode
from desktop.views.world.online_panel import OnlinePanel, SendDialog
from engine.game.reason import Share
from engine.ground.text import Text
from engine.play.world.services import OnlineAnswer, OnlineMove, OnlineSource
from tests.desktop.views.conftest import MakeWindow

ON = frozenset(("net_explorer", "net_puzzle"))


def shown(make_window: MakeWindow, language: str = "en") -> tuple[MainWindow, OnlinePanel]:
    window = make_window(language=language)
    window.show_mode(Mode.TABLES)
    window.body.side.show_panel("online")
    panel = window.findChild(OnlinePanel)
    assert isinstance(panel, OnlinePanel)
    return window, panel


def show(window: MainWindow, state: OnlineState) -> None:
    window.services.online._set(state)


def test_everything_is_off_at_first_and_the_panel_says_so(make_window: MakeWindow) -> None:
    _, panel = shown(make_window)
    assert panel.off.isVisible()
    controls = (panel.source, panel.ask, panel.puzzle, panel.study, panel.send, panel.settings)
    assert not any(control.isVisible() for control in controls), "nothing that cannot be used"


def test_what_is_sent_stands_there_before_the_click(make_window: MakeWindow) -> None:
    window, panel = shown(make_window)
    show(window, replace(window.services.online.state, allowed=ON))
    assert panel.ask.isVisible() and panel.puzzle.isVisible() and panel.study.isHidden() and panel.off.isHidden()
    assert panel.status.text().startswith("“Ask” sends the position on the board")
    asked: list[tuple[OnlineSource, int]] = []

    def ask(source: OnlineSource, rating: int = 0) -> None:
        asked.append((source, rating))

    window.services.online.ask = ask  # type: ignore[method-assign]
    panel.source.setCurrentIndex(4)
    panel.ask.click()
    assert asked == [(OnlineSource.PLAYERS, 1400)]


def test_an_answer_has_its_origin_and_enter_plays_the_move(make_window: MakeWindow) -> None:
    window, panel = shown(make_window, "fi")
    fen = window.services.game.state.fen
    words = Text("%1 games: White %2, drawn %3, Black %4", 10, Share(0.6), Share(0.2), Share(0.2))
    found = OnlineAnswer(OnlineSource.MASTERS, fen, (OnlineMove("g1f3", "Nf3", words),), 1_700_000_000.0, True)
    show(window, OnlineState(fen, found=found, allowed=ON))
    assert panel.rows.item(0).text().replace("\u00a0", " ") == "Rf3  10 peliä: valkea 60 %, tasan 20 %, musta 20 %"
    assert "explorer.lichess.ovh" in panel.status.text() and "2023" in panel.status.text()
    assert "tallessa" in panel.status.text()
    panel.rows.setCurrentRow(0)
    QTest.keyClick(panel.rows, Qt.Key.Key_Return)
    assert window.services.game.state.game.main_line()[0].uci == "g1f3"
    show(window, replace(window.services.online.state, fen=window.services.game.state.fen))
    assert panel.rows.count() == 0, "the answer was about another position"


def test_a_fault_is_shown_and_an_answer_can_be_given_up(make_window: MakeWindow) -> None:
    window, panel = shown(make_window)
    show(window, OnlineState("x", asking=True, allowed=ON))
    assert panel.stop.isVisible() and not panel.ask.isVisible() and panel.status.text() == "Asking …"
    show(window, OnlineState("x", asking=True, waiting=Text("%1 asks for a pause", "y"), allowed=ON))
    assert panel.status.text() == "y asks for a pause"
    show(window, OnlineState("x", problem=Text("%1 cannot be reached", "y"), allowed=ON))
    assert panel.status.text() == "y cannot be reached" and panel.ask.isVisible()


def test_sending_asks_for_the_study_and_hides_the_token(make_window: MakeWindow) -> None:
    window, panel = shown(make_window)
    assert panel.send.isHidden()
    show(window, replace(window.services.online.state, allowed=frozenset(("net_sending",))))
    sent: list[tuple[str, str, bool, int]] = []

    def send(address: str, token: str, keep: bool, tab: int = 0) -> None:
        sent.append((address, token, keep, tab))

    window.services.online.send_game = send  # type: ignore[method-assign]
    tab = window.services.game.state.tab
    panel.send.click()
    dialog = panel.findChild(SendDialog)
    assert isinstance(dialog, SendDialog) and dialog.token.echoMode() == QLineEdit.EchoMode.Password
    dialog.address.setText("abcdefgh")
    dialog.token.setText("lip_secret")
    dialog.button.click()
    assert sent == [("abcdefgh", "lip_secret", False, tab)]
    show(window, replace(window.services.online.state, sent=1))
    assert panel.status.text() == "Sent. New chapters of the study: 1"
