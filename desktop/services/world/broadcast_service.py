"""Follows a round of a broadcast: polls it at the user's request, and adds new moves to the open games."""

from __future__ import annotations

import time
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer, Slot

from desktop.model.settings import Settings
from desktop.model.world.broadcast import BroadcastState
from desktop.services.game.game_service import GameService
from desktop.services.kit.job_worker import JobWorker
from desktop.services.kit.service import StateService
from engine.game.tree import Game
from engine.ground.text import NOTHING, Text
from engine.play.world.addresses import BROADCAST

if TYPE_CHECKING:
    from engine.jobs.job import Context
    from engine.play.world.rounds import RoundGame

PERIOD_MS = 20_000  # lichess itself looks at its sources every few seconds
AFTER_FAULT_MS = 60_000


class BroadcastService(StateService[BroadcastState]):
    """Follows one round at a time. A game is opened in a tab on request, and updated by each answer."""

    def __init__(
        self, games: GameService, base: str = "", period_ms: int = PERIOD_MS, after_fault_ms: int = AFTER_FAULT_MS
    ) -> None:
        """`base` replaces the site's address, for tests; `period_ms` and `after_fault_ms` are the waits after an answer
        and after an error.
        """
        super().__init__(BroadcastState())
        self._games, self._base = games, base
        self.period_ms, self._after_fault_ms = period_ms, after_fault_ms
        self._tabs: dict[str, int] = {}  # key of a game -> its tab
        self._given: dict[str, Game] = {}  # and the game as the broadcast gave it last
        self._asking = JobWorker("ratsu-broadcast", self)
        self._asking.looked.connect(self._wait)
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(self._ask)
        games.tab_closed.connect(self._forget)

    def configure(self, settings: Settings) -> None:
        """Stops following if the address was switched off."""
        self._set(replace(self.state, allowed=settings.flag(BROADCAST.setting)))
        if not self.state.allowed:
            self.stop()

    def open(self, address: str) -> None:
        """Requests a round once. `address`: as in the browser."""
        if not self.state.allowed:
            off = Text("%1 is off: nothing was sent. Turn it on in the settings.", BROADCAST.host)
            return self._set(replace(self.state, problem=off))
        if address.strip() != self.state.address:
            self.stop()
            self._tabs.clear()
            self._given.clear()
            self._set(BroadcastState(True, address.strip()))
        self._ask()
        return None

    @Slot(bool)
    def follow_round(self, on: bool) -> None:
        """Sets whether the round is polled until all its games are over."""
        if not on:
            return self.stop()
        if self.state.allowed and self.state.address:
            self._set(replace(self.state, following=True))
            self._ask()
        return None

    @Slot()
    def stop(self) -> None:
        """Drops the pending answer and stops polling."""
        self._timer.stop()
        self._asking.drop()
        self._set(replace(self.state, asking=False, following=False, waiting=NOTHING))

    def show_game(self, key: str) -> None:
        """Opens a game of the round in a tab, or shows the tab that has it."""
        if key in self._tabs:
            return self._games.select_tab(self._tabs[key])
        for one in self.state.games:
            if one.key == key:
                self._given[key] = one.game
                self._tabs[key] = self._games.open_tab(one.game, current=one.last.id)
        return None

    def close(self) -> bool:
        self._asking.drop()
        return super().close()

    # -- asking

    @Slot()
    def _ask(self) -> None:
        if self.state.asking:
            return
        self._timer.stop()
        self._set(replace(self.state, asking=True, problem=NOTHING))
        self._asking.begin(partial(self._fetch, self.state.address, self.state.games), self._came, self._failed)

    def _fetch(self, address: str, before: tuple[RoundGame, ...], context: Context) -> tuple[RoundGame, ...]:
        """The present games, on the thread; unchanged games are the same objects as before. :raises RatsuError:"""
        from engine.jobs.fetching import wire_of
        from engine.play.world.rounds import read_round
        from engine.play.world.services import broadcast

        with wire_of(context) as wire:
            text = broadcast(wire, address, self._base)
        known = {one.key: one for one in before}
        return tuple(
            known[one.key] if one.key in known and known[one.key].content == one.content else one
            for one in read_round(text)
        )

    def _came(self, games: tuple[RoundGame, ...]) -> None:
        first = not self.state.games
        self._set(replace(self.state, asking=False, waiting=NOTHING, games=games, at=time.time()))
        if self.state.over:
            self._set(replace(self.state, following=False))
        for one in games:
            self._renew(one)
        if first:
            self.show_game(games[0].key)
        self._later(self.period_ms)

    def _failed(self, problem: Text) -> None:
        self._set(replace(self.state, asking=False, waiting=NOTHING, problem=problem))
        self._later(self._after_fault_ms)

    @Slot(object)
    def _wait(self, context: Context) -> None:
        self._set(replace(self.state, waiting=context.waiting))

    def _later(self, milliseconds: int) -> None:
        if self.state.following:
            self._timer.start(milliseconds)

    # -- the open games

    def _renew(self, one: RoundGame) -> None:
        from engine.play.world.rounds import place_in, renewed

        given = self._given.get(one.key)
        shown = self._games.state_of(self._tabs.get(one.key, 0))
        if given is None or shown is None or given is one.game:
            return
        after = renewed(shown.game, given, one.game)
        current = place_in(shown.game, shown.current, given, after, one.game)
        self._given[one.key] = one.game
        self._games.renew(shown.tab, after, current, saved=not shown.modified and not shown.path)

    @Slot(int)
    def _forget(self, tab: int) -> None:
        for key in [key for key, of in self._tabs.items() if of == tab]:
            del self._tabs[key], self._given[key]
