"""Pictures of what people would play, of persons as opponents, and of the search for the user's level."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from tests.desktop.screen import Screen, wait

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from desktop.views.main_window import MainWindow

PEOPLE = (
    Screen("people-light", "people", 1280, 800),
    Screen("people-fi-dark", "people", 960, 540, "dark", language="fi"),
    Screen("person-new-game-light", "person-new-game"),
    Screen("find-level-light", "find-level"),
)
TRAP = ("e2e4", "e7e5", "g1f3", "b8c6", "f1c4", "c6d4")  # the Blackburne trap
LONG = 240_000


def _moves(window: "MainWindow", moves: tuple[str, ...]) -> None:
    for move in moves:
        window.services.game.play_move(move)


def _people(window: "MainWindow") -> "QWidget":
    _moves(window, TRAP)
    window.actions_by_key["analysis"].trigger()
    window.services.settings.set("people_arrows", True)
    wait(lambda: window.services.analysis.state.depth >= 10, LONG)
    wait(lambda: window.services.people.state.wrong is not None, LONG)
    return window


def _person_new_game(window: "MainWindow") -> "QWidget":
    from desktop.views.setup.new_game_dialog import NewGameDialog

    window.services.settings.set("person", "yuki")
    window.actions_by_key["new_game"].trigger()
    return window.findChildren(NewGameDialog)[-1]


def _find_level(window: "MainWindow") -> "QWidget":
    from desktop.views.engines.find_level_dialog import FindLevelDialog
    from engine.play.find_level import LevelSearch

    search = LevelSearch()
    for points in (1.0, 1.0, 0.0, 0.5, 1.0, 0.0):
        search = search.after(search.next_elo, points)
    window.services.level._keep(search)
    window.actions_by_key["find_level"].trigger()
    return window.findChildren(FindLevelDialog)[-1]


PEOPLE_SHOWS: dict[str, Callable[["MainWindow"], "QWidget"]] = {
    "people": _people,
    "person-new-game": _person_new_game,
    "find-level": _find_level,
}
