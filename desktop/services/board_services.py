"""The services that a game on the board needs. They are made before all others, so that the first move can be made while these
are imported."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import fields
from functools import cache
from inspect import signature
from types import FunctionType
from typing import TypeVar

from desktop.services.engines.movers import Movers
from desktop.services.game.autosave import Autosave
from desktop.services.game.clock_service import ClockService
from desktop.services.game.game_service import GameService
from desktop.services.game.match_service import MatchService
from desktop.services.game.premove_service import PremoveService
from desktop.services.game.rated_game_guard import RatedGameGuard
from desktop.services.game.sound_service import SoundService
from desktop.services.kit.folders import Folders
from desktop.services.kit.piece_folder import PieceFolder
from desktop.services.kit.service import Service
from desktop.services.kit.settings_store import SettingsStore
from engine.game.game_journal import OPEN_GAMES
from engine.ground.text import Text
from engine.ground.values import dataclass

T = TypeVar("T")


class ServiceFields:
    """A value whose fields are services, by name. A subclass is a dataclass."""

    def __iter__(self) -> Iterator[Service]:
        return (getattr(self, field.name) for field in fields(self))  # type: ignore[arg-type]

    def make(self, wanted: Callable[..., T], /, **rest: object) -> T:
        """Calls a class or a method. Parameters are matched to services by type, and to `rest` by name."""
        parameters = _services_named(type(self), getattr(wanted, "__func__", wanted))  # type: ignore[arg-type]
        given = {name: value for name, value in rest.items() if name in parameters}
        given.update({name: getattr(self, service) for name, service in parameters.items() if service})
        return wanted(**given)


@cache
def _services_named(owner: type, wanted: Callable[..., object]) -> dict[str, str]:
    """The parameters of a callable; for those whose type is a service, its field in `owner`, otherwise empty."""
    made = {field.type: field.name for field in fields(owner)}
    kinds = _kinds(wanted).items()
    return {name: made.get(getattr(kind, "__name__", kind), "") for name, kind in kinds}  # a type, or its name


def _kinds(wanted: Callable[..., object]) -> dict[str, object]:
    """The parameters of a callable, with the types that are written there. `inspect.signature` takes ten times as long."""
    called = wanted.__init__ if isinstance(wanted, type) else wanted  # type: ignore[misc]
    if not isinstance(called, FunctionType):
        return {name: parameter.annotation for name, parameter in signature(wanted).parameters.items()}
    code = called.__code__
    names = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
    return {name: called.__annotations__.get(name) for name in names}


@dataclass(frozen=True)
class BoardServices(ServiceFields):
    """Fields with the names and the order that they have in `Services`. They follow only each other."""

    settings: SettingsStore
    game: GameService
    help: RatedGameGuard
    clock: ClockService
    sounds: SoundService
    pieces: PieceFolder
    autosave: Autosave
    match: MatchService
    premoves: PremoveService


def board_services_of(
    folders: Folders, sources: Movers, settings: SettingsStore, reply_ms: int, told: set[Text]
) -> BoardServices:
    """Creates the services of the board. `told`: problems of books and tables that were reported, by any service."""
    games = GameService()
    clock = ClockService(games)
    match = MatchService(
        games, clock, sources.opponent, reply_ms, sources.problems, told, sources.table_value, sources.forget_game
    )
    return BoardServices(
        settings=settings,
        game=games,
        help=RatedGameGuard(games),
        clock=clock,
        sounds=SoundService(games),
        pieces=PieceFolder(),
        autosave=Autosave(folders.state / OPEN_GAMES if folders.writable else None, clock),
        match=match,
        premoves=PremoveService(games, match),
    )
