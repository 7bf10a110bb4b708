"""Which engines there are: the built-in names of the ladder, and `name=... cmd="..." option.Hash=16`."""

from dataclasses import replace
from enum import Enum
from pathlib import Path

from engine.game.time_control import TimeControl, parse_typed
from engine.ground.errors import OptionError
from engine.ground.text import why
from engine.ground.values import dataclass
from engine.levels import HEURISTIC, level_named
from engine.play.external.launch import command_words
from engine.play.external.own_command import own_command
from engine.play.match.errors import MatchError


class Protocol(Enum):
    """The protocol of an engine; OWN is Ratsu in this process."""

    OWN = "own"
    UCI = "uci"
    XBOARD = "xboard"


@dataclass(frozen=True)
class EngineSpec:
    """One engine of a match. `command` is started without a shell in `folder`; `options` are set before the first game."""

    name: str
    protocol: Protocol
    command: tuple[str, ...] = ()
    options: tuple[tuple[str, str], ...] = ()
    folder: str = ""
    control: TimeControl | None = None  # if it differs from the match's: time odds


GAMES = "/usr/games/"  # Debian's folder of games
_ONE_CORE = (("Threads", "1"), ("Hash", "16"))

# The ladder: own books, tables and pondering off, one thread, so that the engines alone are measured.
BUILT_IN = {
    spec.name: spec
    for spec in (
        EngineSpec("ratsu", Protocol.OWN, (), _ONE_CORE),
        EngineSpec("ratsu-uci", Protocol.UCI, own_command("uci"), _ONE_CORE),
        EngineSpec("ratsu-xboard", Protocol.XBOARD, own_command("xboard")),
        EngineSpec("sunfish", Protocol.UCI, ("sunfish-uci",)),
        EngineSpec("fairymax", Protocol.XBOARD, (f"{GAMES}fairymax",)),
        EngineSpec("hoichess", Protocol.XBOARD, (f"{GAMES}hoichess", "-x"), (("book", "off"),)),
        EngineSpec("phalanx", Protocol.XBOARD, (f"{GAMES}phalanx", "-l-", "-b-")),
        EngineSpec("gnuchess", Protocol.UCI, (f"{GAMES}gnuchess", "--uci"), (("OwnBook", "false"), ("Hash", "16"))),
        EngineSpec(
            "glaurung",
            Protocol.UCI,
            (f"{GAMES}glaurung",),
            (("OwnBook", "false"), ("Ponder", "false"), *_ONE_CORE),
        ),
        EngineSpec("toga2", Protocol.UCI, (f"{GAMES}toga2",), (("OwnBook", "false"), ("Hash", "16"))),
        EngineSpec("ethereal", Protocol.UCI, (f"{GAMES}ethereal-chess",), _ONE_CORE),
        EngineSpec("stockfish", Protocol.UCI, (f"{GAMES}stockfish",), _ONE_CORE),
    )
}
_WORDS = ("name", "cmd", "proto", "dir", "level", "tc")


def parse_engine(text: str) -> EngineSpec:
    """Reads an engine: a built-in name, or that name or `cmd=` with changes (`ratsu name=new option.Hash=64 dir=../other`).

    `level=1200` or `level="club player"` sets UCI_LimitStrength and UCI_Elo, `level=heuristic` the type B search; `tc=1+0.01` is
    a clock of its own.

    Raises MatchError.
    """
    try:
        words = list(command_words(text))
    except ValueError as error:
        raise MatchError("cannot read the engine %1: %2", repr(text), error) from error
    spec: EngineSpec | None = None
    if words and "=" not in words[0]:
        spec = BUILT_IN.get(words[0])
        if spec is None:
            raise MatchError("there is no built-in engine '%1'; there are: %2", words[0], ", ".join(BUILT_IN))
        words = words[1:]
    settings = _settings(words, text)
    command = command_words(settings.pop("cmd", ""))
    if spec is None:
        if not command:
            raise MatchError('the engine %1 needs a built-in name or cmd="..."', repr(text))
        spec = EngineSpec(Path(command[0]).name, Protocol.UCI, command)
    elif command:
        spec = replace(spec, command=command, protocol=Protocol.UCI if spec.protocol is Protocol.OWN else spec.protocol)
    return _changed(spec, settings, text)


def _settings(words: list[str], text: str) -> dict[str, str]:
    settings: dict[str, str] = {}
    for word in words:
        key, equals, value = word.partition("=")
        if not equals or not (key in _WORDS or key.startswith("option.")):
            raise MatchError(
                "'%1' in the engine %2 is not one of %3 or option.NAME, followed by '='",
                word,
                repr(text),
                ", ".join(_WORDS),
            )
        settings[key] = value
    return settings


def _changed(spec: EngineSpec, settings: dict[str, str], text: str) -> EngineSpec:
    try:
        protocol = Protocol(settings.get("proto", spec.protocol.value))
    except ValueError as error:
        raise MatchError("proto in %1 must be own, uci or xboard", repr(text)) from error
    options = dict(spec.options)
    name = spec.name
    if "level" in settings:
        level = settings["level"].strip().lower()
        if level == HEURISTIC:
            return _changed(spec, _heuristic(settings, spec.name), text)
        elo = _level(level)
        options |= {"UCI_LimitStrength": "true", "UCI_Elo": str(elo)}
        name = f"{name} {elo}"
    options.update({key.removeprefix("option."): value for key, value in settings.items() if key.startswith("option.")})
    return replace(
        spec,
        name=settings.get("name", name),
        protocol=protocol,
        options=tuple(options.items()),
        folder=settings.get("dir", spec.folder),
        control=parse_clock(settings["tc"]) if "tc" in settings else spec.control,
    )


def parse_clock(text: str) -> TimeControl:
    """The clock of a match or of one engine. Raises MatchError, also for a control without a clock."""
    try:
        control = parse_typed(text)
    except OptionError as error:
        raise MatchError(why(error)) from error
    if control.black is not None:
        raise MatchError("'%1' is not a clock for both sides; use tc= for one engine's own", text)
    return control


def _heuristic(settings: dict[str, str], name: str) -> dict[str, str]:
    """The settings with the type B level spelled out as the option it is."""
    rest = {key: value for key, value in settings.items() if key != "level"}
    return {"name": f"{name} {HEURISTIC}", "option.Heuristic Search": "true", **rest}


def _level(text: str) -> int:
    try:
        return level_named(text).elo
    except OptionError as error:
        raise MatchError(why(error)) from error


def distinct(specs: list[EngineSpec]) -> list[EngineSpec]:
    """The same engines with names that distinguish them. Raises MatchError for fewer than two."""
    if len(specs) < 2:
        raise MatchError("a match needs two engines: give --engine twice")
    named: dict[str, EngineSpec] = {}
    for spec in specs:
        name, number = spec.name, 1
        while name in named:
            number += 1
            name = f"{spec.name}-{number}"
        named[name] = replace(spec, name=name)
    return list(named.values())
