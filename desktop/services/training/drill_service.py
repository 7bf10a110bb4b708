"""The base of the trainers: one session at a time, with questions on the board of a separate tab."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

from PySide6.QtCore import Signal, Slot

from desktop.model.coaching import line_of
from desktop.model.drill import DrillPhase, DrillState
from desktop.model.game.state import MoveMade
from desktop.services.game.game_service import GameService
from desktop.services.kit.service import StateService
from desktop.services.kit.tasks import Worker
from engine.game.stopper import Stopper
from engine.ground.text import NOTHING, Text

if TYPE_CHECKING:
    import chess

    from desktop.model.settings import Settings
    from engine.drill.reasons import AnswerReason
    from engine.drill.session import Session
    from engine.drill.verdict import AnswerVerdict
    from engine.game.tree import Game
    from engine.play.review.judge import PositionJudge

S = TypeVar("S", bound=DrillState[Any])


class DrillService(StateService[S]):
    """After a wrong answer the position returns; the user may try again, or see the solution. The coach says why, as soon
    as a search on a separate thread has found it. A trainer supplies the questions and turns them into games.
    """

    asks_whole_line: ClassVar[bool] = False
    """Whether each own move of a solution is asked for, as in a puzzle; else the moves after the first are an engine's line."""

    proof_wanted = Signal(object)  # ProofLine, to be played on the board
    away_changed = Signal(bool)  # `away`

    def __init__(self, games: GameService, state: S, make_judge: Callable[[int], PositionJudge] | None = None) -> None:
        """`make_judge(nodes)` is called on the coach's thread; None: no reasons are given."""
        super().__init__(state)
        self._games, self._make_coach = games, make_judge
        self._coach: PositionJudge | None = None
        self._thinking = Stopper()  # of the coach
        self._wrong = ""  # the last wrong answer to the question, in coordinates
        self._asked: Game | None = None  # the game as it was shown with the question
        self._reasons = Worker("ratsu-reasons", self)
        self._session: Session[Any] | None = None
        self._home = -1  # the tab that was shown when the session began
        self.away = False  # a session runs, but the board shows another game
        games.move_made.connect(self._moved)
        games.tab_closed.connect(self._closed)
        games.state_changed.connect(self._look_away)

    def configure(self, settings: Settings) -> None:
        """Uses the mode for children."""
        children = settings.flag("children")
        if children != self._state.children:
            self._update(children=children)

    # Gestures

    def show_hint(self) -> None:
        """Gives a hint: first what to look for, then which piece moves."""
        if self._session is not None and self._state.phase.open and self._state.hint < self._state.most_hints:
            self._session.hint()
            self._update(hint=self._state.hint + 1)

    def hint_in(self, tab: int) -> bool:
        """Gives a hint if a question is open in that tab. Returns whether one is: no other hint may answer it."""
        asked = self._state.tab == tab and (self._state.phase.open or self._state.phase is DrillPhase.JUDGING)
        if asked:
            self.show_hint()
        return asked

    def show_question(self) -> None:
        """Shows the session's game again."""
        self._games.select_tab(self._state.tab)
        if self._state.phase.open and self._games.state.tab == self._state.tab:
            self._games.go_to(self._state.node)

    def solve(self) -> None:
        """Plays the solution on the board."""
        state = self._state
        if self._session is None or not state.phase.open:
            return
        self._session.give_up()
        self._forget_reason()
        self._games.select_tab(state.tab)
        line = self._line(state.question)
        self._games.insert_line(state.node, line)
        self._update(phase=DrillPhase.SOLVED)
        self._explain_solution(state.question, line)

    def show_reason(self) -> None:
        """Plays the refutation, or the solution's line, on the board."""
        reason = self._state.reason
        if reason is not None:
            self.proof_wanted.emit(line_of(reason.fen, reason.shown, reason.chess960))

    def close(self) -> bool:
        self._thinking.stop()
        return super().close()

    def count(self) -> None:
        raise NotImplementedError

    def next(self) -> None:
        raise NotImplementedError

    def end(self) -> None:
        raise NotImplementedError

    # What a trainer says

    def _game(self, question: Any) -> tuple[Game, int]:
        """A question as a game, and the node at which it is asked."""
        raise NotImplementedError

    def _line(self, question: Any) -> tuple[str, ...]:
        """The solution, in coordinates."""
        raise NotImplementedError

    def _board(self, question: Any) -> chess.Board:
        """The position of a question, on the coach's thread."""
        board: chess.Board = question.board
        return board

    def _judge(self, made: MoveMade, then: Callable[[AnswerVerdict[Any]], object]) -> None:
        """Judges a move and calls `then`; at once if that is quick."""
        assert self._session is not None, "what is answered was asked"
        then(self._session.source.judge(self._state.question, made.node.uci))

    def _update(self, **changes: Any) -> None:
        """Shows changes of the state, including the session's."""
        graded = self._session.graded if self._session is not None else None
        self._set(replace(self._state, graded=graded, **changes))

    def _drop(self) -> None:
        """Cancels pending questions and judgements."""

    # What happens

    def _ask(self, question: Any, **changes: Any) -> None:
        """Shows a question, from the position in which a move is expected."""
        self._forget_reason()
        self._wrong = ""
        game, at = self._game(question)
        self._asked = game
        tab = self._games.show_in(self._state.tab, game, at)
        white = bool(question.board.turn)
        shown = {
            "phase": DrillPhase.ASKING,
            "tab": tab,
            "node": at,
            "white": white,
            "question": question,
            "reason": None,
        }
        self._update(**shown, hint=0, tried="", problem=NOTHING, **changes)

    def _played(self, made: MoveMade) -> None:
        state = self._state
        if made.node.parent == state.node and state.phase.open:
            self._judge(made, partial(self._judged, state.question, made))

    def _judged(self, question: Any, made: MoveMade, verdict: AnswerVerdict[Any]) -> None:
        """Shows the verdict on a move, and plays the opponent's reply."""
        session, state = self._session, self._state
        if session is None or state.question is not question:
            return  # the session has moved on
        verdict = session.take(made.node.uci, verdict)
        self._forget_reason()
        if not verdict.right:
            self._take_out(made.node.uci)
            self._update(phase=DrillPhase.WRONG, tried=made.node.san, **self._said(verdict))
            self._explain_answer(question, made.node.uci)
        elif verdict.then is None:
            self._update(phase=DrillPhase.RIGHT, tried=made.node.san, **self._said(verdict))
            self._explain_solution(question, self._line(question))
        else:
            reply = verdict.then.board.peek().uci()
            self._games.answer(made.tab, made.node.id, reply)
            answered = self._games.state_of(made.tab)
            child = answered.game.child_with(made.node.id, reply) if answered is not None else None
            if child is not None:
                self._wrong = ""
                self._update(phase=DrillPhase.ASKING, node=child.id, question=verdict.then, hint=0, reason=None)

    def _take_out(self, answer: str) -> None:
        """Takes a wrong answer out of the trainer's game and returns to the question: the sheet shows the line, not the tries.
        A move that the game had before, and any move once the game is saved in a file, stays."""
        at, state = self._state.node, self._games.state_of(self._state.tab)
        if state is None:
            return
        tried = state.game.child_with(at, answer)
        if tried is not None and state.drill and (self._asked is None or tried.id not in self._asked):
            self._games.replace_game(state.tab, state.game.delete(tried.id), at)
        if self._games.state.tab == state.tab:
            self._games.go_to(at)

    # Why

    def _explain_answer(self, question: Any, answer: str) -> None:
        """Searches why an answer fails."""
        self._wrong = answer
        self._explain("why_wrong", question, answer, self._line(question))

    def _explain_solution(self, question: Any, line: tuple[str, ...]) -> None:
        """Searches why the solution works."""
        self._explain("why_right", question, line, self._wrong, all_asked=self.asks_whole_line)

    def _explain(self, what: str, question: Any, *about: Any, **more: bool) -> None:
        """Calls a function of `engine.drill.reasons` on the coach's thread; an earlier one is stopped."""

        def find(judge: PositionJudge, stopper: Stopper) -> AnswerReason | None:
            from engine.drill import reasons

            found: AnswerReason | None = getattr(reasons, what)(judge, self._board(question), *about, stopper, **more)
            return found

        self._forget_reason()
        self._search_reason(find, self._reasoned)

    def _search_reason(
        self, find: Callable[[PositionJudge, Stopper], AnswerReason | None], then: Callable[[AnswerReason | None], None]
    ) -> None:
        """Searches on the coach's thread; the thought before is not waited for."""
        make, stopper = self._make_coach, self._thinking
        if make is None:
            return

        def reason() -> AnswerReason | None:
            from engine.drill.reasons import NODES

            self._coach = judge = self._coach or make(NODES)
            return find(judge, stopper)

        self._reasons.submit_latest(reason, then, self._warn)

    def _reasoned(self, reason: AnswerReason | None) -> None:
        if reason is not None:
            self._set(replace(self._state, reason=reason))

    def _forget_reason(self) -> None:
        self._thinking.stop()
        self._thinking = Stopper()
        self._reasons.drop_all()
        if self._state.reason is not None:
            self._state = replace(self._state, reason=None)

    def _said(self, verdict: AnswerVerdict[Any]) -> dict[str, Any]:
        """A trainer's additional values for a verdict."""
        return {}

    def _ended(self) -> None:
        """Ends the session after its tab was closed."""
        self._drop()
        self._forget_reason()
        self._coach = None  # its search holds 20 MB
        self._set(replace(self._state, phase=DrillPhase.OFF, tab=-1, question=None))

    @Slot(object)
    def _moved(self, made: MoveMade) -> None:
        if made.tab == self._state.tab:
            self._played(made)

    @Slot()
    def _look_away(self) -> None:
        state = self._state
        there = state.running and self._games.state_of(state.tab) is not None
        away = there and self._games.state.tab != state.tab
        if away != self.away:
            self.away = away
            self.away_changed.emit(away)

    @Slot(int)
    def _closed(self, tab: int) -> None:
        if tab == self._state.tab:
            self._ended()

    def _remember_home(self) -> None:
        if self._games.state.tab != self._state.tab:
            self._home = self._games.state.tab

    def _go_home(self) -> None:
        """Ends the session, and shows the earlier game again."""
        tab = self._state.tab
        self._ended()
        self._games.leave(tab, self._home)

    def _fail(self, problem: Text) -> None:
        phase = DrillPhase.ASKING if self._state.phase is DrillPhase.JUDGING else self._state.phase
        self._set(replace(self._state, phase=phase, problem=problem))
        self._warn(problem)

    def _set(self, state: S) -> None:
        self._state = state
        self.changed.emit(state)
        self._look_away()
