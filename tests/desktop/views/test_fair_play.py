"""Help in a rated game asks first, and then the game is lost; what stands still is hidden; leaving for good loses."""

from collections.abc import Callable

import pytest
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMessageBox, QWidget
from pytestqt.qtbot import QtBot

from desktop.model.game.match import NewGame, level_of
from desktop.model.game.snapshot import Snapshot, dump, load, outline
from desktop.services.all_services import Services
from desktop.views.main_window import MainWindow
from desktop.views.window.help_in_game import PANELS
from desktop.views.window.mode_bar import Mode
from engine.game.side import Side
from engine.game.time_control import TimeControl
from engine.game.tree import Game
from tests.desktop.views.conftest import MakeWindow

QUESTION = "This game counts for your Elo. Using help ends the rating and counts as a loss."


def key(text: str) -> Callable[[MainWindow], None]:
    def press(window: MainWindow) -> None:
        window.activateWindow()
        QTest.qWaitForWindowActive(window)
        window.body.panel.board.setFocus()
        QTest.keyClicks(QApplication.focusWidget() or window, text)

    return press


def action(name: str) -> Callable[[MainWindow], None]:
    return lambda window: window.actions_by_key[name].trigger()


def rail(mode: Mode) -> Callable[[MainWindow], None]:
    return lambda window: window.body.mode_bar.buttons[mode].click()


def paste(window: MainWindow) -> None:
    QGuiApplication.clipboard().setText(window.services.files.fen_text())
    window.actions_by_key["paste"].trigger()


def say(words: str) -> Callable[[MainWindow], None]:
    return lambda window: window.body.controls.entry.move_typed.emit(words)


HELPS: dict[str, Callable[[MainWindow], None]] = {
    "A": key("a"),
    "Analyse": rail(Mode.ANALYSE),
    "Book": rail(Mode.BOOK),
    "Tables": rail(Mode.TABLES),
    "explorer": action("panel_explorer"),
    "online": action("panel_online"),
    "threat": key("x"),
    "review": key("r"),
    "explain the evaluation": key("e"),
    "explain the move": key("w"),
    "likely moves": key("p"),
    "hint": key("h"),
    "takeback": action("take_back"),
    "paste": paste,
    "copy": action("copy_fen"),
    "copy the game": action("copy_pgn"),
    "play from here": action("play_from_here"),
    "set up": action("edit_position"),
    "line into the book": action("book_add_line"),
    "forced line": action("book_force"),
    "novelties": action("book_novelties"),
    "search": action("search"),
    "picture": action("copy_picture"),
    "said hint": say("hint"),
    "said takeback": say("take back"),
}
TWELVE = (
    *("A", "Analyse", "Book", "explorer", "threat", "review", "explain the move", "likely moves", "takeback", "hint"),
    *("paste", "play from here"),
)
ADJOURNED = ("threat", "review")  # not to be had while the game is played


def questions(window: MainWindow) -> list[QMessageBox]:
    return [box for box in window.findChildren(QMessageBox) if box.isVisible()]


def answer(window: MainWindow, yes: bool) -> str:
    (box,) = questions(window)
    role = QMessageBox.ButtonRole.AcceptRole if yes else QMessageBox.ButtonRole.RejectRole
    text = box.text()
    next(button for button in box.buttons() if box.buttonRole(button) is role).click()
    QApplication.processEvents()
    return text


def rated_game(qtbot: QtBot, services: Services, control: TimeControl | None = None, finding: bool = False) -> None:
    """The user has answered a move or made one; it is the user's turn."""
    wanted = NewGame(Side.WHITE, level_of("club player"), rated=True, finding=finding)
    if control is not None:
        wanted = NewGame(Side.WHITE, level_of("club player"), control, rated=True, finding=finding)
    services.match.new_game(wanted)
    services.match.user_move("e2e4")
    qtbot.waitUntil(lambda: services.game.state.user_may_move, timeout=10_000)
    assert services.game.state.counts


def test_twelve_kinds_of_help_ask_first_and_lose_then(qtbot: QtBot, make_window: MakeWindow) -> None:
    """One key voided the game, so that nobody who was about to lose ever lost a point."""
    use_all(qtbot, make_window(), TWELVE)


@pytest.mark.long
def test_every_kind_of_help_asks_first_and_loses_then(qtbot: QtBot, make_window: MakeWindow) -> None:
    use_all(qtbot, make_window(), tuple(HELPS))


def use_all(qtbot: QtBot, window: MainWindow, kinds: tuple[str, ...]) -> None:
    """One rated game for each: no when asked, then yes."""
    services = window.services
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow, timeout=10_000)
    elo = 1500.0
    for number, name in enumerate(kinds):
        help_with = HELPS[name]
        services.settings.set("people_moves", False)
        window.show_mode(Mode.PLAY)
        rated_game(qtbot, services)
        if name in ADJOURNED:
            services.match.adjourn()
        tab, before = services.game.state.tab, services.game.state
        mode, clipboard = window.modes.mode, QGuiApplication.clipboard().text()
        help_with(window)
        assert questions(window), f"{name}: nothing was asked"
        assert answer(window, yes=False) == QUESTION, name
        now = services.game.state
        assert (now.tab, now.game, now.match) == (tab, before.game, before.match), f"{name}: cancelled, nothing happens"
        assert window.modes.mode is mode and not services.analysis.state.running, name
        assert name == "paste" or QGuiApplication.clipboard().text() == clipboard, name
        assert not window.actions_by_key["analysis"].isChecked() and not window.actions_by_key["threat"].isChecked()
        assert window.body.mode_bar.buttons[Mode.PLAY].isChecked(), name
        assert len(services.rating.state.games) == number, name
        help_with(window)
        assert questions(window), f"{name}: nothing was asked"
        assert answer(window, yes=True) == QUESTION, name
        state = services.game.state_of(tab)
        assert state is not None and state.match is not None and not state.match.rated, name
        assert [game.score for game in services.rating.state.games] == [0.0] * (number + 1), name
        rating = services.rating.state.now
        assert rating is not None and rating.elo < elo, f"{name}: as by a loss"
        elo = rating.elo
        for dialog in window.findChildren(QWidget):
            if dialog.isWindow() and dialog is not window and dialog.isVisible():
                dialog.close()
        services.analysis.set_running(False)
        services.match.drop_search()
        services.game.select_tab(tab)
        services.review.cancel()
        services.match.go_on()
        services.match.resign()
        assert len(services.rating.state.games) == number + 1, f"{name}: lost once"


def test_help_in_the_search_for_the_level_is_a_loss(qtbot: QtBot, make_window: MakeWindow) -> None:
    """Fourteen moves, A, resignation: no game had been played."""
    window = make_window()
    services = window.services
    first = services.level.state.search.next_elo
    services.level.play()
    services.match.user_move("e2e4")
    qtbot.waitUntil(lambda: services.game.state.user_may_move, timeout=10_000)
    window.actions_by_key["analysis"].trigger()
    answer(window, yes=True)
    assert [(game.opponent, game.points) for game in services.level.state.search.played] == [(first, 0.0)]
    assert services.level.state.tab == 0 and services.level.state.search.next_elo < first
    services.match.resign()
    assert len(services.level.state.search.played) == 1


def test_the_question_names_the_game_in_another_tab(qtbot: QtBot, make_window: MakeWindow) -> None:
    """A finished game was shown, "this game" was asked about, and a hidden one was lost."""
    window = make_window()
    services = window.services
    rated_game(qtbot, services)
    services.files.set_position(services.game.state.fen)  # the same position in another tab
    window.actions_by_key["analysis"].trigger()
    asked = answer(window, yes=False)
    assert asked.startswith("Help with this position would help in your game “You – Ratsu (Club player)”")


def test_before_the_first_own_move_help_only_ends_the_rating(make_window: MakeWindow) -> None:
    """The program starts with a game that is ready: whoever analyses then has lost nothing."""
    window = make_window()
    services = window.services
    services.match.new_game(NewGame(Side.WHITE, level_of("club player"), rated=True))
    window.actions_by_key["analysis"].trigger()
    assert not questions(window) and services.analysis.state.running and services.rating.state.games == ()
    match = services.game.state.match
    assert match is not None and not match.rated
    said = [one.accessibleName() for one in window.body.messages.notices]
    assert said == ["You used help, so this game no longer counts for your Elo."], "it was told by nothing"


def test_open_panels_and_analysis_show_nothing_of_a_rated_game(qtbot: QtBot, make_window: MakeWindow) -> None:
    """Analysis of another game went on with the rated one when its tab was shown; pinned panels did always."""
    window = make_window()
    services, side = window.services, window.body.side
    rated_game(qtbot, services)
    rated, fen = services.game.state.tab, services.game.state.fen
    services.game.open_tab(Game.new().add_move(0, "d2d4")[0])
    window.actions_by_key["analysis"].trigger()
    qtbot.waitUntil(lambda: bool(services.analysis.state.lines), timeout=10_000)
    side.pin_panel("explain", True)
    for helping in sorted(PANELS - {"explain"}):
        side.show_panel(helping)
        panel = side.panel(helping)
        assert panel is not None and panel.isVisible(), helping
        services.game.select_tab(rated)
        assert not panel.isVisible() and not services.analysis.state.running, helping
        pinned = side.panel("explain")
        assert pinned is not None and not pinned.isVisible() and not services.analysis.state.lines
        assert not window.body.panel.bar.isVisible() and not window.body.panel.board.engine_shapes
        services.game.select_tab(services.game.tabs.titles[-1].tab)
        assert panel.isVisible() and services.analysis.state.running, helping
    services.files.set_position(fen)  # the same position in another tab
    assert not services.analysis.state.running and not side.panel("analysis").isVisible()  # type: ignore[union-attr]
    assert not services.rating.state.games


@pytest.mark.parametrize("how", ["adjourn", "home"])
def test_a_rated_game_that_stands_still_hides_its_position(qtbot: QtBot, make_window: MakeWindow, how: str) -> None:
    window = make_window(width=1200, height=800)
    services, board = window.services, window.body.panel.board
    rated_game(qtbot, services, TimeControl(60_000, 0))
    pieces = dict(board.scene.pieces)
    assert len(pieces) == 32 and not window.body.panel.cover.isVisible()
    if how == "adjourn":
        window.actions_by_key["adjourn"].trigger()
    else:
        window.show_mode(Mode.HOME)
        window.show_mode(Mode.PLAY)
    assert services.game.state.adjourned and services.game.state.hidden
    for step in ("go_first", "go_last"):
        getattr(services.game, step)()
        assert not board.scene.pieces and not board.scene.destinations and window.body.panel.cover.isVisible()
        assert board.scene.description == "" and not window.body.side.notation.isVisible()
    window.body.controls.entry.move_typed.emit("pieces")
    assert "hidden" in window.body.messages.notices[-1].accessibleName()
    services.match.go_on()
    assert dict(board.scene.pieces) == pieces and not window.body.panel.cover.isVisible()
    assert window.body.side.notation.isVisible()
    services.match.resign()
    assert len(board.scene.pieces) == 32


@pytest.mark.parametrize("adjourned", [False, True])
def test_closing_a_rated_game_asks_and_loses_it(qtbot: QtBot, make_window: MakeWindow, adjourned: bool) -> None:
    window = make_window()
    services = window.services
    rated_game(qtbot, services, TimeControl(60_000, 0))
    tab = services.game.state.tab
    if adjourned:
        services.match.adjourn()
    window.actions_by_key["close_tab"].trigger()
    assert "counts as a loss" in answer(window, yes=False)
    assert services.game.state.tab == tab and not services.rating.state.games
    window.actions_by_key["close_tab"].trigger()
    answer(window, yes=True)
    assert services.game.state_of(tab) is None
    assert [(game.score, game.reason) for game in services.rating.state.games] == [(0.0, "abandoned game")]


def test_a_rated_game_stays_when_all_games_are_closed(qtbot: QtBot, make_window: MakeWindow) -> None:
    window = make_window()
    services = window.services
    services.files.paste('[White "Ann"]\n\n1. e4 *')
    services.game.undo()
    rated_game(qtbot, services, TimeControl(60_000, 0))
    rated = services.game.state.tab
    window.actions_by_key["close_all"].trigger()
    for box in window.findChildren(QMessageBox):
        next(button for button in box.buttons() if button.text() == "Close without saving").click()
    assert [title.tab for title in services.game.tabs.titles] == [rated] and not services.rating.state.games
    assert "rated game" in window.body.messages.notices[-1].accessibleName()


def test_a_rated_game_that_is_put_aside_is_lost(qtbot: QtBot, make_window: MakeWindow) -> None:
    window = make_window()
    services = window.services
    rated_game(qtbot, services)
    state = services.game.state
    snapshot = Snapshot(state.game, state.current, state.live, state.match, True, None, "", "2026-11-28 12:00")
    assert outline(dump(snapshot)).counts and load(dump(snapshot)).match == state.match
    services.autosave.abandoned.emit(state.match)
    assert [(game.score, game.reason) for game in services.rating.state.games] == [(0.0, "abandoned game")]
