"""Learning after a game in the whole window: in the background, stopped by play, told in the log, taken back; the report."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import chess
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QLabel, QPushButton, QScrollArea, QWidget
from pytestqt.qtbot import QtBot

from books.choice.library import Library
from books.entry import Flag
from desktop.model.book.learning import LearningState, LessonDecision, LessonRow
from desktop.model.game.match import NewGame
from desktop.services.book.learning_service import LearningService
from desktop.services.book.learning_tasks import played_games
from desktop.views.book.learning_panel import LearningPanel
from desktop.views.main_window import MainWindow
from engine.game.move_choice import ChoiceSource
from engine.game.reason import Reason, ReasonKind
from engine.game.reason_words import english
from engine.game.side import Side
from engine.game.time_control import FixedLimits
from tests.books.helpers import after, line
from tests.desktop.views.conftest import MakeWindow
from tests.desktop.window_doubles import ScriptedChooser

# The fool's mate: 1.f4 e5 2.g4 loses at once to 2...Qh4 mate, whatever the search.
FOOLS_MATE = [("f2f4", ChoiceSource.BOOK, "!"), ("g2g4", ChoiceSource.SEARCH, "depth 1")]


@pytest.fixture
def library(tmp_path: Path) -> Library:
    """A book of the engine's with 1.f4 e5."""
    library = Library(tmp_path / "user.ratsubook", tmp_path / "learned.ratsubook", None)
    library.add_line(chess.Board(), line("f4 e5"))
    return library


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Learning begins at once and searches little."""
    monkeypatch.setattr("desktop.services.book.learning_service.IDLE_MS", 0)
    kept = LearningService.__init__

    def init(self: LearningService, open_library: Callable[[], Library]) -> None:
        kept(self, open_library, idle_ms=1, nodes=3_000)

    monkeypatch.setattr(LearningService, "__init__", init)


def lose_a_game(qtbot: QtBot, window: MainWindow) -> None:
    """The engine is White and is mated in two."""
    match, games = window.services.match, window.services.game
    match.new_game(NewGame(human=Side.BLACK))
    for wanted, move in ((1, "e7e5"), (3, "d8h4")):
        qtbot.waitUntil(lambda wanted=wanted: len(games.state.game.main_line()) == wanted, timeout=30_000)  # type: ignore[misc]
        match.user_move(move)
    qtbot.waitUntil(lambda: games.state.outcome is not None, timeout=30_000)


def button(widget: QWidget, text: str) -> QAbstractButton:
    found = widget.findChildren(QAbstractButton)
    return next(one for one in found if text in (one.text(), one.accessibleName()) and not one.isHidden())


def page(window: MainWindow) -> QWidget:
    side = window.body.side
    found = side.panel(side.stack.current)
    assert found is not None
    return found


def test_the_mistake_of_a_lost_game_is_found_told_and_taken_back(
    qtbot: QtBot, make_window: MakeWindow, library: Library, quick: None
) -> None:
    window = make_window(ScriptedChooser(FOOLS_MATE), library=library)
    lose_a_game(qtbot, window)
    learning = window.services.learning
    qtbot.waitUntil(lambda: bool(learning.state.rows), timeout=20_000)
    assert any("2.g4 -> ?" in english(row.reason) for row in learning.state.rows)
    position, move = after("f4 e5"), chess.Move.from_uci("g2g4")
    assert next(found for found in library.look_up(position) if found.move == move).flag is Flag.BAD
    assert any("2.g4" in notice.accessibleName() for notice in window.body.messages.notices)

    window.actions_by_key["book_learned"].trigger()
    qtbot.waitUntil(lambda: not learning.state.running, timeout=20_000)
    QTest.mouseClick(button(page(window), "Reject"), Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: learning.state.rows[-1].state.value == "rejected", timeout=30_000)
    assert all(found.move != move or found.flag is not Flag.BAD for found in library.look_up(position))
    QTest.mouseClick(button(page(window), "Learn again"), Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: learning.state.rows[-1].state.value == "accepted", timeout=30_000)
    QTest.mouseClick(button(page(window), "Undo game"), Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: all(row.state.value == "rejected" for row in learning.state.rows), timeout=30_000)


def test_playing_stops_the_analysis_and_it_is_done_when_nobody_plays(
    qtbot: QtBot, make_window: MakeWindow, library: Library, quick: None
) -> None:
    window = make_window(ScriptedChooser(FOOLS_MATE, hold=False), library=library)
    window.services.learning._nodes = 50_000_000  # never done by itself
    lose_a_game(qtbot, window)
    learning = window.services.learning
    qtbot.waitUntil(lambda: learning.state.running, timeout=10_000)
    window.services.match.new_game(NewGame(human=Side.WHITE))
    assert learning._learning is not None
    qtbot.waitUntil(lambda: learning._learning is not None and not learning._learning.running, timeout=10_000)
    qtbot.waitUntil(lambda: learning.state.waiting == 1 and not learning.state.running, timeout=15_000)


def test_a_finished_game_is_told_to_the_book_from_the_engines_side(
    qtbot: QtBot, make_window: MakeWindow, library: Library
) -> None:
    window = make_window(ScriptedChooser(FOOLS_MATE), library=library)
    lose_a_game(qtbot, window)
    (game,) = played_games(window.services.game.state)
    assert game is not None
    assert game.own_white and game.lost and game.book_plies == 1
    assert game.moves == ("f2f4", "e7e5", "g2g4", "d8h4") and game.evaluations == (None, None)
    state = window.services.game.state
    assert state.match is not None
    spar = replace(state.match, white=replace(state.match.white, book="tal.ratsubook"))
    assert played_games(replace(state, match=spar)) == ()  # an opponent's openings teach Ratsu's own nothing
    quick = replace(state.match, white=replace(state.match.white, budget=FixedLimits(nodes=2_000)))
    assert played_games(replace(state, match=quick)) == ()  # two thousand nodes say nothing of full strength
    assert state.course is not None
    blitz = replace(state.course, clock=replace(state.course.clock, white_ms=4_000, black_ms=9_000))
    own = state.match.white
    two = replace(state, course=blitz, match=replace(state.match, black=own))
    assert [(game.own_white, game.lost, game.time_left_s) for game in played_games(two)] == [(True, True, 4.0)]
    both = replace(two, match=replace(state.match, black=replace(own, level=replace(own.level, elo=1200))))
    assert [(game.own_white, game.level, game.time_left_s) for game in played_games(both)] == [
        (True, None, 4.0),
        (False, 1200, 9.0),
    ]
    foreign = replace(state.match, white=replace(own, engine="stockfish"), black=own)
    assert [game.own_white for game in played_games(replace(two, match=foreign))] == [False]


def test_the_games_of_a_file_are_learned_once(
    qtbot: QtBot, make_window: MakeWindow, library: Library, tmp_path: Path
) -> None:
    path = tmp_path / "mine.pgn"
    path.write_text('[White "Ratsu"]\n[Black "Aino"]\n[Result "0-1"]\n\n1. f4 e5 2. g4 Qh4# 0-1\n')
    window = make_window(library=library)
    for told in ("Games learned from: 1. Known before: 0.", "Games learned from: 0. Known before: 1."):
        with qtbot.waitSignal(window.services.learning.message, timeout=30_000) as heard:
            window.services.learning.learn_file(path, "Ratsu")
        assert str(heard.args[0].text) == told
    assert library.learned is not None
    assert library.learned.query("SELECT count(*), total(book_plies) FROM games") == [(1, 1.0)]


def test_the_report_says_where_the_book_was_left_and_adds_the_move(
    qtbot: QtBot, make_window: MakeWindow, library: Library
) -> None:
    window = make_window(library=library)
    for move in ("f2f4", "c7c5", "b1c3"):
        window.services.game.play_move(move)
    window.actions_by_key["book_report"].trigger()
    qtbot.waitUntil(lambda: any(b.text() == "Add it?" for b in page(window).findChildren(QPushButton)), timeout=30_000)
    with qtbot.waitSignal(window.services.book.added, timeout=30_000):
        QTest.mouseClick(button(page(window), "Add it?"), Qt.MouseButton.LeftButton)
    assert not any(found.san == "c5" for found in library.look_up(after("f4")))  # others are played less often then
    answers = window.body.messages.notices[-1].findChildren(QPushButton)
    with qtbot.waitSignal(window.services.book.edited, timeout=30_000):
        next(answer for answer in answers if answer.text() == "Add").click()
    assert any(found.san == "c5" for found in library.look_up(after("f4")))
    QTest.mouseClick(button(page(window), "You: Black"), Qt.MouseButton.LeftButton)
    window.services.game.go_first()


@pytest.mark.parametrize(
    ("flag", "word"), [(None, "not in book"), ("", "normal"), (".", "unchecked"), ("$", "$"), ("?", "?")]
)
def test_the_log_says_in_words_how_a_move_stood(
    qtbot: QtBot, make_window: MakeWindow, flag: str | None, word: str
) -> None:
    window = make_window(ScriptedChooser([]))
    panel = window.services.make(LearningPanel, actions=window.actions_by_key)
    qtbot.addWidget(panel)
    reason = Reason(ReasonKind.AFTER_GAME, (1, Reason(ReasonKind.NO_MISTAKE)))
    row = LessonRow(1, 1, reason, chess.STARTING_FEN, flag, "!", 0.0, 0.0, LessonDecision.NEW)
    window.services.learning.changed.emit(LearningState((row,)))
    assert f"{word} → !" in [label.text() for label in panel.findChildren(QLabel)]


def test_older_games_of_the_log_are_shown_when_they_are_asked_for(qtbot: QtBot, make_window: MakeWindow) -> None:
    window = make_window(ScriptedChooser([]))
    panel = window.services.make(LearningPanel, actions=window.actions_by_key)
    qtbot.addWidget(panel)
    panel.resize(400, 500)
    panel.show()
    reason = Reason(ReasonKind.AFTER_GAME, (1, Reason(ReasonKind.NO_MISTAKE)))
    rows = [
        LessonRow(n, n, reason, chess.STARTING_FEN, "", "?", 0.0, 0.0, LessonDecision.NEW) for n in range(45, 0, -1)
    ]
    window.services.learning._state = LearningState(tuple(rows))
    window.services.learning.changed.emit(window.services.learning.state)

    def captions() -> list[str]:
        return [label.text() for label in panel.findChildren(QLabel) if label.text().startswith("Game ")]

    assert captions() == [f"Game {number}" for number in range(45, 25, -1)]
    area = panel.findChild(QScrollArea)
    assert area is not None
    older, bar = button(panel, "Show older games (25)"), area.verticalScrollBar()
    older.setFocus()
    qtbot.waitUntil(lambda: bar.maximum() > 0)
    bar.setValue(bar.maximum())
    place = bar.value()
    QTest.keyClick(older, Qt.Key.Key_Space)
    assert place <= bar.value() < bar.maximum()  # what was read stays in sight
    assert captions() == [f"Game {number}" for number in range(45, 5, -1)]
    button(panel, "Show older games (5)").click()
    assert len(captions()) == 45 and "Show older" not in " ".join(one.text() for one in panel.findChildren(QPushButton))
