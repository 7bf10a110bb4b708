"""Requests information on the shown position from services of other machines, once per click, if their address is on."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from PySide6.QtCore import Slot

from desktop.model.game.state import GameState
from desktop.model.settings import Settings
from desktop.model.world.online import OnlineState
from desktop.services.game.shown_position import ShownPositionService
from desktop.services.kit.job_worker import JobWorker
from desktop.services.kit.service import StateService
from engine.ground.text import NOTHING, Text, why
from engine.play.world.addresses import ADDRESSES, PUZZLE, SENDING, STUDY, Address
from engine.play.world.downloads import WorldError

if TYPE_CHECKING:
    from desktop.services.files.file_service import FileService
    from engine.jobs.job import Context
    from engine.play.world.http_client import HttpClient
    from engine.play.world.services import OnlineAnswer, OnlineSource

T = TypeVar("T")


class OnlineService(StateService[OnlineState], ShownPositionService):
    """Sends one request at a time. Answers are cached in a folder; a cached one needs no request."""

    def __init__(self, folder: Path | None, base: str = "") -> None:
        """`folder`: the cache; None: no cache. `base` replaces all addresses, for tests."""
        super().__init__(OnlineState())
        self._folder, self._base = folder, base
        self._files: FileService | None = None
        self._asked = ""  # the setting of the address that was asked last
        self._asking = JobWorker("ratsu-online", self)
        self._asking.looked.connect(self._wait)

    def configure(self, settings: Settings) -> None:
        """Follows which addresses are on; drops a pending answer of one that was switched off."""
        on = frozenset(address.setting for address in ADDRESSES if settings.flag(address.setting))
        self._set(replace(self.state, allowed=on))
        if self.state.asking and self._asked not in on:
            self.stop()

    def follow(self, files: FileService) -> None:
        """Connects to the file service, which opens puzzles and studies as games."""
        self._files = files

    @Slot(object)
    def look_at(self, state: GameState) -> None:
        """Follows the shown position, without a request."""
        if state.fen != self.state.fen:
            self._set(replace(self.state, fen=state.fen))

    def ask(self, source: OnlineSource, rating: int = 0) -> None:
        """Requests information on the shown position. `rating`: the group of players, 0 for all."""
        from engine.play.world.services import ADDRESS, ask

        fen = self.state.fen
        self._begin(ADDRESS[source], lambda wire: ask(wire, source, fen, self._folder, rating, self._base), self._found)

    def open_puzzle(self) -> None:
        from engine.play.world.services import daily_puzzle

        self._begin(PUZZLE, lambda wire: daily_puzzle(wire, self._base), self._opened)

    def open_study(self, address: str) -> None:
        from engine.play.world.services import study

        self._begin(STUDY, lambda wire: study(wire, address, self._base), self._opened)

    def send_game(self, address: str, token: str, keep: bool, tab: int = 0) -> None:
        """Adds the shown game, or that of a tab, to a study of the user's. `token` empty: the one in the keyring;
        `keep`: store it there.
        """
        game = self._files.pgn_text(tab) if self._files is not None else ""
        if not game:
            return
        self._begin(SENDING, partial(self._send, address, game, token.strip(), keep), self._sent)

    def _send(self, address: str, game: str, token: str, keep: bool, wire: HttpClient) -> tuple[int, Text]:
        """Sends a game, on the thread. Returns the number of chapters made, and why the token was not stored. :raises
        RatsuError: one sentence.
        """
        from engine.play.world.services import send_to_study
        from engine.play.world.tokens import keep_token, kept_token

        own = token or kept_token(SENDING.host)
        if not own:
            raise WorldError("the keyring has no token; enter it")
        made = send_to_study(wire, address, game, own, self._base)
        try:
            if token and keep:
                keep_token(SENDING.host, token)
        except WorldError as error:
            return made, why(error)
        return made, NOTHING

    def _sent(self, done: tuple[int, Text]) -> None:
        self._set(replace(self.state, asking=False, sent=done[0], problem=done[1]))

    @Slot()
    def stop(self) -> None:
        self._asking.drop()
        self._set(replace(self.state, asking=False, waiting=NOTHING))

    def close(self) -> bool:
        self._asking.drop()
        return super().close()

    def _begin(self, address: Address, job: Callable[[HttpClient], T], on_done: Callable[[T], None]) -> None:
        if address.setting not in self.state.allowed:
            off = Text("%1 is off: nothing was sent. Turn it on in the settings.", address.host)
            return self._set(replace(self.state, problem=off))
        if self.state.asking:
            return None
        self._asked = address.setting
        self._set(replace(self.state, asking=True, problem=NOTHING, waiting=NOTHING, sent=0))
        self._asking.begin(partial(_asked, job), on_done, self._failed)
        return None

    @Slot(object)
    def _wait(self, context: Context) -> None:
        self._set(replace(self.state, waiting=context.waiting))

    def _found(self, found: OnlineAnswer) -> None:
        self._set(replace(self.state, asking=False, found=found))

    def _opened(self, pgn: str) -> None:
        self._set(replace(self.state, asking=False))
        if self._files is not None:
            self._files.paste(pgn)

    def _failed(self, problem: Text) -> None:
        self._set(replace(self.state, asking=False, problem=problem))


def _asked(job: Callable[[HttpClient], T], context: Context) -> T:
    """Runs a request, on the thread. :raises RatsuError: one sentence."""
    from engine.jobs.fetching import wire_of

    with wire_of(context) as wire:
        return job(wire)
