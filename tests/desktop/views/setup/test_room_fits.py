"""The game room by the mouse: how many clicks a game takes, and on which screens everything is in sight."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

import pytest
from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QAbstractScrollArea, QApplication, QComboBox, QDialog, QWidget
from pytestqt.qtbot import QtBot

from desktop.views.kit.dialogs import Dialog
from desktop.views.main_window import MainWindow
from desktop.views.setup.game_room import GameRoom
from desktop.views.setup.opponent_field import OpponentField
from desktop.views.setup.start_field import StartKind
from desktop.views.setup.time_field import PRESETS
from engine.game.side import Side
from tests.desktop import looks
from tests.desktop.views.conftest import Compose, MakeView, MakeWindow
from tests.desktop.views.engines.test_engines_dialog import ELO, entry
from tests.desktop.views.setup.test_game_room import own_clock, start_kind
from tests.desktop.window_doubles import ScriptedChooser

# -- clicks


class Clicks:
    """Counts the clicks of a mouse."""

    def __init__(self) -> None:
        self.count = 0

    def on(self, widget: QWidget, place: QRect | None = None) -> None:
        self.count += 1
        at = (place or widget.rect()).center()
        assert widget.isVisible() and widget.rect().contains(at)
        QTest.mouseClick(widget, Qt.MouseButton.LeftButton, pos=at)


def room_of(window: MainWindow, clicks: Clicks) -> GameRoom:
    button = next(one for one in window.body.mode_bar.findChildren(QAbstractButton) if one.text() == "New")
    clicks.on(button)
    room = window.findChildren(GameRoom)[-1]
    QApplication.processEvents()
    return room


def test_a_rated_game_against_the_last_opponent_is_two_clicks_away_and_any_game_four(make_window: MakeWindow) -> None:
    window = make_window(ScriptedChooser(hold=True))
    for key, place in (("sofia", 15), ("", 17), ("people", 18), ("nelli", 0)):
        clicks = Clicks()
        room = room_of(window, clicks)
        tile = room.opponents.visualItemRect(room.opponents.item(place))
        clicks.on(room.opponents.viewport(), tile)
        clicks.on(room.time.chips.button(PRESETS[place % 5]))
        room.rated.setChecked(True)
        clicks.on(room.play if key == "people" else room.sides["black"])
        state = window.services.game.state
        assert clicks.count == 4 and state.match is not None
        assert state.match.control.of(Side.WHITE).base_ms == PRESETS[place % 5].base_ms
        assert state.match.human_side is (None if key == "people" else Side.BLACK)
        assert state.match.white.person == (key if key != "people" else "")
    again = Clicks()
    room = room_of(window, again)
    again.on(next(one for one in (*room.sides.values(), room.play) if one.isDefault()))
    match = window.services.game.state.match
    assert again.count == 2 and match is not None and match.rated and match.white.person == "nelli"


def test_a_double_click_on_a_face_begins_the_game(make_window: MakeWindow) -> None:
    window = make_window(ScriptedChooser(hold=True))
    room = room_of(window, Clicks())
    place = room.opponents.visualItemRect(room.opponents.item(3)).center()
    QTest.mouseClick(room.opponents.viewport(), Qt.MouseButton.LeftButton, pos=place)
    QTest.mouseDClick(room.opponents.viewport(), Qt.MouseButton.LeftButton, pos=place)
    match = window.services.game.state.match
    assert match is not None and match.black.person == "leo"


def test_play_from_here_asks_who_plays_and_keeps_the_moves(make_window: MakeWindow) -> None:
    """It asked neither opponent nor side nor clock."""
    window = make_window(ScriptedChooser(hold=True))
    for move in ("e2e4", "e7e5"):
        window.services.game.play_move(move)
    tabs = len(window.services.game.tabs.titles)
    window.actions_by_key["play_from_here"].trigger()
    room = window.findChildren(GameRoom)[-1]
    assert not room.start.isVisible() and not room.rated.isVisible() and room.sides["white"].isDefault()
    assert len(window.services.game.tabs.titles) == tabs
    room.opponents.choose("viktor")
    room.time.chips.button(PRESETS[0]).click()
    room.sides["black"].click()
    state = window.services.game.state
    assert state.match is not None and state.match.white.person == "viktor"
    assert state.match.control == PRESETS[0] and len(state.game.main_line()) == 2


# -- where it fits

SCREENS = [
    pytest.param(QSize(960, 540), 100, id="960x540"),
    pytest.param(QSize(1366, 768), 150, id="1366x768 at 150 %"),
    pytest.param(QSize(800, 500), 100, id="1600x1000 at 2x, in points"),
]


class Screen:
    """A screen of a size."""

    def __init__(self, size: QSize) -> None:
        self._size = size

    def availableGeometry(self) -> QRect:  # noqa: N802 - as in Qt
        return QRect(0, 0, self._size.width(), self._size.height())


def states_of(room: GameRoom) -> Iterator[str]:
    """Brings the room into each of its states: all opponents with all starts, the styles, limits and clocks."""
    for row in range(room.opponents.count()):
        room.opponents.setCurrentRow(row)
        if row % 6 == 5 or row >= 17:
            for kind in StartKind:
                start_kind(room, kind)
                yield f"tile {row}, {kind.value}"
    room.opponents.choose("")
    for box in (room.level.style_box, room.level.bound):
        for index in range(box.count()):
            box.setCurrentIndex(index)
            yield box.currentText()
    room.level.strength.set_elo(None)
    yield "full strength"


def faults_of(dialog: QDialog, screen: QSize) -> list[str]:
    """Whatever is greyed out, scrolls, is cut, or lies outside the dialog or the screen."""
    QApplication.sendPostedEvents()
    QApplication.processEvents()
    shown = [one for one in dialog.findChildren(QWidget) if one.isVisibleTo(dialog)]
    faults = [f"disabled {one}" for one in shown if not one.isEnabled()]
    for area in shown:
        if isinstance(area, QAbstractScrollArea):
            bars = (area.verticalScrollBar(), area.horizontalScrollBar())
            faults += [f"scrolls {area} by {bar.maximum()}" for bar in bars if bar.maximum() > bar.minimum()]
    for one in shown:
        rect = QRect(one.mapTo(dialog, one.rect().topLeft()), one.size())
        named = isinstance(one, QAbstractButton | QComboBox) or one.accessibleName()
        if named and not dialog.rect().contains(rect):
            faults.append(f"{one} {one.accessibleName()} at {rect}")
    if dialog.width() > screen.width() - 8 or dialog.height() > screen.height() - 36:  # the frame of the window manager
        faults.append(f"{dialog.size()}")
    return [*faults, *looks.cut_texts(dialog), *looks.without_name(dialog), *looks.longest_choices_cut(dialog)]


@pytest.mark.parametrize("language", ["en", "fi"])
@pytest.mark.parametrize(("screen", "percent"), SCREENS)
def test_nothing_is_grey_scrolls_or_leaves_the_screen(
    qtbot: QtBot, make_view: MakeView, compose: Compose, monkeypatch: pytest.MonkeyPatch,
    screen: QSize, percent: int, language: str,
) -> None:  # fmt: skip
    """Half of the old dialog was grey, it scrolled at 960x540, and at 2x *Start* and *Cancel* were below the screen."""
    monkeypatch.setattr(Dialog, "screen", lambda _: Screen(screen))
    services = compose(text_size=percent, language=language)
    services.engines._set((entry(options=ELO),))
    room = make_view(GameRoom, services=services).view
    for state in states_of(room):
        assert faults_of(room, screen) == [], state
    dialog = own_clock(room)
    for index in range(dialog.kind.count()):
        dialog.kind.setCurrentIndex(index)
        for on in (False, True):
            dialog.periods_on.setChecked(on)
            dialog.odds.setChecked(on)
            assert faults_of(dialog, screen) == [], (dialog.kind.currentText(), on)
    dialog.reject()
    room.reject()


def test_the_tiles_lie_in_rows_and_none_covers_another(make_view: MakeView) -> None:
    room = make_view(GameRoom).view
    QApplication.processEvents()
    rects = [room.opponents.visualItemRect(room.opponents.item(row)) for row in range(room.opponents.count())]
    assert all(room.opponents.viewport().rect().contains(rect) for rect in rects)
    assert not any(one.intersects(other) for one, other in pairwise(rects))
    room.reject()


def test_two_versions_of_an_engine_are_told_apart_on_their_tiles(qtbot: QtBot) -> None:
    """Both tiles read “Stockfish”: the version was cut off."""
    entries = [replace(entry("a"), key=version, name=f"Stockfish {version}") for version in ("15.1", "17.1")]
    field = OpponentField(entries)
    qtbot.addWidget(field)
    field.resize(720, 300)
    field.show()
    QApplication.processEvents()
    texts = [item.text() for item in map(field.item, range(field.count())) if "Stockfish" in item.text()]
    assert len(texts) == 2
    for text, version in zip(texts, ("15.1", "17.1"), strict=True):
        assert text.split() == ["Stockfish", version], text
