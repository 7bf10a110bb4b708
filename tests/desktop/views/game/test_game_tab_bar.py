"""The tabs of the open games say what differs between them."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible, QAction, QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog, QMenu, QMessageBox, QToolButton
from pytestqt.qtbot import QtBot

from desktop.model.game.match import NewGame
from desktop.model.game_list import FileGame
from desktop.views.game.game_sheet import GameSheet
from desktop.views.game.game_tab_bar import GameTabBar
from desktop.views.main_window import MainWindow
from desktop.views.window.action_table import ACTIONS
from desktop.views.window.mode_bar import Mode
from engine.game.time_control import TimeControl
from engine.ground.text import Text
from engine.pgn.reader import games_of
from tests.desktop.sheet_text import shows_its_game
from tests.desktop.views.conftest import MakeView, MakeWindow


def texts(tab_bar: GameTabBar) -> list[str]:
    bar = tab_bar.bar
    return [bar.tabText(index) for index in range(bar.count())]


def test_tabs_say_opponent_or_event_and_how_far_the_game_is(make_view: MakeView) -> None:
    shown = make_view(GameSheet)
    services = shown.services
    for text in (
        '[Event "Club championship"]\n\n1. e4 e5 2. Nf3 *',
        '[White "Ann"]\n[Black "B & C"]\n[Result "1/2-1/2"]\n\n1. e4 1/2-1/2',
    ):
        services.files.paste(text)
    services.match.new_game(NewGame())
    assert texts(shown.view.tab_bar) == ["Club championship · 2… •", "Ann – B && C · ½–½ •", "Ratsu (Full strength)"]
    assert shown.view.tab_bar.isVisible()


@pytest.mark.parametrize(("language", "said"), [("en", "Merged games"), ("fi", "Yhdistetyt pelit")])
def test_a_tree_of_merged_games_is_called_so_in_the_language_in_use(
    make_window: MakeWindow, language: str, said: str
) -> None:
    window = make_window(language=language)
    window.services.files.show_game(FileGame("", 0, b"", games_of(b"1. e4 *")[0], title=Text("Merged games")))
    assert texts(window.body.side.sheet.tab_bar)[-1].startswith(said) and window.windowTitle() == f"{said}[*] – Ratsu"
    window.services.files.paste('[Event "Club championship"]\n\n1. e4 *')
    assert window.windowTitle() == "Club championship[*] – Ratsu"


def test_a_tab_shows_that_its_game_runs_or_is_adjourned(make_window: MakeWindow) -> None:
    window = make_window()
    services = window.services
    services.settings.set("left_game", "run")
    services.match.new_game(NewGame(None, control=TimeControl(60_000)))
    services.match.user_move("e2e4")
    services.files.paste("1. c4 *")
    bar = window.body.side.sheet.tab_bar
    assert "running" in bar.bar.tabToolTip(0) and not bar.bar.tabIcon(0).isNull()
    assert bar.bar.tabIcon(1).isNull() and "not saved" in bar.bar.tabToolTip(1)
    window.modes.show(Mode.PLAY)
    services.match.return_to_running()
    services.match.adjourn()
    assert "adjourned" in bar.bar.tabToolTip(0)


def test_a_long_title_never_hides_how_far_the_game_is(make_view: MakeView) -> None:
    shown = make_view(GameSheet)
    for white in ("Mac Connel, James", "Extraordinarily Longnamed Person of the Club"):
        shown.services.files.paste(f'[White "{white}"]\n[Black "Morphy, Paul "]\n[Result "0-1"]\n\n1. e4 0-1')
    first, second = texts(shown.view.tab_bar)
    assert first == "Mac Connel – Morphy · 0–1 •"
    assert second.startswith("Extraordinarily") and second.endswith("… · 0–1 •")
    bar = shown.view.tab_bar.bar
    for index in range(bar.count()):
        assert bar.tabRect(index).width() > bar.fontMetrics().horizontalAdvance(bar.tabText(index)), "nothing is cut"
    assert bar.tabToolTip(0).startswith("Mac Connel, James – Morphy, Paul, 0-1")


def test_a_title_that_is_cut_is_whole_for_a_screen_reader(make_window: MakeWindow) -> None:
    window = make_window()
    window.services.files.paste('[White "You"]\n[Black "The endgame tables of seven men"]\n\n1. e4 *')
    bar = window.body.side.sheet.tab_bar.bar
    assert bar.tabText(bar.count() - 1).startswith("You – The") and "men" not in bar.tabText(bar.count() - 1)
    assert bar.accessibleTabName(bar.count() - 1).startswith("You – The endgame tables of seven men, move 1")
    shows_its_game(window)


def test_the_middle_button_closes_a_game_and_the_right_one_has_a_menu(make_window: MakeWindow) -> None:
    window = make_window()
    for name in ("Ann", "Bob", "Cid"):
        window.services.files.paste(f'[White "{name}"]\n\n1. e4 *')
    bar = window.body.side.sheet.tab_bar.bar
    QTest.mouseClick(bar, Qt.MouseButton.MiddleButton, Qt.KeyboardModifier.NoModifier, bar.tabRect(0).center())
    (question,) = window.findChildren(QMessageBox)
    assert "Ann" in question.text()
    next(button for button in question.buttons() if button.text() == "Close").click()
    assert [text.split()[0] for text in texts(window.body.side.sheet.tab_bar)] == ["Bob", "Cid"]
    bar.customContextMenuRequested.emit(bar.tabRect(0).center())
    (menu,) = window.body.side.sheet.tab_bar.findChildren(QMenu)
    assert bar.currentIndex() == 0 and window.actions_by_key["close_tab"] in menu.actions()
    menu.close()


def test_a_changed_game_is_saved_and_closed_by_one_answer(
    qtbot: QtBot, make_window: MakeWindow, tmp_path: Path
) -> None:
    """The question had only Close, which loses the changes, and Cancel."""
    window, file = make_window(), tmp_path / "one.pgn"
    file.write_text('[White "Ann"]\n\n1. e4 *\n')
    games = window.services.game
    window.services.files.open_file(file)
    qtbot.waitUntil(lambda: games.state.path == str(file))
    games.go_last()
    games.play_move("c7c5")
    tab = games.state.tab

    def close_and_answer(answer: str) -> None:
        window.actions_by_key["close_tab"].trigger()
        question = window.findChildren(QMessageBox)[-1]
        next(button for button in question.buttons() if button.text() == answer).click()

    close_and_answer("Save")
    qtbot.waitUntil(lambda: games.state_of(tab) is None)
    assert "1. e4 c5" in file.read_text()
    window.services.files.paste('[White "Bob"]\n\n1. d4 *')
    tab = games.state.tab
    close_and_answer("Save")
    window.findChildren(QFileDialog)[-1].reject()
    window.services.files.save_as(tmp_path / "two.pgn")
    qtbot.waitUntil(lambda: not games.state.modified)
    qtbot.wait(20)
    assert games.state_of(tab) is not None, "no file was chosen, so the game stays open"
    games.go_last()
    games.play_move("d7d5")
    (tmp_path / "two.pgn").unlink()
    (tmp_path / "two.pgn").mkdir()
    told = len(window.body.messages.notices)
    close_and_answer("Save")
    qtbot.waitUntil(lambda: len(window.body.messages.notices) > told)
    assert games.state.modified, "it could not be written"
    (tmp_path / "two.pgn").rmdir()
    window.services.files.save_as(tmp_path / "three.pgn")
    games.play_move("c2c4")
    window.actions_by_key["save"].trigger()
    qtbot.waitUntil(lambda: not games.state.modified)
    qtbot.wait(20)
    assert games.state_of(tab) is not None, "an answer that failed long ago closes nothing"


def _answer(window: MainWindow, answer: str) -> str:
    """Answers the open question; returns it."""
    question = window.findChildren(QMessageBox)[-1]
    text = question.text()
    next(button for button in question.buttons() if button.text() == answer).click()
    question.setParent(None)
    return text


def test_close_others_and_close_all_ask_once_about_the_unsaved(
    qtbot: QtBot, make_window: MakeWindow, tmp_path: Path
) -> None:
    window = make_window()
    bar, actions, services = window.body.side.sheet.tab_bar, window.actions_by_key, window.services
    assert not actions["close_others"].isEnabled() and not actions["close_all"].isEnabled()
    file = tmp_path / "one.pgn"
    file.write_text('[White "Saved"]\n[Black "Game"]\n\n1. e4 *\n')
    for number in range(9):
        services.files.paste(f'[White "Player {number}"]\n[Black "X"]\n\n1. e4 *')
    services.files.open_file(file)
    qtbot.waitUntil(lambda: services.game.state.path == str(file))
    services.game.select_tab(services.game.tabs.titles[0].tab)
    bar.bar.customContextMenuRequested.emit(bar.bar.tabRect(0).center())
    (menu,) = bar.findChildren(QMenu)
    assert {actions["close_others"], actions["close_all"]} <= set(menu.actions())
    menu.close()
    actions["close_others"].trigger()
    said = _answer(window, "Cancel").splitlines()
    assert said[:2] == ["Close 9 games? Not saved:", "Player 1 – X"] and said[-1] == "… and 2 more"
    assert len(texts(bar)) == 10
    actions["close_others"].trigger()
    _answer(window, "Keep the unsaved open")
    assert len(texts(bar)) == 9 and not any("Saved" in text for text in texts(bar))
    actions["close_others"].trigger()
    _answer(window, "Close without saving")
    assert services.game.state.game.header("White") == "Player 0" and len(texts(bar)) == 1
    services.files.open_file(file)
    qtbot.waitUntil(lambda: services.game.state.path == str(file))
    actions["close_all"].trigger()
    assert "Player 0 – X" in _answer(window, "Close without saving")
    assert window.modes.mode is Mode.HOME and not services.game.state.game.header("White").startswith("Player")


def test_many_tabs_have_a_list_that_leads_to_each(make_window: MakeWindow) -> None:
    window = make_window()
    services = window.services
    for number in range(12):
        services.files.paste(f'[White "Player {number}"]\n[Black "X"]\n\n1. e4 *')
    bar = window.body.side.sheet.tab_bar
    assert bar.bar.width() <= bar.width() <= window.body.side.width()
    bar.list_button.click()
    (menu,) = bar.findChildren(QMenu)
    entries = menu.actions()
    assert len(entries) == 12 and entries[-1].isChecked() and entries[3].text().startswith("Player 3 – X, move 1")
    entries[3].trigger()
    assert services.game.state.game.header("White") == "Player 3"
    menu.close()


def test_the_heading_above_the_sheet_says_who_plays(make_view: MakeView) -> None:
    shown = make_view(GameSheet)
    heading = shown.view.heading
    assert heading.isHidden()
    shown.services.files.paste(
        '[White "Ann"]\n[WhiteElo "2100"]\n[Black "Bob"]\n[Event "Open"]\n[Result "1-0"]\n\n1. e4 1-0'
    )
    assert heading.isVisible() and heading.lines[0] == "Ann (2100) – Bob  1–0" and heading.lines[1].startswith("Open")
    fi = make_view(GameSheet, language="fi")
    fi.services.match.new_game(NewGame())
    lines = fi.view.heading.lines
    assert lines[0].startswith("Sinä – Ratsu") and lines[1].startswith("Peli Ratsussa")


def test_the_heading_of_a_chapter_is_its_name(make_view: MakeView) -> None:
    """It said ? – ? first, and the chapter's name below in small letters."""
    shown = make_view(GameSheet)
    shown.services.files.paste('[Event "Endings: Lucena"]\n[White "?"]\n[Black "?"]\n\n1. c4 *')
    assert shown.view.heading.lines == ("Endings: Lucena", "A10 English Opening")


def test_the_heading_names_the_opening_of_its_game_wherever_one_looks(make_view: MakeView) -> None:
    shown = make_view(GameSheet)
    heading, services = shown.view.heading, shown.services
    services.files.paste('[White "Ann"]\n[Black "Bob"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 *')
    services.game.go_first()
    assert "C60 Ruy Lopez" in heading.lines[1]
    services.game.go_last()
    assert "C60 Ruy Lopez" in heading.lines[1]
    services.match.new_game(NewGame(None))
    assert "Ruy Lopez" not in heading.lines[1]
    services.match.user_move("c2c4")
    assert "A10 English Opening" in heading.lines[1]


def test_keys_lead_from_one_open_game_to_the_next_wherever_the_keyboard_is(
    qtbot: QtBot, make_window: MakeWindow
) -> None:
    window = make_window()
    game, body = window.services.game, window.body
    assert not window.actions_by_key["next_tab"].isEnabled()
    for name in ("Ann", "Bob", "Cid"):
        window.services.files.paste(f'[White "{name}"]\n\n1. e4 *')
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow, timeout=10_000)
    ann, bob, cid = (title.tab for title in game.tabs.titles)
    control, shift = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier
    for place in (body.panel.board, body.side.notation, body.controls.entry):
        place.setFocus()
        if place is body.controls.entry:
            QTest.keyClicks(place, "Nf")
        seen = []
        for key, held in (
            (Qt.Key.Key_Tab, control),
            (Qt.Key.Key_PageDown, control),
            (Qt.Key.Key_Backtab, control | shift),
            (Qt.Key.Key_PageUp, control),
        ):
            QTest.keyClick(place, key, held)
            seen.append(game.state.tab)
        assert seen == [ann, bob, ann, cid] and place.hasFocus(), place
    window.show_mode(Mode.GAMES)
    window.actions_by_key["next_tab"].trigger()
    assert game.state.tab == ann and not body.page_shown


def test_no_two_actions_have_the_same_key() -> None:
    keys = [QKeySequence(key).toString() for spec in ACTIONS for key in spec.keys]
    assert "" not in keys and sorted(keys) == sorted(set(keys))


def test_no_key_of_the_window_has_two_meanings_where_games_are_listed(make_window: MakeWindow) -> None:
    """Ctrl+Alt+B belonged to the page of Black and to a study's repertoire, so it did neither."""
    window = make_window()
    window.show_mode(Mode.GAMES)
    keys = [key.toString() for action in window.findChildren(QAction) for key in action.shortcuts()]
    assert len(keys) > 100 and sorted(keys) == sorted(set(keys))


def test_a_screen_reader_is_told_what_the_bar_is_and_each_game_in_words(make_view: MakeView) -> None:
    """Qt calls the bar as the shown tab is called."""
    shown = make_view(GameSheet)
    for text in ('[White "Ann"]\n[Black "Bob"]\n\n1. e4 *', '[Event "Club"]\n\n1. d4 d5 *'):
        shown.services.files.paste(text)
    bar = shown.view.tab_bar
    told = QAccessible.queryAccessibleInterface(bar.bar)
    assert told.parent().text(QAccessible.Text.Name) == "Open games"
    tabs = [told.child(place).text(QAccessible.Text.Name) for place in range(bar.bar.count())]
    assert tabs == ["Ann – Bob, move 1, Black to move, not saved", "Club, move 2, White to move, not saved"]


def test_the_keyboard_does_not_stop_at_what_scrolls_the_tabs(make_view: MakeView) -> None:
    bar = make_view(GameSheet).view.tab_bar.bar
    scrolls = bar.findChildren(QToolButton)
    assert len(scrolls) == 2 and {button.focusPolicy() for button in scrolls} == {Qt.FocusPolicy.NoFocus}
