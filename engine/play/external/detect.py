"""Detects whether a program is a UCI engine, an XBoard engine, or neither, on the user's request only."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from pathlib import Path

import chess

from engine.game.limits import Limits
from engine.ground.errors import RatsuError
from engine.ground.text import NOTHING, Text
from engine.ground.values import dataclass
from engine.ground.write_targets import is_file
from engine.play.external.client import Identity
from engine.play.external.errors import EngineFault, EngineUnusable, MachineFault
from engine.play.external.launch import DEADLINES, Deadlines, Dialect, Launch
from engine.play.external.remote import machine_of
from engine.play.external.supervised import start_client

# Names of free engines as distributions install them, with what makes them speak; nothing is started to find them.
_KNOWN: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("stockfish", ()),
    ("ethereal-chess", ()),
    ("ethereal", ()),
    ("toga2", ()),
    ("fruit", ()),
    ("glaurung", ()),
    ("berserk", ()),
    ("rubichess", ()),
    ("lc0", ()),
    ("igel", ()),
    ("koivisto", ()),
    ("arasanx", ()),
    ("laser", ()),
    ("minic", ()),
    ("texel", ()),
    ("sunfish-uci", ()),
    ("gnuchess", ("--uci",)),
    ("crafty", ()),
    ("fairymax", ()),
    ("hoichess", ("-x",)),
    ("phalanx", ()),
    ("sjeng", ()),
)
_PLACES = ("/usr/games", "/usr/local/games", "/usr/local/bin", "/usr/bin", "/opt/homebrew/bin")
QUICK_START_S = 2.5  # an engine that speaks UCI has answered by then, nearly always
_PROVING = replace(DEADLINES, without_clock_s=5.0, grace_s=5.0)


@dataclass(frozen=True)
class EngineCandidate:
    """A program whose name suggests an engine; it has not been started."""

    name: str
    command: tuple[str, ...]


def candidates(known: Iterable[tuple[str, ...]] = (), environment: str | None = None) -> list[EngineCandidate]:
    """Engines installed on this computer, by name, without those whose command is `known` already."""
    path = os.environ.get("PATH", "") if environment is None else environment
    folders = (
        list(dict.fromkeys([*_PLACES, *path.split(os.pathsep)])) if environment is None else path.split(os.pathsep)
    )
    taken = set(known)
    found: list[EngineCandidate] = []
    for name, arguments in _KNOWN:
        for folder in folders:
            program = Path(folder) / name
            if folder and is_file(program) and os.access(program, os.X_OK):
                command = (str(program), *arguments)
                if command not in taken:
                    found.append(EngineCandidate(name, command))
                break
    return found


def detect(
    launch: Launch,
    wanted: Dialect | None = None,
    deadlines: Deadlines = DEADLINES,
    going_on: Callable[[], bool] = lambda: True,
) -> Identity:
    """Starts a program, greets it in both protocols (or only in `wanted`) and ends it again.

    Raises EngineUnusable: no such program, or one that speaks neither; the sentence says what it did. `going_on` turning
    false ends the attempt between two steps.
    """
    said = NOTHING
    for dialect, limits in _attempts(wanted, deadlines, hasty=not machine_of(launch.command)):
        if not going_on():
            break
        try:
            return _greet(launch, dialect, limits)
        except MachineFault as fault:  # the other protocol has no better connection
            said = fault.text
            break
        except EngineFault as fault:
            said = fault.text if dialect is not Dialect.XBOARD or not said else said
    raise EngineUnusable("%1 cannot be used as an engine: %2.", launch.name, said or Text("the attempt was ended"))


def _attempts(wanted: Dialect | None, deadlines: Deadlines, *, hasty: bool) -> Iterator[tuple[Dialect, Deadlines]]:
    """The attempts in order: UCI first, since UCI engines answer at once and XBoard engines often ignore UCI; then XBoard;
    last a UCI engine that starts slowly. Not `hasty`: the first attempt waits for a connection to another machine."""
    if wanted is not None:
        yield wanted, deadlines
        return
    quick = replace(deadlines, start_s=min(deadlines.start_s, QUICK_START_S)) if hasty else deadlines
    yield Dialect.UCI, quick
    yield Dialect.XBOARD, deadlines
    if quick != deadlines:
        yield Dialect.UCI, deadlines


def _greet(launch: Launch, dialect: Dialect, deadlines: Deadlines) -> Identity:
    client = start_client(launch, dialect, deadlines)
    try:
        identity = client.identity
        if dialect is Dialect.XBOARD and not identity.name:
            # The engine has announced nothing, as the oldest do, or the program is not an engine: a move decides.
            client.new_game(chess.Board())
            client.go(chess.Board(), Limits(move_time_ms=1_000))
        else:
            client.wait_until_ready()
        return identity
    finally:
        client.close()


def proving(deadlines: Deadlines) -> Deadlines:
    """Deadlines for an unknown program: a move that proves an engine may not take two minutes."""
    return replace(deadlines, without_clock_s=_PROVING.without_clock_s)


def sentence(error: RatsuError) -> str:
    return f"{str(error).rstrip('.')}."
