"""The endgame trainer: sets an exercise up in a tab of its own, answers each move from the tables, says when the win slips."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot

from desktop.model.endgame import Goal, Phase, TrainerState, Wish
from desktop.model.game.state import MoveMade
from desktop.services.game.game_service import GameService
from desktop.services.kit.service import Service
from desktop.services.kit.tasks import Worker
from desktop.services.training import trainer_work as work
from engine.game.side import Side
from engine.game.tree import ROOT, Game
from engine.text import NOTHING, Text

if TYPE_CHECKING:
    from tablebases.tables import Tablebases

HELD_MOVES = 20  # a draw kept this long is held


class EndgameTrainer(Service):
    """The learner has White. He may walk back and try something else at any time: every move of his is judged."""

    changed = Signal(object)  # TrainerState

    def __init__(
        self, games: GameService, open_tables: Callable[[], Tablebases], parent: QObject | None = None
    ) -> None:
        """`open_tables` is called on the trainer's thread."""
        super().__init__(parent)
        self._games = games
        self._open = open_tables
        self._state = TrainerState()
        self._before = ROOT  # where the last judged move was made
        self._worker = Worker("ratsu-trainer", self)
        games.move_made.connect(self._moved)
        games.tab_closed.connect(self._closed)

    @property
    def state(self) -> TrainerState:
        """What is shown now."""
        return self._state

    def list_signatures(self) -> None:
        """Finds out which endings can be practised."""
        self._worker.submit(partial(work.signatures, self._open), self._listed, self._fail)

    def begin(self, wish: Wish) -> None:
        """Looks for a position and sets it up. An exercise before it is closed when the new one is there."""
        self._set(replace(self._state, phase=Phase.SEARCHING, wish=wish, problem=NOTHING))
        self._worker.submit_latest(partial(work.find, self._open, wish), self._found, self._fail)

    def next(self) -> None:
        """Another position of the same kind."""
        self.begin(self._state.wish)

    def retry(self) -> None:
        """Back to before the move that slipped."""
        if self._state.phase is Phase.SLIPPED and self._show_tab():
            self._games.go_to(self._before)
            self._set(replace(self._state, phase=Phase.PLAYING, played=""))

    def restart(self) -> None:
        """The same position from the start."""
        if self._show_tab():
            self._worker.drop_all()
            self._games.go_first()
            self._set(replace(self._state, phase=Phase.PLAYING, moves=0, slips=0, played="", ending=""))

    def choose(self) -> None:
        """Back to the choice of an ending; a running search is dropped, the exercise's tab stays."""
        self._worker.drop_all()
        self._set(replace(self._state, phase=Phase.CHOOSING, problem=NOTHING))

    # What happens

    def _listed(self, signatures: tuple[str, ...]) -> None:
        self._set(replace(self._state, signatures=signatures))

    def _found(self, found: work.Found) -> None:
        wish, old = self._state.wish, self._state.tab
        event = f"{wish.signature}: {'win' if wish.goal is Goal.WIN else 'hold the draw'}"
        game = Game.new(found.fen)
        for name, value in (("Event", event), ("White", "You"), ("Black", "Endgame tables")):
            game = game.with_header(name, value)
        self._set(
            TrainerState(
                Phase.PLAYING,
                wish,
                self._state.signatures,
                self._games.open_tab(game),
                abs(found.distance),
                tally=self._state.tally,
            )
        )
        if self._games.state_of(old) is not None:
            self._games.close_tab(old)

    @Slot(object)
    def _moved(self, made: MoveMade) -> None:
        state = self._games.state_of(made.tab)
        at_work = self._state.phase in (Phase.PLAYING, Phase.SLIPPED, Phase.DONE)
        if made.tab != self._state.tab or made.by_engine or not at_work or state is None:
            return
        before = replace(state, current=made.node.parent)
        if before.node.side_to_move is not Side.WHITE:
            return
        self._before = made.node.parent
        self._set(replace(self._state, phase=Phase.REPLYING, played=made.node.san))
        job = partial(work.judge, self._open, before, made.node.uci)
        self._worker.submit(job, partial(self._judged, made.node.id), self._fail)

    def _judged(self, node_id: int, verdict: work.Verdict) -> None:
        state = self._state
        tally = state.tally.after_move(verdict.slipped)
        slips, moves = state.slips + verdict.slipped, state.moves + 1
        held = state.wish.goal is Goal.DRAW and moves >= HELD_MOVES
        done = not verdict.slipped and (bool(verdict.ending) or held)
        if verdict.reply:
            self._games.answer(state.tab, node_id, verdict.reply)
        if done:
            tally = tally.after_exercise(slips)
        self._set(
            replace(
                state,
                phase=Phase.SLIPPED if verdict.slipped else Phase.DONE if done else Phase.PLAYING,
                moves=moves,
                slips=slips,
                before=verdict.before,
                after=verdict.after,
                kept=verdict.kept,
                kept_uci=verdict.kept_uci,
                plies_lost=verdict.plies_lost,
                ending=verdict.ending,
                tally=tally,
            )
        )

    def _show_tab(self) -> bool:
        self._games.select_tab(self._state.tab)
        return self._games.state.tab == self._state.tab

    @Slot(int)
    def _closed(self, tab: int) -> None:
        if tab == self._state.tab:
            self._worker.drop_all()
            self._set(replace(self._state, phase=Phase.CHOOSING, tab=-1))

    def _fail(self, problem: Text) -> None:
        self._set(replace(self._state, phase=Phase.FAULT, problem=problem))

    def _set(self, state: TrainerState) -> None:
        self._state = state
        self.changed.emit(state)
