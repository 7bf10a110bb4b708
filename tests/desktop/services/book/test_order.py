"""The book's threads: what must not be lost when the program ends, or another thing is asked for."""

import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import chess
import pytest
from pytestqt.qtbot import QtBot

from books.choice.library import Library
from books.entry import Layer
from books.errors import BookError
from books.repertoire import check_report as health_file
from books.repertoire.book_check import BookFinding, BookProblem
from books.repertoire.check_report import CheckReport
from books.repertoire.many_reports import ManyReports, RepeatedDeparture
from books.repertoire.store import RepertoireStore
from desktop.model.game.state import GameState
from desktop.model.job import JobPhase, JobState
from desktop.services.book import book_tasks
from desktop.services.book.book_deviations_service import BookDeviationsService
from desktop.services.book.book_service import BookService
from desktop.services.book.books_service import BooksService
from desktop.services.book.health_service import HealthService
from desktop.services.book.learning_service import LearningService
from desktop.services.game.game_service import GameService
from desktop.services.training.opening_trainer import OpeningTrainer
from engine.game.reason import Reason, ReasonKind
from engine.ground.text import Text
from engine.jobs.habits import BookDeviationsJob, BookDeviationsRequest


class Shelf:
    """A book that is opened for each piece of work, once it may be."""

    def __init__(self, folder: Path) -> None:
        self.library = Library(folder / "user.ratsubook", folder / "learned.ratsubook", None)
        self.may_be_opened = threading.Event()
        self.may_be_opened.set()

    def open(self) -> Library:
        assert self.may_be_opened.wait(60)
        return self.library


@pytest.fixture
def shelf(qapp: object, tmp_path: Path) -> Iterator[Shelf]:
    shelf = Shelf(tmp_path)
    yield shelf
    shelf.library.close()


def test_edits_that_wait_are_made_when_the_program_ends(shelf: Shelf, qtbot: QtBot) -> None:
    """Behind a look-up they were dropped without a word."""
    games, service = GameService(), BookService(shelf.open)
    shelf.may_be_opened.clear()
    service.look_at(games.state)
    service.set_comment("", "mine", games.state)
    games.play_move("e2e4")
    service.look_at(games.state)
    service.add_move()
    threading.Timer(0.05, shelf.may_be_opened.set).start()
    assert service.close()
    assert shelf.library.comment_at(chess.Board()) == "mine"
    assert [row.san for row in shelf.library.look_up(chess.Board())] == ["e4"]


def test_what_waits_behind_long_work_is_done_when_the_program_ends(
    shelf: Shelf, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A repair behind a check of the book, books switched off behind an import and a repertoire behind a count were dropped."""
    repaired: list[list[BookFinding]] = []
    monkeypatch.setattr(health_file, "repair", lambda _library, findings: repaired.append(findings))
    books, health = BooksService(shelf.open), HealthService(shelf.open)
    wrong = BookFinding(BookProblem.GAP, "", chess.Move.null(), Reason(ReasonKind.UNREACHED, (1,)))
    health._set(JobState(JobPhase.DONE, rows=(CheckReport(1, "own", 1, findings=(wrong, wrong)),)))
    trainer = OpeningTrainer(GameService(), shelf.open, lambda _nodes: pytest.fail("nothing is to be judged"))
    shelf.may_be_opened.clear()
    for service in (books, health):
        service.refresh()
    trainer.count()
    books.switch("learned", False)
    health.repair(0, 1)
    trainer.add("mine", True, chess.STARTING_FEN)
    threading.Timer(0.05, shelf.may_be_opened.set).start()
    assert books.close() and health.close() and trainer.close()
    assert [entry.active for entry in shelf.library.layers() if entry.layer is Layer.LEARNED] == [False]
    assert repaired == [[wrong, wrong]]
    assert [kept.name for kept in RepertoireStore(shelf.library).all()] == ["mine"]


def test_a_line_is_practised_once_it_is_forced_and_after_no_other_edit(
    shelf: Shelf, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where forcing failed, the next edit of the book began a game."""

    def full(*_asked: object, **_named: object) -> None:
        raise BookError("The disk is full.")

    games, service = GameService(), BookService(shelf.open)
    told: list[Text] = []
    began: list[bool] = []
    service.message.connect(lambda message: told.append(message.text))
    games.play_move("e2e4")
    service.look_at(games.state)
    with monkeypatch.context() as patched:
        patched.setattr(book_tasks, "force_line", full)
        service.force_line(then=lambda: began.append(True))
    service.set_comment("", "words", games.state)
    qtbot.waitUntil(lambda: bool(told) and service.state.comment == "words")
    assert not began
    service.force_line(then=lambda: began.append(shelf.library.forcing()))
    qtbot.waitUntil(lambda: began == [True])
    assert service.close()


def blocking(gate: threading.Event, answer: object = None) -> Callable[..., object]:
    def job(*_asked: object) -> object:
        assert gate.wait(60)
        return answer

    return job


def test_a_finished_game_is_learned_though_the_program_ends(shelf: Shelf, monkeypatch: pytest.MonkeyPatch) -> None:
    """While the log was read, it was forgotten."""
    service, gate = LearningService(shelf.open), threading.Event()
    stored: list[GameState] = []
    monkeypatch.setattr(service, "_read", blocking(gate))
    monkeypatch.setattr(service, "_record", stored.append)
    service.refresh()
    state = GameService().state
    service.learn(state)
    threading.Timer(0.05, gate.set).start()
    assert service.close() and stored == [state]


def test_moves_are_added_though_another_file_is_compared(
    shelf: Shelf, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Those that waited for the book were dropped without a word."""
    service, gate = BookDeviationsService(shelf.open), threading.Event()
    added: list[chess.Move] = []
    changed: list[bool] = []

    def add(habit: RepeatedDeparture) -> None:
        assert gate.wait(60)
        added.append(habit.move)

    moves = [chess.Move.from_uci(move) for move in ("e2e4", "d2d4")]
    found = ManyReports(2, 2, tuple(RepeatedDeparture(chess.Board(), move, True, 1, None, (), False) for move in moves))
    monkeypatch.setattr(BookDeviationsJob, "run", lambda _job, _wish, _context: iter([found]))
    monkeypatch.setattr(service, "_add", add)
    service.book_changed.connect(lambda: changed.append(True))
    service.begin(BookDeviationsRequest(Path("a.pgn"), "A"))
    qtbot.waitUntil(lambda: service.state.phase is JobPhase.DONE)
    service.add(0)
    service.add(1)
    service.begin(BookDeviationsRequest(Path("b.pgn"), "B"))
    gate.set()
    qtbot.waitUntil(lambda: service.state.phase is JobPhase.DONE)
    assert added == moves and len(changed) == 2 and service.state.request == BookDeviationsRequest(Path("b.pgn"), "B")
