"""What a new user wants first, tried without help: every click and key is counted, besides moves and typed text.

docs/first-steps.md says the same in words. Each path begins with the window as it stands after the start.
"""

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QDialog, QFileDialog, QPushButton, QToolButton, QWidget
from pytestqt.qtbot import QtBot

from books.choice.library import Library
from desktop.model.drill import DrillPhase
from desktop.model.game.state import GameState
from desktop.model.job import JobPhase
from desktop.views.game.annotate_dialog import AnnotateDialog
from desktop.views.game.status_card import status_text
from desktop.views.help.bubble import Bubble
from desktop.views.home.home_page import HomePage
from desktop.views.kit.words import text_of
from desktop.views.main_window import MainWindow
from desktop.views.setup.game_defaults import game_of
from desktop.views.setup.position_dialog import PositionDialog
from desktop.views.window.mode_bar import Mode
from desktop.views.window.window_shell import usual_size
from engine.game.move_choice import ChoiceSource
from engine.game.side import Side
from engine.play.people.persons import PERSONS
from engine.play.review.exercises import MistakeExercise
from tests.desktop.views.conftest import MakeWindow, Mouse
from tests.desktop.window_doubles import ScriptedChooser

LONG = 30_000
# Fool's mate: 1.f3 e5 2.g4 Qh4#
ANSWERS = [(move, ChoiceSource.SEARCH, "depth 8, +0.10") for move in ("e7e5", "d8h4")]


class Hand:
    """Does what a user does, and counts it."""

    def __init__(self, qtbot: QtBot, window: MainWindow) -> None:
        self._qtbot, self._window = qtbot, window
        self.count = 0

    def key(self, action: str) -> None:
        """Presses the key of an action, which must have one and be allowed."""
        found = self._window.actions_by_key[action]
        assert not found.shortcut().isEmpty() and found.isEnabled(), action
        self.count += 1
        found.trigger()

    def press(self, widget: QWidget, key: Qt.Key) -> None:
        """Presses a key in a dialog."""
        self.count += 1
        QTest.keyClick(widget, key)

    def click(self, widget: QWidget) -> None:
        """Clicks what is seen and allowed."""
        assert widget.isVisible() and widget.isEnabled()
        self.count += 1
        QTest.mouseClick(widget, Qt.MouseButton.LeftButton)

    def button(self, text: str, within: QWidget | None = None) -> None:
        """Clicks the button that says so."""
        root = within or self._window

        def found() -> list[QAbstractButton]:
            buttons = root.findChildren(QAbstractButton)
            return [b for b in buttons if text in (b.text().replace("&", ""), b.accessibleName()) and b.isVisible()]

        self._qtbot.waitUntil(lambda: bool(found()) and found()[0].isEnabled(), timeout=LONG)
        self.click(found()[0])

    def dialog(self, kind: type[QDialog]) -> QDialog:
        """The dialog that has opened."""
        found = self._window.findChild(kind)
        assert isinstance(found, kind)
        return found


def wait(qtbot: QtBot, condition: Callable[[], bool]) -> None:
    qtbot.waitUntil(condition, timeout=LONG)


def test_the_first_window_fits_the_screen() -> None:
    """On a screen of 1280x800 the lower edge of the first window, with the row of buttons, was out of sight."""
    assert usual_size(QSize(1280, 800)) == QSize(1264, 752) and usual_size(QSize(3840, 2160)) == QSize(1280, 840)


def test_a_hint_does_not_move_the_board_under_a_piece(qtbot: QtBot, make_window: MakeWindow) -> None:
    window = make_window()
    window.start_game()
    board, none = window.body.panel.board, Qt.KeyboardModifier.NoModifier
    place = Mouse(qtbot, board).at("e2")
    before = board.size()
    QTest.mousePress(board, Qt.MouseButton.LeftButton, none, place)
    window.action_groups.hints.begin(Mode.PLAY)
    QTest.qWait(50)
    bubble = window.findChild(Bubble)
    assert board.size() == before and bubble is not None and bubble.isVisible()
    QTest.mouseRelease(board, Qt.MouseButton.LeftButton, none, place)
    QTest.qWait(50)
    assert board.size() == before, "and when the piece is let go"
    assert bubble.isVisible() and QApplication.focusWidget() is board


def test_no_clock_runs_before_the_user_has_done_anything(qtbot: QtBot, make_window: MakeWindow) -> None:
    chooser = ScriptedChooser([("e2e4", ChoiceSource.BOOK, "")])
    window = make_window(chooser)
    settings = window.services.settings

    def state() -> GameState:
        return window.services.game.state

    settings.set("side", "black")
    settings.set("base_minutes", 1)
    window.start_game()
    QTest.qWait(200)
    assert state().orientation is Side.BLACK and state().game.table.size == 1 and not state().thinking
    assert not window.services.clock.running and not state().modified
    assert status_text(window, state()) == "Ready (Ctrl+G begins)"
    window.actions_by_key["go_on"].trigger()
    wait(qtbot, lambda: state().user_may_move)
    assert [node.san for node in state().game.main_line()] == ["e4"] and window.services.clock.running


def test_a_trial_move_on_a_page_of_study_is_not_answered(qtbot: QtBot, make_window: MakeWindow) -> None:
    """In Analyse, on the first day, Ratsu answered 1.e4, and the clock ran."""
    window = make_window(ScriptedChooser(ANSWERS))
    window.start_game()
    games, mouse = window.services.game, Mouse(qtbot, window.body.panel.board)
    modes = (Mode.ANALYSE, Mode.PLAY, Mode.BOOK, Mode.PLAY, Mode.TABLES, Mode.PLAY)
    for mode in modes:
        window.show_mode(mode)
        has_opponent = games.state.match is not None
        assert has_opponent is (mode is Mode.PLAY) and games.state.user_may_move and len(games.tabs.titles) == 1
    window.show_mode(Mode.ANALYSE)
    mouse.drag("e2", "e4")
    assert [node.san for node in games.state.game.main_line()] == ["e4"]
    assert not window.services.match.thinking and not window.services.clock.running
    window.show_mode(Mode.PLAY)
    assert games.state.match is None, "the user's analysis stays"


def test_a_game_that_was_chosen_stays_on_every_page(make_window: MakeWindow) -> None:
    window = make_window(ScriptedChooser(ANSWERS))
    window.start_game()
    window.services.match.new_game(game_of(window.services.settings.settings))
    window.show_mode(Mode.ANALYSE)
    assert window.services.game.state.match is not None


def test_the_ready_game_suits_children_at_once(make_window: MakeWindow) -> None:
    """The clock and Ratsu with 1500 Elo stayed on the board."""
    window = make_window(ScriptedChooser(ANSWERS))
    window.start_game()
    services = window.services
    assert window.body.panel.lower_bar.clock.text
    services.settings.set("children", True)
    match = services.game.state.match
    assert match is not None and match.black.person == PERSONS[0].key and len(services.game.tabs.titles) == 1
    assert window.body.panel.lower_bar.clock.text == ""
    services.settings.set("level", "master")
    services.settings.set("children", False)
    services.settings.set("children", True)
    match = services.game.state.match
    assert match is not None and not match.black.person, "an opponent that was chosen stays"


def test_a_game_is_lost_and_reviewed_in_six(qtbot: QtBot, make_window: MakeWindow) -> None:
    window = make_window(ScriptedChooser(ANSWERS))
    window.start_game()
    hand, mouse = Hand(qtbot, window), Mouse(qtbot, window.body.panel.board)
    mouse.drag("f2", "f3")
    wait(qtbot, lambda: len(window.services.game.state.game.main_line()) == 2)
    mouse.drag("g2", "g4")
    wait(qtbot, lambda: window.services.game.state.outcome is not None)
    hand.button("Review", window.body.side)
    wait(qtbot, lambda: window.services.review.state.phase is JobPhase.DONE)
    panel = window.body.side.panel("review")
    assert panel is not None and panel.isVisible()
    assert hand.count <= 6
    print(f"reviewed: {hand.count}")


def test_the_first_mistake_of_a_game_becomes_an_exercise_in_three(
    qtbot: QtBot, make_window: MakeWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    window = make_window(ScriptedChooser(ANSWERS))
    saved: list[MistakeExercise] = []
    monkeypatch.setattr(window.services.mistakes, "save", saved.extend)
    window.start_game()
    hand, mouse = Hand(qtbot, window), Mouse(qtbot, window.body.panel.board)
    mouse.drag("f2", "f3")
    wait(qtbot, lambda: len(window.services.game.state.game.main_line()) == 2)
    mouse.drag("g2", "g4")
    wait(qtbot, lambda: window.services.game.state.outcome is not None)
    hand.button("Review", window.body.side)
    wait(qtbot, lambda: window.services.review.state.phase is JobPhase.DONE)
    hand.button("Next mistake", window.body.side)
    hand.button("Save exercise", window.body.side)
    assert hand.count == 3 and [one.played_text for one in saved] == ["2.g4??"]


def test_a_position_is_set_up_and_analysed_in_six(qtbot: QtBot, make_window: MakeWindow) -> None:
    window = make_window()
    window.show_mode(Mode.ANALYSE)
    window.body.side.show_panel("review")
    window.show_mode(Mode.PLAY)
    window.start_game()
    hand = Hand(qtbot, window)
    hand.key("edit_position")
    dialog = hand.dialog(PositionDialog)
    assert isinstance(dialog, PositionDialog)
    hand.click(dialog.tools["clear"])
    for letter, square in (("K", 4), ("Q", 3), ("k", 60)):
        hand.click(dialog.palettes[letter.isupper()].tools[letter])
        place = dialog.board.geometry_now.centre(square).toPoint()
        QTest.mouseClick(dialog.board, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, place)
    hand.press(dialog, Qt.Key.Key_Return)
    assert window.services.game.state.fen.startswith("4k3/8/8/8/8/8/8/3QK3")
    wait(qtbot, lambda: window.services.analysis.state.running and bool(window.services.analysis.state.lines))
    assert window.body.side.in_front("analysis"), "the lines are seen, though the review was in front before"
    assert text_of(window.services.game.tabs.titles[-1].title) == "Position"
    assert hand.count <= 6
    print(f"set up: {hand.count}")


def test_a_position_from_elsewhere_is_analysed_in_two(qtbot: QtBot, make_window: MakeWindow) -> None:
    window = make_window()
    window.start_game()
    hand = Hand(qtbot, window)
    QGuiApplication.clipboard().setText("8/8/8/4k3/8/8/8/KQ6 w - - 0 1")
    hand.key("paste")
    hand.key("analysis")
    wait(qtbot, lambda: bool(window.services.analysis.state.lines))
    assert window.services.game.state.fen.startswith("8/8/8/4k3") and hand.count == 2


def test_a_book_line_is_added_flagged_and_trained_in_eight(
    qtbot: QtBot, make_window: MakeWindow, tmp_path: Path
) -> None:
    library = Library(tmp_path / "user.ratsubook", tmp_path / "learned.ratsubook", None)
    window = make_window(library=library)
    window.start_game()
    hand = Hand(qtbot, window)
    hand.key("edit_position")
    hand.press(hand.dialog(PositionDialog), Qt.Key.Key_Return)  # the start position, for analysis
    for move in ("e2e4", "e7e5", "g1f3"):
        window.services.match.user_move(move)
    hand.key("book_add_line")
    book = window.services.book
    hand.key("first")
    wait(qtbot, lambda: any(row.san == "e4" for row in book.state.rows))
    hand.key("book_mark_!")
    wait(qtbot, lambda: any(row.san == "e4" and row.flag == "!" for row in book.state.rows))
    hand.click(window.body.mode_bar.buttons[Mode.TRAIN])
    hand.button("White, all openings")
    hand.button("Train White")
    wait(qtbot, lambda: window.services.openings.state.phase is DrillPhase.SHOWING)
    assert hand.count <= 8
    print(f"trained: {hand.count}")


def test_a_pgn_is_opened_annotated_and_saved_in_eight(qtbot: QtBot, make_window: MakeWindow, tmp_path: Path) -> None:
    path = tmp_path / "game.pgn"
    path.write_text('[White "Anna"]\n[Black "Ben"]\n[Result "*"]\n\n1. e4 e5 2. Nf3 *\n')
    window = make_window()
    window.start_game()
    hand = Hand(qtbot, window)
    hand.key("open")
    chooser = hand.dialog(QFileDialog)
    assert isinstance(chooser, QFileDialog)
    hand.count += 1  # Enter, after the name
    chooser.filesSelected.emit([str(path)])
    chooser.close()
    wait(qtbot, lambda: window.services.game.state.path == str(path))
    hand.key("forward")
    hand.key("annotate")
    dialog = hand.dialog(AnnotateDialog)
    assert isinstance(dialog, AnnotateDialog)
    qtbot.waitUntil(dialog.isActiveWindow)
    QTest.keyClicks(dialog.comment, "best by test")
    hand.count += 1
    QTest.keyClick(dialog.comment, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    hand.key("save")
    wait(qtbot, lambda: "best by test" in path.read_text())
    assert hand.count <= 8
    print(f"saved: {hand.count}")


def home(qtbot: QtBot, hand: Hand, window: MainWindow) -> HomePage:
    hand.click(window.body.mode_bar.buttons[Mode.HOME])
    page = window.findChild(HomePage)
    assert isinstance(page, HomePage)
    wait(qtbot, lambda: window.services.home.state.played is not None)
    return page


def test_an_own_game_is_found_again_in_two(qtbot: QtBot, make_window: MakeWindow, tmp_path: Path) -> None:
    played = tmp_path / "played games.pgn"
    played.write_text('[White "You"]\n[Black "Aino"]\n[Result "0-1"]\n\n1. e4 e5 0-1\n')
    window = make_window()
    window.services.files.played_games = played
    window.start_game()
    hand = Hand(qtbot, window)
    page = home(qtbot, hand, window)
    hand.button("You – Aino  0–1", page)
    wait(qtbot, lambda: window.services.game.state.path == str(played))
    assert hand.count == 2


def test_a_person_is_played_in_two(qtbot: QtBot, make_window: MakeWindow) -> None:
    window = make_window()
    window.start_game()
    hand = Hand(qtbot, window)
    page = home(qtbot, hand, window)
    people = page.opponents.findChildren(QToolButton)
    wait(qtbot, people[0].isVisible)
    hand.click(people[0])
    match = window.services.game.state.match
    assert match is not None and match.human_side is not None and match.contestant(match.human_side.other).person
    assert hand.count == 2


def test_tactics_are_trained_in_two(qtbot: QtBot, make_window: MakeWindow) -> None:
    window = make_window()
    window.start_game()
    hand = Hand(qtbot, window)
    page = home(qtbot, hand, window)
    hand.click(page.due.rows()[2])
    panel = window.body.side.panel("tactics")
    assert panel is not None
    train = next(one for one in panel.findChildren(QPushButton) if one.text() == "&Train")
    QTest.mouseClick(train, Qt.MouseButton.LeftButton)  # needless, and the puzzle is on its way: it does no harm
    wait(qtbot, lambda: window.services.tactics.state.question is not None)
    assert not train.isVisible() and len(window.services.game.tabs.titles) == 1
    assert hand.count == 2
