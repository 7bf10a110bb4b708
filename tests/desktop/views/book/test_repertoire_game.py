"""A game of the repertoire in the window: leaving the book, taking back, going on; the progress of lines; why a move is right."""

from dataclasses import replace
from pathlib import Path

import chess
import pytest
from PySide6.QtWidgets import QTreeWidgetItem
from pytestqt.qtbot import QtBot

from books.choice.library import Library
from books.entry import Flag
from desktop.model.drill import DrillPhase
from desktop.views.book.lines_dialog import LinesDialog
from desktop.views.book.opening_trainer import OpeningTrainerView
from desktop.views.main_window import MainWindow
from desktop.views.window.mode_bar import Mode
from engine.drill import reasons
from engine.drill.reasons import AnswerReason
from engine.game.info import PovScore, Score
from engine.play.book import reply_worlds
from tests.books.helpers import line
from tests.desktop.views.book.test_opening_trainer import click, show_new, wait_for
from tests.desktop.views.conftest import MakeWindow


class Replies:
    """The first of some replies that is legal."""

    def __init__(self, *_about: object) -> None:
        self.sans = ["d5", "e5", "Nc6"]

    def __call__(self, board: chess.Board) -> dict[chess.Move, float]:
        for san in self.sans:
            try:
                return {board.parse_san(san): 0.25}
            except ValueError:
                continue
        return {next(iter(board.legal_moves)): 0.25}


@pytest.fixture
def view(
    qtbot: QtBot, make_window: MakeWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> tuple[MainWindow, OpeningTrainerView, Replies]:
    library = Library(tmp_path / "user.ratsubook", tmp_path / "learned.ratsubook", None)
    library.add_line(chess.Board(), line("e4 e5 Nf3 Nc6 Bb5"), Flag.STRONG)
    replies = Replies()
    monkeypatch.setattr(reply_worlds, "OpponentReplies", lambda *_about: replies)
    window = make_window(library=library)
    openings = window.services.openings
    openings._next.setInterval(1)
    openings._make_coach = None
    window.show_mode(Mode.TRAIN)
    shown = window.body.side.panel("openings")
    assert isinstance(shown, OpeningTrainerView)
    qtbot.waitUntil(lambda: openings.state.repertoires == (), timeout=30_000)
    click(qtbot, shown, "White, all openings")
    qtbot.waitUntil(lambda: bool(openings.state.repertoires), timeout=30_000)
    return window, shown, replies


def test_a_game_tells_when_it_leaves_the_repertoire_and_takes_back_or_goes_on(
    qtbot: QtBot, view: tuple[MainWindow, OpeningTrainerView, Replies]
) -> None:
    window, shown, replies = view
    openings, match = window.services.openings, window.services.match
    shown.choice.from_start.trigger()
    wait_for(qtbot, window, DrillPhase.ASKING)
    match.user_move("a2a3")
    wait_for(qtbot, window, DrillPhase.WRONG)
    assert shown.go_on.isVisible() and "or continue with yours" in shown.feedback.text()
    match.user_move("e2e4")
    wait_for(qtbot, window, DrillPhase.LEFT)  # 1...d5 is not answered
    assert shown.feedback.text().startswith("You have no answer to 1...d5; people play it in 25")
    replies.sans = ["e5", "Nc6"]
    click(qtbot, shown, "Another reply")
    wait_for(qtbot, window, DrillPhase.ASKING)
    assert openings.state.question is not None and openings.state.question.moves == ("e2e4", "e7e5")
    match.user_move("f1c4")
    wait_for(qtbot, window, DrillPhase.WRONG)
    click(qtbot, shown, "Continue")
    wait_for(qtbot, window, DrillPhase.FREE)
    assert shown.feedback.text().startswith("You left your repertoire with 2.Bc4.")
    game = window.services.game.state
    assert game.fen.split()[1] == "w" and "People rated" in game.game.header("Black")
    match.user_move("g1f3")
    qtbot.waitUntil(
        lambda: openings.state.phase is DrillPhase.FREE and window.services.game.state.fen.split()[5] == "4",
        timeout=30_000,
    )
    click(qtbot, shown, "End")
    wait_for(qtbot, window, DrillPhase.DONE)
    assert openings.state.totals.asked == 3  # 1.a3, then 1.e4, and 2.Bc4


def test_a_move_on_the_board_goes_on_where_the_repertoire_has_no_answer(
    qtbot: QtBot, view: tuple[MainWindow, OpeningTrainerView, Replies]
) -> None:
    """The move was taken, nobody answered it, and after *Continue* nothing could be played any more."""
    window, shown, _ = view
    openings, match = window.services.openings, window.services.match
    shown.choice.from_start.trigger()
    wait_for(qtbot, window, DrillPhase.ASKING)
    match.user_move("e2e4")
    wait_for(qtbot, window, DrillPhase.LEFT)  # 1...d5 is not answered
    match.user_move("e4d5")
    qtbot.waitUntil(
        lambda: openings.state.phase is DrillPhase.FREE and window.services.game.state.fen.split()[1:6:4] == ["w", "3"],
        timeout=30_000,
    )
    match.user_move("d2d4")
    qtbot.waitUntil(lambda: window.services.game.state.fen.split()[1:6:4] == ["w", "4"], timeout=30_000)


def test_a_game_begins_on_the_board_only_in_a_position_of_the_repertoire(
    qtbot: QtBot, view: tuple[MainWindow, OpeningTrainerView, Replies]
) -> None:
    window, shown, _ = view
    openings, games = window.services.openings, window.services.game
    row = openings.state.row(1)
    assert row is not None
    openings.play(row, fen="8/8/8/4k3/8/4K3/4P3/8 w - - 0 1")
    qtbot.waitUntil(lambda: bool(openings.state.problem), timeout=30_000)
    assert shown.status.text() == "The position on the board is not in this repertoire."
    board = chess.Board()
    for move in line("e4 e5 Nf3 Nc6"):
        board.push(move)
    openings.play(row, fen=board.fen())
    wait_for(qtbot, window, DrillPhase.ASKING)
    assert games.state.fen == board.fen()


def test_a_line_is_chosen_by_its_progress_and_asked_as_a_whole(
    qtbot: QtBot, view: tuple[MainWindow, OpeningTrainerView, Replies]
) -> None:
    window, shown, _ = view
    openings = window.services.openings
    row = openings.state.row(1)
    assert row is not None
    dialog = LinesDialog(openings, row, shown)
    qtbot.addWidget(dialog)
    dialog.show()
    qtbot.waitUntil(lambda: dialog.tree.topLevelItemCount() == 1, timeout=30_000)
    chapter = dialog.tree.topLevelItem(0)
    assert isinstance(chapter, QTreeWidgetItem)
    item = chapter.child(0)
    assert item is not None
    assert [item.text(column) for column in range(3)] == ["1. e4 e5 2. Nf3 Nc6 3. Bb5", "", "0 of 3"]
    assert not dialog.train.isEnabled()
    dialog.tree.setCurrentItem(item)
    dialog.train.click()
    seen = []
    for _ in range(3):
        wait_for(qtbot, window, DrillPhase.SHOWING)
        seen.append(openings.state.question)
        openings.next()
        qtbot.waitUntil(lambda: openings.state.question is not seen[-1], timeout=30_000)
    for move in ("e2e4", "g1f3", "f1b5"):
        wait_for(qtbot, window, DrillPhase.ASKING)
        window.services.match.user_move(move)
        qtbot.waitUntil(lambda: openings.state.phase is not DrillPhase.ASKING, timeout=30_000)
    wait_for(qtbot, window, DrillPhase.DONE)
    assert openings.state.totals.learned == 3


def test_why_a_move_is_right_is_said_of_a_shown_move_and_of_a_wrong_answer(
    qtbot: QtBot, view: tuple[MainWindow, OpeningTrainerView, Replies], monkeypatch: pytest.MonkeyPatch
) -> None:
    window, shown, _ = view
    openings, wrong = window.services.openings, list[str]()
    score = PovScore(Score(centipawns=-60), True)
    about = (chess.STARTING_FEN, ("f2f3", "e7e5"), score, None, False)
    usual = AnswerReason(*about, right=False, fails=True, share=0.08, elo=1500)
    monkeypatch.setattr(openings._work, "why_taught", lambda _question, _elo, _judge, _stopper: usual)
    right = replace(usual, line=("e2e4",), right=True, fails=False, share=0)

    def why_wrong(_judge: object, _board: object, answer: str, _line: object, _stopper: object) -> AnswerReason:
        wrong.append(answer)
        return replace(usual, share=0)

    monkeypatch.setattr(reasons, "why_other", why_wrong)
    monkeypatch.setattr(reasons, "why_sound", lambda *_about: right)
    openings._make_coach = lambda _nodes: None  # type: ignore[assignment,return-value]
    click(qtbot, shown, "Train White")
    qtbot.waitUntil(lambda: shown.why.isVisible(), timeout=30_000)
    assert openings.state.phase is DrillPhase.SHOWING
    said = "1. f3 is not enough: after 1...e5 it is -0.60 for you."
    assert shown.why.text() == f"Players rated 1500: 8\u00a0% play f3. {said}"
    with qtbot.waitSignal(openings.proof_wanted):
        click(qtbot, shown, "Show")
    assert not window.body.panel.board.engine_shapes
    window.body.panel._proof.clear()  # the line has been played
    qtbot.waitUntil(
        lambda: len(window.body.panel.board.engine_shapes) == 1, timeout=30_000
    )  # the answer is drawn again
    show_new(qtbot, window)
    assert shown.why.isHidden() and shown.show_why.isHidden() and not shown.why.text()
    window.services.match.user_move("f2f3")
    qtbot.waitUntil(lambda: shown.why.text().count("\n") == 1, timeout=30_000)
    assert wrong == ["f2f3"] and shown.why.text().split("\n")[0] == said  # then why the book's move is right
    click(qtbot, shown, "End")
    wait_for(qtbot, window, DrillPhase.DONE)
    assert shown.why.isHidden()
