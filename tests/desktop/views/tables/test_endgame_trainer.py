"""The endgame trainer over the real tables: chosen, played on the board, slipped, tried again, won."""

import chess
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from desktop.model.drill import BoardMark, DrillPhase
from desktop.model.endgame import EndgameState, ExerciseGoal, ExerciseRequest
from desktop.services.training.endgame_trainer import find
from desktop.views.main_window import MainWindow
from desktop.views.setup.game_defaults import game_of
from desktop.views.tables.endgame_trainer import EndgameTrainerView, feedback
from desktop.views.window.mode_bar import Mode
from engine.drill.sources.endgames import EndgameQuestion, EndgameSource, EndgameStep
from engine.game.outcome import Termination
from tablebases.lesson_themes import THEMES
from tablebases.lessons import LESSONS
from tablebases.probe.rank import RootRanking
from tablebases.promotion_tables import PromotionTables
from tablebases.tables import Tablebases
from tablebases.wdl import Wdl
from tests.desktop.views.conftest import Mouse
from tests.desktop.views.tables_window import MakeTablesWindow, tables_window

__all__ = ["tables_window"]


def trainer_of(qtbot: QtBot, window: MainWindow) -> EndgameTrainerView:
    QTest.mouseClick(window.body.mode_bar.buttons[Mode.TRAIN], Qt.MouseButton.LeftButton)
    window.body.side.show_panel("endgames")
    view = window.body.side.panel("endgames")
    assert isinstance(view, EndgameTrainerView)
    qtbot.waitUntil(lambda: view.signature.count() > 0, timeout=5000)
    return view


def choose_freely(view: EndgameTrainerView) -> None:
    if view.free_button.isVisible():
        view.free_button.setFocus()
        QTest.keyClick(view.free_button, Qt.Key.Key_Space)


def begin(qtbot: QtBot, window: MainWindow, view: EndgameTrainerView, signature: str) -> None:
    choose_freely(view)
    view.signature.setCurrentIndex(view.signature.findData(signature))
    QTest.mouseClick(view.begin_button, Qt.MouseButton.LeftButton)
    wait_for(qtbot, window, DrillPhase.ASKING)


def wait_for(qtbot: QtBot, window: MainWindow, *phases: DrillPhase) -> None:
    qtbot.waitUntil(lambda: window.services.endgames.state.phase in phases, timeout=30_000)


def best_and_worst(window: MainWindow) -> tuple[str, str]:
    with Tablebases() as tables:
        ranking = tables.rank(chess.Board(window.services.game.state.fen))
    assert ranking is not None
    return ranking.moves[0].move.uci(), ranking.moves[-1].move.uci()


def can_slip(window: MainWindow) -> bool:
    with Tablebases() as tables:
        ranking = tables.rank(chess.Board(window.services.game.state.fen))
    return ranking is not None and ranking.moves[-1].wdl < Wdl.WIN


def play(window: MainWindow, mouse: Mouse, uci: str) -> None:
    mouse.click(uci[:2], uci[2:4])


@pytest.mark.parametrize("language", ["en", "fi"])
def test_begin_is_in_sight_in_the_smallest_window(qtbot: QtBot, tables_window: MakeTablesWindow, language: str) -> None:
    """Half of it was cut at 960x540."""
    window = tables_window(width=960, height=540)
    window.services.settings.set("language", language)
    view = trainer_of(qtbot, window)
    for button in (view.due_button, view.begin_button):
        qtbot.waitUntil(lambda: button.visibleRegion().boundingRect() == button.rect(), timeout=3000)  # noqa: B023
        choose_freely(view)


@pytest.mark.parametrize("language", ["en", "fi"])
def test_no_lesson_is_wider_than_the_panel(qtbot: QtBot, tables_window: MakeTablesWindow, language: str) -> None:
    """Name and task in one line pushed Choose out of sight."""
    window = tables_window(width=960, height=540)
    window.services.settings.set("language", language)
    view = trainer_of(qtbot, window)
    known: set[str] = set()
    for kind in ("lucena", "rook against minor piece"):
        window.services.endgames.begin_lesson([lesson.theme for lesson in LESSONS].index(kind))
        wait_for(qtbot, window, DrillPhase.ASKING)
        game = window.services.game.state.game
        known |= {game.header("Event"), game.header("Black")}
        qtbot.waitUntil(
            lambda: view.choose_button.visibleRegion().boundingRect() == view.choose_button.rect(), timeout=3000
        )
    words = {
        "en": {"Lucena position", "Rook against minor piece", "Endgame tables"},
        "fi": {"Lucenan asema", "Torni kevyttä upseeria vastaan", "Loppupelitaulukot"},
    }
    assert known == words[language], "the heading was English in every language, and “Win: KRPvKR” in all lessons"


def test_a_win_is_played_to_mate_against_the_tables(qtbot: QtBot, tables_window: MakeTablesWindow) -> None:
    window = tables_window()
    view = trainer_of(qtbot, window)
    view.longest.setValue(6)
    begin(qtbot, window, view, "KQvK")
    mouse = Mouse(qtbot, window.body.panel.board)
    services = window.services
    for _ in range(8):
        play(window, mouse, best_and_worst(window)[0])
        wait_for(qtbot, window, DrillPhase.ASKING, DrillPhase.DONE)
        if services.endgames.state.phase is DrillPhase.DONE:
            break
    step = services.endgames.state.step
    assert step is not None and step.outcome is not None and step.outcome.termination is Termination.CHECKMATE
    assert "Won!" in view.feedback.text()
    assert (services.endgames.state.tally.finished, services.endgames.state.tally.clean) == (1, 1)
    assert "1 finished" in view.tally.text()
    finished = services.endgames.state.tab
    QTest.mouseClick(view.next, Qt.MouseButton.LeftButton)
    wait_for(qtbot, window, DrillPhase.ASKING)
    assert services.endgames.state.tab == finished and not services.game.state.game.main_line()
    assert not services.game.state.modified, "nobody is asked to save it"


def test_a_slip_is_told_with_the_move_that_kept_the_win_and_can_be_tried_again(
    qtbot: QtBot, tables_window: MakeTablesWindow
) -> None:
    window = tables_window()
    view = trainer_of(qtbot, window)
    view.shortest.setValue(4)
    begin(qtbot, window, view, "KQvKR")
    while not can_slip(window):  # in check there may be one legal move only
        QTest.mouseClick(view.next, Qt.MouseButton.LeftButton)
        wait_for(qtbot, window, DrillPhase.ASKING)
    services, mouse = window.services, Mouse(qtbot, window.body.panel.board)
    fen = services.game.state.fen
    best, worst = best_and_worst(window)
    play(window, mouse, worst)
    wait_for(qtbot, window, DrillPhase.WRONG)
    state = services.endgames.state
    assert state.step is not None and state.step.judgement is not None
    assert "The win slips" in view.feedback.text()
    assert state.step.judgement.best not in view.feedback.text(), "it is still to be found"
    assert view.retry_button.isVisible() and state.slips == 1
    QTest.mouseClick(view.retry_button, Qt.MouseButton.LeftButton)
    assert services.game.state.fen == fen and services.endgames.state.phase is DrillPhase.ASKING
    play(window, mouse, best)
    wait_for(qtbot, window, DrillPhase.ASKING)
    qtbot.waitUntil(lambda: services.game.state.node.ply == 2, timeout=5000)
    assert services.game.state.fen.split()[1] == "w", "the tables have answered"


def test_an_exercise_can_be_set_and_played_with_the_keyboard(qtbot: QtBot, tables_window: MakeTablesWindow) -> None:
    window = tables_window()
    view = trainer_of(qtbot, window)
    window.activateWindow()
    choose_freely(view)
    view.begin_button.setFocus()
    QTest.keyClick(view.begin_button, Qt.Key.Key_Space)
    wait_for(qtbot, window, DrillPhase.ASKING)
    entry = window.body.controls.entry
    QTest.keyClicks(entry, best_and_worst(window)[0])
    QTest.keyClick(entry, Qt.Key.Key_Return)
    wait_for(qtbot, window, DrillPhase.ASKING, DrillPhase.DONE)
    assert window.services.endgames.state.moves == 1


def test_an_ending_that_cannot_be_found_is_said_in_words(
    qtbot: QtBot, tables_window: MakeTablesWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tablebases.trainer.TRIES", 2_000)
    window = tables_window()
    trainer_of(qtbot, window)
    window.services.endgames.begin(ExerciseRequest("KNvK"))  # one knight never wins (FIDE 5.2.2 in practice)
    qtbot.waitUntil(lambda: bool(window.services.endgames.state.problem), timeout=30_000)
    assert "KNvK" in str(window.services.endgames.state.problem)


def test_draws_are_set_up_for_the_weaker_side_as_white() -> None:
    with Tablebases() as tables:
        for signature in ("KRvKB", "KQvKP"):
            found = find(lambda: tables, ExerciseRequest(signature, ExerciseGoal.DRAW))
            board = chess.Board(found.fen)
            assert board.turn == chess.WHITE and tables.probe_wdl(board) == Wdl.DRAW
            assert not board.pieces(chess.QUEEN, chess.WHITE) and not board.pieces(chess.ROOK, chess.WHITE)


def card_of(view: EndgameTrainerView, theme: str) -> int:
    return [row.theme for row in view.cards.rows].index(theme)


def test_a_card_says_what_it_teaches_and_begins_its_lesson(qtbot: QtBot, tables_window: MakeTablesWindow) -> None:
    window = tables_window()
    view, state = trainer_of(qtbot, window), window.services.game
    qtbot.waitUntil(lambda: len(view.cards.rows) == len(THEMES), timeout=10_000)
    text = view.cards.row_text(view.cards.rows[1])
    assert text == "Step 2 of 10. Mate with the queen. Give mate with king and queen. 0 of 4 learned"
    number = card_of(view, "opposition")
    first = view.cards.rows[number].lessons
    view.cards.setFocus()
    view.cards.setCurrentIndex(view.cards.model().index(number, 0))
    QTest.keyClick(view.cards, Qt.Key.Key_Space)
    qtbot.waitUntil(lambda: state.state.game.start_fen == LESSONS[first[0]].fen, timeout=10_000)
    assert view.heading.text().startswith("Opposition 1 / ")
    assert view.method.text().count("\n") == 2 and "opposition" in view.method.text()
    wait_for(qtbot, window, DrillPhase.ASKING)
    assert view.status.text() == "Win with king and pawn."
    QTest.mouseClick(view.next, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: state.state.game.start_fen == LESSONS[first[1]].fen)
    wait_for(qtbot, window, DrillPhase.ASKING)
    assert view.heading.text().startswith("Opposition 2 / ")


def test_hints_come_step_by_step_and_the_solution_is_played_out(qtbot: QtBot, tables_window: MakeTablesWindow) -> None:
    window = tables_window()
    view, services = trainer_of(qtbot, window), window.services
    trainer = services.endgames
    fork = next(number for number, lesson in enumerate(LESSONS) if lesson.theme == "fork")
    trainer.begin_lesson(fork)
    wait_for(qtbot, window, DrillPhase.ASKING)
    told = []
    for step in (1, 2, 3):
        trainer.show_hint()
        qtbot.waitUntil(lambda step=step: trainer.state.hint == step, timeout=10_000)  # type: ignore[misc]
        told.append((view.feedback.text(), trainer.state.marks))
    assert told[0] == ("Look for a fork.", ())
    assert told[1] == ("The piece on e5 moves.", (BoardMark("e5f4", departure=True),))
    assert told[2] == ("The move is marked.", (BoardMark("e5f4"),)) and not view.hint.isEnabled()
    trainer.solve()
    wait_for(qtbot, window, DrillPhase.SOLVED)
    line = services.game.state.game.main_line()
    assert [node.uci for node in line][::2] == ["e5f4", "f4c1"] and len(line) == 3
    assert trainer.state.tally.finished == 0 and trainer.state.learned == (0, len(LESSONS))
    trainer.restart()
    for uci in ("e5f4", "f4c1"):
        services.game.play_move(uci)
        wait_for(qtbot, window, DrillPhase.ASKING, DrillPhase.DONE)
    wait_for(qtbot, window, DrillPhase.DONE)
    assert view.feedback.text().endswith("wins the piece.") and trainer.state.learned == (0, len(LESSONS))


def test_a_click_on_a_card_leaves_the_keyboard_to_the_board(qtbot: QtBot, tables_window: MakeTablesWindow) -> None:
    """`H` for a hint went into the move line."""
    window = tables_window()
    view = trainer_of(qtbot, window)
    qtbot.waitUntil(lambda: bool(view.cards.rows))
    place = view.cards.visualRect(view.cards.model().index(0, 0)).center()
    QTest.mouseClick(view.cards.viewport(), Qt.MouseButton.LeftButton, pos=place)
    wait_for(qtbot, window, DrillPhase.ASKING)
    assert QApplication.focusWidget() is window.body.panel.board


def test_a_lesson_without_slip_and_help_is_learned_and_counted(qtbot: QtBot, tables_window: MakeTablesWindow) -> None:
    window = tables_window()
    view, services = trainer_of(qtbot, window), window.services
    services.endgames.begin_lesson(0)
    wait_for(qtbot, window, DrillPhase.ASKING)
    services.game.play_move("a6a5")
    wait_for(qtbot, window, DrillPhase.WRONG)
    assert view.feedback.text() == "Ra5 is not mate. There is a mate in one."
    services.endgames.retry()
    assert services.endgames.state.marks == (BoardMark("a6a5", mistake=True),)
    services.game.play_move("a6a8")
    wait_for(qtbot, window, DrillPhase.DONE)
    assert view.feedback.text() == "Ra8 is mate. Won!" and services.endgames.state.learned == (0, len(LESSONS))
    services.endgames.begin_lesson(1)
    wait_for(qtbot, window, DrillPhase.ASKING)
    services.game.play_move("d4d1")
    wait_for(qtbot, window, DrillPhase.DONE)
    assert services.endgames.state.learned == (1, len(LESSONS))
    services.endgames.choose()
    assert view.cards.row_text(view.cards.rows[0]).endswith("1 of 8 learned")
    window.show_mode(Mode.HOME)
    qtbot.waitUntil(lambda: services.home.state.due.learned == (1, len(LESSONS)), timeout=10_000)


def test_for_children_hints_are_arrows_and_nothing_is_counted(qtbot: QtBot, tables_window: MakeTablesWindow) -> None:
    window = tables_window()
    services = window.services
    before = window.body.panel.board.width()
    services.settings.set("board_zoom", 60)
    services.settings.set("children", True)
    view = trainer_of(qtbot, window)
    assert window.body.panel.board.width() >= before, "the board is as large as it can be"
    services.endgames.begin_lesson([lesson.theme for lesson in LESSONS].index("fork"))
    wait_for(qtbot, window, DrillPhase.ASKING)
    services.game.play_move("e5e4")
    wait_for(qtbot, window, DrillPhase.WRONG)
    qtbot.waitUntil(lambda: services.endgames.state.reason is not None, timeout=10_000)
    reason = services.endgames.state.reason
    assert reason is not None
    assert view.why.isVisible() is (reason.claim is not None) and view.show_why.isVisible() is view._has_line(
        services.endgames.state
    )
    services.endgames.restart()
    window.actions_by_key["hint"].trigger()
    qtbot.waitUntil(lambda: services.endgames.state.marks == (BoardMark("e5f4"),), timeout=10_000)
    for uci in ("e5f4", "f4c1"):
        services.game.play_move(uci)
        wait_for(qtbot, window, DrillPhase.ASKING, DrillPhase.DONE)
        qtbot.waitUntil(lambda: view.feedback.text()[:1] in FIGURINES, timeout=10_000)
    wait_for(qtbot, window, DrillPhase.DONE)
    assert view.status.text() == "Well done!" and not view.tally.isVisible()
    assert view.next.property("look") == "primary", "without reading it is seen what comes next"
    services.match.new_game(game_of(services.settings.settings))
    assert window.body.panel.lower_bar.clock.text == "" and not services.game.state.modified
    services.settings.set("children", False)
    assert services.settings.settings.number("board_zoom") == 60, "the user's own values are kept"


def through_moves(window: MainWindow) -> tuple[str, str]:
    """A quickest right move of a lesson with five pieces, and a wrong one (in coordinates)."""
    ranking = PromotionTables().rank(chess.Board(window.services.game.state.fen))
    assert ranking is not None
    right = [row for row in ranking.moves if row.wdl == ranking.wdl]
    wrong = [row.move.uci() for row in ranking.moves if row.wdl != ranking.wdl]
    right.sort(key=lambda row: (not row.move.promotion, not row.zeroing))
    return right[0].move.uci(), wrong[-1] if wrong else ""


def test_a_lesson_of_five_pieces_is_judged_and_ends_when_the_pawn_is_through(
    qtbot: QtBot, tables_window: MakeTablesWindow
) -> None:
    window = tables_window()
    view, services = trainer_of(qtbot, window), window.services
    number = next(number for number, lesson in enumerate(LESSONS) if lesson.fen.startswith("2RK4/1k1P3r"))
    services.endgames.begin_lesson(number)
    wait_for(qtbot, window, DrillPhase.ASKING)
    assert view.status.text() == "Bring the pawn through." and "Lucena" in view.heading.text()
    services.game.play_move(through_moves(window)[1])
    wait_for(qtbot, window, DrillPhase.WRONG)
    assert view.feedback.text().endswith("Black stops the pawn.")
    QTest.mouseClick(view.retry_button, Qt.MouseButton.LeftButton)
    for _ in range(12):
        services.game.play_move(through_moves(window)[0])
        wait_for(qtbot, window, DrillPhase.ASKING, DrillPhase.DONE)
        if services.endgames.state.phase is DrillPhase.DONE:
            break
        assert view.feedback.text().endswith(": the pawn still gets through.")
    assert view.feedback.text() == "The pawn is through. Won!" and services.endgames.state.step.through  # type: ignore[union-attr]


def test_a_lesson_to_stop_the_pawn_says_when_it_gets_through(qtbot: QtBot, tables_window: MakeTablesWindow) -> None:
    window = tables_window()
    view, services = trainer_of(qtbot, window), window.services
    services.endgames.begin_lesson(next(n for n, lesson in enumerate(LESSONS) if lesson.theme == "vancura"))
    wait_for(qtbot, window, DrillPhase.ASKING)
    assert view.status.text() == "Stop the pawn."
    services.game.play_move(through_moves(window)[0])
    wait_for(qtbot, window, DrillPhase.ASKING)
    qtbot.waitUntil(lambda: view.feedback.text() == "Rg3: the pawn is still stopped.")
    services.endgames.restart()
    services.game.play_move(through_moves(window)[1])
    wait_for(qtbot, window, DrillPhase.WRONG)
    assert view.feedback.text().endswith("the pawn gets through.")


FIGURINES = "♔♕♖♗♘"


class Shuffling:
    """Tables whose Black only moves its king to and fro."""

    def __init__(self, tables: Tablebases) -> None:
        self._tables = tables

    def rank(self, board: chess.Board) -> RootRanking | None:
        ranking = self._tables.rank(board)
        if ranking is None or board.turn == chess.WHITE:
            return ranking
        row = next(row for row in ranking.moves if row.move.uci() in ("e5e6", "e6e5"))
        return RootRanking((row,), (row.move,), row.wdl, row.dtz, ranking.reason)


def test_a_won_game_that_is_drawn_by_repetition_is_a_slip() -> None:
    """The third repetition may come with the opponent's move; the lesson was done then, and the draw held."""
    board = chess.Board("8/8/8/4k3/8/8/8/KQ6 w - - 0 1")
    with Tablebases() as tables:
        source = EndgameSource(lambda: Shuffling(tables), board.fen(), wins=True, strict=True)
        for number, uci in enumerate(("a1b2", "e5e6", "b2a1", "e6e5", "a1b2", "e5e6")):
            if number == 4:
                assert source.judge(EndgameQuestion(board.copy()), uci).right
            board.push_uci(uci)
        verdict = source.judge(EndgameQuestion(board), "b2a1")
    step = verdict.why
    assert isinstance(step, EndgameStep) and step.outcome is not None and step.reply == chess.Move.from_uci("e6e5")
    assert step.outcome.termination is Termination.THREEFOLD and not verdict.right
    state = EndgameState(DrillPhase.WRONG, wish=ExerciseRequest("KQvK"), tried="Ka1", step=step)
    assert feedback(state).startswith("The win slips: the game is drawn by the rules")
