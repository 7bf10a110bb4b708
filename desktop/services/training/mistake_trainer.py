"""Retry my mistakes: asks for the better move in a tab of its own, judges every answer with the engine, keeps a deck."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Slot

from desktop.model.drill import HINTS, DrillPhase, RetryState
from desktop.model.errors import Message, Severity
from desktop.model.game.match import your_game
from desktop.model.game.state import MoveMade
from desktop.services.game.game_service import GameService
from desktop.services.kit.tasks import Worker
from desktop.services.training.decks import Decks
from desktop.services.training.drill_service import DrillService
from engine.drill.deck import Grade
from engine.drill.sources import mistakes
from engine.game.limits import GamePosition
from engine.game.position import Position
from engine.game.stopper import Stopper
from engine.ground.text import NOTHING, Text, joined
from engine.ground.values import dataclass
from engine.play.review.exercises import Exercise

if TYPE_CHECKING:
    from engine.coach.claims import Claim
    from engine.drill.deck_file import DeckFile
    from engine.play.review.judge import PositionJudge

NODES = 300_000  # to judge an answer
RECOUNT_S = 3_600  # a computer that slept wakes behind its timers
FORGIVEN = 5.0  # points below the best move that still count as right: what a review does not fault


@dataclass(frozen=True)
class _Answer:
    """What an answer was worth."""

    right: bool
    best: bool
    loss: float
    claims: tuple[Claim, ...] = ()


class MistakeTrainer(DrillService[RetryState]):
    """One session at a time. A wrong answer goes back to the position; it may be tried again, or the solution shown."""

    def __init__(
        self,
        games: GameService,
        make_judge: Callable[[int], PositionJudge],
        decks: Decks,
        parent: QObject | None = None,
    ) -> None:
        """`make_judge(nodes)` is called on the trainer's threads; `decks` has the saved mistakes."""
        super().__init__(games, RetryState(), parent)
        self._work = _Work(make_judge)
        self._decks = decks
        self._stopper = Stopper()  # of the judgement of the last answer
        self._looking = Stopper()  # at what is to be saved, until the program ends
        self._ahead = False  # the next mistake is wanted once the answer is judged
        self._beginning = 0  # ticket of the exercises that are due
        self._exercises: tuple[Exercise, ...] = ()
        self._worker = Worker("ratsu-mistakes", self)  # judges answers; what nobody waits for is dropped
        self._looker = Worker("ratsu-mistakes-looked-at", self)  # takes seconds for each mistake that is to be saved
        self._recount = QTimer(self)  # once, when the next one becomes due
        self._recount.setSingleShot(True)
        self._recount.timeout.connect(self.count)

    # Gestures

    def begin(self, exercises: tuple[Exercise, ...]) -> None:
        """Asks these, one after another."""
        if exercises:
            self._begin(exercises, from_deck=False)

    def train(self) -> None:
        """Asks the saved ones that are due."""
        self._decks.drop(self._beginning)
        self._beginning = self._decks.submit(
            lambda file: mistakes.due(file.value(), self._decks.now()), partial(self._begin, from_deck=True), self._fail
        )

    def save(self, exercises: tuple[Exercise, ...]) -> None:
        """Saves mistakes to the deck, and says how many were new. Of several only those with one good move are kept; a single
        one was chosen by hand and is not looked at."""
        wanted = len(exercises)
        if wanted == 1:
            self._keep(wanted, exercises)
        else:
            job = partial(self._work.with_one_answer, exercises, self._looking)
            self._looker.submit(job, partial(self._keep, wanted), self._warn)

    def _keep(self, wanted: int, kept: tuple[Exercise, ...]) -> None:
        self._decks.submit(
            lambda file: (wanted, len(kept), mistakes.add(file, kept, by_hand=wanted == 1)), self._saved, self._warn
        )

    def forget(self) -> None:
        """Takes the exercise that is asked out of the deck, and continues."""
        exercise = self._state.exercise
        if exercise is not None and self._state.from_deck:
            self._drop_judgement()  # the grade would save it again
            self._decks.submit(lambda file: file.change(mistakes.forgot(exercise)), lambda _: None, self._warn)
            self._ask(self._state.index + 1)

    def show_hint(self) -> None:
        """Says what to look for, then which piece moves; the answer then counts as helped."""
        if self._state.phase.open and self._state.hint < HINTS:
            self._set(replace(self._state, hint=self._state.hint + 1))

    def solve(self) -> None:
        """Plays the better line on the board."""
        state = self._state
        if not state.phase.open or state.exercise is None:
            return
        self._games.select_tab(state.tab)
        self._games.insert_line(state.node, state.exercise.better)
        if not state.tries and state.from_deck:
            self._grade(lambda _days: None, right=False, helped=True)
        self._set(replace(state, phase=DrillPhase.SOLVED, answered=state.answered + (state.tries == 0)))

    @Slot()
    def next(self) -> None:
        """The next mistake, or the end; after a move that is being judged, once that is done, for it counts."""
        if self._state.phase is DrillPhase.JUDGING:
            self._ahead = True
        elif self._state.phase not in (DrillPhase.OFF, DrillPhase.DONE):
            self._ask(self._state.index + 1)

    def end(self) -> None:
        """Ends the session; the summary where something was answered."""
        self._drop_judgement()
        self._decks.drop(self._beginning)
        state = self._state
        if state.answered and state.phase is not DrillPhase.DONE:
            self._set(replace(state, phase=DrillPhase.DONE, exercise=None))
        else:
            self._go_home(replace(state, phase=DrillPhase.OFF, tab=-1, exercise=None))
        self.count()

    @Slot()
    def count(self) -> None:
        """Counts the deck."""
        self._decks.submit(lambda file: mistakes.counts(file.value(), self._decks.now()), self._counted, self._fail)

    def close(self) -> bool:
        """Ends the trainer's threads. Returns whether they ended in time."""
        self._stopper.stop()
        self._looking.stop()
        return super().close()

    # What happens

    def _begin(self, exercises: tuple[Exercise, ...], from_deck: bool) -> None:
        self._drop_judgement()
        old = self._state
        self._exercises = exercises
        self._remember_home()
        total = len(exercises)
        self._set(RetryState(tab=old.tab, total=total, from_deck=from_deck, due=old.due, saved=old.saved))
        self._ask(0)

    def _ask(self, index: int) -> None:
        if index >= len(self._exercises):
            phase = DrillPhase.DONE if self._state.answered else DrillPhase.OFF
            self._set(replace(self._state, phase=phase, exercise=None))
            self.count()
            return
        exercise = self._exercises[index]
        game, at = your_game(Position.of(exercise.start_fen, exercise.chess960), exercise.event, exercise.white), 0
        for uci in exercise.moves:
            game, at = game.add_move(at, uci)
        tab = self._games.show_in(self._state.tab, game, at)
        self._set(
            replace(
                self._state,
                phase=DrillPhase.ASKING,
                tab=tab,
                node=at,
                exercise=exercise,
                index=index,
                hint=0,
                tries=0,
                tried="",
                claims=(),
                days=None,
                problem=NOTHING,
            )
        )

    def _played(self, made: MoveMade) -> None:
        state = self._state
        if made.node.parent != state.node or state.exercise is None or not state.phase.open:
            return
        self._ahead = False
        self._set(replace(state, phase=DrillPhase.JUDGING, tried=made.node.san))
        self._stopper = Stopper()
        job = partial(self._work.judge, state.exercise, made.node.uci, self._stopper)
        self._worker.submit(job, self._judged, self._fail)

    def _drop_judgement(self) -> None:
        """Nobody waits for it any more: it counts for nothing."""
        self._stopper.stop()
        self._worker.drop_all()

    def _judged(self, answer: _Answer | None) -> None:
        exercise = self._state.exercise
        if answer is None or exercise is None:
            return  # stopped
        told = partial(self._told, exercise, answer)
        if self._state.tries == 0 and self._state.from_deck:
            self._grade(told, right=answer.right, helped=self._state.hint > 0)
        else:
            told(self._state.days)

    def _told(self, exercise: Exercise, answer: _Answer, days: float | None) -> None:
        state = self._state
        if state.exercise is not exercise or state.phase is not DrillPhase.JUDGING:
            return  # nobody waits for it any more
        if not answer.right and self._games.state.tab == state.tab:
            self._games.go_to(state.node)
        first = state.tries == 0
        self._set(
            replace(
                state,
                phase=DrillPhase.RIGHT if answer.right else DrillPhase.WRONG,
                tries=state.tries + 1,
                right=state.right + (answer.right and first and not state.hint),
                answered=state.answered + first,
                loss=answer.loss,
                best=answer.best,
                claims=answer.claims,
                days=days,
            )
        )
        if self._ahead:
            self.next()

    def _grade(self, then: Callable[[float | None], object], *, right: bool, helped: bool) -> None:
        """`then` gets the days until it comes again; None where that could not be kept."""
        exercise = self._state.exercise
        assert exercise is not None, "what is answered was asked"

        def failed(problem: Text) -> None:
            self._warn(problem)
            then(None)

        def grade(file: DeckFile) -> float:
            found = Grade.WRONG if not right else Grade.HELPED if helped else Grade.RIGHT
            after = file.change(lambda deck: mistakes.answered(deck, exercise, found, self._decks.now()))
            return after.of(mistakes.SOURCE)[exercise.id].days

        self._decks.submit(grade, then, failed)

    def _saved(self, counts: tuple[int, int, int]) -> None:
        wanted, kept, new = counts
        text = Text("%1 {mistake|mistakes} saved to training; %2 {was|were} already there.", new, kept - new)
        if kept < wanted:
            left_out = Text("%1 {is|are} left out, because several moves are good there.", wanted - kept)
            text = joined(text, left_out, by=" ")
        elif wanted == 1:
            text = Text("The mistake is saved to training." if new else "The mistake is in the training already.")
        self.message.emit(Message(Severity.INFORMATION, text))
        self.count()

    def _counted(self, counts: tuple[int, int, float | None]) -> None:
        self._set(replace(self._state, due=counts[0], saved=counts[1]))
        if counts[2] is None:
            self._recount.stop()
        else:
            self._recount.start(round(1000 * min(counts[2] + 1, RECOUNT_S)))

    def _ended(self) -> None:
        self._drop_judgement()
        self._set(replace(self._state, phase=DrillPhase.OFF, tab=-1, exercise=None))

    def _fail(self, problem: Text) -> None:
        phase = DrillPhase.ASKING if self._state.phase is DrillPhase.JUDGING else self._state.phase
        self._set(replace(self._state, phase=phase, problem=problem))
        self._warn(problem)


class _Work:
    """What the trainer's threads do: each has a judge of its own."""

    def __init__(self, make_judge: Callable[[int], PositionJudge]) -> None:
        self._make = make_judge
        self._judge: PositionJudge | None = None

    def with_one_answer(self, exercises: tuple[Exercise, ...], stopper: Stopper) -> tuple[Exercise, ...]:
        """Those with one good move. Raises RatsuError."""
        from engine.play.review.exercises import has_one_answer

        judge = self._make(NODES)
        return tuple(one for one in exercises if has_one_answer(one, judge, stopper))

    def judge(self, exercise: Exercise, uci: str, stopper: Stopper) -> _Answer | None:
        """Judges an answer; None where it was stopped. Raises RatsuError."""
        best = uci == exercise.better[0]
        loss, claims = (0.0, ()) if best else self._loss(exercise, uci, stopper)
        if loss is None:
            return None
        right = loss <= FORGIVEN and uci != exercise.played
        return _Answer(right, best, loss, () if right else claims)

    def _loss(self, exercise: Exercise, uci: str, stopper: Stopper) -> tuple[float | None, tuple[Claim, ...]]:
        """What an answer gives away in points, and what it allows: nothing is told that would name the solution."""
        import chess

        from engine.coach.claims import Role
        from engine.play.review.coaching import claims_of

        self._judge = judge = self._judge or self._make(NODES)
        board = chess.Board(exercise.start_fen, chess960=exercise.chess960)
        for move in exercise.moves:
            board.push_uci(move)
        before = GamePosition(exercise.start_fen, exercise.moves, chess960=exercise.chess960), board.copy()
        board.push_uci(uci)
        position = GamePosition(exercise.start_fen, (*exercise.moves, uci), chess960=exercise.chess960)
        worth = judge.worth(board, position, stopper)
        if worth is None:
            return None, ()
        share = worth.share if exercise.white else 1 - worth.share
        loss = max(0.0, 100 * (exercise.share - share))
        known = judge.worth(before[1], before[0], stopper) if loss > FORGIVEN else None
        if known is None:
            return loss, ()
        claims = claims_of(judge, before[1], uci, replace(known, line=exercise.better), worth, stopper)
        return loss, tuple(claim for claim in claims if claim.role is Role.ALLOWS)
