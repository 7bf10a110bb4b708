"""Matches against an engine or between two people: start, moves, takebacks, draws, resignation, adjournment, hints, end."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from datetime import datetime
from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer, Signal, Slot

from desktop.model.errors import DesktopError, Message, Severity
from desktop.model.game import referee
from desktop.model.game.match import MatchTerms, NewGame
from desktop.model.game.match_course import MatchCourse, MatchPhase
from desktop.model.game.snapshot import Snapshot
from desktop.model.game.state import GameState
from desktop.model.settings import Settings
from desktop.services.game.clock_service import ClockService
from desktop.services.game.engine_search import EngineSearch
from desktop.services.game.game_service import GameService
from desktop.services.game.hint_service import HintService
from desktop.services.kit.language import own_name
from desktop.services.kit.move_chooser import MoveChooser
from desktop.services.kit.service import Service
from engine.game.limits import GamePosition
from engine.game.move_choice import DrawAnswer, MoveChoice
from engine.game.outcome import Outcome, Termination, by_flag
from engine.game.position import Position
from engine.game.side import Side
from engine.game.tree import ROOT, Game
from engine.ground.errors import RatsuError
from engine.ground.text import NOTHING, Moment, Text
from engine.play.external.engine_trouble import EngineTrouble

if TYPE_CHECKING:
    from desktop.model.game.match import Contestant
    from desktop.services.game.autosave import Autosave

REPLY_MS = 250  # an answer that comes faster than the eye leaves the own move cannot be followed


class MatchService(Service):
    """The arbiter of matches. The user's actions are methods; `GameService.state_changed` shows their effect.

    One match at a time is active, usually that of the shown tab. Each match has its course in its tab
    (`desktop.model.game.match_course`). When the user shows another tab or a page, the match stops: with a clock it is adjourned
    and reported by `left`; without one it pauses until it is shown again, unless `left_game` lets it run."""

    game_over = Signal(object)  # Outcome
    ended = Signal(object)  # GameState of the finished match, to be saved
    left = Signal(object)  # GameState of a match that was adjourned because it was left
    draw_answered = Signal(object)  # DrawAnswer
    draw_offered = Signal(object)  # GameState: Ratsu offers one with its last move
    taken_back = Signal(object)  # GameState before it
    hint_ready = Signal(object)  # Hint
    began = Signal(object)  # MatchTerms: a game begins, or continues

    def __init__(
        self,
        games: GameService,
        clock: ClockService,
        make_mover: Callable[[Contestant, int], MoveChooser],
        reply_ms: int = REPLY_MS,
        take_problems: Callable[[], Sequence[Text]] = tuple,
        told: set[Text] | None = None,
        table_value: Callable[[Position], int | None] = lambda _: None,
        release: Callable[[], None] = lambda: None,
    ) -> None:
        """`make_mover(contestant, seed)` is called on the engine's thread before each move of Ratsu's. `reply_ms`: the least time
        between two displayed moves. `take_problems`: the problems with the book or the tables since the last call; those in
        `told` were reported before. `table_value` judges a position by the endgame tables, for draw offers. `release` gives back
        the memory of a game that is over, on the engine's thread."""
        super().__init__()
        self._games, self._clock, self._table_value = games, clock, table_value
        self._search = EngineSearch(make_mover, take_problems, told if told is not None else set(), release, self)
        self._search.message.connect(self.message)
        self._hints = HintService(games, self._search, self)
        self._hints.ready.connect(self.hint_ready)
        self._hints.message.connect(self.message)
        self._tab = 0  # of the match at hand
        self._seed = 0  # of the match at hand: a weak level errs otherwise in the next game
        self._answer: MoveChoice | None = None  # waits for `_reply`
        self._board_shown, self._goes_on_unseen = True, False
        self._reply = QTimer(self, singleShot=True, interval=reply_ms)
        self._reply.timeout.connect(self._play_answer)
        # Not inside the signal that shows the tab: those who hear of it later would see the older state.
        self._return = QTimer(self, singleShot=True, interval=0)
        self._return.timeout.connect(self._take_up)
        clock.flag_fell.connect(self._on_flag)
        games.tab_closed.connect(self._on_tab_closed)
        games.state_changed.connect(self._follow)

    def follow(self, autosave: Autosave) -> None:
        """Restores saved games."""
        autosave.restored.connect(self.restore)

    def use_engines(self, player: Callable[[str, int], MoveChooser]) -> None:
        self._search.use_engines(player)

    @Slot(object)
    def configure(self, settings: Settings) -> None:
        """Sets whether a match continues while it is not shown, and how hints are given."""
        self._hints.at_once = settings.flag("children")
        self._goes_on_unseen = settings.text("left_game") == "run"

    def set_board_shown(self, shown: bool) -> None:
        """Sets whether the board is visible. A page over it hides the clock, so that the user has left the game."""
        self._board_shown = shown
        self._follow(self._games.state)

    @property
    def thinking(self) -> bool:
        """Whether the engine is choosing a move or a hint."""
        return self._search.running

    def move_now(self) -> None:
        """Makes the engine answer with the best move found so far."""
        self._search.stop()

    def drop_search(self) -> None:
        self._search.drop()

    def close(self) -> bool:
        """Adjourns the running match at the program's end, with its clocks."""
        state = self._running()
        if state is not None:
            self._leave(state, tell=False)
        self._cancel()
        return super().close()

    # -- beginning

    def new_game(self, wanted: NewGame, *, wait: bool = False) -> None:
        """Starts a match in a new tab (an untouched empty tab is reused); the engine moves at once if it is its turn. A
        running match is left in its tab. The clocks start with the first move. `wait`: an engine that has the first move
        waits for `go_on`."""
        self._begin(Game.new(wanted.start), ROOT, wanted.match(own_name()), wait)

    def play_from_here(self, wanted: NewGame) -> None:
        """Starts a match from the shown position in a new tab, with the moves that led to it; `start` is ignored."""
        game, at = referee.line_of(self._games.state)
        self._begin(game, at, wanted.match(own_name()))

    @Slot(object, bool)
    def restore(self, kept: Snapshot, go_on: bool) -> None:
        """Opens an interrupted game with its saved clocks. `go_on`: its match continues at once, otherwise it is adjourned."""
        tab = self._games.open_tab(kept.game, current=kept.current, path=kept.path, saved=False)
        if not kept.playing or kept.match is None:
            return
        clock = kept.clock or referee.clock_at(kept.game, kept.live, kept.match)
        course = MatchCourse.kept(clock, kept.game.node(kept.live).side_to_move)
        self._games.start_match(tab, kept.match, kept.live, course)
        if kept.running and kept.match.control.timed:
            when = Moment(kept.saved_at)
            self._tell(Text("The clocks show the times saved last, at %1.", when), self._games.state_of(tab))
        if go_on:
            self.go_on()

    def go_on(self) -> None:
        """Resumes the adjourned match of the shown tab; the clock of the side to move runs at once."""
        state = self._games.state
        if not state.adjourned or state.match is None or state.course is None:
            return
        self._take(state.tab)
        self._games.go_to(state.live)  # no clock runs beside another position
        self._games.set_course(state.tab, state.course.continued(self._clock.now))
        self.began.emit(state.match)
        self._next_turn()

    def adjourn(self) -> None:
        """Adjourns the match of the shown tab until `go_on`: stops its clocks, with the time used so far."""
        self._clock.tick()
        state = self._games.state
        if state.playing and state.course is not None:
            self._take(state.tab)
            self._games.set_course(state.tab, state.course.adjourned(self._clock.now))

    def rematch(self) -> None:
        """Restarts the match of the shown tab from its start position with the colours swapped."""
        state = self._games.state
        if state.match is not None:
            start = Position.of(state.game.start_fen, state.game.chess960)
            match = state.match.named(state.player(Side.WHITE), state.player(Side.BLACK))
            self._begin(Game.new(start), ROOT, match.swapped())

    def return_to_running(self) -> None:
        """Shows the match whose clock runs unseen."""
        if self._clock.running:
            self._games.select_tab(self._clock.running)

    # -- the human's gestures

    def user_move(self, uci: str, fen: str = "") -> None:
        """Plays a move of the user on the shown position, in coordinates (promotion: `e7e8q`).

        In a match it is the human's move; otherwise it goes into the tree. An illegal move is answered by a message.
        `fen`: the position that the move was meant for; it is not played in another one."""
        state = self._games.state
        if fen and fen != state.fen:
            self._tell(Text("The position has changed, so the move was not played."))
            return
        if not state.playing:
            self._games.play_move(uci)
            if state.adjourned and state.at_live_end and self._games.state.current != state.current:
                self._tell(Text("The game is adjourned, so this move is a variation. “Resume” continues the game."))
            return
        refused = referee.refusal(state)
        if refused is not None:
            self._tell(refused)
            return
        self._hints.drop()
        self._take_up()
        self._move(uci, by_engine=False)

    def typed_move(self, text: str) -> None:
        """Plays a move typed as SAN or coordinates."""
        from desktop.model.game import rules

        state = self._games.state
        try:
            self.user_move(rules.parse_move(state.fen, text, state.game.chess960))
        except DesktopError as error:
            self._tell(error.text)

    def take_back(self) -> None:
        """Goes back to the human's last turn and stops the engine. The used time remains used, and the clock of the side to move
        runs. A finished game continues, unless it was lost on time."""
        state = self._games.state
        match, course = state.match, state.course
        if match is None or course is None or self._refused(state):
            return
        found = referee.taken_back(state, match, course, self._clock.now)
        if isinstance(found, Text):
            self._tell(found)
            return
        self._take(state.tab)
        self._games.replace_game(state.tab, *found)
        self.taken_back.emit(state)
        self._next_turn()

    def put_back(self, ended: GameState) -> None:
        """Gives a game the end that was taken back, and the moves before it."""
        if ended.course is not None and self._games.state_of(ended.tab) is not None:
            self._take(ended.tab)
            self._games.replace_game(ended.tab, ended.game, ended.live, ended.course)

    def resign(self, loser: Side | None = None) -> None:
        """Resigns for the human; with two humans or none for `loser`, or the side to move."""
        state = self._games.state
        if not state.playing or state.match is None:
            return
        loser = state.match.human_side or loser or state.game.node(state.live).side_to_move
        self._end_shown(Outcome(loser.other, Termination.RESIGNATION))

    def abandon(self, tab: int) -> None:
        """Ends the match of a tab for good; the human loses it."""
        state = self._games.state_of(tab)
        human = state.match.human_side if state is not None and state.match is not None else None
        if state is None or state.course is None or human is None or not state.unfinished:
            return
        self._take(tab)
        self._games.set_course(tab, state.course.continued(self._clock.now))
        self._finish(Outcome(human.other, Termination.ABANDONED))

    def offer_draw(self) -> None:
        """Offers the engine a draw, or accepts its offer (`draw_answered`, see `engine.play.people.draw_offer`)."""
        state = self._games.state
        if not state.playing or state.match is None:
            return
        answer = referee.draw_answer(state, state.match, self._table_value)
        self.draw_answered.emit(answer)
        if answer is DrawAnswer.TAKEN:
            self._end_shown(Outcome(None, Termination.AGREEMENT))

    def ask_hint(self) -> None:
        """Requests a hint for the shown position (`hint_ready`), or its next step, unless the engine is thinking."""
        self._hints.ask(self._seed, self._refused)

    # -- which match is at hand

    def _running(self) -> GameState | None:
        state = self._games.state_of(self._tab)
        return state if state is not None and state.playing else None

    def _take(self, tab: int) -> None:
        """Makes this tab's match the active one and leaves another running match."""
        state = self._running()
        if state is not None and state.tab != tab:
            self._leave(state)
        self._cancel()
        self._tab = tab

    @Slot()
    def _take_up(self) -> None:
        """Resumes the match of the shown tab, which may be waiting for its first move."""
        state = self._games.state
        if state.course is None or not state.playing or state.tab == self._tab:
            return
        self._take(state.tab)
        self._games.pause(state.tab, state.course.resumed(self._clock.now))
        self._next_turn()

    @Slot(object)
    def _follow(self, state: GameState) -> None:
        """Follows a change of the shown tab, or of the board's visibility."""
        shown = state.tab if self._board_shown else 0
        if shown == self._tab:
            return
        running = self._running()
        if running is not None and not self._goes_on_unseen:
            self._leave(running)
        if shown and state.playing:
            self._return.start()

    def _leave(self, state: GameState, *, tell: bool = True) -> None:
        self._clock.tick()  # a flag that has just fallen comes before
        running = self._running()
        if running is None or running.course is None or running.match is None:
            return
        self._cancel()
        self._tab = 0
        self._games.set_thinking(state.tab, False)
        if running.course.phase is MatchPhase.WAITING:
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

    # -- the course of the match

    def _begin(self, game: Game, live: int, match: MatchTerms, wait: bool = False) -> None:
        if referee.is_over(game, live):
            self._tell(referee.OVER)
            return
        game = referee.with_tags(game, match, datetime.now().astimezone().strftime("%Y.%m.%d"))
        tab = self._games.open_tab(game, current=live)
        self._take(tab)
        self._seed = random.getrandbits(31)
        self._clock.begin(tab)
        turn = game.node(live).side_to_move
        self._games.start_match(tab, match, live, MatchCourse.begin(match.control, turn))
        self.began.emit(match)
        if wait and match.is_engine(turn):
            self.adjourn()
            return
        self._next_turn()

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
        limits = referee.limits_of(state.match, side, self._clock.state_of(self._tab).clock)
        self._search.ask(one, self._seed, position, limits, self._on_choice, self._on_failure)
        if self._reply.interval() > 0:
            self._reply.start()

    def _move(self, uci: str, *, by_engine: bool, choice: MoveChoice | None = None) -> None:
        from desktop.model.game import rules

        self._clock.tick()  # a flag that has just fallen comes before the move
        state = self._running()
        if state is None or state.course is None:
            return
        try:
            game, node_id, course = referee.played(state, state.course, uci, self._clock.now, choice)
        except RatsuError as error:
            self._tell(error.text)
            return
        self._games.match_move(self._tab, game, node_id, course, by_engine=by_engine)
        outcome = rules.outcome(game, node_id)
        if outcome is not None:
            self._finish(outcome)
            return
        state = self._running()
        if by_engine and state is not None and state.match is not None and referee.offers_draw(state, state.match):
            self.draw_offered.emit(state)
        self._next_turn()

    def _finish(self, outcome: Outcome) -> None:
        state = self._running()
        if state is None or state.course is None:
            return
        self._cancel()
        self._search.forget()
        course = state.course.over(self._clock.now)
        self._games.replace_game(self._tab, state.game.with_outcome(outcome), state.live, course)
        self.ended.emit(self._games.state_of(self._tab))
        self.game_over.emit(outcome)

    def _cancel(self) -> None:
        self._answer = None
        self._reply.stop()
        self._hints.drop()
        self._search.drop()

    def _tell(self, text: Text, about: GameState | None = None, severity: Severity = Severity.INFORMATION) -> None:
        """Reports a message. `about`: the match, named if the message is not an answer to the user."""
        self.message.emit(Message(severity, text, game=about.players if about is not None else NOTHING))

    # -- what the clock and the engine say

    @Slot(int, object)
    def _on_flag(self, tab: int, side: Side) -> None:
        """Ends the game on time: a loss, or a draw if the opponent cannot mate. Continues it if that was agreed."""
        state = self._running()
        if state is None or state.match is None or tab != self._tab:
            return
        if state.match.play_on:
            self._tell(Text("%1's time is over. The game continues.", side), state)
            return
        import chess  # here, not above: the window starts without it

        self._finish(by_flag(chess.Board(state.game.fen(state.live), chess960=state.game.chess960), side))

    def _on_choice(self, answer: MoveChoice | EngineTrouble) -> None:
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
        state = self._running()
        if state is None or state.course is None:
            return
        self._reply.stop()
        self._games.set_course(self._tab, state.course.adjourned(self._clock.now))
        text = Text("%1. The game is adjourned; “Resume” tries again.", problem)
        self._tell(text, state, Severity.ERROR)

    def _on_trouble(self, trouble: EngineTrouble) -> None:
        """Handles the failure of an external engine: it is restarted with its clock stopped, or its game ends or waits."""
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
            text = Text("%1. Restarting it; its clock is stopped.", trouble.text)
            self._tell(text, state, Severity.WARNING)
            self._next_turn()
        else:
            self._on_failure(trouble.text)

    @Slot(str)
    def engine_ready(self, key: str) -> None:
        """Starts the clock of an external engine that has begun to think."""
        state = self._running()
        if state is not None and state.course is not None and referee.thinks(state, key):
            self._games.pause(self._tab, state.course.resumed(self._clock.now))

    def _end_shown(self, outcome: Outcome) -> None:
        self._take(self._games.state.tab)
        self._finish(outcome)

    def _refused(self, state: GameState) -> bool:
        """Whether the game is rated, so that help is refused."""
        refused = state.match is not None and state.match.rated
        if refused:
            self._tell(Text("This is a rated game: takeback and hints are off."))
        return refused
