"""Opponent preparation in the window: counted, kept as a book, removed, sparred against; and novelties of the shown line."""

from pathlib import Path

import chess
import pytest
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from books.choice.library import Library
from books.collection.game_collection import Collection
from books.collection.importing.imports import import_pgn
from books.store.book_file import BookFile
from desktop.model.job import JobPhase
from desktop.views.book.novelty_dialog import NoveltyDialog
from desktop.views.book.preparation_dialog import PreparationDialog
from desktop.views.kit.figures import Figures, ResultsBar
from desktop.views.main_window import MainWindow
from engine.game.side import Side
from tests.books.helpers import line
from tests.books.preparation.aino import AINO, write_games
from tests.desktop.views.conftest import MakeWindow


@pytest.fixture
def library(tmp_path: Path) -> Library:
    """A repertoire against her: 1.d4, and 1.e4 c5 2.Nf3 or 2.c3."""
    opened = Library(tmp_path / "user.ratsubook", tmp_path / "learned.ratsubook", None)
    for text in ("1.d4 Nf6 2.c4", "1.e4 c5 2.Nf3", "1.e4 c5 2.c3"):
        opened.add_line(chess.Board(), line(text))
    return opened


def open_dialog(window: MainWindow, games: Path) -> PreparationDialog:
    window.actions_by_key["book_prepare"].trigger()
    dialog = window.findChild(PreparationDialog)
    assert isinstance(dialog, PreparationDialog)
    assert not dialog.prepare.isEnabled()  # no games, no name
    dialog.choose_files([str(games)])
    dialog.player.setText(AINO)
    return dialog


def many_games(folder: Path) -> Path:
    """Her games three times: the window follows positions of three games."""
    path = write_games(folder)
    text = path.read_text()
    path.write_text("\n".join(text.replace("[White", f'[Round "{number}"]\n[White') for number in (1, 2, 3)))
    return path


def button(dialog: PreparationDialog | NoveltyDialog, text: str) -> QPushButton:
    return next(one for one in dialog.findChildren(QPushButton) if one.text() == text and not one.isHidden())


def test_an_opponent_is_prepared_for_and_the_lines_are_kept_and_removed(
    make_window: MakeWindow, qtbot: QtBot, library: Library, tmp_path: Path
) -> None:
    window = make_window(library=library)
    dialog = open_dialog(window, many_games(tmp_path))
    preparation = window.services.preparation
    dialog.prepare.click()
    qtbot.waitUntil(lambda: preparation.state.phase is JobPhase.DONE, timeout=20_000)
    assert dialog.status.text() == "27 of 33 games: Virtanen, Aino (21), Virtanen, A. (3), Aino Virtanen (3)."
    assert preparation.state.last is not None
    white = preparation.state.last.sides[0]
    assert white.results[:3] == (9, 3, 6)
    assert chess.Board().variation_san(white.plan.lines[0].moves).startswith("1. e4 c5 2. c3")
    figures = dialog.findChildren(Figures)[0].text
    assert figures.startswith("games of the opponent: 18, opponent's score: 58")
    assert dialog.findChildren(ResultsBar)[0].accessibleName().startswith("18 (+9 =3 −6), 58")

    show = button(dialog, "Show")
    card = show.parentWidget()
    assert card is not None
    qtbot.waitUntil(lambda: 500 < card.width() != 640 and show.width() < card.width() / 4)  # the moves have the room

    dialog.keep.click()
    qtbot.waitUntil(lambda: bool(preparation.kept), timeout=20_000)
    assert [entry.san for entry in library.look_up(chess.Board()) if entry.probability == 1.0] == ["e4"]
    assert "is one of your books now" in dialog.status.text()
    button(dialog, "Remove").click()
    qtbot.waitUntil(lambda: not preparation.kept, timeout=20_000)
    assert not library.listed_books()

    button(dialog, "Show").click()
    assert window.services.game.state.game.moves(window.services.game.state.current)[:3] == ("e2e4", "c7c5", "c2c3")


def test_the_collection_in_use_is_offered_first(
    make_window: MakeWindow, qtbot: QtBot, library: Library, tmp_path: Path
) -> None:
    window = make_window(library=library)
    collection, path = window.services.collection, tmp_path / "club.ratsugames"
    with Collection(path, create=True) as games:
        import_pgn(games, write_games(tmp_path))
    collection.open(path)
    qtbot.waitUntil(lambda: any(entry.games for entry in collection.state.entries))
    window.actions_by_key["book_prepare"].trigger()
    dialog = window.findChild(PreparationDialog)
    assert isinstance(dialog, PreparationDialog)
    assert dialog.file.text() == "club" and dialog.paths == (path,)
    dialog.player.setText(AINO)
    assert dialog.prepare.isEnabled()


def test_an_unknown_name_is_said_with_names_like_it(
    make_window: MakeWindow, qtbot: QtBot, library: Library, tmp_path: Path
) -> None:
    window = make_window(library=library)
    dialog = open_dialog(window, write_games(tmp_path))
    dialog.player.setText("Virt")
    dialog.prepare.click()
    qtbot.waitUntil(lambda: bool(window.services.preparation.state.problem), timeout=20_000)
    assert "Similar names: Virtanen, Aino" in dialog.status.text()
    assert not dialog.keep.isEnabled()


def test_sparring_begins_a_game_with_the_opponents_openings_at_their_level(
    make_window: MakeWindow, qtbot: QtBot, library: Library, tmp_path: Path
) -> None:
    window = make_window(library=library)
    dialog = open_dialog(window, write_games(tmp_path, (1610, 1590, 1600)))
    dialog.side.setCurrentIndex(2)  # I have Black
    dialog.prepare.click()
    qtbot.waitUntil(lambda: window.services.preparation.state.phase is JobPhase.DONE, timeout=20_000)
    dialog.spar.click()
    qtbot.waitUntil(lambda: window.services.game.state.match is not None, timeout=20_000)
    match = window.services.game.state.match
    assert match is not None
    assert match.human_side is Side.BLACK
    qtbot.waitUntil(lambda: window.findChild(PreparationDialog) is None, timeout=10_000)  # it lay over the board
    assert match.white.level.elo == 1600
    with BookFile(Path(match.white.book)) as book:
        assert book.count() > 0


def test_novelties_of_the_shown_line_are_listed_and_shown(
    make_window: MakeWindow, qtbot: QtBot, library: Library, tmp_path: Path
) -> None:
    window = make_window(library=library)
    games = tmp_path / "games.pgn"
    games.write_text('[Result "1-0"]\n\n1. a3 a6 2. e4 1-0\n\n[Result "1-0"]\n\n1. a3 a6 2. d4 1-0\n')
    for move in ("a2a3", "a7a6"):
        window.services.game.play_move(move)
    window.actions_by_key["book_novelties"].trigger()
    dialog = window.findChild(NoveltyDialog)
    assert isinstance(dialog, NoveltyDialog)
    assert dialog.line.text() == "1.a3 a6"
    dialog.choose_files([str(games)])
    dialog.from_move.setValue(2)
    dialog.within.setValue(40)
    dialog.knodes.setValue(2)
    dialog.search.click()
    novelties = window.services.novelties
    qtbot.waitUntil(lambda: novelties.state.phase is JobPhase.DONE, timeout=30_000)
    found = novelties.state.rows
    assert found
    assert not {row.move.uci() for row in found} & {"e2e4", "d2d4"}
    assert {row.games for row in found} == {2}
    button(dialog, "Show").click()
    assert window.services.game.state.fen == found[0].board.fen()


def test_a_line_from_another_start_is_refused_in_words(make_window: MakeWindow, library: Library) -> None:
    window = make_window(library=library)
    window.services.files.set_position("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1")
    window.actions_by_key["book_novelties"].trigger()
    dialog = window.findChild(NoveltyDialog)
    assert isinstance(dialog, NoveltyDialog)
    assert not dialog.search.isEnabled()
    assert dialog.line.text() == "This game does not begin at the usual start position."


def test_a_collection_is_prepared_from_and_a_name_is_unticked(
    make_window: MakeWindow, qtbot: QtBot, library: Library, tmp_path: Path
) -> None:
    path = tmp_path / "club.ratsugames"
    with Collection(path, create=True) as collection:
        import_pgn(collection, write_games(tmp_path))
    window = make_window(library=library)
    window.services.collection.open(path)
    qtbot.waitUntil(lambda: any(entry.games for entry in window.services.collection.state.entries), timeout=20_000)
    window.actions_by_key["book_prepare"].trigger()
    dialog = window.findChild(PreparationDialog)
    assert isinstance(dialog, PreparationDialog)
    dialog.file.menu().aboutToShow.emit()
    next(action for action in dialog.file.menu().actions() if "club" in action.text()).trigger()
    dialog.player.setText(AINO)
    preparation = window.services.preparation
    dialog.prepare.click()
    qtbot.waitUntil(lambda: preparation.state.phase is JobPhase.DONE, timeout=20_000)
    assert dialog.status.text().startswith("9 of ")
    assert dialog.names.text() == "3 of 3 names"

    ticks = dialog.names.menu().actions()
    next(tick for tick in ticks if "Virtanen, A." in tick.text()).trigger()
    assert dialog.names.text() == "2 of 3 names"
    dialog.prepare.click()
    qtbot.waitUntil(lambda: dialog.status.text().startswith("8 of "), timeout=20_000)
    assert "Virtanen, A. " not in dialog.status.text()
    for tick in ticks:
        tick.setChecked(False)
    assert not dialog.prepare.isEnabled()  # no name counts
