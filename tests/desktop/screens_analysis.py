"""Pictures of analysis, review, mistakes and the explanation."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from tests.desktop.screen import Screen, let_run, wait

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from desktop.views.main_window import MainWindow

ANALYSES = (
    Screen("hover-board-dark", "hover-board", 1400, 900, "dark"),
    Screen("two-engines-light", "two-engines"),
    Screen("threat-dark", "threat", scheme="dark"),
    Screen("explain-light", "explain", 1400, 900),
    Screen("explain-dark", "explain", scheme="dark"),
    Screen("tried-move-light", "tried-move"),
    Screen("tried-move-dark-fi", "tried-move", scheme="dark", language="fi"),
    Screen("review-start-light", "review-start"),
    Screen("review-running-light", "review-running"),
    Screen("review-done-light", "review-done"),
    Screen("review-done-dark", "review-done", 1400, 900, "dark"),
    Screen("retry-light", "retry"),
    Screen("train-mistakes-light", "train-mistakes"),
    Screen("train-tactics-light", "train-tactics"),
    Screen("train-tactics-dark-fi", "train-tactics", scheme="dark", language="fi"),
    Screen("train-solved-light", "train-solved"),
)
# Anderssen - Kieseritzky, London 1851, with invented clock times.
IMMORTAL = (
    "1. e4 e5 2. f4 exf4 3. Bc4 Qh4+ 4. Kf1 b5 {the Bryan Countergambit} 5. Bxb5 Nf6 6. Nf3 Qh6 7. d3 Nh5 8. Nh4 Qg5 "
    "9. Nf5 c6 10. g4 Nf6 11. Rg1! cxb5 12. h4 Qg6 13. h5 Qg5 14. Qf3 Ng8 15. Bxf4 Qf6 16. Nc3 Bc5 17. Nd5 Qxb2 "
    "18. Bd6 Bxg1 19. e5 Qxa1+ 20. Ke2 Na6 21. Nxg7+ Kd8 22. Qf6+ Nxf6 23. Be7# 1-0"
)
LONG = 240_000


def _game() -> str:
    """The game with a clock time behind every move."""
    left, words = [900, 900], []
    side = 0
    for number, word in enumerate(IMMORTAL.split(" ")):
        words.append(word)
        if word[0].isdigit() or word[0] == "{" or word.endswith("}") or not word[0].isalpha() or "}" in word:
            continue
        if word in ("the", "Bryan", "Countergambit}"):
            continue
        left[side] -= 5 + (number * 37) % 53
        words.append(f"{{[%clk 0:{left[side] // 60:02}:{left[side] % 60:02}]}}")
        side = 1 - side
    return '[White "Anderssen"]\n[Black "Kieseritzky"]\n[Result "1-0"]\n\n' + " ".join(words)


def _open(window: "MainWindow", back: int = 12) -> None:
    from engine.pgn.reader import first_game

    games = window.services.game
    games.open_tab(first_game(_game()))
    games.go_last()
    for _ in range(back):
        games.go_back()


def _analysed(window: "MainWindow", depth: int = 9) -> None:
    _open(window)
    window.services.settings.set("analysis_lines", 3)
    window.actions_by_key["analysis"].trigger()
    wait(lambda: window.services.analysis.state.depth >= depth, LONG)
    let_run(400)


def _tried_move(window: "MainWindow") -> "QWidget":
    coach = window.services.coach
    window.actions_by_key["analysis"].trigger()
    for uci in ("e2e4", "e7e5", "g1f3", "b8c6", "f1c4", "g8f6", "f3g5", "f8e7"):
        window.services.match.user_move(uci)
    wait(lambda: coach.state.tried is not None and coach.state.tried.final, LONG)
    wait(lambda: window.services.analysis.state.depth >= 12, LONG)
    let_run(400)
    return window


def _hover_board(window: "MainWindow") -> "QWidget":
    from PySide6.QtCore import QEvent, QPointF, Qt
    from PySide6.QtGui import QMouseEvent
    from PySide6.QtWidgets import QApplication

    from desktop.views.analysis.analysis_panel import AnalysisPanel

    _analysed(window)
    panel = window.body.side.panel("analysis")
    assert isinstance(panel, AnalysisPanel)
    place = panel.lines.place_of(1, 3)
    none = Qt.MouseButton.NoButton
    glob = QPointF(panel.lines.mapToGlobal(place))
    event = QMouseEvent(QEvent.Type.MouseMove, QPointF(place), glob, none, none, Qt.KeyboardModifier.NoModifier)
    window.services.analysis.set_running(False)
    QApplication.sendEvent(panel.lines.viewport(), event)
    return window


def _two_engines(window: "MainWindow") -> "QWidget":
    _analysed(window)
    window.services.analysis.choose(("ratsu", "ratsu-aggressive"))
    wait(lambda: bool(window.services.analysis.others) and window.services.analysis.others[0].depth >= 8, LONG)
    window.services.analysis.lock(True)
    return window


def _threat(window: "MainWindow") -> "QWidget":
    _analysed(window)
    window.actions_by_key["threat"].trigger()
    wait(lambda: window.services.analysis.state.threat and window.services.analysis.state.depth >= 7, LONG)
    return window


def _explain(window: "MainWindow") -> "QWidget":
    from desktop.views.analysis.explain_panel import ExplainPanel

    _open(window)
    window.actions_by_key["explain"].trigger()
    window.services.analysis.set_running(False)
    wait(lambda: window.services.explain.state is not None, LONG)
    let_run(300)
    panel = window.body.side.panel("explain")
    assert isinstance(panel, ExplainPanel)
    panel.table.setExpanded(panel.model.index(0, 0), True)
    return window


def _review_start(window: "MainWindow") -> "QWidget":
    from desktop.views.window.mode_bar import Mode

    _open(window)
    window.show_mode(Mode.ANALYSE)
    window.services.analysis.set_running(False)
    window.body.side.show_panel("review")
    return window


def _review(window: "MainWindow", positions: int) -> None:
    from desktop.model.job import JobPhase
    from desktop.model.review import ReviewEffort

    _review_start(window)
    review = window.services.review
    review.start(ReviewEffort.QUICK)
    wait(lambda: review.state.done >= positions or review.state.phase is JobPhase.DONE, LONG)
    let_run(300)


def _review_running(window: "MainWindow") -> "QWidget":
    _review(window, 25)
    return window


def _review_done(window: "MainWindow") -> "QWidget":
    _review(window, 1000)
    return window


def _retry(window: "MainWindow") -> "QWidget":
    _review_done(window)
    for notice in list(window.body.messages.notices):
        notice.dismiss()
    window.actions_by_key["retry_mistakes"].trigger()
    window.services.mistakes.show_hint()
    exercise = window.services.mistakes.state.question
    assert exercise is not None
    window.services.game.play_move(exercise.played)
    wait(lambda: window.services.mistakes.state.phase.value == "wrong", LONG)
    return window


def _train_mistakes(window: "MainWindow") -> "QWidget":
    from desktop.views.window.mode_bar import Mode
    from engine.play.review.exercises import exercises_of

    _review_done(window)
    review = window.services.review.state.review
    assert review is not None
    window.services.mistakes.save(exercises_of(window.services.game.state.game, review))
    window.show_mode(Mode.TRAIN)
    window.body.side.show_panel("mistakes")
    wait(lambda: bool(window.services.mistakes.state.saved), LONG)
    return window


def _train_tactics(window: "MainWindow") -> "QWidget":
    from desktop.views.window.mode_bar import Mode
    from engine.drill.sources.puzzles import PuzzleSelection

    trainer = window.services.tactics
    window.show_mode(Mode.TRAIN)
    window.body.side.show_panel("tactics")
    trainer.begin(PuzzleSelection(theme="fork"))
    wait(lambda: trainer.state.question is not None, LONG)
    attempt = trainer.state.question
    assert attempt is not None
    board = attempt.board
    wrong = [move for move in board.legal_moves if attempt.after(move.uci()) is None]
    window.services.game.play_move(max(wrong, key=board.is_capture).uci())
    wait(lambda: trainer.state.reason is not None, LONG)
    return window


def _train_solved(window: "MainWindow") -> "QWidget":
    _train_tactics(window)
    window.services.tactics.solve()
    wait(lambda: window.services.tactics.state.reason is not None, LONG)
    return window


ANALYSIS_SHOWS: dict[str, Callable[["MainWindow"], "QWidget"]] = {
    "tried-move": _tried_move,
    "hover-board": _hover_board,
    "two-engines": _two_engines,
    "threat": _threat,
    "explain": _explain,
    "review-start": _review_start,
    "review-running": _review_running,
    "review-done": _review_done,
    "retry": _retry,
    "train-mistakes": _train_mistakes,
    "train-tactics": _train_tactics,
    "train-solved": _train_solved,
}
