"""The page of tactics in the window."""

from dataclasses import replace
from pathlib import Path

from pytestqt.qtbot import QtBot

from desktop.model.drill import DrillPhase
from desktop.views.analysis.tactics_page import TacticsPage
from desktop.views.window.mode_bar import Mode
from engine.console.deck import deck_at
from engine.drill.sources.puzzles import PuzzleMode, PuzzleSelection, with_progress
from engine.game.tree import Game
from engine.play.tactics.progress import Cycle, TacticsProgress
from tests.desktop.views.conftest import MakeWindow


def test_a_wrong_move_after_a_hint_is_said(qtbot: QtBot, make_window: MakeWindow) -> None:
    """Only the hint was shown: the piece went back without a word."""
    window = make_window()
    window.show_mode(Mode.TRAIN)
    window.body.side.show_panel("tactics")
    page, trainer = window.body.side.panel("tactics"), window.services.tactics
    assert isinstance(page, TacticsPage)
    trainer.begin(PuzzleSelection(theme="mateIn2"))
    qtbot.waitUntil(lambda: trainer.state.phase is DrillPhase.ASKING)
    trainer.show_hint()
    assert page.feedback.text() == "Look for a mate."
    attempt = trainer.state.question
    assert attempt is not None
    wrong = next(move.uci() for move in attempt.board.legal_moves if attempt.after(move.uci()) is None)
    window.services.game.play_move(wrong)
    told = page.feedback.text()
    assert told.startswith("That is not it.") and told.endswith("\nLook for a mate.")


def test_a_change_of_the_rating_is_shown_with_the_ratings_before_and_after(
    qtbot: QtBot, make_window: MakeWindow
) -> None:
    """`Your rating: -175.` read as the rating."""
    window = make_window()
    window.show_mode(Mode.TRAIN)
    window.body.side.show_panel("tactics")
    page, trainer = window.body.side.panel("tactics"), window.services.tactics
    assert isinstance(page, TacticsPage)
    trainer.begin(PuzzleSelection(theme="mateIn2"))
    qtbot.waitUntil(lambda: trainer.state.phase is DrillPhase.ASKING)
    trainer.solve()
    after = trainer.state.progress
    assert after is not None
    rating = round(after.glicko.rating)
    assert page.feedback.text().endswith(f" Your rating: 1500 → {rating} (−{1500 - rating}).")
    assert "your rating" in page.figures.text
    window.services.settings.set("children", True)
    assert page.feedback.text() == "The solution is on the board." and not page.figures.isVisible(), "no ratings"


def test_a_wrong_answer_gets_its_reason_and_the_solution_its_own_and_no_button_moves(
    qtbot: QtBot, make_window: MakeWindow
) -> None:
    """The row of buttons sank with every line of text, and clicks missed."""
    window = make_window()
    window.show_mode(Mode.TRAIN)
    window.body.side.show_panel("tactics")
    page, trainer = window.body.side.panel("tactics"), window.services.tactics
    assert isinstance(page, TacticsPage)
    buttons = (page.hint, page.solution, page.next, page.end)

    def places() -> list[tuple[int, int]]:
        layout = page.layout()
        assert layout is not None
        layout.activate()
        return [(button.x(), button.y()) for button in buttons]

    trainer.begin(PuzzleSelection(theme="mateIn2"))
    qtbot.waitUntil(lambda: trainer.state.phase is DrillPhase.ASKING)
    attempt, before = trainer.state.question, places()
    assert attempt is not None and page.why.text() == ""
    window.services.game.play_move(next(m.uci() for m in attempt.board.legal_moves if attempt.after(m.uci()) is None))
    qtbot.waitUntil(lambda: trainer.state.reason is not None, timeout=60_000)
    assert page.why.text().endswith(".") and page.why.accessibleName() and "Theme" not in page.why.text()
    with qtbot.waitSignal(trainer.proof_wanted) as shown:
        page.show_why.click()
    assert shown.args[0].steps[0] == (attempt.board.fen(), ""), "the refutation is played from the position asked"
    assert places() == before
    trainer.solve()
    assert trainer.state.reason is None and page.why.text() == "", "it was about the answer"
    qtbot.waitUntil(lambda: trainer.state.reason is not None, timeout=60_000)
    assert "Theme: Mate in 2" in page.why.text()
    assert places() == before


def test_the_mark_of_a_hint_stays_while_the_puzzle_waits(qtbot: QtBot, make_window: MakeWindow) -> None:
    """The first wrong move, a step through the game and a look at another one took it off for good."""
    window = make_window()
    trainer, games, board = window.services.tactics, window.services.game, window.body.panel.board
    trainer.begin(PuzzleSelection(theme="mateIn2"))

    def marks() -> int:
        return len(board.engine_shapes)

    qtbot.waitUntil(lambda: trainer.state.phase is DrillPhase.ASKING)
    trainer.show_hint()
    trainer.show_hint()
    attempt = trainer.state.question
    assert attempt is not None and marks() == 1
    games.play_move(next(move.uci() for move in attempt.board.legal_moves if attempt.after(move.uci()) is None))
    assert marks() == 1
    games.go_back()
    assert marks() == 0
    games.go_forward()
    assert marks() == 1
    games.open_tab(Game.new())
    assert marks() == 0
    games.select_tab(trainer.state.tab)
    assert marks() == 1
    trainer.solve()
    assert [shape.start != shape.end for shape in board.engine_shapes] == [True], "the solution is on the board"
    trainer.end()
    assert marks() == 0


def test_a_cycle_counts_the_puzzle_that_is_shown(qtbot: QtBot, make_window: MakeWindow) -> None:
    """Its first try, right or wrong, was followed by the number of the next one."""
    window = make_window()
    window.show_mode(Mode.TRAIN)
    window.body.side.show_panel("tactics")
    page, trainer = window.body.side.panel("tactics"), window.services.tactics
    assert isinstance(page, TacticsPage)
    trainer.begin(PuzzleSelection(PuzzleMode.CYCLE, "fork"))
    for number in (1, 2):
        qtbot.waitUntil(lambda: trainer.state.phase is DrillPhase.ASKING)
        for _ in range(2):
            assert page.status.text().startswith(f"Puzzle {number} of 40, round 1.")
            trainer.solve()
        trainer.next()
    state = trainer.state
    progress, wish = state.progress, state.wish
    assert state.deck is not None and progress is not None and wish is not None and state.question is not None
    cycle = Cycle((*("x",) * 39, state.question.puzzle.name), 39)
    for done, told in (
        (cycle, "Puzzle 40 of 40, round 1."),
        (replace(cycle, at=0, rounds=(90.0,)), "Puzzle 40 of 40, round 1. The last round took 1.5 minutes."),
    ):
        page._update_drill(replace(state, deck=with_progress(state.deck, progress.with_cycle("fork", done))))
        assert page.status.text() == told


def test_what_the_command_line_trained_is_seen_when_the_page_is_shown_again(
    qtbot: QtBot, make_window: MakeWindow, tmp_path: Path
) -> None:
    path = tmp_path / "training.json"
    window = make_window()
    window.services.decks._path = path
    window.show_mode(Mode.TRAIN)
    side = window.body.side
    side.show_panel("tactics")
    page = side.panel("tactics")
    assert isinstance(page, TacticsPage)
    qtbot.waitUntil(lambda: "0 of 0" in page.figures.text)
    deck_at(path).change(lambda deck: with_progress(deck, TacticsProgress(solved=1)))
    side.show_panel("mistakes")
    side.show_panel("tactics")
    qtbot.waitUntil(lambda: "1 of 1" in page.figures.text)
