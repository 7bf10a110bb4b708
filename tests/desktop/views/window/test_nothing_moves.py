"""Nothing moves under the hand: board and tools stay where they are, whatever is done that is no change of the layout."""

import random
from collections.abc import Callable

import pytest
from PySide6.QtCore import QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QToolButton
from pytestqt.qtbot import QtBot

from desktop.model.errors import Message, Severity
from desktop.model.game.match import NewGame
from desktop.views.main_window import MainWindow
from desktop.views.window.mode_bar import Mode
from desktop.views.window.panels import PANELS
from engine.game.time_control import TimeControl
from engine.ground.text import plain
from tests.desktop.views.conftest import MakeWindow
from tests.desktop.views.window.test_message_strip import overlapped, settled

GESTURES, MANY = 75, 10_000
OLDEST_MS = 10_000
SIZES = ((960, 540), (960, 1040), (760, 1040), (1280, 800), (1920, 1080))
LARGEST = (2560, 1440)
TEXTS = (
    "1. e4 e5 (1... c5 {Sicilian}) 2. Nf3 *",
    '[White "Ann"]\n[Black "Bob"]\n\n1. d4 d5 *',
    "8/8/8/8/8/8/8/K1k5 w - - 0 1",
    "x",
)
KEYS = (
    Qt.Key.Key_Left,
    Qt.Key.Key_Right,
    Qt.Key.Key_Home,
    Qt.Key.Key_End,
    Qt.Key.Key_A,
    Qt.Key.Key_X,
    Qt.Key.Key_Plus,
    Qt.Key.Key_Minus,
)


def rectangles(window: MainWindow) -> dict[str, QRect]:
    """Board, clocks, and every button of the row of tools and of the bar of modes, within the window."""
    body = window.body
    panel = body.panel
    found = {"board": panel.board.rect().translated(panel.board.mapTo(window, panel.board.rect().topLeft()))}
    shown = [
        panel.upper_bar,
        panel.lower_bar,
        *body.controls.findChildren(QToolButton),
        *body.mode_bar.buttons.values(),
    ]
    for number, part in enumerate(shown):
        if part.isVisible():
            found[f"{number} {part.accessibleName()}"] = part.rect().translated(
                part.mapTo(window, part.rect().topLeft())
            )
    return found


class Hand:
    """Random gestures that change no layout."""

    def __init__(self, window: MainWindow, seed: int) -> None:
        self._window, self._random = window, random.Random(seed)

    def do(self) -> str:
        gestures: tuple[Callable[[], object], ...] = (
            self.move, self.move, self.message, self.paste, self.key, self.mode, self.panel, self.new_game, self.tab,
            self.adjourn, self.over, self.lines,
        )  # fmt: skip
        chosen = self._random.choice(gestures)
        chosen()
        return chosen.__name__

    def move(self) -> None:
        state = self._window.services.game.state
        if state.user_may_move and state.legal_moves:
            self._window.services.match.user_move(self._random.choice(state.legal_moves))

    def message(self) -> None:
        severity = self._random.choice(tuple(Severity))
        answers = (("Do it", lambda: None),) if self._random.random() < 0.5 else ()
        text = "A message. " * self._random.randrange(1, 20)
        self._window.body.messages.tell(Message(severity, plain(text)), answers)

    def paste(self) -> None:
        self._window.services.files.paste(self._random.choice(TEXTS))

    def key(self) -> None:
        QTest.keyClick(self._window.body.panel.board, self._random.choice(KEYS))

    def mode(self) -> None:
        self._window.show_mode(self._random.choice([mode for mode in Mode if mode not in (Mode.GAMES, Mode.HOME)]))

    def panel(self) -> None:
        self._window.body.side.show_panel(self._random.choice(PANELS).key)

    def new_game(self) -> None:
        self._window.services.match.new_game(NewGame(control=TimeControl(self._random.choice((0, 300_000)) or None, 0)))

    def tab(self) -> None:
        titles = self._window.services.game.tabs.titles
        if len(titles) > 8:
            self._window.services.game.close_tab(titles[0].tab)
        self._window.services.game.select_tab(self._random.choice(titles).tab)

    def adjourn(self) -> None:
        self._window.services.match.adjourn()

    def over(self) -> None:
        self._window.services.match.resign()

    def lines(self) -> None:
        self._window.actions_by_key[self._random.choice(("more_lines", "fewer_lines", "analysis", "threat"))].trigger()


def stays(window: MainWindow, seed: int, gestures: int) -> None:
    window.start_game()
    QApplication.processEvents()
    before, hand, history = rectangles(window), Hand(window, seed), []
    for _ in range(gestures):
        history.append(hand.do())
        bar = window.body.messages
        old = [
            one for one in bar.notices if not one.awaits and one.age.elapsed() > OLDEST_MS
        ]  # before the timers' turn
        QApplication.processEvents()
        now = rectangles(window)
        moved = {name: (before[name], now[name]) for name in before.keys() & now.keys() if before[name] != now[name]}
        assert not moved, (history[-5:], moved)
        outside = [name for name, place in now.items() if not window.rect().contains(place)]
        assert not outside, (history[-5:], outside)
        settled(window)
        assert not overlapped(window), (history[-5:], overlapped(window))
        assert not [one for one in old if one in bar.notices and not one.underMouse()], history[-5:]


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_no_gesture_moves_board_or_tools(make_window: MakeWindow, size: tuple[int, int]) -> None:
    stays(make_window(width=size[0], height=size[1]), size[0], GESTURES // len(SIZES))


@pytest.mark.long
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_no_gesture_of_many_moves_board_or_tools(make_window: MakeWindow, size: tuple[int, int]) -> None:
    stays(make_window(width=size[0], height=size[1]), size[1], MANY // len(SIZES))


def test_the_buttons_of_lines_stay_where_they_are(qtbot: QtBot, make_window: MakeWindow) -> None:
    window = make_window()
    for move in ("e2e4", "e7e5"):
        window.services.game.play_move(move)
    window.show_mode(Mode.ANALYSE)
    qtbot.waitUntil(lambda: len(window.services.analysis.state.lines) == 1)
    panel = window.body.side.panel("analysis")
    assert panel is not None

    def places() -> list[QRect]:
        QApplication.processEvents()
        buttons = [button for button in panel.findChildren(QToolButton) if button.isVisible()]
        return [button.rect().translated(button.mapTo(window, button.rect().topLeft())) for button in buttons[:5]]

    before = places()
    for wanted in (2, 3, 4, 5):
        window.actions_by_key["more_lines"].trigger()
        qtbot.waitUntil(lambda wanted=wanted: len(window.services.analysis.state.lines) == wanted)  # type: ignore[misc]
        assert places() == before


@pytest.mark.parametrize("where", ["outside", "inside", "off"])
def test_players_and_evaluation_bar_end_where_the_squares_end(make_window: MakeWindow, where: str) -> None:
    window = make_window()
    window.services.settings.set("coordinates", where)
    window.show_mode(Mode.ANALYSE)
    for size in ((1024, 700), (760, 1040)):
        window.resize(*size)
        panel = window.body.panel
        squares = panel.board.geometry_now.board.toRect().translated(panel.board.pos())
        for bar in (panel.upper_bar, panel.lower_bar):
            assert (bar.x(), bar.width()) == (squares.x(), squares.width()) and bar.height() == 40
        assert (panel.bar.y(), panel.bar.height()) == (squares.y(), squares.height())
        assert panel.bar.isVisible() and panel.bar.geometry().right() < squares.x()


@pytest.mark.parametrize("size", [*SIZES, LARGEST], ids=str)
def test_the_layout_is_chosen_by_the_shape_of_the_window(make_window: MakeWindow, size: tuple[int, int]) -> None:
    window = make_window(width=size[0], height=size[1])
    body = window.body
    window.show_mode(Mode.ANALYSE)
    upright = body.side.y() > body.panel.geometry().bottom()
    assert upright is (size[1] > size[0])
    assert body.rect().contains(body.side.geometry()) and body.rect().contains(body.controls.geometry())
    assert not body.side.geometry().intersects(body.panel.geometry())
    assert body.side.wide is (upright or size in ((1920, 1080), LARGEST))


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_the_board_is_never_smaller_when_the_side_is_folded(make_window: MakeWindow, size: tuple[int, int]) -> None:
    window = make_window(width=size[0], height=size[1])
    body = window.body
    before = body.panel.board.geometry_now.side
    window.actions_by_key["panels"].trigger()
    QApplication.processEvents()
    assert not body.side.isVisible() and body.panel.board.geometry_now.side >= before
    assert body.rect().contains(body.panel.geometry()) and body.rect().contains(body.controls.geometry())
    assert not body.panel.geometry().intersects(body.controls.geometry())
    upright = size[1] > size[0]
    assert body.panel.board.geometry_now.side > before or not upright, (
        "an upright window gives the board the side's room"
    )


def test_no_word_of_the_bar_of_modes_is_cut_in_any_height(make_window: MakeWindow) -> None:
    for language in ("en", "fi"):
        window = make_window(language=language)
        for height in (430, 500, 540, 600, 700, 1040):
            window.resize(960, height)
            QApplication.processEvents()
            bar = window.body.mode_bar
            for button in bar.findChildren(QToolButton):
                words = button.toolButtonStyle() is Qt.ToolButtonStyle.ToolButtonTextUnderIcon
                wide = button.fontMetrics().horizontalAdvance(button.text())
                assert not words or wide <= button.width(), (button.text(), height)
                assert button.height() >= button.sizeHint().height(), (button.text(), height)
                assert button.accessibleName() or button.text()


def test_a_new_sheet_gives_its_room_to_the_panels_except_in_play(make_window: MakeWindow) -> None:
    window = make_window()
    side = window.body.side
    window.show_mode(Mode.BOOK)
    assert side.sheet.height() < side.height() / 2
    window.show_mode(Mode.PLAY)
    assert side.sheet.height() > side.height() / 2
