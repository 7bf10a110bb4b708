"""Retry my mistakes: asked on the board, judged, graded, saved and brought back when they are due."""

import threading
import weakref
from datetime import UTC, datetime, timedelta

import chess
import pytest
from pytestqt.qtbot import QtBot

from desktop.model.drill import DrillPhase
from desktop.services.training.mistake_trainer import MistakeTrainer
from engine.drill.deck import Deck, Grade
from engine.drill.reason_words import reason_text
from engine.drill.sources.mistakes import SOURCE, answered
from engine.game.info import PovScore, Score
from engine.play.review.exercises import MistakeExercise
from engine.play.review.judge import PositionJudge
from engine.play.review.values import EvaluationSource, PositionEvaluation
from tests.desktop.services.conftest import Heard, Make

LONG = 30_000
AFTER_QH5 = ("e2e4", "e7e5", "d1h5", "b8c6", "f1c4")  # Black to move; Qxf7 mate is threatened


def exercise(moves: tuple[str, ...] = AFTER_QH5, better: str = "g7g6", played: str = "g8f6") -> MistakeExercise:
    board = chess.Board()
    for move in moves:
        board.push_uci(move)
    return MistakeExercise(
        chess.STARTING_FEN,
        moves,
        False,
        board.fen(),
        board.turn,
        played,
        "3...Nf6??",
        (better,),
        "3...g6",
        0.5,
        "A – B",
    )


def phase_of(trainer: MistakeTrainer) -> DrillPhase:
    return trainer.state.phase


def test_the_better_move_is_right_another_fault_is_wrong_and_may_be_tried_again(qtbot: QtBot, make: Make) -> None:
    services = make().services
    services.game.play_move("e2e4")
    home = services.game.state.tab
    trainer = services.mistakes
    trainer.begin((exercise(),))
    assert phase_of(trainer) is DrillPhase.ASKING and services.game.state.tab == trainer.state.tab != home
    assert services.game.state.fen.startswith("r1bqkbnr/pppp1ppp/2n5/4p2Q/2B1P3")
    services.game.play_move("g8f6")
    qtbot.waitUntil(lambda: phase_of(trainer) is DrillPhase.WRONG, timeout=LONG)
    assert trainer.state.loss.points > 20 and trainer.state.tried == "Nf6"
    qtbot.waitUntil(lambda: trainer.state.reason is not None, timeout=LONG)
    assert trainer.state.reason is not None
    said = reason_text(trainer.state.reason)
    assert said == "3...Nf6 allows 4. Qxf7#: mate.", "what it allows, and not the solution"
    assert services.game.state.current == trainer.state.node, "back before the move"
    services.game.play_move("g7g6")
    qtbot.waitUntil(lambda: phase_of(trainer) is DrillPhase.RIGHT, timeout=LONG)
    assert trainer.state.loss.best and (trainer.state.answered, trainer.state.right) == (1, 0)
    trainer.next()
    assert phase_of(trainer) is DrillPhase.DONE
    trainer.end()
    assert phase_of(trainer) is DrillPhase.OFF
    assert services.game.state.tab == home, "back at the game"
    assert len(services.game.tabs.titles) == 1


def test_the_searches_of_a_session_are_given_back_at_its_end(qtbot: QtBot, make: Make) -> None:
    """Each judge holds a table of 16 MB. Stayed for the day: one for answers, one for reasons."""
    trainer, made = make().services.mistakes, list[weakref.ref[PositionJudge]]()
    make_judge = trainer._make_judge

    def recorded(nodes: int) -> PositionJudge:
        judge = make_judge(nodes)
        made.append(weakref.ref(judge))
        return judge

    trainer._make_judge = trainer._make_coach = recorded
    trainer.begin((exercise(),))
    trainer._games.play_move("g8f6")
    qtbot.waitUntil(lambda: trainer.state.reason is not None, timeout=LONG)
    assert len(made) == 2
    trainer.end()
    trainer.end()
    assert phase_of(trainer) is DrillPhase.OFF
    qtbot.waitUntil(lambda: not any(one() for one in made), timeout=LONG)


def test_a_hint_shows_and_costs_and_the_solution_is_played(qtbot: QtBot, make: Make) -> None:
    services = make().services
    trainer = services.mistakes
    trainer.begin((exercise(), exercise(AFTER_QH5[:3], "b8c6", "g7g6")))
    trainer.show_hint()
    services.game.play_move("g7g6")
    qtbot.waitUntil(lambda: phase_of(trainer) is DrillPhase.RIGHT, timeout=LONG)
    assert (trainer.state.right, trainer.state.answered) == (0, 1)
    trainer.next()
    assert trainer.state.index == 1
    hinted: int = trainer.state.hint
    assert not hinted
    trainer.solve()
    assert phase_of(trainer) is DrillPhase.SOLVED and trainer.state.answered == 2
    assert services.game.state.game.child_with(trainer.state.node, "b8c6") is not None


def test_closing_its_tab_ends_the_session(make: Make) -> None:
    services = make().services
    services.game.play_move("e2e4")
    services.mistakes.begin((exercise(),))
    services.game.close_tab(services.mistakes.state.tab)
    assert services.mistakes.state.phase is DrillPhase.OFF


def test_a_session_that_is_passed_over_leaves_no_tab(make: Make) -> None:
    services = make().services
    services.game.play_move("e2e4")
    home = services.game.state.tab
    services.mistakes.begin((exercise(), exercise()))
    for _ in range(2):
        services.mistakes.next()
    assert services.mistakes.state.phase is DrillPhase.OFF and services.game.state.tab == home
    assert [title.tab for title in services.game.tabs.titles] == [home]


def test_saved_mistakes_are_asked_graded_and_come_again_later(qtbot: QtBot, make: Make) -> None:
    services = make().services
    trainer, heard = services.mistakes, Heard(services.mistakes.message)
    trainer.save((exercise(),))
    qtbot.waitUntil(lambda: trainer.state.saved == 1, timeout=LONG)
    assert trainer.state.due == 1 and "The mistake is saved to training." in heard.texts
    trainer.train()
    qtbot.waitUntil(lambda: phase_of(trainer) is DrillPhase.ASKING, timeout=LONG)
    services.game.play_move("g7g6")
    qtbot.waitUntil(lambda: phase_of(trainer) is DrillPhase.RIGHT, timeout=LONG)
    assert trainer.state.graded is not None and trainer.state.graded.days is not None
    trainer.next()
    trainer.end()
    qtbot.waitUntil(lambda: trainer.state.due == 0, timeout=LONG)
    assert trainer.state.saved == 1


def test_next_while_an_answer_is_judged_waits_for_it(qtbot: QtBot, make: Make) -> None:
    """The verdict was given to the next mistake, which nobody had answered."""
    services = make().services
    trainer = services.mistakes
    trainer.begin((exercise(), exercise(AFTER_QH5[:3], "b8c6", "g7g6")))
    services.game.play_move("g8f6")
    assert phase_of(trainer) is DrillPhase.JUDGING
    trainer.next()
    qtbot.waitUntil(lambda: trainer.state.index == 1, timeout=LONG)
    assert (phase_of(trainer), trainer.state.graded, trainer.state.answered) == (DrillPhase.ASKING, None, 1)
    services.game.play_move("b8c6")
    qtbot.waitUntil(lambda: phase_of(trainer) is DrillPhase.RIGHT, timeout=LONG)
    assert (trainer.state.index, trainer.state.right, trainer.state.answered) == (1, 1, 2)


def test_mistakes_are_saved_though_the_session_ends_meanwhile(
    qtbot: QtBot, make: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    """End, or closing the board, dropped them without a word."""
    services = make().services
    trainer, heard, going = services.mistakes, Heard(services.mistakes.message), threading.Event()

    def with_one_answer(exercises: tuple[MistakeExercise, ...]) -> tuple[MistakeExercise, ...]:
        assert going.wait(60)
        return exercises

    monkeypatch.setattr(trainer, "_with_one_answer", with_one_answer)
    trainer.begin((exercise(),))
    trainer.save((exercise(), exercise(AFTER_QH5[:3], "b8c6", "g7g6")))
    services.game.play_move("g7g6")
    qtbot.waitUntil(lambda: phase_of(trainer) is DrillPhase.RIGHT, timeout=LONG)  # it does not wait for the others
    trainer.end()
    trainer.end()
    assert phase_of(trainer) is DrillPhase.OFF
    going.set()
    qtbot.waitUntil(lambda: trainer.state.saved == 2, timeout=LONG)
    assert "2 mistakes saved to training; 0 were already there." in heard.texts


def test_one_that_is_forgotten_while_its_answer_is_judged_stays_away(qtbot: QtBot, make: Make) -> None:
    services = make().services
    trainer = services.mistakes
    trainer.save((exercise(),))
    qtbot.waitUntil(lambda: trainer.state.saved == 1, timeout=LONG)
    trainer.train()
    qtbot.waitUntil(lambda: phase_of(trainer) is DrillPhase.ASKING, timeout=LONG)
    services.game.play_move("g8f6")
    trainer.forget()
    assert phase_of(trainer) is DrillPhase.OFF
    qtbot.waitUntil(lambda: trainer.state.saved == 0, timeout=LONG)


def test_what_becomes_due_is_counted_by_itself(qtbot: QtBot, make: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a window that stayed open nothing was ever due again, and Train stayed off."""
    services = make().services
    trainer, clock = services.mistakes, Clock()
    trainer._decks.now = clock
    trainer.save((exercise(),))
    days: list[float] = []
    trainer._decks.submit(
        lambda file: file.change(lambda deck: answered(deck, exercise(), Grade.WRONG, clock())),
        lambda deck: days.append(deck.of(SOURCE)[exercise().id].days),
        lambda problem: pytest.fail(str(problem)),
    )
    qtbot.waitUntil(lambda: bool(days), timeout=LONG)
    trainer.count()
    qtbot.waitUntil(lambda: trainer.state.saved == 1 and not trainer.state.due, timeout=LONG)
    waits = trainer._recount.remainingTime()
    assert trainer.state.due == 0 and 0 <= waits / 1000 - days[0] * 86_400 < 2
    clock.now += timedelta(days=days[0], seconds=1)
    trainer._recount.timeout.emit()
    qtbot.waitUntil(lambda: trainer.state.due == 1, timeout=LONG)
    assert not trainer._recount.isActive(), "nothing else will be due"


class Clock:
    """A time that the test moves."""

    def __init__(self) -> None:
        self.now = datetime(2026, 1, 1, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now


class OpenJudge:
    """Thinks that another move is as good wherever White is to move."""

    def deeper(self) -> "OpenJudge":
        """It thinks the same."""
        return self

    def worth(self, board: chess.Board, *_: object) -> PositionEvaluation:
        """Even, with the better move of the exercise."""
        return PositionEvaluation(
            PovScore(Score(0), True), 0.5, 1, ("d2d4" if board.turn else "g7g6",), EvaluationSource.SEARCH
        )

    def rival(self, board: chess.Board, *_: object) -> PositionEvaluation:
        """The best other move."""
        return PositionEvaluation(
            PovScore(Score(0), True), 0.5 if board.turn else 0.9, 1, ("a2a3",), EvaluationSource.SEARCH
        )


def test_of_many_only_those_with_one_good_move_are_saved_and_one_chosen_by_hand_in_any_case(
    qtbot: QtBot, make: Make
) -> None:
    trainer, several = make().services.mistakes, exercise(AFTER_QH5[:2], "d2d4", "a2a3")
    trainer._make_judge = lambda _nodes: OpenJudge()  # type: ignore[assignment,return-value]
    trainer.save((exercise(), several))
    qtbot.waitUntil(lambda: trainer.state.saved == 1, timeout=LONG)
    trainer.save((several,))
    qtbot.waitUntil(lambda: trainer.state.saved == 2, timeout=LONG)


class StoppedJudge:
    """Gives no judgement: it was stopped."""

    def worth(self, *_: object) -> None:
        """Nothing."""


def test_an_answer_whose_judgement_was_stopped_is_not_graded(qtbot: QtBot, make: Make) -> None:
    """Closing the tab while the engine judges must not count as a wrong answer."""
    services = make().services
    trainer = services.mistakes
    trainer.save((exercise(),))
    qtbot.waitUntil(lambda: trainer.state.saved == 1, timeout=LONG)
    trainer._make_judge = lambda _nodes: StoppedJudge()  # type: ignore[assignment,return-value]
    trainer.train()
    qtbot.waitUntil(lambda: phase_of(trainer) is DrillPhase.ASKING, timeout=LONG)
    services.game.play_move("g8f6")
    came: list[object] = []
    trainer._worker.submit(lambda: None, came.append, lambda _: None)  # behind the judgement
    qtbot.waitUntil(lambda: bool(came), timeout=LONG)
    trainer._decks.submit(lambda file: file.value(), came.append, came.append)  # and after what would be written for it
    qtbot.waitUntil(lambda: len(came) == 2, timeout=LONG)
    assert isinstance(came[1], Deck) and not came[1].of(SOURCE) and trainer.state.graded is None
