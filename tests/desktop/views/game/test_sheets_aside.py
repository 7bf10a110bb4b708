"""The sheet of a game that is not shown is kept, and comes back at once."""

import random
from typing import Any

import pytest
from pytestqt.qtbot import QtBot

from desktop.views.game import sheet_writer
from desktop.views.game.notation_view import NotationView
from desktop.views.game.sheet_document import SheetDocument
from desktop.views.kit import theme
from engine.game.tree import ROOT, Game
from engine.pgn.reader import games_of
from tests.desktop.views.game.test_large_notation import is_whole, settle
from tests.helpers.large_games import repertoire


@pytest.fixture
def view(qtbot: QtBot) -> NotationView:
    made = NotationView()
    qtbot.addWidget(made)
    made.resize(400, 300)
    made.show()
    return made


def test_the_sheet_of_a_large_game_is_there_at_once_when_one_comes_back(qtbot: QtBot, view: NotationView) -> None:
    large, other = repertoire(1_000), repertoire(600)
    view.show_game(large, ROOT)
    settle(qtbot, view)
    height = view.verticalScrollBar().maximum()
    view.show_game(Game.new(), ROOT)
    view.show_game(other, ROOT)
    settle(qtbot, view)
    is_whole(view, other)
    view.show_game(large, ROOT)
    assert view.settled and view.verticalScrollBar().maximum() == height
    is_whole(view, large)
    view.show_game(other, ROOT)
    assert view.settled
    is_whole(view, other)


def test_a_sheet_that_comes_back_knows_what_was_changed_meanwhile(qtbot: QtBot, view: NotationView) -> None:
    large = repertoire(1_000)
    view.show_game(large, ROOT)
    settle(qtbot, view)
    view.show_game(Game.new(), ROOT)
    changed = large.with_node(large.node(large.end()).changed(comment="told from afar"))
    view.resize(300, 300)
    view.show_game(changed, large.end())
    settle(qtbot, view)
    is_whole(view, changed)
    view.show_game(Game.new(), ROOT)
    theme.theme().changed.emit()
    view.show_game(changed, ROOT)
    at_once: bool = view.settled
    assert not at_once, "its colours are old ones: it is written again"
    settle(qtbot, view)
    is_whole(view, changed)


def test_the_sheets_of_usual_games_come_back_as_they_were(view: NotationView, monkeypatch: pytest.MonkeyPatch) -> None:
    """A change of tab wrote and laid out all moves again, 15 ms."""
    games = [long_game(number) for number in range(sheet_writer.MOST_SMALL_ASIDE + 2)]
    for game in games:
        view.show_game(game, game.end())
    written: list[object] = []
    insert = SheetDocument.insert

    def heard(self: SheetDocument, *given: Any) -> int:
        written.append(given)
        return insert(self, *given)

    monkeypatch.setattr(SheetDocument, "insert", heard)
    for game in games[2:]:
        view.show_game(game, game.end())
        is_whole(view, game)
        place = view.place_of(game.end())
        assert place is not None and view.textCursor().document() is view.document()
    assert not written
    changed = games[-2].with_node(games[-2].node(3).changed(comment="told from afar"))
    view.show_game(changed, ROOT)
    is_whole(view, changed)
    assert len(written) == 1, "only the line with the comment"
    view.show_game(games[0], ROOT)
    is_whole(view, games[0])
    assert len(written) > 1, "it was left too long ago"


def long_game(number: int) -> Game:
    """Sixty moves of knights, and a comment."""
    text = " ".join(["Nf3", "Nf6", "Ng1", "Ng8"] * 30)
    (game,) = games_of(f"{{game {number}}} {text} *".encode())
    return game


def test_only_the_sheets_left_last_are_kept(qtbot: QtBot, view: NotationView) -> None:
    games = [repertoire(600) for _ in range(sheet_writer.MOST_ASIDE + 2)]
    for game in games:
        view.show_game(game, ROOT)
        settle(qtbot, view)
    view.show_game(games[0], ROOT)
    kept: bool = view.settled
    assert not kept
    settle(qtbot, view)
    view.show_game(games[-1], ROOT)
    assert view.settled
    is_whole(view, games[-1])


@pytest.mark.parametrize("steps", [7, pytest.param(25, marks=pytest.mark.long)])
def test_walks_through_several_large_games_with_edits(qtbot: QtBot, view: NotationView, steps: int) -> None:
    dice = random.Random(20)
    games = [repertoire(300 + 100 * number) for number in range(5)]
    for _ in range(steps):
        number = dice.randrange(len(games))
        game = games[number]
        if dice.random() < 0.5:
            node = game.node(dice.randrange(1, game.table.size))
            games[number] = game = game.with_node(node.changed(comment=f"word {dice.randrange(100)}"))
        view.show_game(game, dice.randrange(game.table.size))
        if dice.random() < 0.6:
            settle(qtbot, view)
            is_whole(view, game)
