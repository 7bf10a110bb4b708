"""Actions of a game in progress: takeback, hint, draw, resignation, and the report of its result."""

from collections.abc import Callable
from functools import partial
from typing import Any

from PySide6.QtCore import QObject, Slot

from desktop.model.errors import Message, Severity
from desktop.model.game.referee import reopened
from desktop.model.game.state import GameState, Hint, SavedGame
from desktop.services.game.autosave import Autosave
from desktop.services.game.game_service import GameService
from desktop.services.game.match_service import MatchService
from desktop.services.training.drill_service import DrillService
from desktop.services.training.endgame_trainer import EndgameTrainer
from desktop.services.training.mistake_trainer import MistakeTrainer
from desktop.services.training.opening_trainer import OpeningTrainer
from desktop.services.training.practice_trainer import PracticeTrainer
from desktop.services.training.tactics_trainer import TacticsTrainer
from desktop.views.board.board_scene import BoardShape, Brush
from desktop.views.board.position_scene import ends_of
from desktop.views.kit import messages, words
from desktop.views.kit.lifetime import is_alive
from desktop.views.kit.messages import Answer, Notice
from desktop.views.window.mode_bar import Mode
from desktop.views.window.pages import PAGES
from desktop.views.window.window_context import WindowContext
from engine.game.move_choice import REFUSALS, DrawAnswer
from engine.game.side import Side
from engine.ground.text import Text, plain

_NAMED = 4  # the most games that an offer names


class GameActions(QObject):
    """Connects the menu Game with the match."""

    def __init__(
        self,
        context: WindowContext,
        games: GameService,
        autosave: Autosave,
        match: MatchService,
        openings: OpeningTrainer,
        mistakes: MistakeTrainer,
        tactics: TacticsTrainer,
        endgames: EndgameTrainer,
        practice: PracticeTrainer,
    ) -> None:
        super().__init__(context.window)
        self._trainers: tuple[DrillService[Any], ...] = (openings, mistakes, tactics, endgames, practice)
        self._games, self._autosave, self._match = games, autosave, match
        self._context = context
        self._draw: tuple[Notice, int, int] | None = None  # Ratsu's offer, the game's tab and its last move
        self._offered: tuple[Notice, set[str]] | None = None  # the recovery offer, and the journals of its games
        context.on(
            {
                "go_on": match.go_on,
                "take_back": match.take_back,
                "hint": self._hint,
                "move_now": match.move_now,
                "draw": self._offer_draw,
                "resign": self._resign,
            }
        )
        match.ended.connect(self._update_ended)
        match.taken_back.connect(self._tell_reopened)
        match.hint_ready.connect(self._update_hint)
        match.draw_answered.connect(self._update_draw)
        match.draw_offered.connect(self._show_draw_offer)
        games.state_changed.connect(self._update_game)
        autosave.taken.connect(self._update_offered)
        context.body.mode_bar.mode_shown.connect(self._update_shown)
        self._update_game(games.state)

    def offer_recovery(self, recoveries: tuple[SavedGame, ...]) -> None:
        autosave, several = self._autosave, len(recoveries) > 1

        def discard() -> None:
            for recovery in recoveries:
                autosave.discard(recovery)

        def put_aside() -> None:
            if not any(recovery.counts for recovery in recoveries):
                discard()
                return
            question = self.tr("One game counts for your Elo. Putting it aside counts as a loss.")
            counting = sum(recovery.counts for recovery in recoveries)
            if counting > 1:
                question = self.tr("%1 games count for your Elo. Putting them aside counts as losses.")
            messages.ask(
                self._context.window, question.replace("%1", str(counting)), self.tr("Put aside and lose"), discard,
                on_no=lambda: self.offer_recovery(recoveries),
            )  # fmt: skip

        answers: tuple[Answer, ...] = (
            (
                self.tr("Open them all") if several else self.tr("Resume it"),
                lambda: autosave.restore_all(recoveries, then=self._show_recovered),
            ),
            (self.tr("Put them aside") if several else self.tr("Put it aside"), put_aside),
        )
        text = self._names_of(recoveries) if several else self._name_of(recoveries[0])
        notice = self._context.tell(Message(Severity.INFORMATION, plain(text)), answers, keep=True)
        self._offered = notice, {recovery.journal for recovery in recoveries}

    @Slot(str)
    def _update_offered(self, journal: str) -> None:
        """Removes a restored game from the offer, and closes an empty offer."""
        if self._offered is None:
            return
        notice, journals = self._offered
        journals.discard(journal)
        if not journals:
            self._offered = None
            if is_alive(notice):
                notice.dismiss()

    def _show_recovered(self) -> None:
        """Shows a restored game; an analysis is restored as an analysis."""
        if self._games.state.match is None:
            self._context.show_mode(Mode.ANALYSE)

    def _name_of(self, one: SavedGame) -> str:
        text = self.tr("%1, move %2 (%3), was not finished.")
        text = text.replace("%2", str(one.moves)).replace("%3", words.moment(one.when))
        return text.replace("%1", words.saved_game_title(one))

    def _names_of(self, recoveries: tuple[SavedGame, ...]) -> str:
        text = self.tr("%1 games were not finished or not saved, the last at %2: %3.")
        text = words.filled(text, len(recoveries), words.moment(recoveries[0].when))
        named = [f"{words.saved_game_title(one)} ({one.moves})" for one in recoveries[:_NAMED]]
        more = len(recoveries) - _NAMED
        names = ", ".join(named)
        if more > 0:
            with_more = self.tr("%1 and one more") if more == 1 else self.tr("%1 and %2 more").replace("%2", str(more))
            names = with_more.replace("%1", names)
        return text.replace("%3", names)

    def _resign(self) -> None:
        state = self._games.state
        if not state.playing or state.match is None:
            return
        loser, question = state.match.human_side, self.tr("Resign this game?")
        if loser is None:  # the other side may be to move by the time of the answer
            loser = state.game.node(state.live).side_to_move
            question = self.tr("Resign for White?") if loser is Side.WHITE else self.tr("Resign for Black?")
        resign = partial(self._answered, state.tab, partial(self._match.resign, loser))
        messages.ask(self._context.window, question, self.tr("Resign"), resign)

    def _offer_draw(self) -> None:
        """Offers a draw. An engine answers by itself; two people at one board are both asked."""
        state, match = self._games.state, self._match
        if state.match is not None and state.match.human_side is None:
            question = self.tr("Do both players agree to a draw?")
            agreed = partial(self._answered, state.tab, match.offer_draw)
            messages.ask(self._context.window, question, self.tr("Draw"), agreed)
        else:
            match.offer_draw()

    @Slot(object)
    def _show_draw_offer(self, state: GameState) -> None:
        """Shows the engine's draw offer above the board until the user answers or moves."""
        match = state.match
        if match is None or match.human_side is None:
            return
        name = match.contestant(match.human_side.other).player.text
        answers: tuple[Answer, ...] = (
            (self.tr("Accept"), partial(self._answered, state.tab, self._match.offer_draw)),
            (self.tr("Decline"), lambda: None),
        )
        offer = Message(Severity.INFORMATION, Text("%1 offers a draw.", name))
        self._draw = self._context.tell(offer, answers, keep=True), state.tab, state.live

    def _end_draw_offer(self, state: GameState) -> None:
        if self._draw is None:
            return
        notice, tab, live = self._draw
        if state.tab == tab and (state.live != live or not state.unfinished):
            self._draw = None
            if is_alive(notice):
                notice.dismiss()

    def _answered(self, tab: int, end: Callable[[], None]) -> None:
        """Runs `end` for the game of the question, and shows that game first if another is on the board (a file was opened
        meanwhile)."""
        game = self._games
        asked = game.state_of(tab)
        if asked is None or not asked.unfinished:
            return
        if game.state.tab != tab:
            self._context.show_game(tab)
        if game.state.adjourned:
            self._match.go_on()
        end()

    @Slot()
    def _hint(self) -> None:
        """Gives a hint. One for a trainer's question counts there, whichever button asks for it."""
        tab = self._games.state.tab
        if not any(trainer.hint_in(tab) for trainer in self._trainers):
            self._match.ask_hint()

    @Slot()
    def _update_shown(self) -> None:
        self._update_game(self._games.state)

    @Slot(object)
    def _update_game(self, state: GameState) -> None:
        self._end_draw_offer(state)
        enable = self._context.enable
        people = state.match is not None and not all(state.match.is_engine(side) for side in Side)
        enable(state.adjourned, "go_on")
        seen = self._context.body.mode_bar.shown not in PAGES  # no takeback while a page hides the game
        enable(seen and state.can_take_back, "take_back")
        enable(state.playing and people, "draw")
        enable(state.playing, "resign")
        enable(state.thinking, "move_now")
        enable(state.user_may_move and state.outcome is None, "hint")

    @Slot(object)
    def _tell_reopened(self, before: GameState) -> None:
        """Says that the end of a game was taken back, with a button that brings it back."""
        if before.outcome is not None:
            undo: Answer = self.tr("Undo"), lambda: self._match.put_back(before)
            self._context.tell(Message(Severity.INFORMATION, reopened(before.game.result)), (undo,))

    @Slot(object)
    def _update_ended(self, state: GameState) -> None:
        if state.outcome is None:
            return
        if self._context.end_is_in_sight(state.tab):
            return  # the panel already shows the end, with buttons for the next steps
        text, shown = words.outcome(state.outcome) + ".", self._games.state.tab == state.tab
        answers: tuple[Answer, ...] = ((self.tr("Show this game"), lambda: self._context.show_game(state.tab)),)
        if shown:
            answers = self._next_answers()
        told = Message(Severity.INFORMATION, plain(text), game=state.players)
        self._context.tell(told, answers, keep=not shown)

    def _next_answers(self) -> tuple[Answer, ...]:
        return (
            (self.tr("Rematch"), self._context.actions["rematch"].trigger),
            (self.tr("Analyse"), lambda: self._context.actions["analysis"].setChecked(True)),
            (self.tr("New game"), self._context.actions["new_game"].trigger),
        )

    @Slot(object)
    def _update_hint(self, hint: Hint) -> None:
        if hint.fen == self._games.state.fen:
            start, end = ends_of(hint.uci, self._games.state.position.pieces)
            shapes = {
                2: (BoardShape(start, start, Brush.BLUE, engine=True),),
                3: (BoardShape(start, end, Brush.BLUE, engine=True),),
            }
            self._context.body.panel.board.set_shapes(shapes.get(hint.step, ()))
            if self._context.body.side.in_front("game"):  # the panel Game shows the hint
                messages.announce(self._context.body.panel.board, words.hint(hint))
            else:
                self._context.tell(Message(Severity.INFORMATION, plain(words.hint(hint))))

    @Slot(object)
    def _update_draw(self, answer: DrawAnswer) -> None:
        """Explains why a draw offer is refused. In a rated game it gives no reason: the engine's evaluation would be help."""
        match = self._games.state.match
        if answer is DrawAnswer.TAKEN or match is None or match.human_side is None:
            return
        name = match.contestant(match.human_side.other).player.text
        told = Text("%1 declines the draw.", name)
        if not match.rated:
            told = Text("%1 declines the draw: %2.", name, REFUSALS[answer])
        self._context.tell(Message(Severity.INFORMATION, told))
