"""The page Home in the window."""

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QPushButton, QScrollArea, QToolButton
from pytestqt.qtbot import QtBot

from desktop.model.game.match import NewGame, level_of
from desktop.model.game.snapshot import Snapshot, dump
from desktop.model.game.state import SavedGame
from desktop.model.home import LastReview, load_review
from desktop.model.job import JobPhase
from desktop.model.review import ReviewEffort
from desktop.services.all_services import Services
from desktop.services.home_service import _curve
from desktop.views.analysis.review_panel import ReviewPanel
from desktop.views.home.home_cards import HomeRow
from desktop.views.home.home_page import HomePage
from desktop.views.main_window import MainWindow
from desktop.views.window.mode_bar import Mode
from engine.drill.sources.puzzles import PuzzleMode, PuzzleSelection
from engine.game.side import Side
from engine.game.time_control import TimeControl
from engine.game.tree import Game
from engine.pgn.reader import first_game
from tests.desktop.looks import cut_texts, scrolls_sideways, without_name
from tests.desktop.views.conftest import Compose, MakeView, MakeWindow


def home_of(qtbot: QtBot, window: MainWindow) -> HomePage:
    window.show_mode(Mode.HOME)
    page = window.findChild(HomePage)
    assert isinstance(page, HomePage)
    qtbot.waitUntil(lambda: window.services.home.state.played is not None)
    return page


def home_alone(qtbot: QtBot, make_view: MakeView, services: Services) -> HomePage:
    page = make_view(HomePage, services=services, width=1024, height=700).view
    qtbot.waitUntil(lambda: services.home.state.played is not None)
    return page


def rows(card: object) -> list[HomeRow]:
    return [row for row in card.rows() if isinstance(row, HomeRow)]  # type: ignore[attr-defined]


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


def test_the_elo_counts_its_games_in_words(qtbot: QtBot, compose: Compose, make_view: MakeView) -> None:
    services = compose()
    page = home_alone(qtbot, make_view, services)
    for said in ("after one rated game", "after 2 rated games"):
        services.match.new_game(NewGame(Side.WHITE, level_of("casual"), rated=True))
        services.match.resign()
        qtbot.waitUntil(lambda said=said: page.rating.sentence.text().endswith(said))  # type: ignore[misc]


def test_a_person_is_played_with_one_click(qtbot: QtBot, compose: Compose, make_view: MakeView) -> None:
    services = compose()
    page = home_alone(qtbot, make_view, services)
    button = page.opponents.findChildren(QToolButton)[0]
    button.click()
    match = services.game.state.match
    assert match is not None and match.human_side is not None
    person = match.contestant(match.human_side.other)
    assert person.person and button.accessibleName().startswith(str(person.player))
    assert services.settings.settings.text("person") == person.person, "the game room proposes the last opponent"


def test_games_imported_while_home_is_known_can_be_listed(
    qtbot: QtBot, compose: Compose, make_view: MakeView, tmp_path: Path
) -> None:
    """The button was shown only if there had been a collection when the page was first opened."""
    collection = tmp_path / "games.ratsugames"
    services = compose()
    services.collection.select(collection)  # the tests' own keep nothing
    page = home_alone(qtbot, make_view, services)
    assert not page.imported.isVisible()
    file = tmp_path / "a.pgn"
    file.write_text('[White "You"]\n[Result "0-1"]\n\n1. e4 0-1\n')
    services.collection.import_files((file,))
    qtbot.waitUntil(page.imported.isVisible, timeout=10_000)


def test_opponents_follow_the_rating_of_the_settings(qtbot: QtBot, compose: Compose, make_view: MakeView) -> None:
    services = compose()
    page = home_alone(qtbot, make_view, services)

    def names() -> list[str]:
        return [button.text() for button in page.opponents.findChildren(QToolButton) if button.isVisible()]

    qtbot.waitUntil(lambda: bool(names()))
    usual = names()
    services.settings.set("my_elo", 2200)
    qtbot.waitUntil(lambda: bool(names()) and names() != usual)


def test_what_is_due_leads_into_its_training(qtbot: QtBot, make_window: MakeWindow) -> None:
    window = make_window()
    for index, panel in enumerate(("openings", "mistakes", "tactics")):
        page = home_of(qtbot, window)
        rows(page.due)[index].click()
        assert window.modes.mode is Mode.TRAIN and window.body.side.stack.current == panel
    QApplication.processEvents()


def test_home_leads_back_into_a_training_that_is_on(qtbot: QtBot, make_window: MakeWindow) -> None:
    """A cycle or streak was replaced by a puzzle of the user's rating."""
    window = make_window()
    tactics = window.services.tactics
    request = PuzzleSelection(PuzzleMode.CYCLE, "mateIn1")
    tactics.begin(request)
    qtbot.waitUntil(lambda: tactics.state.question is not None)
    asked = tactics.state.question
    window.services.game.open_tab(Game.new())
    rows(home_of(qtbot, window).due)[2].click()
    came: list[object] = []
    window.services.decks.submit(
        lambda _: None, came.append, lambda _: None
    )  # after whatever was begun, on the same thread
    qtbot.waitUntil(lambda: bool(came))
    assert (tactics.state.wish, tactics.state.question) == (request, asked)
    assert window.services.game.state.tab == tactics.state.tab and window.modes.mode is Mode.TRAIN


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


@pytest.mark.parametrize("size", [(960, 1040), (760, 1040), (1280, 800), (1920, 1080)], ids=str)
def test_the_cards_fill_the_page_and_hold_more_where_they_are_large(
    qtbot: QtBot, make_window: MakeWindow, tmp_path: Path, size: tuple[int, int]
) -> None:
    played = tmp_path / "played games.pgn"
    played.write_text('[White "You"]\n[Black "Aino"]\n[Result "0-1"]\n\n1. e4 0-1\n\n' * 20)
    window = make_window(width=size[0], height=size[1])
    window.services.files.played_games = played
    page = home_of(qtbot, window)
    QApplication.processEvents()
    cards = [page.going, page.due, page.rating, page.played, page.opponents, page.review]
    below = [page.rect().bottom() - card.mapTo(page, card.rect().bottomLeft()).y() for card in cards]
    assert min(below) < 16, "the last card ends where the page ends"
    assert len(rows(page.played)) == {(1920, 1080): 9}.get(size, 5)
    faces = [button for button in page.opponents.findChildren(QToolButton) if button.isVisible()]
    assert len(faces) == 6 and {face.iconSize().width() for face in faces} == {
        44 if size == (760, 1040) else faces[0].iconSize().width()
    }
    assert (faces[0].iconSize().width() > 60) is (size != (760, 1040))


def test_the_game_that_waits_is_shown_and_resumed_by_a_click_on_its_board(
    qtbot: QtBot, make_window: MakeWindow
) -> None:
    window = make_window(width=1280, height=800)
    services = window.services
    page = home_of(qtbot, window)
    assert page.going.rest.picture and not page.going.rest.has_board
    services.match.new_game(NewGame(None, control=TimeControl(60_000)))
    services.match.user_move("e2e4")
    services.match.adjourn()
    home_of(qtbot, window)
    QApplication.processEvents()
    board = page.going.rest
    assert board.has_board and services.home.state.going[0].fen.startswith("rnbqkbnr/pppppppp/8/8/4P3")
    QTest.mouseClick(board, Qt.MouseButton.LeftButton)
    assert services.game.state.playing and window.modes.mode is Mode.PLAY
    services.match.adjourn()
    services.settings.set("hidden_men", "all")
    home_of(qtbot, window)
    assert not page.going.rest.has_board, "who plays blindfold is not shown the position"


def test_the_last_review_is_drawn_and_leads_to_its_moves(qtbot: QtBot, make_window: MakeWindow) -> None:
    window = make_window(width=1280, height=800)
    page = home_of(qtbot, window)
    assert not page.curve.isVisible()
    pgn = "1. e4 {[%eval 0.3]} e5 {[%eval 0.2]} 2. Qh5 {[%eval -0.4]} Ke7 {[%eval #1]} *"
    last = LastReview("You", "Aino", "2026-11-23 01:00", (81.5, 20.0), (1, 1), pgn)
    window.services.home._take_new_review((last, _curve(last)))
    QApplication.processEvents()
    assert page.curve.isVisible() and len(page.curve.points) == 5
    page.curve.node_chosen.emit(page.curve.points[2].node)
    assert window.modes.mode is not Mode.HOME and window.services.game.state.node.san == "e5"
    assert _curve(LastReview("", "", "", (None, None), (0, 0), "1. e4 *")) == ()


def test_the_last_review_opens_with_its_summary_and_its_mistakes(qtbot: QtBot, make_window: MakeWindow) -> None:
    """It opened the game alone: the summary, Next mistake and Retry came only after R."""
    window = make_window(width=1280, height=800)
    services = window.services
    assert services.files.paste("1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0")
    first = services.game.state.tab
    services.review.start(ReviewEffort.QUICK)
    qtbot.waitUntil(lambda: services.review.state.phase is JobPhase.DONE, timeout=30_000)
    done = services.review.state.review
    page = home_of(qtbot, window)
    qtbot.waitUntil(lambda: bool(rows(page.review)), timeout=30_000)
    last = services.home.state.review
    assert last is not None and load_review(last.dump()).effort is ReviewEffort.QUICK
    rows(page.review)[0].click()
    assert services.game.state.tab != first
    qtbot.waitUntil(lambda: services.review.state.phase is JobPhase.DONE, timeout=30_000)
    assert services.review.state.tab == services.game.state.tab and services.review.state.review == done
    panel = window.body.side.panel("review")
    assert isinstance(panel, ReviewPanel) and panel.summary.isVisible() and panel.later.isVisible()


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
    window.action_groups.files.close_tab()
    modes = [window.modes.mode]
    window.services.game.undo()
    window.action_groups.files.close_tab()
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
    window.services.match.new_game(NewGame(None))
    window.services.match.user_move("e2e4")  # no longer the first day
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
    assert walked[:4] == [row.text() for row in rows(page.due)[1:]] and walked[4].startswith("Rated games")


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


def test_an_interrupted_game_that_home_has_opened_is_offered_no_more(
    qtbot: QtBot, make_window: MakeWindow, tmp_path: Path
) -> None:
    """The offer stayed above the board, and its button did nothing."""
    window, kept = make_window(), tmp_path / "kept.json"
    kept.write_bytes(dump(Snapshot(first_game("1. e4 e5 *\n"), 1, 2, None, False, None, "", "2026-11-26 05:00")))
    left = SavedGame(str(kept), "?", "?", 1, "2026-11-26 05:00")
    window.offer_recovery((left,))
    (notice,) = window.body.messages.notices
    assert "was not finished" in notice.accessibleName()
    window.services.autosave.restore_all((left,))
    qtbot.waitUntil(lambda: window.services.game.state.game.table.size == 3, timeout=10_000)
    assert not window.body.messages.notices


def test_the_first_day_is_a_welcome_and_faces_are_there_at_once(qtbot: QtBot, make_window: MakeWindow) -> None:
    """Four large grey pictures, and the faces seconds later."""
    window = make_window()
    services = window.services
    window.show_mode(Mode.HOME)
    page = window.findChild(HomePage)
    assert isinstance(page, HomePage) and services.home.state.played is None
    assert len(page.opponents.findChildren(QToolButton)) == 6
    qtbot.waitUntil(lambda: page.welcome.isVisible())
    assert page.opponents.isVisible() and page.due.isVisible()
    assert not any(card.isVisible() for card in (page.going, page.rating, page.played, page.review))
    firsts = rows(page.welcome)
    assert [row.accessibleName().partition(":")[0] for row in firsts] == ["Play", "Analyse", "Import my games", "Learn"]
    firsts[1].click()
    assert window.modes.mode is Mode.ANALYSE
    services.match.new_game(NewGame(None))
    services.match.user_move("e2e4")
    window.show_mode(Mode.HOME)
    assert not page.welcome.isVisible() and page.going.isVisible() and page.review.isVisible()


def test_drills_that_are_due_are_listed_with_the_others(qtbot: QtBot, compose: Compose, make_view: MakeView) -> None:
    services = compose()
    page = home_alone(qtbot, make_view, services)
    qtbot.waitUntil(lambda: services.home.state.due.drills is not None)
    names = [row.accessibleName() for row in rows(page.due)]
    assert [name.partition(":")[0] for name in names] == ["Openings", "Mistakes", "Tactics", "Lessons", "Drills"]
    assert names[-1] == "Drills: 0 due"
    services.practice._set(replace(services.practice.state, due=3))
    assert rows(page.due)[-1].accessibleName() == "Drills: 3 due"


@pytest.mark.parametrize("language", ["en", "fi"])
def test_the_first_day_needs_no_scroll_bar_in_the_smallest_window(
    qtbot: QtBot, make_window: MakeWindow, language: str
) -> None:
    window = make_window(width=960, height=540, language=language)
    window.show_mode(Mode.HOME)
    page = window.findChild(HomePage)
    assert isinstance(page, HomePage)
    qtbot.waitUntil(lambda: page.welcome.isVisible() and window.services.home.state.due.lessons is not None)
    area = page.findChild(QScrollArea)
    assert isinstance(area, QScrollArea)
    qtbot.waitUntil(lambda: area.verticalScrollBar().maximum() == 0)


@pytest.mark.parametrize("language", ["en", "fi"])
@pytest.mark.parametrize("size", [(760, 1040), (960, 540), (1280, 800)], ids=str)
def test_the_first_wishes_are_not_shortened(
    qtbot: QtBot, make_window: MakeWindow, size: tuple[int, int], language: str
) -> None:
    """The last one ended in three dots in Finnish."""
    window = make_window(width=size[0], height=size[1], language=language)
    window.show_mode(Mode.HOME)
    page = window.findChild(HomePage)
    assert isinstance(page, HomePage)
    qtbot.waitUntil(page.welcome.isVisible)
    QApplication.processEvents()
    assert [row.text() for row in rows(page.welcome) if "…" in row.text()] == []
