"""The external engines that the user added, and their JSON."""

from collections.abc import Iterable, Mapping
from dataclasses import field, replace
from enum import Enum
from types import MappingProxyType
from typing import Annotated

from desktop.model.errors import DesktopError
from engine.ground.codec import Longest, Within, as_json, keyed, of_json
from engine.ground.json_text import JsonError, JsonValue, dumped, parse
from engine.ground.text import why
from engine.ground.values import dataclass
from engine.play.external.launch import Dialect, Launch
from engine.play.external.options import LONGEST_NAME, NO_BOUND, EngineOption, OptionKind

VERSION = 1
MOST_BYTES = 20_000_000  # an engine with 500 options has 50,000
_HIGHEST_VERSION = 1_000_000
HIGHEST_ELO = 4_000
_ELO, _LIMITED = "uci_elo", "uci_limitstrength"
_BOOK_NAMES = frozenset(("ownbook", "own book", "usebook", "use book", "use own book", "book"))


class EngineUse(Enum):
    """The user's purpose for an engine."""

    BOTH = "both"
    PLAY = "play"
    ANALYSE = "analyse"


class EngineListError(DesktopError):
    """The file of engines cannot be read."""


@dataclass(frozen=True)
class EngineEntry:
    """One engine of the list.

    `key` is unique; `name` is the user's name for it, `own_name` its own. `values` are the options that differ from the
    engine's defaults. `elo` is the user's note of its strength, 0: none. `play_elo`: its strength against the user; 0
    is full strength, None follows its options.
    """

    key: Annotated[str, Longest(LONGEST_NAME)]
    name: Annotated[str, Longest(LONGEST_NAME)]
    command: tuple[str, ...]
    dialect: Dialect = field(metadata=keyed("protocol"))
    folder: str = ""
    own_name: str = ""
    author: str = ""
    options: tuple[EngineOption, ...] = ()
    values: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    elo: Annotated[int, Within(0, HIGHEST_ELO)] = 0
    note: str = ""
    use: EngineUse = EngineUse.BOTH
    ponder: bool = False
    chess960: bool = False
    analyses: bool = True
    play_elo: Annotated[int, Within(0, NO_BOUND)] | None = None

    @property
    def launch(self) -> Launch:
        return Launch(self.name, self.command, self.folder)

    @property
    def may_play(self) -> bool:
        """Whether it is offered as an opponent."""
        return self.use is not EngineUse.ANALYSE

    @property
    def sent_values(self) -> dict[str, str]:
        """The options sent at the start; pondering is an option of UCI engines too."""
        values = dict(self.values)
        if self.dialect is Dialect.UCI and any(option.name == "Ponder" for option in self.options):
            values["Ponder"] = "true" if self.ponder else "false"
        return values

    @property
    def strength(self) -> EngineOption | None:
        """The option that limits its strength, or None (UCI: UCI_LimitStrength and UCI_Elo)."""
        known = {option.name.lower(): option for option in self.options}
        elo, switch = known.get(_ELO), known.get(_LIMITED)
        if self.dialect is not Dialect.UCI or elo is None or switch is None:
            return None
        return elo if elo.kind is OptionKind.SPIN and switch.kind is OptionKind.CHECK else None

    @property
    def limit(self) -> int:
        """Its Elo against the user, 0 for full strength."""
        option = self.strength
        if option is None:
            return 0
        if self.play_elo is not None:
            return self.play_elo and max(option.low, min(option.high, self.play_elo))
        values = {name.lower(): value for name, value in self.values.items()}
        return int(self.value(option)) if values.get(_LIMITED) == "true" else 0

    @property
    def play_values(self) -> dict[str, str]:
        """`sent_values` for a game against the user."""
        values, option = self.sent_values, self.strength
        if option is not None and self.play_elo is not None:
            switch = next(one for one in self.options if one.name.lower() == _LIMITED)
            values |= {switch.name: "true" if self.limit else "false"}
            values |= {option.name: str(self.limit)} if self.limit else {}
        return values

    def value(self, option: EngineOption) -> str:
        """The value of an option, by default the engine's."""
        return self.values.get(option.name, option.default)

    def with_value(self, option: EngineOption, value: str) -> "EngineEntry":
        """The entry with another value. :raises ValueError: the option does not accept it."""
        if not option.accepts(value):
            raise ValueError(f"{value!r} is not allowed for {option.name}")
        values = {**self.values, option.name: value}
        if value == option.default:
            del values[option.name]
        return replace(self, values=MappingProxyType(values))


def without_book(options: Iterable[EngineOption]) -> dict[str, str]:
    """The values that switch off an engine's own book, if it has such an option."""
    return {
        option.name: "false"
        for option in options
        if option.kind is OptionKind.CHECK and option.default == "true" and option.name.lower() in _BOOK_NAMES
    }


def distinct_name(name: str, taken: Iterable[str]) -> str:
    """The name, with a number added if it is already used."""
    used = {other.casefold() for other in taken}
    made, number = name, 2
    while made.casefold() in used:
        made, number = f"{name} ({number})", number + 1
    return made


def dump(entries: Iterable[EngineEntry]) -> bytes:
    return dumped({"version": VERSION, "engines": [as_json(entry) for entry in entries]})


def load(content: bytes) -> tuple[EngineEntry, ...]:
    """Reads the entries. :raises EngineListError: the text is damaged, or from a newer version."""
    try:
        found = parse(content, MOST_BYTES)
        if found["version"].whole(1, _HIGHEST_VERSION) > VERSION:
            raise EngineListError("it was written by a newer version of Ratsu")
        return tuple(_load_entry(row) for row in found["engines"])
    except JsonError as error:
        raise EngineListError(why(error)) from error


def _load_entry(row: JsonValue) -> EngineEntry:
    """Reads an entry, without values that the engine's options do not accept any more."""
    entry = of_json(EngineEntry, row)
    if not entry.command:
        raise JsonError("%1 is empty", row["command"].place)
    known = {option.name: option for option in entry.options}
    values = {name: value for name, value in entry.values.items() if name in known and known[name].accepts(value)}
    return replace(entry, values=MappingProxyType(values))
