"""The match at hand: whose turn it is, the engine's answers, the flag, the end; and what becomes of it when it is left."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from desktop.model.errors import Message, Severity
from desktop.model.game.course import Phase
from desktop.model.game.referee import evaluation_of, limits_of, thinks
from desktop.model.game.state import GameState
from desktop.model.settings import Settings
from desktop.services.game.clock_service import ClockService
from desktop.services.game.game_service import GameService
from desktop.services.kit.move_chooser import MoveChooser
from desktop.services.kit.service import Service
from desktop.services.kit.tasks import Worker
from engine.game.limits import GamePosition, Limits
from engine.game.move_notes import MoveSource
from engine.game.outcome import Outcome, Termination, by_flag
from engine.game.side import Side
from engine.game.stopper import Stopper
from engine.ground.errors import RatsuError
from engine.ground.text import NOTHING, Text
from engine.play.external.trouble import EngineTrouble

if TYPE_CHECKING:
    from desktop.model.game.match import Contestant
    from engine.game.move_choice import MoveChoice

REPLY_MS = 250  # an answer that comes faster than the eye leaves the own move cannot be followed


class MatchRun(Service):
    """One match at a time is at hand, as a rule that of the shown tab. Each match has a course of its own in its tab
    (`desktop.model.game.course`), which this obeys.

    A match that is left (another tab or a page is shown) is stopped: with a clock it is adjourned and told by `left`;
    without one it pauses and continues by itself when it is shown again. The setting `left_game` lets it continue unseen.
    """

    message = Signal(object)  # Message
    game_over = Signal(object)  # Outcome
    ended = Signal(object)  # GameState of the finished match, to be kept
    left = Signal(object)  # GameState of a match that was adjourned because it was left

    def __init__(
        self,
        games: GameService,
        clock: ClockService,
        make_mover: Callable[[Contestant, int], MoveChooser],
        reply_ms: int = REPLY_MS,
        take_problems: Callable[[], Sequence[Text]] = tuple,
        told: set[Text] | None = None,
    ) -> None:
        """`make_mover(contestant, seed)` is called on the engine's thread before every choice of Ratsu's. `reply_ms`: the
        engine's move is shown no sooner than this after the one before it.
        `take_problems`: what went wrong with the book or the tables on the way; what is in `told` the user knows already.
        """
        super().__init__()
        self._games, self._clock = games, clock
        self._worker = Worker("ratsu-engine", self)
        self._stopper: Stopper | None = None  # of the search that runs
        self._make_mover = make_mover
        self._make_external: Callable[[str, int], MoveChooser] | None = None
        self._take_problems, self._told = take_problems, told if told is not None else set()
        self._tab = 0  # of the match at hand
        self._seed = 0  # of the match at hand: a weak level errs otherwise in the next game
        self._answer: MoveChoice | None = None  # waits for `_reply`
        self._board_shown, self._goes_on_unseen = True, False
        self._reply = _single_shot(self, reply_ms, self._play_answer)
        # Not inside the signal that shows the tab: those who hear of it later would see the older state.
        self._return = _single_shot(self, 0, self._take_up)
        clock.flag_fell.connect(self._on_flag)
        games.tab_closed.connect(self._on_tab_closed)
        games.state_changed.connect(self._follow)

    def use_engines(self, player: Callable[[str, int], MoveChooser]) -> None:
        """External engines choose moves as well. `player`: makes one, by its key and the seed of the game."""
        self._make_external = player

    @Slot(object)
    def configure(self, settings: Settings) -> None:
        """What becomes of a game that is left."""
        self._goes_on_unseen = settings.text("left_game") == "run"

    def set_board_shown(self, shown: bool) -> None:
        """Whether the board can be seen, or a page lies over it: who does not see the clock has left the game."""
        self._board_shown = shown
        self._follow(self._games.state)

    def close(self) -> bool:
        """The program ends: what runs is adjourned, so that its clocks are kept as they are."""
        state = self._running()
        if state is not None:
            self._leave(state, tell=False)
        self._cancel()
        return super().close()

    # -- which match is at hand

    def _running(self) -> GameState | None:
        state = self._games.state_of(self._tab)
        return state if state is not None and state.playing else None

    def _take(self, tab: int) -> None:
        """From now on this tab's match is at hand; another one that is on is left."""
        state = self._running()
        if state is not None and state.tab != tab:
            self._leave(state)
        self._cancel()
        self._tab = tab

    @Slot()
    def _take_up(self) -> None:
        """The match of the shown tab continues where it paused, or waits for its first move."""
        state = self._games.state
        if state.course is None or not state.playing or state.tab == self._tab:
            return
        self._take(state.tab)
        self._games.pause(state.tab, state.course.resumed(self._clock.now))
        self._next_turn()

    @Slot(object)
    def _follow(self, state: GameState) -> None:
        """Another tab may be shown now, or the board hidden."""
        shown = state.tab if self._board_shown else 0
        if shown == self._tab:
            return
        running = self._running()
        if running is not None and not self._goes_on_unseen:
            self._leave(running)
        if shown and state.playing:
            self._return.start()

    def _leave(self, state: GameState, *, tell: bool = True) -> None:
        """The match at hand is stopped."""
        self._clock.tick()  # a flag that has just fallen comes before
        running = self._running()
        if running is None or running.course is None or running.match is None:
            return
        self._cancel()
        self._tab = 0
        self._games.set_thinking(state.tab, False)
        if running.course.phase is Phase.WAITING:
            return
        now = self._clock.now
        if not running.match.control.timed:
            self._games.set_course(state.tab, running.course.paused(now))
            return
        self._games.set_course(state.tab, running.course.adjourned(now))
        if tell:
            self.left.emit(self._games.state_of(state.tab))

    @Slot(int)
    def _on_tab_closed(self, tab: int) -> None:
        if tab == self._tab:
            self._cancel()
            self._tab = 0

    # -- one search at a time

    @property
    def thinking(self) -> bool:
        """Whether an answer of the engine, a move or a hint, is still to come."""
        return self._stopper is not None

    def move_now(self) -> None:
        """The engine answers with what it has found so far."""
        if self._stopper is not None:
            self._stopper.stop()

    def drop_search(self) -> None:
        """Stops the running search; its answer is dropped."""
        self.move_now()
        self._stopper = None
        self._worker.drop_all()

    def _ask(
        self,
        position: GamePosition,
        limits: Limits,
        make_chooser: Callable[[], MoveChooser],
        on_choice: Callable[[Any], None],
        on_failure: Callable[[Text], None],
    ) -> None:
        """Begins a search. `make_chooser` is called on its thread: the first call may build the engine, open books and tables."""
        self.drop_search()
        self._stopper = Stopper()
        search = partial(_choose, make_chooser, position, limits, self._stopper)
        self._worker.submit(search, partial(self._answered, on_choice), partial(self._answered, on_failure))

    def _answered(self, call: Callable[[Any], None], answer: object) -> None:
        self._stopper = None
        call(answer)

    # -- the course of the match

    def _next_turn(self) -> None:
        state = self._running()
        if state is None or state.match is None or state.course is None:
            return
        node = state.game.node(state.live)
        side = node.side_to_move
        if not state.match.is_engine(side):
            return
        one = state.match.contestant(side)
        if one.engine:  # its clock is stopped until it says that it thinks: its start does not count
            self._games.pause(self._tab, state.course.paused(self._clock.now))
        position = GamePosition(state.game.start_fen, state.game.moves(state.live), chess960=state.game.chess960)
        self._games.set_thinking(self._tab, True)
        limits = limits_of(state.match, side, self._clock.state_of(self._tab).clock)
        self._ask(position, limits, self._maker(one), self._on_choice, self._on_failure)
        if self._reply.interval() > 0:
            self._reply.start()

    def _maker(self, one: Contestant) -> Callable[[], MoveChooser]:
        if one.engine and self._make_external is not None:
            return partial(self._make_external, one.engine, self._seed)
        return partial(self._make_mover, one, self._seed)

    def _move(self, uci: str, *, by_engine: bool, choice: MoveChoice | None = None) -> None:
        from desktop.model.game import rules

        self._clock.tick()  # a flag that has just fallen comes before the move
        state = self._running()
        if state is None or state.course is None:
            return
        side = state.game.node(state.live).side_to_move
        try:
            game, node_id = state.game.add_move(state.live, uci, first=True)
        except RatsuError as error:
            self._tell(error.text)
            return
        now = self._clock.now
        course = state.course.moved(now)
        spent = None if state.course.phase is Phase.WAITING else state.course.clock_at(now).move_ms
        notes: dict[str, object] = {"clock_ms": course.clock.remaining(side), "spent_ms": spent}
        if choice is not None:
            origin = MoveSource(choice.source.value, choice.reason)
            notes |= {"origin": origin, "evaluation": evaluation_of(choice, side)}
        game = game.with_node(game.node(node_id).changed(**notes))
        self._games.match_move(self._tab, game, node_id, course, by_engine=by_engine)
        outcome = rules.outcome(game, node_id)
        if outcome is not None:
            self._finish(outcome)
        else:
            self._next_turn()

    def _finish(self, outcome: Outcome) -> None:
        state = self._running()
        if state is None or state.course is None:
            return
        self._cancel()
        course = state.course.over(self._clock.now)
        self._games.replace_game(self._tab, state.game.with_outcome(outcome), state.live, course)
        self.ended.emit(self._games.state_of(self._tab))
        self.game_over.emit(outcome)

    def _cancel(self) -> None:
        self._answer = None
        self._reply.stop()
        self.drop_search()

    def _tell(self, text: Text, about: GameState | None = None, severity: Severity = Severity.INFORMATION) -> None:
        """`about`: the match, named where its message comes by itself and not in answer to a gesture."""
        self.message.emit(Message(severity, text, game=about.players if about is not None else NOTHING))

    # -- what the clock and the engine say

    @Slot(int, object)
    def _on_flag(self, tab: int, side: Side) -> None:
        """The game is lost, or a draw if the opponent cannot mate; or it continues, if that was agreed."""
        state = self._running()
        if state is None or state.match is None or tab != self._tab:
            return
        if state.match.play_on:
            self._tell(Text("%1's time is over. The game goes on.", side), state)
            return
        import chess  # here, not above: the window starts without it

        self._finish(by_flag(chess.Board(state.game.fen(state.live), chess960=state.game.chess960), side))

    def _on_choice(self, answer: MoveChoice | EngineTrouble) -> None:
        self._tell_problems()
        if isinstance(answer, EngineTrouble):
            self._on_trouble(answer)
            return
        self._answer = answer
        state = self._running()
        if self._reply.isActive() and state is not None and state.course is not None:
            # It has moved; that the move is shown a little later costs it nothing.
            self._games.pause(self._tab, state.course.paused(self._clock.now))
        else:
            self._play_answer()

    @Slot()
    def _play_answer(self) -> None:
        choice, self._answer = self._answer, None
        state = self._running()
        human = state.match.human_side if state is not None and state.match else None
        if human is not None and choice is not None and choice.resigned_to(person=True):
            self._finish(Outcome(human, Termination.RESIGNATION))
        elif choice is not None:
            self._move(choice.move, by_engine=True, choice=choice)

    def _on_failure(self, problem: Text) -> None:
        self._tell_problems()
        state = self._running()
        if state is None or state.course is None:
            return
        self._reply.stop()
        self._games.set_course(self._tab, state.course.adjourned(self._clock.now))
        text = Text("%1. The game is adjourned; “Resume” tries again.", problem)
        self._tell(text, state, Severity.ERROR)

    def _on_trouble(self, trouble: EngineTrouble) -> None:
        """An external engine failed: it is started again with its clock standing, or its game is over, or waits."""
        state = self._running()
        if state is None or state.course is None:
            return
        self._reply.stop()
        mover = state.game.node(state.live).side_to_move
        if trouble.kind in (Termination.ILLEGAL_MOVE, Termination.RESIGNATION):
            self._tell(Text("%1.", trouble.text), state)
            self._finish(Outcome(mover.other, trouble.kind))
        elif trouble.again:
            self._games.pause(self._tab, state.course.paused(self._clock.now))
            text = Text("%1. It is started again; meanwhile its clock stands still.", trouble.text)
            self._tell(text, state, Severity.WARNING)
            self._next_turn()
        else:
            self._on_failure(trouble.text)

    def _tell_problems(self) -> None:
        """Those of choices that were dropped too: they are kept until they are taken."""
        for problem in self._take_problems():
            if problem not in self._told:
                self._told.add(problem)
                self._tell(problem, severity=Severity.WARNING)

    @Slot(str)
    def engine_ready(self, key: str) -> None:
        """An external engine has begun to think: its clock runs."""
        state = self._running()
        if state is not None and state.course is not None and thinks(state, key):
            self._games.pause(self._tab, state.course.resumed(self._clock.now))


def _choose(
    make_chooser: Callable[[], MoveChooser], position: GamePosition, limits: Limits, stopper: Stopper
) -> MoveChoice | EngineTrouble:
    return make_chooser().choose(position, limits, stopper=stopper)


def _single_shot(parent: QObject, interval_ms: int, call: object) -> QTimer:
    timer = QTimer(parent)
    timer.setSingleShot(True)
    timer.setInterval(interval_ms)
    timer.timeout.connect(call)
    return timer
