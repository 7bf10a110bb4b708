"""The page Home in the window."""

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QPushButton, QToolButton
from pytestqt.qtbot import QtBot

from desktop.model.game.match import NewGame
from desktop.views.home.home_page import HomePage
from desktop.views.home.home_parts import Row
from desktop.views.main_window import MainWindow
from desktop.views.window.mode_bar import Mode
from engine.game.time_control import TimeControl
from tests.desktop.looks import cut_texts, scrolls_sideways, without_name
from tests.desktop.views.conftest import MakeWindow


def home_of(qtbot: QtBot, window: MainWindow) -> HomePage:
    window.show_mode(Mode.HOME)
    page = window.findChild(HomePage)
    assert isinstance(page, HomePage)
    qtbot.waitUntil(lambda: window.services.home.state.played is not None)
    return page


def rows(card: object) -> list[Row]:
    return [row for row in card.rows() if isinstance(row, Row)]  # type: ignore[attr-defined]


def test_an_adjourned_game_is_resumed_with_one_click(qtbot: QtBot, make_window: MakeWindow) -> None:
    window = make_window()
    services = window.services
    services.match.new_game(NewGame(None, control=TimeControl(60_000)))
    services.match.user_move("e2e4")
    services.match.adjourn()
    page = home_of(qtbot, window)
    assert [row.accessibleName() for row in rows(page.going)] == ["White – Black, move 1, adjourned"]
    rows(page.going)[0].click()
    assert services.game.state.playing and window.modes.mode is Mode.PLAY


def test_a_person_is_played_with_one_click(qtbot: QtBot, make_window: MakeWindow) -> None:
    window = make_window()
    page = home_of(qtbot, window)
    button = page.opponents.findChildren(QToolButton)[0]
    button.click()
    match = window.services.game.state.match
    assert match is not None and match.human_side is not None
    person = match.contestant(match.human_side.other)
    assert person.person and button.accessibleName().startswith(str(person.player))


def test_games_imported_while_home_is_known_can_be_listed(
    qtbot: QtBot, make_window: MakeWindow, tmp_path: Path
) -> None:
    """The button was shown only if there had been a collection when the page was first opened."""
    collection = tmp_path / "games.ratsugames"
    window = make_window()
    window.services.collection._path = collection  # a window of the tests keeps nothing
    page = home_of(qtbot, window)
    assert not page.imported.isVisible()
    file = tmp_path / "a.pgn"
    file.write_text('[White "You"]\n[Result "0-1"]\n\n1. e4 0-1\n')
    window.services.collection.import_files((file,))
    qtbot.waitUntil(page.imported.isVisible, timeout=10_000)


def test_opponents_follow_the_rating_of_the_settings(qtbot: QtBot, make_window: MakeWindow) -> None:
    window = make_window()
    page = home_of(qtbot, window)

    def names() -> list[str]:
        return [button.text() for button in page.opponents.findChildren(QToolButton) if button.isVisible()]

    qtbot.waitUntil(lambda: bool(names()))
    usual = names()
    window.services.settings.set("my_elo", 2200)
    qtbot.waitUntil(lambda: bool(names()) and names() != usual)


def test_what_is_due_leads_into_its_training(qtbot: QtBot, make_window: MakeWindow) -> None:
    window = make_window()
    for index, panel in enumerate(("openings", "mistakes", "tactics")):
        page = home_of(qtbot, window)
        rows(page.due)[index].click()
        assert window.modes.mode is Mode.TRAIN and window.body.side.stack.current == panel
    QApplication.processEvents()


def test_own_games_are_listed_under_games(qtbot: QtBot, make_window: MakeWindow, tmp_path: Path) -> None:
    played = tmp_path / "played games.pgn"
    played.write_text('[White "You"]\n[Black "Aino"]\n[Result "0-1"]\n\n1. e4 0-1\n\n' * 7)
    window = make_window()
    window.services.files.played_games = played
    page = home_of(qtbot, window)
    shown = [row.accessibleName() for row in rows(page.played)]
    assert shown == ["You – Aino  0–1"] * 5
    page.all_played.click()
    assert window.modes.mode is Mode.GAMES
    qtbot.waitUntil(lambda: window.services.lists.state.total == 7)
    home_of(qtbot, window)
    rows(page.played)[0].click()
    qtbot.waitUntil(lambda: window.services.game.state.path == str(played))


def test_the_page_of_games_shows_own_games_where_no_file_is_open(make_window: MakeWindow, tmp_path: Path) -> None:
    played = tmp_path / "played games.pgn"
    played.write_text("1. e4 *\n")
    window = make_window()
    window.services.files.played_games = played
    window.show_mode(Mode.GAMES)
    assert window.services.lists.state.path == str(played)


def test_closing_the_last_game_leads_home(make_window: MakeWindow) -> None:
    window = make_window()
    window.services.game.play_move("e2e4")
    window.services.game.open_tab(window.services.game.state.game)
    window.gestures.files.close_tab()
    modes = [window.modes.mode]
    window.services.game.undo()
    window.gestures.files.close_tab()
    modes.append(window.modes.mode)
    assert modes == [Mode.PLAY, Mode.HOME]


def test_home_has_names_for_every_control_and_cuts_nothing_in_both_languages(
    qtbot: QtBot, make_window: MakeWindow
) -> None:
    for language in ("en", "fi"):
        window = make_window(width=960, height=540, language=language)
        page = home_of(qtbot, window)
        for width, height in ((960, 540), (760, 1040), (1920, 1080)):
            window.resize(width, height)
            QApplication.processEvents()
            assert (cut_texts(page), scrolls_sideways(page), without_name(page)) == ([], [], [])


def test_the_keyboard_walks_through_the_cards_in_the_order_in_which_they_stand(
    qtbot: QtBot, make_window: MakeWindow
) -> None:
    window = make_window(width=1280, height=800)
    page = home_of(qtbot, window)
    qtbot.waitUntil(
        lambda: None not in (window.services.home.state.due.mistakes, window.services.home.state.due.tactics)
    )
    first = rows(page.due)[0]
    first.setFocus()
    walked = []
    for _ in range(5):
        QTest.keyClick(QApplication.focusWidget() or page, Qt.Key.Key_Tab)
        focused = QApplication.focusWidget()
        assert isinstance(focused, QAbstractButton)
        walked.append(focused.text() or focused.accessibleName())
    assert walked[:2] == [row.text() for row in rows(page.due)[1:]] and walked[2].startswith("Rated games")


def test_who_leaves_home_with_the_mouse_is_at_the_board(qtbot: QtBot, make_window: MakeWindow) -> None:
    window = make_window()
    page = home_of(qtbot, window)
    focused = window.window().focusWidget()
    assert page.isAncestorOf(focused)
    play = window.body.mode_bar.buttons[Mode.PLAY]
    QTest.mouseClick(play, Qt.MouseButton.LeftButton)
    assert window.modes.mode is Mode.PLAY
    assert window.window().focusWidget() is window.body.panel.board


def test_who_leaves_home_by_tab_and_space_stays_at_the_button(qtbot: QtBot, make_window: MakeWindow) -> None:
    window = make_window()
    home_of(qtbot, window)
    play = window.body.mode_bar.buttons[Mode.PLAY]
    play.setFocus(Qt.FocusReason.TabFocusReason)
    QTest.keyClick(play, Qt.Key.Key_Space)
    assert window.modes.mode is Mode.PLAY
    assert window.window().focusWidget() is play


def test_a_button_that_is_hidden_hands_the_keyboard_to_what_follows_it_or_to_the_board(
    qtbot: QtBot, make_window: MakeWindow
) -> None:
    window = make_window()
    window.show_mode(Mode.TRAIN)
    window.body.side.show_panel("tactics")
    panel = window.body.side.panel("tactics")
    assert panel is not None
    train = next(one for one in panel.findChildren(QPushButton) if one.text() == "&Train")
    train.setFocus(Qt.FocusReason.MouseFocusReason)
    qtbot.waitUntil(lambda: QApplication.focusWidget() is train)
    QTest.mouseClick(train, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: not train.isVisible(), timeout=20_000)
    after = QApplication.focusWidget()
    assert after is not None and not window.body.mode_bar.isAncestorOf(after)
