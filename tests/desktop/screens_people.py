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
    Screen("home-light", "home", 1280, 800),
    Screen("home-fi-dark", "home", 960, 540, "dark", language="fi"),
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
    from desktop.views.setup.game_room import GameRoom

    window.services.settings.set("person", "yuki")
    window.actions_by_key["new_game"].trigger()
    return window.findChildren(GameRoom)[-1]


def _find_level(window: "MainWindow") -> "QWidget":
    from desktop.views.engines.find_level_dialog import FindLevelDialog
    from engine.play.people.find_level import LevelSearch

    search = LevelSearch()
    for points in (1.0, 1.0, 0.0, 0.5, 1.0, 0.0):
        search = search.after(search.next_elo, points)
    window.services.level._keep(search)
    window.actions_by_key["find_level"].trigger()
    return window.findChildren(FindLevelDialog)[-1]


def _home(window: "MainWindow") -> "QWidget":
    from desktop.model.game.match import NewGame
    from desktop.model.home import LastReview
    from desktop.model.rating import RatedResult, rated
    from desktop.services.home_service import _curve
    from desktop.views.home.home_page import HomePage
    from desktop.views.window.mode_bar import Mode
    from engine.game.time_control import TimeControl

    services, played = window.services, window.services.files.played_games
    assert played is not None
    names, results = ("Aino", "Yuki", "Paula", "Milo"), ("1-0", "0-1", "1/2-1/2")
    games = (
        f'[White "You"]\n[Black "{names[day % 4]}"]\n[Date "2026.03.{day:02d}"]\n[Result "{results[day % 3]}"]\n\n1. e4 e5 '
        f"{results[day % 3]}\n"
        for day in range(1, 18)
    )
    played.write_text("\n".join(games))
    scores = (1.0, 1.0, 0.5, 0.0, 1.0, 0.0, 0.5, 1.0, 1.0, 0.0, 1.0, 1.0, 0.5, 1.0)
    results_of = enumerate(scores, 1)
    rating = rated(
        [RatedResult(f"2026-03-{day:02d} 19:00", "Aino", 1300 + 40 * day, score, True) for day, score in results_of]
    )
    services.match.new_game(NewGame(None, control=TimeControl(600_000, 5_000)))
    for move in ("e2e4", "c7c5", "g1f3", "d7d6", "d2d4", "c5d4", "f3d4", "g8f6", "b1c3", "a7a6"):
        services.match.user_move(move)
    services.match.adjourn()
    told = (
        ("e4", 0.3),
        ("e5", 0.2),
        ("Nf3", 0.4),
        ("d6", 0.1),
        ("d4", 0.5),
        ("Bg4", 1.4),
        ("dxe5", 1.2),
        ("Bxf3", 1.7),
    )
    pgn = " ".join(f"{move} {{[%eval {score}]}}" for move, score in told) + " *"
    last = LastReview("You", "Aino", "2026-03-17 20:15", (91.0, 68.0), (1, 4), pgn)
    window.show_mode(Mode.HOME)
    services.rating._set(rating)
    services.home._take_new_review((last, _curve(last)))
    wait(lambda: services.home.state.played is not None and services.home.state.due.tactics is not None, LONG)
    services.home._show_rating(rating)
    page = window.findChild(HomePage)
    assert page is not None and page.curve.isVisible() and page.graph.isVisible()
    return window


PEOPLE_SHOWS: dict[str, Callable[["MainWindow"], "QWidget"]] = {
    "people": _people,
    "person-new-game": _person_new_game,
    "find-level": _find_level,
    "home": _home,
}
