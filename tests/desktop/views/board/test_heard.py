"""What a screen reader and a voice are told: the squares, moves, takebacks, draw answers and the end of a game."""

import sys
from types import ModuleType

import pytest
from PySide6.QtCore import QLocale, QObject, Qt
from pytestqt.qtbot import QtBot

from desktop.model.game import referee
from desktop.model.game.match import NewGame
from desktop.services.kit.voice import Voice
from desktop.views.actions.spoken_actions import SpokenActions
from desktop.views.board.position_scene import square_number
from desktop.views.game.board_panel import BoardPanel
from desktop.views.game.player_bar import CapturedPieces
from desktop.views.kit import messages
from engine.game.move_choice import ChoiceSource
from tests.desktop.views.conftest import MakeView, MakeWindow
from tests.desktop.window_doubles import ScriptedChooser

ANSWERS = [(move, ChoiceSource.SEARCH, "depth 8, +0.10") for move in ("e7e5", "d8h4")]


class Speech(QObject):
    """Qt's speech, as far as it is used."""

    said: list[tuple[str, str]]
    voices: tuple[str, ...]

    def availableVoices(self) -> tuple[str, ...]:  # noqa: N802 - as Qt names it
        return self.voices

    def setLocale(self, locale: QLocale) -> None:  # noqa: N802 - as Qt names it
        self._locale = locale

    def enqueue(self, text: str) -> None:
        self.said.append((self._locale.name(), text))

    def stop(self) -> None:
        self.said.append(("", "stopped"))


@pytest.fixture
def speech(monkeypatch: pytest.MonkeyPatch) -> type[Speech]:
    module = ModuleType("PySide6.QtTextToSpeech")
    Speech.said, Speech.voices = [], ("a voice",)
    module.QTextToSpeech = Speech  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "PySide6.QtTextToSpeech", module)
    return Speech


def square_text(view: BoardPanel, name: str) -> str | None:
    squares = view.board.squares.squares
    return squares.data(squares.cell(square_number(name)))


def test_each_square_is_a_named_cell_where_it_is_painted(make_view: MakeView) -> None:
    shown = make_view(BoardPanel)
    board = shown.view.board
    table = board.squares
    for flipped in (False, True):
        board.set_flipped(flipped)
        for square in range(64):
            cell = table.squares.cell(square)
            painted = board.geometry_now.rect(square)
            place = table.visualRect(cell).translated(table.pos())
            assert abs(place.x() - painted.x()) <= 1 and abs(place.y() - painted.y()) <= 1
            assert table.squares.square(cell.row(), cell.column()) == square
    assert square_text(shown.view, "e6") == "e6, empty" and square_text(shown.view, "g1") == "white knight on g1"
    assert table.squares.headerData(0, Qt.Orientation.Horizontal) == "h"
    assert table.squares.headerData(0, Qt.Orientation.Vertical) == "1"
    shown.services.game.play_move("g1f3")
    assert square_text(shown.view, "f3") == "white knight on f3" and square_text(shown.view, "g1") == "g1, empty"


def test_a_square_chosen_by_a_screen_reader_is_pressed(make_view: MakeView) -> None:
    shown = make_view(BoardPanel)
    table = shown.view.board.squares
    for name in ("e2", "e4"):
        table.selectionModel().select(
            table.squares.cell(square_number(name)), table.selectionModel().SelectionFlag.Select
        )
    assert shown.services.game.state.node.san == "e4"


def test_a_game_is_heard_move_by_move_and_to_its_end(
    make_window: MakeWindow, qtbot: QtBot, speech: type[Speech], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The voice says what a screen reader is told."""
    announced: list[str] = []
    monkeypatch.setattr(messages, "announce", lambda _widget, text: announced.append(text))
    window = make_window(ScriptedChooser(ANSWERS))
    match, game = window.services.match, window.services.game
    window.services.settings.set("voice", True)
    match.new_game(NewGame())
    match.user_move("f2f3")
    qtbot.waitUntil(lambda: game.state.user_may_move, timeout=10_000)
    match.take_back()
    match.offer_draw()
    match.resign()
    said = [text for _, text in speech.said]
    assert said[:3] == ["White: pawn to f3", "Black: pawn to e5", "Taken back. No move has been made"]
    assert said[-1] == "Black wins by resignation"
    assert all(text in announced for text in said)
    assert "Ratsu (Full strength) declines the draw: it is too early." in announced


def test_a_rated_game_does_not_hear_why_a_draw_is_declined(
    make_window: MakeWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    announced: list[str] = []
    monkeypatch.setattr(messages, "announce", lambda _widget, text: announced.append(text))
    window = make_window(ScriptedChooser(ANSWERS))
    window.services.match.new_game(NewGame(rated=True))
    window.services.match.offer_draw()
    assert "Ratsu (Full strength) declines the draw." in announced


def test_an_offered_draw_is_announced_and_ends_with_the_next_move(
    make_window: MakeWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    announced: list[str] = []
    monkeypatch.setattr(messages, "announce", lambda _widget, text: announced.append(text))
    monkeypatch.setattr(referee, "offers_draw", lambda state, _match: state.game.node(state.live).ply == 2)
    window = make_window(ScriptedChooser(ANSWERS))
    match, game = window.services.match, window.services.game

    def offers() -> list[messages.Notice]:
        return [one for one in window.findChildren(messages.Notice) if not one.isHidden()]

    match.new_game(NewGame())
    match.user_move("f2f3")
    qtbot.waitUntil(lambda: len(offers()) == 1, timeout=10_000)
    assert "Ratsu (Full strength) offers a draw." in announced
    match.user_move("a2a3")
    qtbot.waitUntil(lambda: not offers(), timeout=10_000)
    assert game.state.outcome is None


@pytest.mark.parametrize("panel", ["game", "book"])
def test_the_end_of_a_game_is_announced_once_wherever_it_is_shown(
    make_window: MakeWindow, speech: type[Speech], monkeypatch: pytest.MonkeyPatch, panel: str
) -> None:
    announced: list[str] = []
    monkeypatch.setattr(messages, "announce", lambda _widget, text: announced.append(text))
    window = make_window(ScriptedChooser(ANSWERS))
    window.services.settings.set("voice", True)
    window.services.match.new_game(NewGame())
    window.body.side.show_panel(panel)
    assert window.body.side.in_front("game") is (panel == "game")
    window.services.match.user_move("f2f3")
    window.services.match.resign()
    assert len([text for text in announced if "resignation" in text]) == 1
    assert [text for _, text in speech.said if "resignation" in text] == ["Black wins by resignation"]


def test_the_voice_speaks_finnish_to_a_finn_and_falls_silent(make_window: MakeWindow, speech: type[Speech]) -> None:
    window = make_window()
    settings = window.services.settings
    settings.set("language", "fi")
    settings.set("voice", True)
    assert window.findChildren(SpokenActions)
    window.services.game.play_move("g1f3")
    assert ("fi_FI", "Valkea: ratsu ruutuun f3") in speech.said
    settings.set("voice", False)
    assert speech.said[-1] == ("", "stopped")
    settings.set("language", "en")


@pytest.mark.parametrize("installed", [True, False])
def test_without_a_voice_nothing_is_said_but_that(
    make_window: MakeWindow, speech: type[Speech], monkeypatch: pytest.MonkeyPatch, installed: bool
) -> None:
    speech.voices = ()
    if not installed:
        monkeypatch.setitem(sys.modules, "PySide6.QtTextToSpeech", None)
    window = make_window()
    assert not window.body.messages.notices
    window.services.settings.set("voice", True)
    assert "There is no voice." in window.body.messages.notices[-1].accessibleName()
    window.services.game.play_move("e2e4")
    assert not Voice().found and speech.said == []


def test_players_clocks_and_captured_pieces_are_said_in_words(make_view: MakeView) -> None:
    shown = make_view(BoardPanel)
    for move in ("e2e4", "d7d5", "e4d5", "d8d5"):
        shown.services.game.play_move(move)
    below = shown.view.lower_bar
    assert below.accessibleName() == "White" and below.clock.accessibleDescription() == "Clock of White"
    assert below.findChildren(CapturedPieces)[0].accessibleName() == "Captured: black pawn, ahead by 0"
