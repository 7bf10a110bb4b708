"""Retry my mistakes: asks for the better move, lets the engine judge every answer, and saves mistakes for repetition."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QTimer, Slot

from desktop.model.drill import DrillPhase, MistakeState
from desktop.model.game.match import your_game
from desktop.model.game.state import MoveMade
from desktop.services.game.game_service import GameService
from desktop.services.kit.language import own_name
from desktop.services.kit.tasks import Worker
from desktop.services.training.deck_service import DeckService, SessionDeck
from desktop.services.training.drill_service import DrillService
from engine.drill.session import Session
from engine.drill.sources import mistakes
from engine.drill.sources.mistakes import MistakeSource
from engine.drill.verdict import AnswerVerdict
from engine.game.position import Position
from engine.game.stopper import Stopper
from engine.game.tree import Game
from engine.ground.text import Text, joined
from engine.play.review.exercises import MistakeExercise

if TYPE_CHECKING:
    from engine.drill.deck import Deck
    from engine.drill.deck_file import DeckFile
    from engine.play.review.judge import PositionJudge

NODES = 300_000  # to judge an answer
RECOUNT_S = 3_600  # after a computer's sleep, timers fire late


class MistakeTrainer(DrillService[MistakeState]):
    """Asks about the mistakes of a review, or those of the deck that are due."""

    def __init__(self, games: GameService, make_judge: Callable[[int], PositionJudge], decks: DeckService) -> None:
        """`make_judge(nodes)` is called on the trainer's threads; `decks` stores the mistakes."""
        super().__init__(games, MistakeState(), make_judge)
        self._decks, self._make_judge = decks, make_judge
        self._judge_made: PositionJudge | None = None
        self._source = MistakeSource((), self._answer_judge, decks.now)
        self._exercises: tuple[MistakeExercise, ...] = ()  # of the session
        self._looking = Stopper()  # at what is to be saved, until the program ends
        self._ahead = False  # the next mistake is wanted once the answer is judged
        self._beginning = 0  # ticket of the exercises that are due
        self._worker = Worker("ratsu-mistakes", self)  # judges answers; outdated ones are dropped
        self._looker = Worker("ratsu-mistakes-looked-at", self)  # takes seconds for each mistake that is to be saved
        self._recount = QTimer(self)  # once, when the next one becomes due
        self._recount.setSingleShot(True)
        self._recount.timeout.connect(self.count)

    # Gestures

    def begin(self, exercises: tuple[MistakeExercise, ...]) -> None:
        if exercises:
            self._begin(exercises)

    def train(self) -> None:
        """Asks about the saved mistakes that are due."""

        def due(file: DeckFile) -> tuple[tuple[MistakeExercise, ...], Deck]:
            return mistakes.due(file.value(), self._decks.now()), file.value()

        self._decks.drop(self._beginning)
        self._beginning = self._decks.submit(due, lambda found: self._begin(*found), self._fail)

    def save(self, exercises: tuple[MistakeExercise, ...]) -> None:
        """Saves mistakes to the deck and reports how many were new. Of several only those with one good move are saved;
        a single one was chosen by the user and is saved in any case.
        """
        wanted = len(exercises)
        if wanted == 1:
            self._keep(wanted, exercises)
        else:
            self._update(saving=True)
            self._looker.submit(partial(self._with_one_answer, exercises), partial(self._keep, wanted), self._not_saved)

    @Slot()
    def save_session(self) -> None:
        """Saves the mistakes of the session."""
        self.save(self._exercises)

    def forget(self) -> None:
        """Deletes the present exercise from the deck, and continues."""
        exercise = self._state.question
        if exercise is not None and self._state.from_deck:
            self._drop()  # the grade would save it again
            self._decks.submit(lambda file: file.change(mistakes.forgot(exercise)), lambda _: None, self._warn)
            self._next()

    @Slot()
    def next(self) -> None:
        """Shows the next mistake, or the end; waits for the verdict on a move, as it counts."""
        if self._state.phase is DrillPhase.JUDGING:
            self._ahead = True
        elif self._state.running:
            self._next()

    def end(self) -> None:
        """Ends the session, with a summary if a question was answered."""
        self._drop()
        self._decks.drop(self._beginning)
        if self._state.answered and self._state.phase is not DrillPhase.DONE:
            self._set(replace(self._state, phase=DrillPhase.DONE, question=None))
        else:
            self._go_home()
        self.count()

    @Slot()
    def count(self) -> None:
        self._decks.submit(lambda file: mistakes.counts(file.value(), self._decks.now()), self._counted, self._fail)

    def close(self) -> bool:
        self._source.stopper.stop()
        self._looking.stop()
        return super().close()

    # What happens

    def _begin(self, exercises: tuple[MistakeExercise, ...], deck: Deck | None = None) -> None:
        self._drop()
        self._exercises = exercises
        file = SessionDeck(self._decks, deck, self._warn) if deck is not None else None
        self._source = MistakeSource(exercises, self._answer_judge, self._decks.now, file)
        self._session = Session(self._source)
        self._remember_home()
        old, total = self._state, len(exercises)
        self._set(
            MistakeState(
                tab=old.tab,
                due=old.due,
                children=old.children,
                saved=old.saved,
                saving=old.saving,
                index=-1,
                total=total,
                from_deck=deck is not None,
            )
        )
        self._next()

    def _next(self) -> None:
        assert self._session is not None, "a session has begun"
        exercise = self._session.next()
        if exercise is not None:
            self._ask(exercise, index=self._state.index + 1, loss=mistakes.Loss())
            return
        self.end()

    def _game(self, question: MistakeExercise) -> tuple[Game, int]:
        position = Position.of(question.start_fen, question.chess960)
        game, at = your_game(position, question.event, question.white, own_name()), 0
        for uci in question.moves:
            game, at = game.add_move(at, uci)
        return game, at

    def _line(self, question: MistakeExercise) -> tuple[str, ...]:
        return question.better

    def _judge(self, made: MoveMade, then: Callable[[AnswerVerdict[MistakeExercise]], object]) -> None:
        def judged(verdict: AnswerVerdict[MistakeExercise]) -> None:
            then(verdict)
            if self._ahead:
                self.next()

        exercise = self._state.question
        assert exercise is not None, "what is answered was asked"
        self._ahead = False
        self._set(replace(self._state, phase=DrillPhase.JUDGING, tried=made.node.san))
        self._source.stopper = Stopper()
        self._worker.submit(partial(self._source.judge, exercise, made.node.uci), judged, self._fail)

    def _said(self, verdict: AnswerVerdict[MistakeExercise]) -> dict[str, Any]:
        return {"loss": verdict.why}

    def _update(self, **changes: Any) -> None:
        if self._session is not None:
            done = self._session.summary
            changes |= {"right": done.grades["good"], "answered": done.asked}
        super()._update(**changes)

    def _ended(self) -> None:
        self._judge_made = None  # as the base's
        super()._ended()

    def _answer_judge(self) -> PositionJudge:
        """The judge of answers, on its thread."""
        self._judge_made = judge = self._judge_made or self._make_judge(NODES)
        return judge

    def _drop(self) -> None:
        self._source.stopper.stop()
        self._worker.drop_all()

    def _with_one_answer(self, exercises: tuple[MistakeExercise, ...]) -> tuple[MistakeExercise, ...]:
        """The exercises with exactly one good move, on a separate thread with its own judge. :raises RatsuError:"""
        from engine.play.review.exercises import has_one_answer

        judge = self._make_judge(NODES)
        return tuple(one for one in exercises if has_one_answer(one, judge, self._looking))

    def _keep(self, wanted: int, kept: tuple[MistakeExercise, ...]) -> None:
        self._decks.submit(
            lambda file: (wanted, len(kept), mistakes.add(file, kept, by_hand=wanted == 1)),
            self._saved,
            self._not_saved,
        )

    def _saved(self, counts: tuple[int, int, int]) -> None:
        wanted, kept, new = counts
        text = Text("%1 {mistake|mistakes} saved to training; %2 {was|were} already there.", new, kept - new)
        if kept < wanted:
            left_out = Text("%1 {is|are} left out, because several moves are good there.", wanted - kept)
            text = joined(text, left_out, by=" ")
        elif wanted == 1:
            text = Text("The mistake is saved to training." if new else "The mistake is in the training already.")
        self._inform(text)
        self._update(saving=False)
        self.count()

    def _not_saved(self, problem: Text) -> None:
        self._update(saving=False)
        self._warn(problem)

    def _counted(self, counts: tuple[int, int, float | None]) -> None:
        self._set(replace(self._state, due=counts[0], saved=counts[1]))
        if counts[2] is None:
            self._recount.stop()
        else:
            self._recount.start(round(1000 * min(counts[2] + 1, RECOUNT_S)))
