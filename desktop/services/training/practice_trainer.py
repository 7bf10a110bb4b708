"""The trainer of several sources of questions: guess the move, visualise, clock lessons."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Slot

from desktop.model.drill import DrillPhase, PracticeKind, PracticeState
from desktop.model.game.match import your_game
from desktop.model.game.state import MoveMade
from desktop.services.game.game_service import GameService
from desktop.services.kit.language import own_name
from desktop.services.kit.tasks import Worker
from desktop.services.training.deck_service import DeckService, SessionDeck
from desktop.services.training.drill_service import DrillService
from engine.drill.session import Session
from engine.game.position import Position
from engine.game.stopper import Stopper
from engine.game.tree import Game
from engine.ground.text import NOTHING, Text

if TYPE_CHECKING:
    from engine.drill.deck import Deck
    from engine.drill.sources.guess import GuessGame
    from engine.drill.sources.visualise import VisualKind
    from engine.drill.verdict import AnswerVerdict
    from engine.play.people.thinking import ClockExercise
    from engine.play.review.judge import PositionJudge

NODES = 200_000  # to judge an answer


class PracticeTrainer(DrillService[PracticeState]):
    """Asks the questions of one source at a time. A further source needs a kind, and its parts of `_game` and `_line`."""

    def __init__(
        self,
        games: GameService,
        make_judge: Callable[[int], PositionJudge],
        decks: DeckService,
        chance: random.Random | None = None,
    ) -> None:
        """`make_judge(nodes)` is called on the trainer's threads; `decks` stores the progress."""
        super().__init__(games, PracticeState(), make_judge)
        self._decks, self._make_judge, self._chance = decks, make_judge, chance or random.Random()
        self._judge_made: PositionJudge | None = None
        self._stopper = Stopper()
        self._begin_next: Callable[[], object] = self._begin_guess
        self._best: tuple[str, ...] = ()  # of a clock exercise, once known
        self._file: SessionDeck | None = None
        self._worker = Worker("ratsu-practice", self)

    # Gestures

    def guess(self, game: GuessGame | None = None) -> None:
        """Asks the moves of a game; without one, of the shipped game that was begun, or of a new one."""
        self._start(PracticeKind.GUESS, partial(self._begin_guess, game))

    def guess_shown(self) -> None:
        """Asks the moves of the shown game, from whatever file or collection: those of the winner, or of White."""
        from engine.drill.sources.guess import GuessGame

        game = self._games.state.game
        shown = GuessGame.of(game, game.result != "0-1")
        if shown.asked:
            self.guess(shown)
        else:
            self._warn(Text("The game on the board is too short to guess its moves."))

    def visualise(self, kinds: Sequence[VisualKind]) -> None:
        """Asks tasks of these kinds, without end."""
        self._start(PracticeKind.VISUALISE, partial(self._begin_visualise, tuple(kinds)))

    def train_clock(self) -> None:
        """Asks the clock lessons that are due."""
        self._start(PracticeKind.CLOCK, self._begin_clock)

    def save_clock(self, exercises: Sequence[ClockExercise]) -> None:
        """Saves clock lessons, and reports how many are new."""
        from engine.drill.sources import clock

        self._decks.submit(lambda file: clock.add(file, exercises), self._saved, self._warn)

    def answer(self, given: str) -> None:
        """Judges a typed answer: a colour, squares, or a move in coordinates."""
        state, session = self._state, self._session
        if session is None or state.kind is not PracticeKind.VISUALISE or not state.phase.open:
            return
        verdict = session.take(given, session.source.judge(state.question, given))
        self._update(phase=DrillPhase.RIGHT if verdict.right else DrillPhase.WRONG, tried=given)
        if verdict.right:
            self._show_told()

    def solve(self) -> None:
        state = self._state
        if self._session is None or not state.phase.open:
            return
        if state.kind is PracticeKind.VISUALISE:
            self._session.give_up()
            self._show_told()
            self._update(phase=DrillPhase.SOLVED)
        elif state.kind is PracticeKind.CLOCK and not self._best:
            self._worker.submit(partial(self._find_best, state.question), self._best_found, self._fail)
        else:
            super().solve()

    @Slot()
    def next(self) -> None:
        """Asks the next question, or shows the end."""
        if self._session is None or self._state.phase is DrillPhase.JUDGING:
            return
        question = self._session.next()
        self._best = ()
        if question is not None:
            self._ask(question, why=None, change=0)
        else:
            self._update(phase=DrillPhase.DONE, question=None)

    def end(self) -> None:
        """Ends the session, with a summary if a question was answered."""
        if self._state.asked and self._state.phase is not DrillPhase.DONE:
            self._forget_reason()
            self._update(phase=DrillPhase.DONE, question=None)
        else:
            self._go_home()
        self.count()

    def count(self) -> None:
        self._decks.submit(lambda file: file.value(), self._counted, self._fail)

    def close(self) -> bool:
        self._stopper.stop()
        return super().close()

    # What happens

    def _start(self, kind: PracticeKind, begin: Callable[[], object]) -> None:
        self._drop()
        self._remember_home()
        self._state = replace(self._state, kind=kind, asked=0, right=0, game=None, problem=NOTHING)
        self._begin_next = begin
        self._decks.submit(lambda file: file.value(), self._read, self._fail)

    def _read(self, deck: Deck) -> None:
        self._file = SessionDeck(self._decks, deck, self._warn)
        self._state = replace(self._state, deck=deck)
        self._begin_next()

    def _begin_guess(self, game: GuessGame | None = None) -> None:
        from engine.drill.sources.guess import GuessSource, next_game, shipped_games

        assert self._file is not None, "read before"
        chosen = game or next_game(self._file.value(), shipped_games())
        self._state = replace(self._state, game=chosen)
        self._open(GuessSource(chosen, self._answer_judge, self._file))

    def _begin_visualise(self, kinds: tuple[VisualKind, ...]) -> None:
        from engine.drill.sources.visualise import VisualSource

        assert self._file is not None, "read before"
        self._open(VisualSource(self._file, self._chance, kinds))

    def _begin_clock(self) -> None:
        from engine.drill.sources import clock

        assert self._file is not None, "read before"
        now = self._decks.now
        self._open(clock.ClockSource(clock.due(self._file.value(), now()), self._answer_judge, now, self._file))

    def _open(self, source: Any) -> None:
        self._session = Session(source)
        question = self._session.next()
        if question is not None:
            self._ask(question, why=None, change=0)
        else:
            self._update(phase=DrillPhase.EMPTY, question=None)

    def _game(self, question: Any) -> tuple[Game, int]:
        if self._state.kind is PracticeKind.VISUALISE:
            return (Game.new(Position.of(question.fen, chess960=False)) if question.fen else Game.new()), 0
        if self._state.kind is PracticeKind.GUESS:
            played = question.game
            game = Game.new(Position.of(played.start_fen, played.chess960))
            for name, value in (("White", played.white_player), ("Black", played.black_player), ("Date", played.year)):
                game = game.with_header(name, value or "?")
            moves = played.moves[: question.ply]
        else:
            game = your_game(
                Position.of(question.start_fen, question.chess960), question.event, question.white, own_name()
            )
            moves = question.moves
        at = 0
        for uci in moves:
            game, at = game.add_move(at, uci)
        return game, at

    def _line(self, question: Any) -> tuple[str, ...]:
        return (question.played,) if self._state.kind is PracticeKind.GUESS else self._best

    def _played(self, made: MoveMade) -> None:
        if self._state.kind is not PracticeKind.VISUALISE:
            super()._played(made)
        elif made.node.parent == self._state.node and self._state.phase.open:
            self._games.go_to(self._state.node)  # such answers are typed

    def _judge(self, made: MoveMade, then: Callable[[AnswerVerdict[Any]], object]) -> None:
        assert self._session is not None, "what is answered was asked"
        question, source = self._state.question, self._session.source
        self._stopper = stopper = Stopper()
        source.stopper = stopper  # type: ignore[attr-defined]
        self._set(replace(self._state, phase=DrillPhase.JUDGING, tried=made.node.san))
        self._worker.submit(partial(source.judge, question, made.node.uci), then, self._fail)

    def _said(self, verdict: AnswerVerdict[Any]) -> dict[str, Any]:
        self._best = getattr(verdict.why, "best", ())
        return {"why": verdict.why}

    def _explain(self, what: str, question: Any, *about: Any, **more: bool) -> None:
        if self._line(question):
            super()._explain(what, question, *about, **more)

    def _update(self, **changes: Any) -> None:
        """Shows changes, with the progress after an answer."""
        before, session = self._state, self._session
        if session is not None and self._file is not None:
            deck = self._file.value()
            changes |= {"deck": deck, "asked": session.summary.asked, "right": session.summary.right}
            if before.graded is None and session.graded is not None and before.deck is not None:
                changes["change"] = _rating(deck) - _rating(before.deck)
        super()._update(**changes)

    def _show_told(self) -> None:
        """Plays the moves that were not on the board, and the answer."""
        task: Any = self._state.question
        if task.fen:
            self._games.select_tab(self._state.tab)
            self._games.insert_line(self._state.node, (*task.told, task.answer))

    def _find_best(self, question: Any) -> tuple[str, ...]:
        source: Any = self._session.source if self._session is not None else None
        found: tuple[str, ...] = source.best(question)
        return found

    def _best_found(self, line: tuple[str, ...]) -> None:
        self._best = line
        if line:
            super().solve()

    def _ended(self) -> None:
        self._judge_made = None  # as the base's
        super()._ended()

    def _answer_judge(self) -> PositionJudge:
        """The judge of answers, on its thread."""
        self._judge_made = judge = self._judge_made or self._make_judge(NODES)
        return judge

    def _saved(self, new: int) -> None:
        self._inform(Text("%1 clock {lesson|lessons} saved to Drills.", new))
        self.count()

    def _counted(self, deck: Deck) -> None:
        from engine.drill.sources import clock

        self._set(replace(self._state, deck=deck, due=len(clock.due(deck, self._decks.now()))))

    def _drop(self) -> None:
        self._stopper.stop()
        self._worker.drop_all()


def _rating(deck: Deck) -> int:
    from engine.drill.sources.visualise import progress_of

    return round(progress_of(deck).glicko.rating)
