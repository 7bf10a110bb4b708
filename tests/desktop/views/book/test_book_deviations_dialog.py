"""The book report over many games: where a player leaves the book most often, shown on the board and added by a click."""

from pathlib import Path

import chess
import pytest
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from books.choice.library import Library
from books.repertoire.many_reports import RepeatedDeparture
from desktop.model.job import JobPhase
from desktop.views.book.book_deviations_dialog import BookDeviationsDialog
from desktop.views.main_window import MainWindow
from engine.game.reason_words import english
from tests.books.helpers import after, line
from tests.desktop.views.conftest import MakeWindow


def game(white: str, black: str, moves: str, result: str) -> str:
    return f'[White "{white}"]\n[Black "{black}"]\n[Result "{result}"]\n\n{moves} {result}\n\n'


def habits_of(window: MainWindow) -> tuple[RepeatedDeparture, ...]:
    report = window.services.habits.state.last
    assert report is not None
    return report.habits


@pytest.fixture
def library(tmp_path: Path) -> Library:
    opened = Library(tmp_path / "user.ratsubook", tmp_path / "learned.ratsubook", None)
    opened.add_line(chess.Board(), line("1.e4 e5 2.Nf3 Nc6 3.Bb5"))
    return opened


def test_the_same_departure_in_many_games_is_one_habit_with_its_score(
    make_window: MakeWindow, qtbot: QtBot, library: Library, tmp_path: Path
) -> None:
    window = make_window(library=library)
    games = tmp_path / "club.pgn"
    games.write_text(
        game("Me", "A", "1. e4 e5 2. Nf3 Nc6 3. Bc4", "0-1")
        + game("Me", "B", "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5", "1/2-1/2")
        + game("C", "Me", "1. e4 c5", "0-1")
        + game("Me", "D", "1. e4 d5 2. exd5", "1-0")
        + game("E", "F", "1. a3", "1-0")
    )
    window.actions_by_key["book_habits"].trigger()
    dialog = window.findChild(BookDeviationsDialog)
    assert isinstance(dialog, BookDeviationsDialog)
    assert not dialog.compare.isEnabled()  # nothing was played here yet
    dialog.choose_file(str(games))
    dialog.player.setText("me")
    dialog.compare.click()
    qtbot.waitUntil(lambda: window.services.habits.state.phase is JobPhase.DONE, timeout=20_000)
    assert dialog.status.text() == "4 games of me, on average 2.5 half moves in the book."
    assert [(english(row.reason), row.own) for row in habits_of(window)] == [
        ("3.Bc4: 2 times, 25% of the points; the book plays Bb5", True),
        ("1...c5: once, 100% of the points; the book plays e5", True),
        ("1...d5: once, 100% of the points; the book plays e5", False),
    ]
    add = next(button for button in dialog.findChildren(QPushButton) if button.text() == "Add it?")
    add.click()
    qtbot.waitUntil(lambda: habits_of(window)[0].added, timeout=20_000)
    assert {entry.san for entry in library.look_up(after("1.e4 e5 2.Nf3 Nc6"))} == {"Bb5", "Bc4"}
    show = next(button for button in dialog.findChildren(QPushButton) if button.text() == "Show")
    show.click()
    assert window.services.game.state.fen == habits_of(window)[0].board.fen()
    dialog.player.setText("nobody")
    dialog.compare.click()
    qtbot.waitUntil(lambda: "holds no game of" in dialog.status.text(), timeout=20_000)
    dialog.close()
