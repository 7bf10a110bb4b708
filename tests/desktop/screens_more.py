"""Pictures of what stands nowhere else: menus, empty panels, small dialogs, the other search, and more of it in Finnish."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from tests.desktop.screen import Screen, let_run, wait
from tests.desktop.screens_board import FOLLOWS

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from desktop.views.main_window import MainWindow

MORE = (
    Screen("menus-light", "menu-analyse"),
    Screen("menus-fi-dark", "menu-book", scheme="dark", language="fi"),
    Screen("monte-carlo-light", "monte-carlo"),
    Screen("reason-light", "reason", 1280, 800),
    Screen("reason-fi-dark", "reason", 1280, 800, "dark", language="fi"),
    Screen("empty-explorer-light", "empty-explorer"),
    Screen("empty-learned-dark", "empty-learned", scheme="dark"),
    Screen("empty-mistakes-fi-light", "empty-mistakes", language="fi"),
    Screen("empty-tables-light", "empty-tables"),
    Screen("restrict-light", "restrict"),
    Screen("comment-dark", "comment", scheme="dark"),
    Screen("build-book-light", "build-book"),
    Screen("position-more-faults-light", "position-more-faults"),
    Screen("settings-engine-light", "settings-engine"),
    Screen("settings-search-fi-dark", "settings-search", scheme="dark", language="fi"),
    Screen("explain-fi-light", "explain", language="fi"),
    Screen("review-done-fi-dark", "review-done", scheme="dark", language="fi"),
    Screen("learning-fi-light", "learning", language="fi"),
    Screen("book-habits-fi-dark", "book-habits", scheme="dark", language="fi"),
    Screen("book-report-fi-light", "book-report", language="fi"),
    Screen("over-fi-dark", "over", scheme="dark", language="fi"),
    Screen("new-game-fi-dark", "new-game", scheme="dark", language="fi"),
    Screen("rating-fi-light", "rating", language="fi"),
    Screen("engine-match-fi-light", "engine-match-empty", language="fi"),
    Screen("new-game-fi-light-2x", "new-game-clocks", scaling=2.0, language="fi"),
    Screen("book-large-dark", "book", 3840, 2160, "dark"),
)


def _menu(key: str) -> Callable[["MainWindow"], "QWidget"]:
    def show(window: "MainWindow") -> "QWidget":
        from PySide6.QtCore import QPoint
        from PySide6.QtWidgets import QMenu

        window.start_game()
        menu = next(m for m in window.menuBar().findChildren(QMenu) if window.actions_by_key[key] in m.actions())
        menu.popup(window.mapToGlobal(QPoint(40, 60)))
        let_run(100)
        return menu

    return show


def _monte_carlo(window: "MainWindow") -> "QWidget":
    for move in FOLLOWS:
        window.services.game.play_move(move)
    window.services.settings.set("search", "monte carlo")
    window.services.settings.set("analysis_lines", 3)
    window.actions_by_key["analysis"].trigger()
    wait(lambda: window.services.analysis.state.nodes >= 4_000, 120_000)
    return window


def _reason(window: "MainWindow") -> "QWidget":
    from desktop.model.game.match import NewGame

    games = window.services.game
    window.services.match.new_game(NewGame())
    for move in ("e2e4", "g1f3", "f1b5"):
        window.services.match.user_move(move)
        wait(lambda: not games.state.thinking and games.state.user_may_move, 60_000)
    return window


def _panel(key: str) -> Callable[["MainWindow"], "QWidget"]:
    def show(window: "MainWindow") -> "QWidget":
        from desktop.views.window.panels import panel_of

        for move in FOLLOWS[:4]:
            window.services.game.play_move(move)
        window.show_mode(panel_of(key).modes[0])
        window.services.analysis.set_running(False)
        window.body.side.show_panel(key)
        let_run(1_000)
        return window

    return show


def _dialog(key: str) -> Callable[["MainWindow"], "QWidget"]:
    def show(window: "MainWindow") -> "QWidget":
        from PySide6.QtWidgets import QDialog

        for move in FOLLOWS[:4]:
            window.services.game.play_move(move)
        let_run(1_000)
        window.actions_by_key[key].trigger()
        return window.findChildren(QDialog)[-1]

    return show


def _build_book(window: "MainWindow") -> "QWidget":
    from pathlib import Path

    from desktop.views.book.books_dialog import BuildDialog

    build = window.services.make(BuildDialog, games=(Path("Club games 2024.pgn"),), parent=window)
    build.open()
    return build


def _more_faults(window: "MainWindow") -> "QWidget":
    from PySide6.QtWidgets import QDialog

    window.action_groups.positions.edit("k7/8/8/PPPPPPPP/P7/8/8/QQ6 w - - 120 40", chess960=False)
    dialog = window.findChild(QDialog)
    assert isinstance(dialog, QDialog)
    return dialog


def _settings(window: "MainWindow", group: int, words: str) -> "QWidget":
    from desktop.views.window.settings_dialog import SettingsDialog

    window.actions_by_key["settings"].trigger()
    dialog = window.findChild(SettingsDialog)
    assert isinstance(dialog, SettingsDialog)
    let_run(200)
    dialog.groups.setCurrentRow(group)
    dialog.search.setText(words)
    return dialog


MORE_SHOWS: dict[str, Callable[["MainWindow"], "QWidget"]] = {
    "menu-analyse": _menu("threat"),
    "menu-book": _menu("book_health"),
    "monte-carlo": _monte_carlo,
    "reason": _reason,
    "empty-explorer": _panel("explorer"),
    "empty-learned": _panel("learned"),
    "empty-mistakes": _panel("mistakes"),
    "empty-tables": _panel("tablebase"),
    "restrict": _dialog("restrict_moves"),
    "comment": _dialog("book_comment"),
    "build-book": _build_book,
    "position-more-faults": _more_faults,
    "settings-engine": lambda window: _settings(window, 4, ""),
    "settings-search": lambda window: _settings(window, 0, "monte"),
}
