"""Pictures of what people would play, of persons as opponents, and of the search for the user's level."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from tests.desktop.screen import Screen, let_run, wait

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from desktop.views.main_window import MainWindow

PEOPLE = (
    Screen("people-light", "people", 1280, 800),
    Screen("people-fi-dark", "people", 960, 540, "dark", language="fi"),
    Screen("people-book-light", "people-book", 960, 540),
    Screen("people-book-fi-dark", "people-book", 1280, 800, "dark", language="fi"),
    Screen("people-review-light", "people-review", 1280, 800),
    Screen("person-new-game-light", "person-new-game"),
    Screen("person-new-game-fi-dark", "person-new-game", 960, 540, "dark", language="fi"),
    Screen("person-hello-light", "person-hello", 960, 540),
    Screen("person-over-fi-dark", "person-over", 1280, 800, "dark", language="fi"),
    Screen("find-level-light", "find-level"),
    Screen("find-level-fi-dark", "find-level", scheme="dark", language="fi"),
)
TRAP = ("e2e4", "e7e5", "g1f3", "b8c6", "f1c4", "c6d4")  # the Blackburne trap
BEYOND = ("e1g1", "d4f3", "d1f3", "g8f6", "d2d3", "h7h6", "h2h3", "a7a6")
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


def _people_book(window: "MainWindow") -> "QWidget":
    from desktop.views.window.mode_bar import Mode

    _moves(window, (*TRAP, *BEYOND))
    window.services.settings.set("people_elo", 1200)
    window.show_mode(Mode.BOOK)
    wait(lambda: window.services.people.state.wrong is not None, LONG)
    return window


def _people_review(window: "MainWindow") -> "QWidget":
    from desktop.model.review import ReviewPhase
    from engine.pgn.reader import first_game

    games, review = window.services.game, window.services.review
    games.open_tab(
        first_game('[White "Anna"]\n[Black "Ben"]\n[WhiteElo "1150"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bc4 Nd4 4. Nxe5 Qg5 *')
    )
    window.actions_by_key["review"].trigger()
    wait(lambda: review.state.phase is ReviewPhase.DONE, LONG)
    games.go_last()
    games.go_back()
    wait(lambda: window.services.findable.state is not None, LONG)
    return window


def _person_new_game(window: "MainWindow") -> "QWidget":
    from desktop.views.setup.new_game_dialog import NewGameDialog

    window.services.settings.set("person", "yuki")
    window.actions_by_key["new_game"].trigger()
    return window.findChildren(NewGameDialog)[-1]


def _person_hello(window: "MainWindow") -> "QWidget":
    window.services.settings.set("person", "henrik")
    window.start_game()
    let_run(300)
    return window


def _person_over(window: "MainWindow") -> "QWidget":
    games, match = window.services.game, window.services.match
    window.services.settings.set("person", "sofia")
    window.start_game()
    for move in ("e2e4", "g1f3"):
        match.user_move(move)
        let_run(100)
        wait(lambda: games.state.user_may_move, LONG)
    match.resign()
    return window


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
    "people-book": _people_book,
    "people-review": _people_review,
    "person-new-game": _person_new_game,
    "person-hello": _person_hello,
    "person-over": _person_over,
    "find-level": _find_level,
}
