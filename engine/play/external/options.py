"""The options that an engine declares; the parser accepts malformed lines."""

import re
from enum import Enum
from itertools import takewhile
from typing import Annotated, NamedTuple

from engine.ground.codec import Longest
from engine.ground.text import NOTHING, Text

MOST_OPTIONS = 500
LONGEST_NAME = 200
LONGEST_VALUE = 4_096
NO_BOUND = 2**63 - 1  # for a spin with no range or an impossible one; the widest range that is stored
_EMPTY = "<empty>"  # how UCI writes an empty value
_INTEGER = re.compile(r"[+-]?\d{1,40}", re.ASCII)


class OptionKind(Enum):
    """The kinds of options. FILE and PATH are strings with a dialog (XBoard declares them so)."""

    CHECK = "check"
    SPIN = "spin"
    COMBO = "combo"
    BUTTON = "button"
    STRING = "string"
    FILE = "file"
    PATH = "path"


class EngineOption(NamedTuple):
    """One option. Values are text as in the protocol: `true` and `false`, numbers, words. A button has no value.

    `fault` describes an error in the declaration, empty if there is none.
    """

    name: Annotated[str, Longest(LONGEST_NAME)]
    kind: OptionKind
    default: str = ""
    low: int = -NO_BOUND
    high: int = NO_BOUND
    choices: tuple[str, ...] = ()
    fault: Text = NOTHING

    def accepts(self, value: str) -> bool:
        return self.spelled(value) is not None

    def spelled(self, value: str) -> str | None:
        """A value as the engine declares it (`True` is `true`, a choice has its capitals); None if it may not be sent."""
        if "\n" in value or "\r" in value or len(value) > LONGEST_VALUE:
            return None
        if self.kind is OptionKind.CHECK:
            return value.lower() if value.lower() in ("true", "false") else None
        if self.kind is OptionKind.SPIN:
            number = whole_number(value)
            return str(number) if number is not None and self.low <= number <= self.high else None
        if self.kind is OptionKind.COMBO:
            return _choice(value, self.choices)
        return value

    @property
    def demand(self) -> Text:
        if self.kind is OptionKind.CHECK:
            return Text("true or false")
        if self.kind is OptionKind.SPIN:
            return Text("a whole number from %1 to %2", self.low, self.high)
        if self.kind is OptionKind.COMBO:
            return Text("one of: %1", ", ".join(self.choices))
        return Text("one line of at most %1 characters", LONGEST_VALUE)


def whole_number(text: str) -> int | None:
    """Parses an integer of any size; None if the text is not one."""
    return int(text) if _INTEGER.fullmatch(text) else None


def _choice(value: str, choices: tuple[str, ...]) -> str | None:
    """The choice with this name, or with the same name in other capitals."""
    if value in choices:
        return value
    return next((choice for choice in choices if choice.lower() == value.lower()), None)


_UCI_KINDS = ("check", "spin", "combo", "button", "string")
_FIELDS = ("default", "min", "max")


def parse_uci_option(line: str) -> EngineOption | None:
    """Parses `option name N type T [default D] [min L] [max H] [var V ...]`; None if it contains no option.

    The type decides which words are fields: a name may contain `type` or `max`, a text `min`, a choice may be `default`.
    """
    words = line.split()
    types = (index for index in range(3, len(words) - 1) if words[index] == "type" and words[index + 1] in _UCI_KINDS)
    if words[:2] != ["option", "name"] or (at := next(types, None)) is None:
        return None
    name, kind, rest = " ".join(words[2:at])[:LONGEST_NAME], OptionKind(words[at + 1]), words[at + 2 :]
    if kind is OptionKind.STRING:  # blanks inside count
        said = line.split(None, at + 3)[at + 3 :] if rest[:1] == ["default"] else []
        text = said[0].strip() if said else ""
        return EngineOption(name, kind, "" if text == _EMPTY else text[:LONGEST_VALUE])
    if kind is OptionKind.COMBO:
        default, choices = _combo(rest)
        return checked(EngineOption(name, kind, default, choices=choices))
    fields = {word: index for index, word in reversed(list(enumerate(rest))) if word in _FIELDS}
    values = {word: " ".join(_until_field(rest[index + 1 :])) for word, index in fields.items()}
    low, high = (whole_number(values.get(key, "")) for key in ("min", "max"))
    return checked(
        EngineOption(
            name,
            kind,
            values.get("default", "")[:LONGEST_VALUE],
            -NO_BOUND if low is None else max(low, -NO_BOUND),
            NO_BOUND if high is None else min(high, NO_BOUND),
        )
    )


def _until_field(words: list[str]) -> list[str]:
    return list(takewhile(lambda word: word not in _FIELDS, words))


def _combo(words: list[str]) -> tuple[str, tuple[str, ...]]:
    """The default and the choices of `default D var V var V ...`."""
    parts: list[tuple[str, list[str]]] = []
    has_default = False
    for word in words:
        opens = word == "var" or (word == "default" and not has_default and parts[-1:] != [("var", [])])
        if opens:
            parts.append((word, []))
            has_default |= word == "default"
        elif parts:
            parts[-1][1].append(word)
    values = [(key, " ".join(said)[:LONGEST_VALUE]) for key, said in parts]
    plain = [(key, "" if value == _EMPTY else value) for key, value in values]
    default = next((value for key, value in plain if key == "default"), "")
    return default, tuple(dict.fromkeys(value for key, value in plain if key == "var"))


def parse_xboard_option(text: str) -> EngineOption | None:
    """Parses the value of `feature option="NAME -spin DEFAULT LOW HIGH"` and similar; None if it contains no option."""
    name, dash, rest = text.partition(" -")
    words = rest.split()
    if not dash or not name.strip() or not words:
        return None
    name, kind, values = name.strip()[:LONGEST_NAME], words[0], words[1:]
    default = " ".join(values)[:LONGEST_VALUE]
    if kind in ("spin", "slider"):
        numbers = [whole_number(word) for word in values[:3]]
        low, high = (*numbers[1:], None, None)[:2]
        return checked(
            EngineOption(
                name,
                OptionKind.SPIN,
                values[0] if values else "",
                -NO_BOUND if low is None else max(low, -NO_BOUND),
                NO_BOUND if high is None else min(high, NO_BOUND),
            )
        )
    if kind == "check":
        return checked(EngineOption(name, OptionKind.CHECK, "true" if default == "1" else "false"))
    if kind == "combo":
        choices = [choice.strip() for choice in default.split("///")]
        plain = tuple(choice.lstrip("*") for choice in choices)
        chosen = next((choice for choice in choices if choice.startswith("*")), "")
        return checked(EngineOption(name, OptionKind.COMBO, (chosen or choices[0]).lstrip("*"), choices=plain))
    if kind in ("button", "save", "reset"):
        return EngineOption(name, OptionKind.BUTTON)
    kinds = {"string": OptionKind.STRING, "file": OptionKind.FILE, "path": OptionKind.PATH}
    return EngineOption(name, kinds[kind], default) if kind in kinds else None


def checked(option: EngineOption) -> EngineOption:
    """The option with impossible values repaired, and with a fault that says so."""
    faults = []
    if option.kind is OptionKind.SPIN:
        if option.low > option.high:
            faults.append(Text("states the impossible range %1 to %2", option.low, option.high))
            option = option._replace(low=-NO_BOUND, high=NO_BOUND)
        number = whole_number(option.default)
        if number is None or not option.low <= number <= option.high:
            faults.append(_default_fault(option))
            option = option._replace(default=str(max(option.low, min(option.high, number or 0))))
    elif (default := option.spelled(option.default)) is not None:
        option = option._replace(default=default)
    elif option.kind is OptionKind.CHECK:
        faults.append(_default_fault(option))
        option = option._replace(default="false")
    elif option.kind is OptionKind.COMBO:
        faults.append(Text("has a default that is not one of its choices"))
        option = option._replace(default=option.choices[0] if option.choices else "")
    fault = Text("%1 and %2", *faults) if len(faults) > 1 else faults[0] if faults else NOTHING
    return option._replace(fault=fault)


def _default_fault(option: EngineOption) -> Text:
    return Text("has the default “%1”", option.default) if option.default else Text("has no default")
