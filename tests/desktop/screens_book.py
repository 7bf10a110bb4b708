"""The pictures of the book: panel, report, learning log, trainer."""

from collections.abc import Callable
from typing import TYPE_CHECKING

import chess

from tests.desktop.screen import Screen, let_run, wait

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from desktop.views.main_window import MainWindow

WHY_MS = 6_000  # until the reasons of a move are there
SPANISH = ("e2e4", "e7e5", "g1f3", "b8c6", "f1b5")
BOOKS = (
    Screen("book-light", "book"),
    Screen("book-wide-light", "book", 1400, 900),
    Screen("book-empty-dark", "book-empty", scheme="dark"),
    Screen("book-report-light", "book-report"),
    Screen("train-openings-light", "train-openings"),
    Screen("train-openings-dark", "train-openings", scheme="dark"),
    Screen("train-new-light", "train-new"),
    Screen("train-gap-dark", "train-gap", scheme="dark"),
    Screen("train-wrong-dark", "train-wrong", scheme="dark"),
    Screen("train-summary-light", "train-summary"),
    Screen("book-health-light", "book-health"),
    Screen("book-health-dark", "book-health", scheme="dark"),
    Screen("books-light", "books"),
    Screen("books-dark", "books", scheme="dark"),
    Screen("book-habits-light", "book-habits"),
    Screen("book-habits-dark", "book-habits", scheme="dark"),
    Screen("learning-light", "learning"),
)


def play_moves(window: "MainWindow", moves: tuple[str, ...]) -> None:
    """Plays moves outside a match."""
    for move in moves:
        window.services.game.play_move(move)


def _book(window: "MainWindow") -> "QWidget":
    from PySide6.QtCore import Qt
    from PySide6.QtTest import QTest

    from desktop.views.book.book_rows import BookRows
    from desktop.views.window.mode_bar import Mode

    play_moves(window, SPANISH)
    window.show_mode(Mode.BOOK)
    book = window.services.book
    wait(lambda: book.state.fen == window.services.game.state.fen, 20_000)
    book.set_comment("", "Black decides here how the Spanish goes on.")
    book.set_flag("f7f5", "$")
    book.set_comment("g8f6", "The Berlin: solid, and a queenless middlegame if White wants it.")
    book.set_locked("g8f6", True)
    wait(lambda: bool(book.state.row("g8f6") and book.state.row("g8f6").locked), 20_000)  # type: ignore[union-attr]
    book.set_flag("g8f6", "!")
    wait(lambda: book.state.row("g8f6").flag == "!", 20_000)  # type: ignore[union-attr]
    rows = window.findChild(BookRows)
    assert isinstance(rows, BookRows)
    QTest.keyClick(rows, Qt.Key.Key_Down)
    return window


def _book_report(window: "MainWindow") -> "QWidget":
    play_moves(window, (*SPANISH, "a7a5", "e1g1", "f8c5", "c2c3", "g8f6", "d2d4", "e5d4", "c3d4", "c5b6"))
    reports: list[object] = []
    window.services.book.reported.connect(reports.append)
    window.actions_by_key["book_report"].trigger()
    wait(lambda: bool(reports), 20_000)
    return window


def _learning(window: "MainWindow") -> "QWidget":

    from books.learning import lessons
    from books.learning.learn import Learner
    from books.learning.played import LearnedGame
    from engine.play.book.analyser import EngineAnalyser

    learner = Learner(window.services.book._open())
    for moves, white in (
        ("e2e4 e7e5 d1h5 g7g6 h5e5 d8e7 e5h8", False),
        ("f2f3 e7e5 g2g4 d8h4", True),
    ):
        number = learner.record(LearnedGame(tuple(moves.split()), white, "0-1" if white else "1-0", book_plies=2))
        learner.analyse(number, EngineAnalyser(40_000))
    lessons.accept(learner.book, lessons.log(learner.book)[-1:])
    window.actions_by_key["book_learned"].trigger()
    let_run(1_000)
    return window


def _book_empty(window: "MainWindow") -> "QWidget":
    from desktop.views.window.mode_bar import Mode

    play_moves(window, ("a2a4", "h7h5", "a4a5"))
    window.show_mode(Mode.BOOK)
    wait(lambda: window.services.book.state.fen == window.services.game.state.fen, 20_000)
    return window


def _train_openings(window: "MainWindow") -> "QWidget":
    from desktop.views.window.mode_bar import Mode

    window.show_mode(Mode.TRAIN)
    openings = window.services.openings
    start = window.services.game.state.fen
    openings.add("White", True, start)
    wait(lambda: len(openings.state.repertoires or ()) == 1 and not openings.state.adding, 60_000)
    openings.add("Black: Ruy Lopez", False, "r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3")
    wait(lambda: len(openings.state.repertoires or ()) == 2, 60_000)
    return window


def _train_new(window: "MainWindow") -> "QWidget":
    from desktop.model.drill import DrillPhase

    _train_openings(window)
    openings = window.services.openings
    openings.begin((openings.state.repertoires or ())[1])
    wait(lambda: openings.state.phase is DrillPhase.SHOWING, 60_000)
    openings.next()
    wait(lambda: openings.state.phase is DrillPhase.SHOWING, 60_000)
    let_run(WHY_MS)
    return window


def _train_gap(window: "MainWindow") -> "QWidget":
    from desktop.views.book.gap_dialog import GapDialog

    window.services.book._open().add_line(chess.Board(), [chess.Move.from_uci(uci) for uci in SPANISH])
    _train_openings(window)
    openings = window.services.openings
    dialog = window.services.make(GapDialog, row=(openings.state.repertoires or ())[0], parent=window)
    dialog.open()
    wait(lambda: openings.state.gap is not None and not openings.state.gap.busy, 60_000)
    return dialog


def _train_wrong(window: "MainWindow") -> "QWidget":
    from desktop.model.drill import DrillPhase
    from desktop.views.window.mode_bar import Mode

    window.show_mode(Mode.TRAIN)
    openings = window.services.openings
    openings.add("Black: Ruy Lopez", False, "r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3")
    wait(lambda: bool(openings.state.repertoires), 60_000)
    openings.begin((openings.state.repertoires or ())[0])
    _look_at_new(window)
    window.services.match.user_move("h7h6")
    wait(lambda: openings.state.phase is DrillPhase.WRONG, 20_000)
    let_run(WHY_MS)
    return window


def _look_at_new(window: "MainWindow") -> None:
    """Until something is asked."""
    from desktop.model.drill import DrillPhase

    openings = window.services.openings

    def asks() -> bool:
        if openings.state.phase is DrillPhase.SHOWING:
            openings.next()
        return openings.state.phase is DrillPhase.ASKING

    wait(asks, 60_000)


def _train_summary(window: "MainWindow") -> "QWidget":
    from desktop.model.drill import DrillPhase

    _train_wrong(window)
    openings = window.services.openings
    openings.next()
    for _ in range(3):
        _look_at_new(window)
        question = openings.state.question
        assert question is not None
        window.services.match.user_move(question.answers[0][0])
        wait(lambda: openings.state.phase is DrillPhase.RIGHT, 20_000)
        wait(lambda: openings.state.phase is not DrillPhase.RIGHT, 20_000)
    openings.end()
    wait(lambda: openings.state.counted, 20_000)
    return window


def _book_health(window: "MainWindow") -> "QWidget":
    from books.entry import Flag
    from desktop.model.job import JobPhase
    from desktop.views.book.health_dialog import HealthDialog
    from engine.jobs.health import HealthRequest
    from tests.books.helpers import after, line

    library = window.services.book._open()
    library.add_line(chess.Board(), line("1.e4 e5 2.Nf3 Nc6 3.Bc4 Nd4 4.Nxe5"), Flag.STRONG)
    board = after("1.e4 e5 2.Nf3")
    library.set_flag(board, board.parse_san("Nc6"), Flag.BAD)
    window.actions_by_key["book_health"].trigger()
    dialog = window.findChild(HealthDialog)
    assert isinstance(dialog, HealthDialog)
    health = window.services.health
    health.begin(HealthRequest(own=True, nodes=40_000))
    wait(lambda: health.state.phase is JobPhase.DONE, 300_000)
    assert health.state.last is not None
    health.repair(next(number for number, one in enumerate(health.state.last.findings) if one.open))
    wait(lambda: health.state.last is not None and any(one.repaired for one in health.state.last.findings), 20_000)
    return dialog


def _books(window: "MainWindow") -> "QWidget":
    import tempfile
    from pathlib import Path

    from desktop.views.book.books_dialog import BooksDialog

    shelf = window.services.books
    folder = Path(tempfile.mkdtemp())
    for place, name in enumerate(("Spanish with White", "Club games 2024", "Gambits"), 1):
        path = folder / f"{name}.pgn"
        path.write_text("1. e4 e5 2. Nf3! Nc6 3. Bb5 a6 *\n", encoding="utf-8")
        shelf.add(path)
        wait(lambda: bool(shelf.state.news.text) and not shelf.state.busy, 60_000)
        shelf.agree()  # where a move is then played less often
        wait(lambda place=place: len(shelf.state.rows) == place and not shelf.state.busy, 60_000)  # type: ignore[misc]
    shelf.arrange([(row.path, place < 2) for place, row in enumerate(shelf.state.rows)])
    wait(lambda: not shelf.state.rows[2].active, 20_000)
    window.actions_by_key["books"].trigger()
    dialog = window.findChild(BooksDialog)
    assert isinstance(dialog, BooksDialog)
    return dialog


def _book_habits(window: "MainWindow") -> "QWidget":
    import tempfile
    from pathlib import Path

    from desktop.views.book.book_deviations_dialog import BookDeviationsDialog

    games = (
        ("You", "Virtanen", "1. e4 e5 2. Nf3 Nc6 3. h3 Nf6", "0-1"),
        ("You", "Korhonen", "1. e4 e5 2. Nf3 Nc6 3. h3 d5", "1/2-1/2"),
        ("You", "Nieminen", "1. e4 c5 2. Nf3 h6 3. d4", "1-0"),
        ("Laine", "You", "1. d4 Nf6 2. c4 a6 3. Nc3", "0-1"),
        ("Salo", "You", "1. e4 e5 2. a4 Nf6", "1-0"),
    )
    path = Path(tempfile.mkdtemp()) / "club.pgn"
    tags = '[White "{}"]\n[Black "{}"]\n[Result "{}"]\n\n{} {}\n\n'
    path.write_text("".join(tags.format(w, b, r, m, r) for w, b, m, r in games), encoding="utf-8")
    window.actions_by_key["book_habits"].trigger()
    dialog = window.findChild(BookDeviationsDialog)
    assert isinstance(dialog, BookDeviationsDialog)
    dialog.choose_file(str(path))
    dialog.compare.click()
    wait(lambda: bool(window.services.habits.state.rows), 60_000)
    return dialog


BOOK_SHOWS: dict[str, Callable[["MainWindow"], "QWidget"]] = {
    "book": _book,
    "book-empty": _book_empty,
    "book-report": _book_report,
    "book-health": _book_health,
    "books": _books,
    "book-habits": _book_habits,
    "learning": _learning,
    "train-openings": _train_openings,
    "train-new": _train_new,
    "train-gap": _train_gap,
    "train-wrong": _train_wrong,
    "train-summary": _train_summary,
}
