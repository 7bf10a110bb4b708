"""What is shown is what is: after every gesture the sheet says what is in the game, and the tabs say what they hold."""

import random
from collections.abc import Callable

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from desktop.model.game.match import NewGame
from desktop.services.game.game_service import GameService
from desktop.views.game.notation_view import NotationView
from desktop.views.kit import theme
from desktop.views.kit.notation_text import paragraphs
from desktop.views.main_window import MainWindow
from engine.game.tree import ROOT, Game
from engine.pgn.reader import first_game
from tests.desktop.sheet_text import shows_its_game
from tests.desktop.views.conftest import MakeWindow

GESTURES = 150  # of each seed
SEEDS = (1, *(pytest.param(seed, marks=pytest.mark.long) for seed in range(2, 9)))
CLOCKED = "1. e4 {[%clk 0:10:00]} e5 {[%eval 0.35] [%clk 0:09:58]} 2. Nf3 {[%clk 0:09:50]} *"
TEXTS = (
    CLOCKED,
    "1. d4 d5 (1... Nf6 2. c4 (2. Nf3 {solid} g6) 2... e6) 2. c4 {main} *",
    "{A word first.} *",
    '[Result "1-0"]\n\n1. e4 {[%clk 0:10:00] quick} (1. c4 {[%eval 0.1]}) e5 2. Qh5 Ke7 3. Qxe5# 1-0',
    "*",
)


@pytest.mark.parametrize("running", [False, True])
@pytest.mark.parametrize("before", TEXTS)
@pytest.mark.parametrize("after", TEXTS)
def test_nothing_of_one_game_stays_in_the_sheet_of_the_next(
    qtbot: QtBot, before: str, after: str, running: bool
) -> None:
    view, fresh = NotationView(), NotationView()
    for each in (view, fresh):
        qtbot.addWidget(each)
        each.set_running(running)
    game = first_game(after)
    view.show_game(first_game(before), ROOT)
    view.show_game(game, ROOT)
    fresh.show_game(game, ROOT)
    assert look_of(view) == look_of(fresh)


def look_of(view: NotationView) -> list[tuple[str, float, float, list[float]]]:
    """The text of each block, and where it stands."""
    found, block = [], view.document().begin()
    while block.isValid():
        form = block.blockFormat()
        if block.text():  # the last one of an empty sheet may stand anywhere
            tabs = [tab.position for tab in form.tabPositions()]
            found.append((block.text(), form.leftMargin(), form.topMargin(), tabs))
        block = block.next()
    return found


def test_a_new_game_after_one_with_clock_times_begins_with_an_empty_sheet(make_window: MakeWindow) -> None:
    window = make_window()
    window.services.game.open_tab(first_game(CLOCKED))
    assert "9:50" in window.body.side.notation.toPlainText()
    window.services.game.open_tab(Game.new())
    assert window.body.side.notation.toPlainText() == ""
    window.services.game.select_tab(window.services.game.tabs.titles[0].tab)
    shows_its_game(window)


def test_marks_of_qt_in_a_comment_make_no_lines_that_stay(qtbot: QtBot) -> None:
    view = NotationView()
    qtbot.addWidget(view)
    game, node = Game.new().add_move(ROOT, "e2e4")
    game = game.with_node(game.node(node).changed(comment="one\ufdd0two\ufdd1three"))
    view.show_game(game, node)
    assert view.document().blockCount() == len(paragraphs(game))
    longer, node = game.add_move(node, "e7e5")
    view.show_game(longer, node)
    assert view.toPlainText() == "1.\te4\none two three\n1.\t…\te5"


class Hands:
    """Seeded gestures on the games of a window; `history` tells what was done."""

    def __init__(self, seed: int, window: MainWindow) -> None:
        self._random = random.Random(seed)
        self._window = window
        self._games: GameService = window.services.game
        self.history: list[str] = []

    def step(self) -> None:
        """Does one thing, and looks."""
        gesture = self._random.choice(self._gestures)
        self.history.append(gesture.__name__)
        gesture()
        QApplication.processEvents()

    @property
    def _gestures(self) -> list[Callable[[], None]]:
        return [
            *(4 * [self.move]), *(2 * [self.walk]), self.clocked, self.comment, self.comment_first, self.sign, self.shape,
            self.delete, self.delete_all, self.undo, self.redo, self.new_tab, self.paste, self.switch, self.close,
            self.columns, self.colours, self.match, self.take_back, self.result, self.names,
        ]  # fmt: skip

    def _node(self) -> int:
        return self._random.choice([node.id for node in self._games.state.game.table])

    def _trigger(self, key: str) -> None:
        action = self._window.actions_by_key[key]
        if action.isEnabled():
            action.trigger()

    def move(self) -> None:
        state = self._games.state
        if state.user_may_move and state.legal_moves:
            self._window.services.match.user_move(self._random.choice(state.legal_moves))

    def walk(self) -> None:
        self._games.go_to(self._node())

    def clocked(self) -> None:
        words = self._random.choice(("[%clk 0:05:00]", "[%eval -0.20]", "", "[%clk 0:00:01] late"))
        node = self._games.state.game.node(self._node())
        read = first_game(f"1. e4 {{{words}}} *").main_line()[0]
        if node.id != ROOT:
            changed = node.changed(comment=words, clock_ms=read.clock_ms, evaluation=read.evaluation)
            self._games.edit(self._games.state.game.with_node(changed))

    def comment(self) -> None:
        node = self._node()
        self._games.set_comment(node, self._random.choice(("", "best by test", "[%cal Ge2e4]")), before=bool(node % 2))

    def comment_first(self) -> None:
        self._games.set_comment(ROOT, self._random.choice(("", "before the first move")))

    def sign(self) -> None:
        node = self._node()
        if node != ROOT:
            self._games.toggle_nag(node, self._random.choice((1, 2, 3, 4, 5, 6, 14)))

    def shape(self) -> None:
        self._random.choice((self._games.promote, self._games.demote))(self._node())

    def delete(self) -> None:
        self._games.delete(self._node())

    def delete_all(self) -> None:
        root = self._games.state.game.root
        for child in root.children:
            self._games.delete(child)

    def undo(self) -> None:
        self._trigger("undo")

    def redo(self) -> None:
        self._trigger("redo")

    def new_tab(self) -> None:
        self._games.open_tab(Game.new())

    def paste(self) -> None:
        self._games.open_tab(first_game(self._random.choice(TEXTS)), saved=self._random.random() < 0.5)

    def switch(self) -> None:
        self._window.body.side.sheet.tabs.setCurrentIndex(self._random.randrange(len(self._games.tabs.titles)))

    def close(self) -> None:
        self._games.close_tab(self._random.choice(self._games.tabs.titles).tab)

    def columns(self) -> None:
        self._window.services.settings.set("notation", self._random.choice(("columns", "running")))

    def colours(self) -> None:
        theme.theme().set_scheme(self._random.choice((theme.Scheme.LIGHT, theme.Scheme.DARK)))

    def match(self) -> None:
        self._window.services.match.new_game(NewGame())

    def take_back(self) -> None:
        self._trigger("take_back")

    def result(self) -> None:
        self._games.set_headers({"Result": self._random.choice(("1-0", "1/2-1/2", "*"))})

    def names(self) -> None:
        self._games.set_headers({self._random.choice(("White", "Black")): self._random.choice(("A & B", "", "Tal"))})


@pytest.mark.parametrize("seed", SEEDS)
def test_after_every_gesture_the_sheet_says_what_is_in_the_game(make_window: MakeWindow, seed: int) -> None:
    window = make_window()
    hands = Hands(seed, window)
    shows_its_game(window)
    try:
        for _ in range(GESTURES):
            hands.step()
            shows_its_game(window, hands.history)
    finally:
        theme.theme().set_scheme(theme.Scheme.SYSTEM)
