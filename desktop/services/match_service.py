"""A game against the engine: turns, clock, take back, draw, resignation, hints. One match runs at a time."""

from __future__ import annotations

import random
from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from desktop.model.clock import Clock, Side
from desktop.model.errors import DesktopError, Message, Severity
from desktop.model.game import ROOT, Game, Origin
from desktop.model.match import LOST_BY, Match, NewGame, Outcome, Termination
from desktop.model.referee import (
    clock_at,
    engine_accepts_draw,
    evaluation_of,
    hint_of,
    last_turn,
    limits_of,
    line_of,
    path_ids,
    thinks,
    with_tags,
)
from desktop.model.snapshot import Snapshot
from desktop.model.state import GameState
from desktop.services.clock_service import ClockService
from desktop.services.engine_service import EngineService
from desktop.services.game_service import GameService
from engine.limits import GamePosition, Limits

if TYPE_CHECKING:
    from engine.play.chain import MoveChoice
    from engine.play.external.trouble import EngineTrouble

HINT_MS = 1_500
REPLY_MS = 250  # an answer that comes faster than the eye leaves the own move cannot be followed


class MatchService(QObject):
    """The referee. Gestures come in as methods; `GameService.state_changed` shows what became of them."""

    message = Signal(object)  # Message
    game_over = Signal(object)  # Outcome
    ended = Signal(object)  # GameState of the finished match, to be kept
    hint_ready = Signal(object)  # Hint
    draw_answered = Signal(bool)  # whether the engine accepts
    began = Signal(object)  # Match: a game begins, or goes on

    def __init__(
        self,
        games: GameService,
        engine: EngineService,
        clock: ClockService,
        parent: QObject | None = None,
        reply_ms: int = REPLY_MS,
    ) -> None:
        """`reply_ms`: the engine's move is shown no sooner than this after the one before it."""
        super().__init__(parent)
        self._games, self._engine, self._clock = games, engine, clock
        self._tab = 0  # of the running match
        self._seed = 0  # of the running match: a weak level errs otherwise in the next game
        self._request = 0  # number of the engine request that a move shall come of
        self._hint_request = 0
        self._hint_fen = ""
        self._answer: MoveChoice | None = None  # waits for `_reply`
        self._reply = QTimer(self)
        self._reply.setSingleShot(True)
        self._reply.setInterval(reply_ms)
        self._reply.timeout.connect(self._play_answer)
        engine.move_chosen.connect(self._on_choice)
        engine.failed.connect(self._on_failure)
        engine.troubled.connect(self._on_trouble)
        clock.flag_fell.connect(self.flag_fell)
        games.tab_closed.connect(self._on_tab_closed)

    # -- beginning

    def new_game(self, wanted: NewGame) -> None:
        """Starts a match in a tab of its own (an untouched empty tab is used); the engine moves at once if it is its turn.

        A match that is running is adjourned and stays in its tab. The clocks start with the first move.
        """
        game = Game.new(chess960=wanted.chess960)
        if wanted.start_fen:
            from desktop.model import rules

            try:
                game = Game.new(rules.checked_fen(wanted.start_fen, wanted.chess960), wanted.chess960)
            except DesktopError as error:
                self._tell(str(error))
                return
        self._begin(game, ROOT, wanted.match())

    def play_from_here(self, wanted: NewGame) -> None:
        """Starts a match from the shown position in a new tab, with the moves that led to it; `start_fen` is ignored."""
        game, at = line_of(self._games.state)
        self._begin(game, at, wanted.match())

    @Slot(object, bool)
    def restore(self, kept: Snapshot, go_on: bool) -> None:
        """Opens a game that was interrupted. A match goes on, its clocks standing until the next move; or it is adjourned."""
        tab = self._games.open_tab(kept.game, current=kept.current, saved=False)
        if kept.playing and kept.match is not None and go_on:
            self._suspend()
            clock = clock_at(kept.game, kept.live, kept.match)
            self._play(tab, kept.match, kept.live, clock.with_times(kept.white_ms, kept.black_ms))
        elif kept.playing and kept.match is not None:
            self._games.start_match(tab, kept.match, kept.live, playing=False)

    def go_on(self) -> None:
        """Goes on with the adjourned match of the shown tab."""
        state = self._games.state
        if not state.adjourned or state.match is None:
            return
        self._suspend()
        self._play(state.tab, state.match, state.live, clock_at(state.game, state.live, state.match))

    def adjourn(self) -> None:
        """The running match stands still until `go_on`; its clocks too."""
        state = self._games.state
        if state.playing and state.tab == self._tab:
            self._suspend()

    def rematch(self) -> None:
        """The match of the shown tab again from its start position, with the colours exchanged."""
        state = self._games.state
        if state.match is not None:
            root = state.game.root.fen
            self._begin(Game.new(root, state.game.chess960), ROOT, state.match.swapped())

    # -- the human's gestures

    def user_move(self, uci: str) -> None:
        """A move by hand on the shown position, in coordinates (promotion: `e7e8q`). In a match it is the human's move;
        outside it goes into the tree. What is not legal is answered by a message."""
        state = self._games.state
        if not state.playing:
            self._games.play_move(uci)
            return
        if not state.at_live_end:
            self._tell("You are looking back. Go to the last move to play on, or choose “Play from here”.")
            return
        if not state.user_may_move:
            self._tell("It is the engine's turn.")
            return
        self._drop_hint()
        self._move(uci, by_engine=False)

    def typed_move(self, text: str) -> None:
        """A move typed as SAN or coordinates."""
        from desktop.model import rules

        state = self._games.state
        try:
            self.user_move(rules.parse_move(state.fen, text, state.game.chess960))
        except DesktopError as error:
            self._tell(str(error))

    def take_back(self) -> None:
        """Back to the human's last turn, with the clocks of then; stops the engine. A finished game goes on from there."""
        state = self._games.state
        match = state.match
        if match is None or self._refused(state):
            return
        target = last_turn(state, match)
        if target is None:
            self._tell("There is no move to take back.")
            return
        if state.tab != self._tab:
            self._suspend()
            self._tab = state.tab
        self._cancel()
        next_node = next(child for child in state.game.node(target).children if child in path_ids(state))
        game = state.game.delete(next_node).with_outcome(None)
        self._games.replace_game(state.tab, game, target, playing=True)
        self._clock.reset(state.tab, clock_at(game, target, match))
        self._next_turn()

    def resign(self) -> None:
        """The human loses (with two humans: the side to move)."""
        state = self._running()
        if state is None or state.match is None:
            return
        loser = state.match.human_side or state.game.node(state.live).side_to_move
        self._finish(Outcome(loser.other, Termination.RESIGNATION))

    def offer_draw(self) -> None:
        """Asks the engine (`draw_answered`), which accepts from move 20 on where it is not better; two humans agree."""
        state = self._running()
        if state is None or state.match is None:
            return
        human = state.match.human_side
        accepted = human is None or engine_accepts_draw(state, human.other)
        self.draw_answered.emit(accepted)
        if accepted:
            self._finish(Outcome(None, Termination.AGREEMENT))

    def ask_hint(self) -> None:
        """Asks for a proposal for the shown position; it comes as `hint_ready`. While the engine thinks nothing happens."""
        state = self._games.state
        if self._engine.thinking or not state.legal_moves or self._refused(state):
            return
        position = GamePosition(state.game.root.fen, state.game.moves(state.current), state.game.chess960)
        self._hint_fen = state.fen
        self._hint_request = self._engine.choose(position, state.fen, Limits(move_time_ms=HINT_MS), None, self._seed)

    def move_now(self) -> None:
        """The engine shall play what it has found so far."""
        self._engine.move_now()

    @Slot(object)
    def flag_fell(self, side: Side) -> None:
        """From the clock: the game is lost, or a draw if the opponent cannot mate; or it goes on, if that was agreed."""
        state = self._running()
        if state is None or state.match is None:
            return
        if state.match.play_on:
            self._tell(f"{side.value.capitalize()}'s time is over. The game goes on.")
            return
        from desktop.model import rules

        self._finish(rules.flag_outcome(state.game.node(state.live).fen, side))

    # -- inside: the course of a match

    def _begin(self, game: Game, live: int, match: Match) -> None:
        self._suspend()
        game = with_tags(game, match, datetime.now().astimezone().strftime("%Y.%m.%d"))
        self._seed = random.getrandbits(31)
        self._play(self._games.open_tab(game, current=live), match, live, Clock.start(match.control))

    def _play(self, tab: int, match: Match, live: int, clock: Clock) -> None:
        self._tab = tab
        self._games.start_match(tab, match, live)
        self._clock.reset(tab, clock)
        self.began.emit(match)
        self._next_turn()

    def _running(self) -> GameState | None:
        state = self._games.state_of(self._tab)
        return state if state is not None and state.playing else None

    def _next_turn(self) -> None:
        state = self._running()
        if state is None or state.match is None:
            return
        node = state.game.node(state.live)
        side = node.side_to_move
        if not state.match.is_engine(side):
            return
        one = state.match.contestant(side)
        if one.engine:
            self._clock.pause()  # until it says that it thinks: its start does not count
        position = GamePosition(state.game.root.fen, state.game.moves(state.live), state.game.chess960)
        clock = self._clock.state.clock
        self._games.set_thinking(self._tab, True)
        limits = limits_of(state.match, side, clock)
        self._request = self._engine.choose(
            position, node.fen, limits, one.level.elo, self._seed, one.style, one.engine
        )
        if self._reply.interval() > 0:
            self._reply.start()

    def _move(self, uci: str, *, by_engine: bool, choice: MoveChoice | None = None) -> None:
        from desktop.model import rules

        state = self._running()
        if state is None:
            return
        self._clock.tick()  # a flag that has just fallen comes before the move
        state = self._running()
        if state is None:
            return
        side = state.game.node(state.live).side_to_move
        try:
            game, node_id = state.game.add_move(state.live, uci, first=True)
        except DesktopError as error:
            self._tell(str(error))
            return
        timed = self._clock.state.clock.running is not None or self._clock.paused
        clock = self._clock.punch(side)
        node = replace(game.node(node_id), clock_ms=clock.remaining(side), spent_ms=clock.move_ms if timed else None)
        if choice is not None:
            node = replace(
                node, origin=Origin(choice.source.value, choice.reason), evaluation=evaluation_of(choice, side)
            )
        game = game.with_node(node)
        self._games.match_move(self._tab, game, node_id, by_engine=by_engine)
        outcome = rules.outcome(game.fens(node_id), game.chess960)
        if outcome is not None:
            self._finish(outcome)
        else:
            self._next_turn()

    def _finish(self, outcome: Outcome) -> None:
        state = self._running()
        if state is None:
            return
        self._cancel()
        self._clock.stop()
        self._games.replace_game(self._tab, state.game.with_outcome(outcome), state.live, playing=False)
        self.ended.emit(self._games.state_of(self._tab))
        self.game_over.emit(outcome)

    def _suspend(self) -> None:
        """Adjourns what is running, so that another match can begin."""
        self._cancel()
        self._clock.stop()
        if self._running() is not None:
            self._games.adjourn(self._tab)

    def _cancel(self) -> None:
        self._request = self._hint_request = 0
        self._answer = None
        self._reply.stop()
        self._engine.cancel()

    def _drop_hint(self) -> None:
        if self._hint_request:
            self._hint_request = 0
            self._engine.cancel()

    @Slot(int, object)
    def _on_choice(self, number: int, choice: MoveChoice) -> None:
        if number == self._request:
            self._request = 0
            self._answer = choice
            if self._reply.isActive():
                self._clock.pause()  # it has moved; that the move is shown a little later costs it nothing
            else:
                self._play_answer()
        elif number == self._hint_request:
            self._hint_request = 0
            if self._games.state.fen == self._hint_fen:
                self.hint_ready.emit(hint_of(self._games.state, choice))

    @Slot()
    def _play_answer(self) -> None:
        choice, self._answer = self._answer, None
        if choice is not None:
            self._move(choice.move, by_engine=True, choice=choice)

    @Slot(int, str)
    def _on_failure(self, number: int, problem: str) -> None:
        if number not in (self._request, self._hint_request):
            return
        if number == self._request:
            self._clock.stop()
            self._games.adjourn(self._tab)
            problem = f"{problem.rstrip('.')}. The game is adjourned; “Go on” tries again."
        self._request = self._hint_request = 0
        self.message.emit(Message(Severity.ERROR, problem))

    @Slot(int, object)
    def _on_trouble(self, number: int, trouble: EngineTrouble) -> None:
        """An engine of others failed: it is started again with its clock standing, or its game is over, or waits."""
        state = self._running()
        if number != self._request or state is None:
            return
        self._reply.stop()
        mover = state.game.node(state.live).side_to_move
        lost = LOST_BY.get(trouble.kind)
        if lost is not None:
            self._tell(f"{trouble.sentence}.")
            self._finish(Outcome(mover.other, lost))
        elif trouble.again:
            self._clock.pause()
            text = f"{trouble.sentence}. It is started again; meanwhile its clock stands still."
            self.message.emit(Message(Severity.WARNING, text))
            self._next_turn()
        else:
            self._on_failure(number, trouble.sentence)

    @Slot(str)
    def engine_ready(self, key: str) -> None:
        """An engine of others has begun to think: its clock runs."""
        state = self._running()
        if state is not None and thinks(state, key):
            self._clock.resume()

    def _refused(self, state: GameState) -> bool:
        """Whether the game is a rated one, in which help is not given."""
        refused = state.match is not None and state.match.rated and (state.playing or state.outcome is not None)
        if refused:
            self._tell("This is a rated game: nothing is taken back, and nobody helps.")
        return refused

    @Slot(int)
    def _on_tab_closed(self, tab: int) -> None:
        if tab == self._tab:
            self._cancel()
            self._clock.stop()
            self._tab = 0

    def _tell(self, text: str) -> None:
        self.message.emit(Message(Severity.INFORMATION, text))
