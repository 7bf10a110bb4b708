"""A game against the engine, or between two people: begin, move, take back, draw, resignation, adjourn, hints."""

from __future__ import annotations

import random
from dataclasses import replace
from datetime import datetime
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal, Slot

from desktop.model.errors import DesktopError, Severity
from desktop.model.game.course import Course
from desktop.model.game.match import FULL_RATSU, Match, NewGame
from desktop.model.game.referee import (
    clock_at,
    draw_answer,
    hint_of,
    last_turn,
    line_of,
    path_ids,
    with_tags,
)
from desktop.model.game.snapshot import Snapshot
from desktop.model.game.state import HINT_STEPS, GameState, Hint
from desktop.services.game.match_run import MatchRun
from engine.game.limits import GamePosition, Limits
from engine.game.move_choice import DrawAnswer, MoveChoice
from engine.game.outcome import Outcome, Termination
from engine.game.position import Position
from engine.game.side import Side
from engine.game.tree import ROOT, Game
from engine.ground.text import Moment, Text
from engine.rules.fen import START_FEN

if TYPE_CHECKING:
    from desktop.services.game.autosave import Autosave

HINT_MS = 1_500
OVER = Text("The game is over in this position, so it cannot be played on.")
_ENDS = (Termination.CHECKMATE, Termination.STALEMATE, Termination.INSUFFICIENT)


class MatchService(MatchRun):
    """The referee. Gestures come in as methods; `GameService.state_changed` shows what became of them."""

    draw_answered = Signal(object)  # DrawAnswer
    taken_back = Signal()
    hint_ready = Signal(object)  # Hint
    began = Signal(object)  # Match: a game begins, or continues

    _hint_fen = ""  # where a hint is being searched for
    _hint: Hint | None = None  # the one given last
    _hint_tab = -1  # its game: in another one the same position is hinted at from the beginning

    def follow(self, autosave: Autosave) -> None:
        """Restores kept games."""
        autosave.restored.connect(self.restore)

    # -- beginning

    def new_game(self, wanted: NewGame, *, wait: bool = False) -> None:
        """Starts a match in a tab of its own (an untouched empty tab is used); the engine moves at once if it is its turn.

        A match that is running is left and stays in its tab. The clocks start with the first move. `wait`: an engine that would
        begin waits for `go_on`.
        """
        self._begin(Game.new(wanted.start), ROOT, wanted.match(), wait)

    def play_from_here(self, wanted: NewGame) -> None:
        """Starts a match from the shown position in a new tab, with the moves that led to it; `start` is ignored."""
        game, at = line_of(self._games.state)
        self._begin(game, at, wanted.match())

    @Slot(object, bool)
    def restore(self, kept: Snapshot, go_on: bool) -> None:
        """Opens a game that was interrupted, its clocks as they were kept. A match continues at once, or it is adjourned."""
        tab = self._games.open_tab(kept.game, current=kept.current, path=kept.path, saved=False)
        if not kept.playing or kept.match is None:
            return
        clock = kept.clock or clock_at(kept.game, kept.live, kept.match)
        course = Course.kept(clock, kept.game.node(kept.live).side_to_move)
        self._games.start_match(tab, kept.match, kept.live, course)
        if kept.running and kept.match.control.timed:
            when = Moment(kept.saved_at)
            self._tell(Text("The clocks are as they were last kept, at %1.", when), self._games.state_of(tab))
        if go_on:
            self.go_on()

    def go_on(self) -> None:
        """Continues with the adjourned match of the shown tab; the clock of the side to move runs at once."""
        state = self._games.state
        if not state.adjourned or state.match is None or state.course is None:
            return
        self._take(state.tab)
        self._games.go_to(state.live)  # no clock runs beside another position
        self._games.set_course(state.tab, state.course.gone_on(self._clock.now))
        self.began.emit(state.match)
        self._next_turn()

    def adjourn(self) -> None:
        """The running match of the shown tab is stopped until `go_on`; its clocks too, with all the time that was used."""
        self._clock.tick()
        state = self._games.state
        if state.playing and state.course is not None:
            self._take(state.tab)
            self._games.set_course(state.tab, state.course.adjourned(self._clock.now))

    def rematch(self) -> None:
        """The match of the shown tab again from its start position, with the colours exchanged."""
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
        """A move by hand on the shown position, in coordinates (promotion: `e7e8q`). In a match it is the human's move;
        outside it goes into the tree. What is not legal is answered by a message.

        `fen`: the position that the move was offered for; it is not played in another one.
        """
        state = self._games.state
        if fen and fen != state.fen:
            self._tell(Text("The position has changed, so the move was not played."))
            return
        if not state.playing:
            self._games.play_move(uci)
            if state.adjourned and state.at_live_end and self._games.state.current != state.current:
                self._tell(Text("The game is adjourned, so this move is a variation. “Resume” continues the game."))
            return
        if not state.at_live_end:
            self._tell(Text("You are looking back. Go to the last move to play on, or choose “Play from here”."))
            return
        if not state.user_may_move:
            self._tell(Text("It is the engine's turn."))
            return
        self._drop_hint()
        self._take_up()
        self._move(uci, by_engine=False)

    def typed_move(self, text: str) -> None:
        """A move typed as SAN or coordinates."""
        from desktop.model.game import rules

        state = self._games.state
        try:
            self.user_move(rules.parse_move(state.fen, text, state.game.chess960))
        except DesktopError as error:
            self._tell(error.text)

    def take_back(self) -> None:
        """Back to the human's last turn; stops the engine. Both clocks keep the time that was used, and that of the side
        to move runs. A finished game continues from there, unless its time is over."""
        state = self._games.state
        match, course = state.match, state.course
        if match is None or course is None or self._refused(state):
            return
        target = last_turn(state, match)
        if target is None:
            self._tell(Text("There is no move to take back."))
            return
        flagged = course.clock_at(self._clock.now).flagged()
        if flagged is not None and not match.play_on:
            side = flagged.value.capitalize()
            self._tell(Text("%1's time is over: nothing is taken back. “Play from here” begins a new game.", side))
            return
        self._take(state.tab)
        plies = state.game.node(state.live).ply - state.game.node(target).ply
        next_node = next(child for child in state.game.node(target).children if child in path_ids(state))
        game = state.game.delete(next_node).with_outcome(None)
        self._games.replace_game(state.tab, game, target, course.taken_back(plies, self._clock.now))
        self.taken_back.emit()
        self._next_turn()

    def resign(self, loser: Side | None = None) -> None:
        """The human loses; with two humans or none `loser`, or else the side to move."""
        state = self._games.state
        if not state.playing or state.match is None:
            return
        loser = state.match.human_side or loser or state.game.node(state.live).side_to_move
        self._end_shown(Outcome(loser.other, Termination.RESIGNATION))

    def abandon(self, tab: int) -> None:
        """The human leaves the match of a tab for good, and loses it."""
        state = self._games.state_of(tab)
        human = state.match.human_side if state is not None and state.match is not None else None
        if state is None or state.course is None or human is None or not state.unfinished:
            return
        self._take(tab)
        self._games.set_course(tab, state.course.gone_on(self._clock.now))
        self._finish(Outcome(human.other, Termination.ABANDONED))

    def offer_draw(self) -> None:
        """Asks the engine (`draw_answered`, see `engine.play.people.draw_offer`); two humans agree."""
        state = self._games.state
        if not state.playing or state.match is None:
            return
        human = state.match.human_side
        answer = DrawAnswer.TAKEN if human is None else draw_answer(state, state.match, human.other)
        self.draw_answered.emit(answer)
        if answer is DrawAnswer.TAKEN:
            self._end_shown(Outcome(None, Termination.AGREEMENT))

    def ask_hint(self) -> None:
        """Asks for a proposal for the shown position; it comes as `hint_ready`, and asked again with its next step. While the
        engine thinks nothing happens."""
        state = self._games.state
        hint = self._hint
        if hint is not None and (self._hint_tab, hint.fen) == (state.tab, state.fen) and not self._refused(state):
            self._hint = replace(hint, step=min(hint.step + 1, HINT_STEPS))
            self.hint_ready.emit(self._hint)
            return
        if self.thinking or not state.legal_moves or self._refused(state):
            return
        position = GamePosition(state.game.start_fen, state.game.moves(state.current), chess960=state.game.chess960)
        self._hint_fen = state.fen
        maker = partial(self._make_mover, FULL_RATSU, self._seed)
        self._ask(position, Limits(move_time_ms=HINT_MS), maker, self._on_hint, self._on_no_hint)

    # -- inside

    def _begin(self, game: Game, live: int, match: Match, wait: bool = False) -> None:
        if is_over(game, live):
            self._tell(OVER)
            return
        game = with_tags(game, match, datetime.now().astimezone().strftime("%Y.%m.%d"))
        tab = self._games.open_tab(game, current=live)
        self._take(tab)
        self._seed = random.getrandbits(31)
        self._clock.begin(tab)
        turn = game.node(live).side_to_move
        self._games.start_match(tab, match, live, Course.begin(match.control, turn))
        self.began.emit(match)
        if wait and match.is_engine(turn):
            self.adjourn()
            return
        self._next_turn()

    def _end_shown(self, outcome: Outcome) -> None:
        """Gestures are for what the user sees, whichever match is at hand."""
        self._take(self._games.state.tab)
        self._finish(outcome)

    def _cancel(self) -> None:
        self._hint_fen = ""
        super()._cancel()

    def _drop_hint(self) -> None:
        if self._hint_fen:
            self._hint_fen = ""
            self.drop_search()

    def _on_hint(self, choice: MoveChoice) -> None:
        self._tell_problems()
        fen, self._hint_fen = self._hint_fen, ""
        if self._games.state.fen == fen:
            self._hint, self._hint_tab = hint_of(self._games.state, choice), self._games.state.tab
            self.hint_ready.emit(self._hint)

    def _on_no_hint(self, problem: Text) -> None:
        self._tell_problems()
        self._hint_fen = ""
        self._tell(problem, severity=Severity.ERROR)

    def _refused(self, state: GameState) -> bool:
        """Whether the game is a rated one, in which help is not given."""
        refused = state.match is not None and state.match.rated
        if refused:
            self._tell(Text("This is a rated game: takeback and hints are off."))
        return refused


def is_over(game: Game, live: int = ROOT) -> bool:
    """Whether nobody can play on: mate, stalemate, bare kings. After a draw by moves (repetition, fifty) one may."""
    if game.fen(live) == START_FEN:  # the start of the program waits for no python-chess
        return False
    from desktop.model.game import rules

    over = rules.outcome(game, live)
    return over is not None and over.termination in _ENDS
