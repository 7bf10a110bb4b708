"""Tactics on the board: asked, answered, hinted, failed, kept and asked again."""

import random
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from desktop.model.drill import DrillPhase
from desktop.model.game.heading import heading_of
from desktop.services.game.game_service import GameService
from desktop.services.training.deck_service import DeckService
from desktop.services.training.tactics_trainer import TacticsTrainer
from engine.console.deck import deck_at
from engine.drill.deck import Deck
from engine.drill.sources.puzzles import SOURCE, PuzzleMode, PuzzleSelection, progress_of, with_progress
from engine.ground.errors import RatsuError
from engine.play.tactics.progress import TacticsProgress
from tests.desktop.services.conftest import Heard, Make

LONG = 30_000
MATE_IN_2 = PuzzleSelection(theme="mateIn2")


@pytest.fixture
def trainer(qtbot: QtBot, tmp_path: Path) -> Iterator[TacticsTrainer]:
    decks = DeckService(tmp_path / "training.json")
    made = TacticsTrainer(GameService(), decks, chance=random.Random(4), folder=tmp_path / "puzzles")
    yield made
    assert made.close() and decks.close()


def progress_at(path: Path) -> TacticsProgress:
    return progress_of(deck_at(path).value())


def phase_of(trainer: TacticsTrainer) -> DrillPhase:
    return trainer.state.phase


def asked(qtbot: QtBot, trainer: TacticsTrainer, wish: PuzzleSelection) -> None:
    trainer.begin(wish)
    qtbot.waitUntil(lambda: phase_of(trainer) is DrillPhase.ASKING, timeout=LONG)


def test_right_moves_are_answered_until_the_puzzle_is_solved_and_rated(
    qtbot: QtBot, trainer: TacticsTrainer, tmp_path: Path
) -> None:
    asked(qtbot, trainer, MATE_IN_2)
    games, attempt = trainer._games, trainer.state.question
    assert attempt is not None and games.state.tab == trainer.state.tab
    games.play_move(attempt.rest[0])
    assert phase_of(trainer) is DrillPhase.ASKING and trainer.state.question != attempt, "the opponent answered"
    assert games.state.fen.split()[1] == attempt.board.fen().split()[1], "it is the user's move again"
    assert trainer.state.question is not None
    games.play_move(trainer.state.question.rest[0])
    assert phase_of(trainer) is DrillPhase.RIGHT and trainer.state.change > 0
    qtbot.waitUntil(lambda: (tmp_path / "training.json").exists(), timeout=LONG)
    assert progress_at(tmp_path / "training.json").solved == 1
    trainer.next()
    qtbot.waitUntil(lambda: phase_of(trainer) is DrillPhase.ASKING, timeout=LONG)
    assert trainer.state.question.puzzle != attempt.puzzle


def test_undo_takes_back_neither_the_answer_nor_what_it_answers(qtbot: QtBot, trainer: TacticsTrainer) -> None:
    """Behind it no move was taken, and Solution was an internal error."""
    asked(qtbot, trainer, MATE_IN_2)
    games, attempt = trainer._games, trainer.state.question
    assert attempt is not None
    games.play_move(attempt.rest[0])
    games.undo()
    assert games.state.current == trainer.state.node and not games.state.can_undo
    following = trainer.state.question
    assert following is not None
    wrong = next(move.uci() for move in following.board.legal_moves if following.after(move.uci()) is None)
    games.play_move(wrong)
    games.undo()
    trainer.solve()
    assert games.state.game.child_with(trainer.state.node, attempt.rest[2]) is not None


def test_what_leads_to_the_puzzle_cannot_be_deleted(qtbot: QtBot, trainer: TacticsTrainer) -> None:
    """Solution then did nothing, and no move was taken any more."""
    asked(qtbot, trainer, MATE_IN_2)
    games, attempt = trainer._games, trainer.state.question
    assert attempt is not None
    games.play_move(attempt.rest[0])
    following = trainer.state.question
    assert following is not None
    wrong = next(move.uci() for move in following.board.legal_moves if following.after(move.uci()) is None)
    games.play_move(wrong)
    given = games.state.game.path(trainer.state.node)[1:]
    for node in given:
        with qtbot.waitSignal(games.message, timeout=LONG):
            games.delete(node.id)
    assert games.state.game.child_with(trainer.state.node, wrong) is None, "a wrong try has gone by itself"
    trainer.solve()
    assert games.state.game.child_with(trainer.state.node, attempt.rest[2]) is not None
    trainer.end()
    assert len(given) == 3


def test_the_solution_is_shown_where_another_game_is_looked_at(qtbot: QtBot, trainer: TacticsTrainer) -> None:
    """It was said to be on the board, and was on none."""
    games = trainer._games
    games.play_move("e2e4")
    home = games.state.tab
    asked(qtbot, trainer, MATE_IN_2)
    games.select_tab(home)
    trainer.solve()
    assert games.state.tab == trainer.state.tab and len(games.state.game.main_line()) == 4


def test_a_wrong_move_is_taken_back_and_counts_once(qtbot: QtBot, trainer: TacticsTrainer) -> None:
    asked(qtbot, trainer, MATE_IN_2)
    games, attempt = trainer._games, trainer.state.question
    assert attempt is not None
    wrong = next(move.uci() for move in attempt.board.legal_moves if attempt.after(move.uci()) is None)
    games.play_move(wrong)
    assert phase_of(trainer) is DrillPhase.WRONG and games.state.current == trainer.state.node
    assert not games.state.node.children, "the sheet shows the line, not the tries"
    change = trainer.state.change
    assert change < 0 and trainer.state.progress is not None and trainer.state.progress.failed == 1
    trainer.solve()
    assert phase_of(trainer) is DrillPhase.SOLVED and trainer.state.change == change
    assert trainer.state.deck is not None and attempt.puzzle.name in trainer.state.deck.of(SOURCE)


def test_the_coach_does_not_speak_of_the_puzzle_before(qtbot: QtBot, make: Make) -> None:
    """Its sentences stayed below the next puzzle, whose first move has the same number on the same board."""
    services = make().services
    trainer, coach = services.tactics, services.coach
    services.game.state_changed.connect(coach.look_at)
    asked(qtbot, trainer, MATE_IN_2)
    coach.explain()
    qtbot.waitUntil(lambda: coach.state.found is not None, timeout=LONG)
    trainer.solve()
    assert coach.state.found is not None, "it is still the same move"
    asked(qtbot, trainer, MATE_IN_2)
    state = coach.state
    assert not state.shown_claims and not state.asked and state.found is None


def test_a_hint_goes_in_steps_and_costs_the_puzzle(qtbot: QtBot, trainer: TacticsTrainer) -> None:
    asked(qtbot, trainer, MATE_IN_2)
    trainer.show_hint()
    question = trainer.state.question
    assert question is not None and (trainer.state.hint, question.look.value) == (1, "Look for a mate.")
    trainer.show_hint()
    trainer.show_hint()
    assert trainer.state.hint == 2 and trainer.state.change < 0 and trainer.state.graded is not None


def test_a_theme_without_puzzles_says_so_and_the_end_closes_the_tab(qtbot: QtBot, trainer: TacticsTrainer) -> None:
    trainer._games.play_move("e2e4")
    home = trainer._games.state.tab
    trainer.begin(PuzzleSelection(theme="no such theme"))
    qtbot.waitUntil(lambda: phase_of(trainer) is DrillPhase.EMPTY, timeout=LONG)
    asked(qtbot, trainer, PuzzleSelection(PuzzleMode.STREAK))
    tab = trainer.state.tab
    trainer.end()
    assert phase_of(trainer) is DrillPhase.OFF
    assert trainer._games.state.tab == home and trainer._games.state_of(tab) is None


def test_the_end_is_the_end_while_the_next_puzzle_is_drawn(qtbot: QtBot, trainer: TacticsTrainer) -> None:
    """The puzzle came nevertheless, and the training that was ended began again."""
    asked(qtbot, trainer, MATE_IN_2)
    trainer.solve()
    trainer.next()
    trainer.end()
    came: list[object] = []
    trainer._decks.submit(lambda _: None, came.append, lambda _: None)  # after the puzzle, on the same thread
    qtbot.waitUntil(lambda: bool(came), timeout=LONG)
    assert phase_of(trainer) is DrillPhase.OFF and trainer.state.tab == -1


def test_puzzles_that_cannot_be_read_are_said(
    qtbot: QtBot, trainer: TacticsTrainer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing at all happened."""

    def damaged() -> None:
        raise RatsuError("the puzzles are damaged; install Ratsu again")

    monkeypatch.setattr("engine.coach.puzzles.shipped_puzzles", damaged)
    trainer.begin(MATE_IN_2)
    qtbot.waitUntil(lambda: "damaged" in str(trainer.state.problem), timeout=LONG)


def test_a_damaged_file_is_set_aside_and_said(qtbot: QtBot, tmp_path: Path) -> None:
    path = tmp_path / "training.json"
    path.write_bytes(b'{"format": "ratsu-training-1"}')
    decks = DeckService(path)
    trainer = TacticsTrainer(GameService(), decks)
    told: list[object] = []
    decks.message.connect(told.append)
    trainer.count()
    qtbot.waitUntil(lambda: trainer.state.progress is not None, timeout=LONG)
    assert told and path.with_name("training.json.damaged").exists()
    assert trainer.close() and decks.close()


def test_what_the_command_line_trains_meanwhile_is_kept(qtbot: QtBot, trainer: TacticsTrainer, tmp_path: Path) -> None:
    console = deck_at(tmp_path / "training.json")

    def ten_more(deck: Deck) -> Deck:
        progress = progress_of(deck)
        return with_progress(deck, replace(progress, solved=progress.solved + 10))

    asked(qtbot, trainer, MATE_IN_2)
    console.change(ten_more)
    trainer.solve()
    qtbot.waitUntil(lambda: progress_of(console.value()).failed == 1, timeout=LONG)
    assert progress_of(console.value()).solved == 10
    console.change(ten_more)
    trainer.next()
    qtbot.waitUntil(lambda: phase_of(trainer) is DrillPhase.ASKING, timeout=LONG)
    assert trainer.state.progress is not None and trainer.state.progress.solved == 20


def test_answers_that_the_disk_refuses_are_kept_as_soon_as_it_takes_them(qtbot: QtBot, tmp_path: Path) -> None:
    obstacle = tmp_path / "data"
    obstacle.write_text("a file where the folder should be")
    decks = DeckService(obstacle / "training.json")
    trainer = TacticsTrainer(GameService(), decks, chance=random.Random(4))
    heard = Heard(trainer.message)
    asked(qtbot, trainer, MATE_IN_2)
    trainer.solve()
    qtbot.waitUntil(lambda: bool(heard.texts), timeout=LONG)
    first = trainer.state.question
    obstacle.unlink()
    trainer.next()
    qtbot.waitUntil(lambda: trainer.state.question != first, timeout=LONG)
    trainer.solve()
    assert trainer.close() and decks.close(), "what waits is written first"
    assert progress_at(obstacle / "training.json").failed == 2


def test_the_heading_of_a_puzzle_is_a_text_for_every_language(qtbot: QtBot, trainer: TacticsTrainer) -> None:
    asked(qtbot, trainer, MATE_IN_2)
    event, attempt = heading_of(trainer._games.state.game).event, trainer.state.question
    assert attempt is not None and (event.template, str(event)) == ("Tactics %1", f"Tactics {attempt.puzzle.name}")


def test_after_a_shown_solution_another_puzzle_comes_first(qtbot: QtBot, tmp_path: Path) -> None:
    """A minute later it was due, and came at once."""
    now = [datetime(2026, 11, 29, 12, tzinfo=UTC)]
    decks = DeckService(tmp_path / "training.json", clock=lambda: now[0])
    trainer = TacticsTrainer(GameService(), decks, chance=random.Random(4))
    asked(qtbot, trainer, PuzzleSelection())
    names = []
    for _ in range(3):
        assert trainer.state.question is not None
        names.append(trainer.state.question.puzzle.name)
        trainer.solve()
        now[0] += timedelta(minutes=30)
        trainer.next()
        qtbot.waitUntil(lambda: phase_of(trainer) is DrillPhase.ASKING, timeout=LONG)
    assert names[1] != names[0] and names[2] == names[0], "it is due, but not at once"
    assert trainer.close() and decks.close()


def test_puzzles_of_an_added_file_are_asked_and_a_file_without_any_is_refused(
    qtbot: QtBot, trainer: TacticsTrainer, tmp_path: Path
) -> None:
    told: list[str] = []
    trainer.message.connect(lambda message: told.append(str(message.text)))
    (tmp_path / "own.epd").write_text("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - bm Rd8#; id 1;\n", "utf-8")
    (tmp_path / "none.pgn").write_text("1. e4 e5 *", "utf-8")
    trainer.add_file(tmp_path / "own.epd")
    qtbot.waitUntil(lambda: trainer.state.files == ("own.epd",), timeout=LONG)
    trainer.add_file(tmp_path / "none.pgn")
    qtbot.waitUntil(lambda: len(told) == 2, timeout=LONG)
    assert told[0] == "own.epd: puzzles added: 1" and "has no puzzle" in told[1]
    asked(qtbot, trainer, PuzzleSelection(file="own.epd"))
    trainer._games.play_move("d1d8")
    assert phase_of(trainer) is DrillPhase.RIGHT and trainer.state.change == 0, "it has no rating"
    trainer.end()
    trainer.remove_file("own.epd")
    qtbot.waitUntil(lambda: trainer.state.files == (), timeout=LONG)
