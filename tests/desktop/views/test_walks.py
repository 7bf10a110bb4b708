"""How many files a value passes on its way from a gesture to its effect: a layer that only forwards makes this fail.

The numbers are those of docs/house.md, "Five walks". Where a walk becomes shorter, take the file out here and there.
"""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

import books.choice.choose
import engine.jobs.review
import engine.play.review.annotate
import engine.play.review.judge
import engine.rules.fen_repair
import engine.rules.gate
from desktop.model.game.match import FULL_STRENGTH, NewGame
from desktop.model.job import JobPhase
from desktop.services.engines.review_service import ReviewService
from desktop.services.game.game_service import GameService
from desktop.views.board.board_view import BoardView
from desktop.views.game import board_panel
from desktop.views.kit import words
from desktop.views.setup import position_dialog
from engine.game.reason import Reason
from engine.game.side import Side
from engine.game.tree import Game
from engine.pgn.reader import first_game
from engine.play.mover import RatsuMover
from tests.desktop.views.conftest import MakeWindow
from tests.helpers.walks import ROOT, Walk

FEN = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"
MATE = "1. f3 e5 2. g4 Qh4# 0-1"


@pytest.fixture
def walk(monkeypatch: pytest.MonkeyPatch) -> Walk:
    return Walk(monkeypatch)


def documented(walk: str) -> set[str]:
    """The files of a walk as docs/house.md lists them, below `desktop/services`, `desktop/views`, `engine` or `books`."""
    (row,) = [
        line for line in (ROOT / "docs/house.md").read_text("utf-8").splitlines() if line.startswith(f"| {walk} |")
    ]
    now, files = row.split("|")[3].strip(), row.split("|")[4].split("`")[1::2]
    assert int(now) == len(files), f"{walk}: the number is that of the files"
    return set(files)


def short(files: set[str]) -> set[str]:
    """Files as the table names them: folder and name."""
    return {"/".join(file.split("/")[-2:]) for file in files}


def test_a_fen_that_is_typed_passes_8_files_until_it_is_on_the_board(make_window: MakeWindow, walk: Walk) -> None:
    window = make_window()
    window.actions_by_key["edit_position"].trigger()
    dialog = window.findChild(position_dialog.PositionDialog)
    assert isinstance(dialog, position_dialog.PositionDialog)
    QApplication.processEvents()
    walk.station(engine.rules.fen_repair, "mended_fields", "engine/rules/fen_repair.py", lambda text, *_: text == FEN)
    walk.station(engine.rules.gate, "playable", "engine/rules/gate.py")
    walk.station(Game, "new", "engine/game/tree.py")
    walk.station(GameService, "open_tab", "desktop/services/game/game_service.py")
    walk.station(board_panel, "scene_of", "desktop/views/board/position_scene.py")
    walk.station(BoardView, "show_scene", "desktop/views/board/board_view.py")
    dialog.fen.selectAll()
    QTest.keyClicks(dialog.fen, FEN)
    QTest.mouseClick(dialog.analyse_button, Qt.MouseButton.LeftButton)
    assert window.body.panel.board.scene.pieces.keys() == {4, 12, 60}
    assert len(walk.reached) == 6
    assert short(walk.files()) == documented("FEN typed to board")


def test_a_move_of_the_book_passes_7_files_until_its_reason_is_in_words(
    make_window: MakeWindow, walk: Walk, qtbot: QtBot
) -> None:
    mover = RatsuMover()
    mover.set_option("OwnBook", True)
    services = make_window(mover).services
    walk.station(books.choice.choose.Chooser, "choose", "books/choice/choose.py")
    walk.station(words, "reason", "desktop/views/kit/words.py", lambda why: isinstance(why, Reason))
    services.match.new_game(NewGame(Side.WHITE, FULL_STRENGTH))
    services.match.user_move("e2e4")
    qtbot.waitUntil(lambda: len(services.game.state.game.main_line()) == 2, timeout=30_000)
    assert len(walk.reached) == 2, walk.reached
    mover.close()
    assert short(walk.files()) == documented("book move to words")


def test_a_review_passes_6_files_from_its_key_to_the_game(make_window: MakeWindow, walk: Walk, qtbot: QtBot) -> None:
    window = make_window()
    services = window.services
    services.game.open_tab(first_game(MATE))
    walk.station(ReviewService, "start", "desktop/services/engines/review_service.py")
    walk.station(engine.play.review.judge.PositionJudge, "worth", "engine/play/review/judge.py")
    walk.station(engine.jobs.review, "joined", "engine/jobs/review.py")
    walk.station(engine.play.review.annotate, "with_review", "engine/play/review/annotate.py")
    walk.station(GameService, "edit_tab", "desktop/services/game/game_service.py")
    window.actions_by_key["review"].trigger()
    qtbot.waitUntil(lambda: services.review.state.phase is JobPhase.DONE, timeout=60_000)
    assert len(walk.reached) == 5
    assert short(walk.files()) == documented("review")
