"""Practice on the board: guessed moves, questions without a board, clock lessons."""

import random
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from desktop.model.drill import DrillPhase, PracticeKind
from desktop.services.game.game_service import GameService
from desktop.services.training.deck_service import DeckService
from desktop.services.training.practice_trainer import PracticeTrainer
from engine.drill.sources.clock import ClockAnswer
from engine.drill.sources.guess import GuessWorth, note_of, shipped_games
from engine.drill.sources.visualise import VisualKind, VisualTask, progress_of
from engine.game.limits import Limits
from engine.pgn.reader import first_game
from engine.play.people.thinking import ClockExercise
from engine.play.review.own_judge import own_judge
from tests.engine.play.people.test_thinking import exercises

LONG = 60_000


@pytest.fixture
def trainer(qtbot: QtBot, tmp_path: Path) -> Iterator[PracticeTrainer]:
    decks = DeckService(tmp_path / "training.json", clock=lambda: datetime.now(UTC))
    made = PracticeTrainer(
        GameService(), lambda _nodes: own_judge(Limits(nodes=5_000), None), decks, chance=random.Random(4)
    )
    yield made
    assert made.close() and decks.close()


def wait_for(qtbot: QtBot, trainer: PracticeTrainer, *phases: DrillPhase) -> None:
    qtbot.waitUntil(lambda: trainer.state.phase in phases, timeout=LONG)


def test_a_masters_moves_are_guessed_one_after_another(qtbot: QtBot, trainer: PracticeTrainer) -> None:
    game = shipped_games()[5]
    trainer.guess(game)
    wait_for(qtbot, trainer, DrillPhase.ASKING)
    games, question = trainer._games, trainer.state.question
    assert question is not None and games.state.game.header("White") == game.white_player
    assert games.state.fen == question.board.fen() and trainer.state.white is game.white
    games.play_move(question.played)
    wait_for(qtbot, trainer, DrillPhase.RIGHT)
    assert trainer.state.why == GuessWorth(10, 0.0, exact=True)
    qtbot.waitUntil(lambda: trainer.state.reason is not None, timeout=LONG)
    trainer.next()
    following = trainer.state.question
    assert following is not None and following.number == 1 and len(games.state.game.main_line()) == following.ply
    trainer.solve()
    assert trainer.state.phase is DrillPhase.SOLVED
    assert games.state.game.main_line()[-1].uci == following.played
    assert trainer.state.deck is not None and note_of(trainer.state.deck, game).points == 10
    assert (trainer.state.asked, trainer.state.right) == (2, 1)


def test_the_shown_game_is_guessed_too(qtbot: QtBot, trainer: PracticeTrainer) -> None:
    moves = "1. e4 e5 2. Nf3 d6 3. Bc4 Bg4 4. Nc3 g6 5. a3 a6 6. Nxe5 Bxd1 7. Bxf7+ Ke7 8. Nd5# 1-0"
    trainer._games.show_in(-1, first_game(moves), 0)
    trainer.guess_shown()
    wait_for(qtbot, trainer, DrillPhase.ASKING)
    assert trainer.state.question is not None and trainer.state.question.played == "f3e5"


@pytest.mark.parametrize("kind", VisualKind)
def test_questions_without_a_board_are_answered_in_words(
    qtbot: QtBot, trainer: PracticeTrainer, kind: VisualKind
) -> None:
    trainer.visualise([kind])
    wait_for(qtbot, trainer, DrillPhase.ASKING)
    task = trainer.state.question
    assert isinstance(task, VisualTask) and trainer.state.covered is (kind is not VisualKind.BLINDFOLD)
    right = task.answer or task.solution
    if kind is VisualKind.BLINDFOLD:
        assert trainer._games.state.fen == task.fen
        trainer._games.play_move(task.told[0])
        assert trainer._games.state.fen == task.fen, "such answers are typed"
    trainer.answer(right)
    assert trainer.state.phase is DrillPhase.RIGHT and trainer.state.change > 0 and not trainer.state.covered
    assert trainer.state.deck is not None and progress_of(trainer.state.deck).solved == 1
    trainer.next()
    wait_for(qtbot, trainer, DrillPhase.ASKING)
    following = trainer.state.question
    assert isinstance(following, VisualTask)
    legal = (move.uci() for move in following.board.legal_moves)
    trainer.answer(next(uci for uci in legal if not following.fits(uci)) if following.fen else "nothing")
    wait_for(qtbot, trainer, DrillPhase.WRONG)
    trainer.solve()
    wait_for(qtbot, trainer, DrillPhase.SOLVED)
    assert trainer.state.asked == 2
    trainer.end()
    wait_for(qtbot, trainer, DrillPhase.DONE)  # a session that was ended has its summary, too
    trainer.end()
    wait_for(qtbot, trainer, DrillPhase.OFF)


def test_clock_lessons_are_saved_asked_and_answered(qtbot: QtBot, trainer: PracticeTrainer) -> None:
    trainer.train_clock()
    wait_for(qtbot, trainer, DrillPhase.EMPTY)
    with qtbot.waitSignal(trainer.message, timeout=LONG) as told:
        trainer.save_clock(exercises())
    assert str(told.args[0].text) == "2 clock lessons saved to Drills."
    qtbot.waitUntil(lambda: trainer.state.due == 2, timeout=LONG)
    trainer.train_clock()
    wait_for(qtbot, trainer, DrillPhase.ASKING)
    asked = trainer.state.question
    assert isinstance(asked, ClockExercise) and trainer.state.kind is PracticeKind.CLOCK
    trainer._games.play_move("h6h5")
    wait_for(qtbot, trainer, DrillPhase.WRONG)
    assert isinstance(trainer.state.why, ClockAnswer) and trainer.state.why.lost > 5
    trainer.solve()
    wait_for(qtbot, trainer, DrillPhase.SOLVED)
    assert trainer._games.state.game.main_line()[-1].uci and trainer.state.graded is not None
    trainer.next()
    wait_for(qtbot, trainer, DrillPhase.ASKING)
    trainer.next()
    assert trainer.state.phase is DrillPhase.DONE
