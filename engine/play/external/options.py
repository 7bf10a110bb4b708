"""The options that an engine declares, read from lines that may be wrong in any way."""

from dataclasses import replace
from enum import Enum

from engine.protocols.uci_text import parse_integer
from engine.text import NOTHING, Text
from engine.values import dataclass

MOST_OPTIONS = 500
LONGEST_NAME = 200
LONGEST_VALUE = 4_096
NO_BOUND = 2**31 - 1  # for a spin that states no range, or an impossible one


class OptionKind(Enum):
    """What the user is asked for. FILE and PATH are strings with a dialog (XBoard declares them so)."""

    CHECK = "check"
    SPIN = "spin"
    COMBO = "combo"
    BUTTON = "button"
    STRING = "string"
    FILE = "file"
    PATH = "path"


@dataclass(frozen=True)
class EngineOption:
    """One option. Values are text as the protocol has it: `true` and `false`, numbers, words. A button has none.

    `fault` says in words what is wrong with the declaration, empty where nothing is.
    """

    name: str
    kind: OptionKind
    default: str = ""
    low: int = -NO_BOUND
    high: int = NO_BOUND
    choices: tuple[str, ...] = ()
    fault: Text = NOTHING

    def accepts(self, value: str) -> bool:
        """Whether a value may be sent."""
        if "\n" in value or "\r" in value or len(value) > LONGEST_VALUE:
            return False
        if self.kind is OptionKind.CHECK:
            return value in ("true", "false")
        if self.kind is OptionKind.SPIN:
            number = parse_integer(value)
            return number is not None and self.low <= number <= self.high
        if self.kind is OptionKind.COMBO:
            return value in self.choices
        return True


_FIELDS = ("type", "default", "min", "max", "var")


def parse_uci_option(line: str) -> EngineOption | None:
    """Reads `option name N type T [default D] [min L] [max H] [var V ...]`; None where there is no option in it."""
    words = line.split()
    if words[:2] != ["option", "name"]:
        return None
    fields: dict[str, list[str]] = {}
    choices: list[str] = []
    key = "name"
    value: list[str] = []
    for word in [*words[2:], "var"]:  # a last var closes what is there before it
        starts = word in _FIELDS and (word == "type" or "type" in fields or key == "type")
        if not starts:
            value.append(word)
            continue
        if key == "var":
            choices.append(" ".join(value))
        else:
            fields.setdefault(key, value)
        key, value = word, []
    name = " ".join(fields.get("name", []))[:LONGEST_NAME]
    kind = " ".join(fields.get("type", []))
    if not name or kind not in ("check", "spin", "combo", "button", "string"):
        return None
    default = " ".join(fields.get("default", []))
    option = EngineOption(
        name,
        OptionKind(kind),
        "" if default == "<empty>" else default[:LONGEST_VALUE],
        _number(fields, "min", -NO_BOUND),
        _number(fields, "max", NO_BOUND),
        tuple(dict.fromkeys(choices)),
    )
    return checked(option)


def parse_xboard_option(text: str) -> EngineOption | None:
    """Reads the value of `feature option="NAME -spin DEFAULT LOW HIGH"` and its kin; None where there is none in it."""
    name, dash, rest = text.partition(" -")
    words = rest.split()
    if not dash or not name.strip() or not words:
        return None
    name, kind, values = name.strip()[:LONGEST_NAME], words[0], words[1:]
    default = " ".join(values)[:LONGEST_VALUE]
    if kind in ("spin", "slider"):
        numbers = [parse_integer(word) for word in values[:3]]
        low, high = (*numbers[1:], None, None)[:2]
        return checked(
            EngineOption(
                name,
                OptionKind.SPIN,
                values[0] if values else "",
                -NO_BOUND if low is None else low,
                NO_BOUND if high is None else high,
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
    """The option with what is impossible in its declaration mended, and said."""
    faults = []
    if option.kind is OptionKind.SPIN:
        if option.low > option.high:
            faults.append(Text("states the impossible range %1 to %2", option.low, option.high))
            option = replace(option, low=-NO_BOUND, high=NO_BOUND)
        number = parse_integer(option.default)
        if number is None or not option.low <= number <= option.high:
            faults.append(_default_fault(option))
            option = replace(option, default=str(max(option.low, min(option.high, number or 0))))
    elif option.kind is OptionKind.CHECK and option.default not in ("true", "false"):
        faults.append(_default_fault(option))
        option = replace(option, default="false")
    elif option.kind is OptionKind.COMBO and option.default not in option.choices:
        faults.append(Text("has a default that is no choice"))
        option = replace(option, default=option.choices[0] if option.choices else "")
    fault = Text("%1 and %2", *faults) if len(faults) > 1 else faults[0] if faults else NOTHING
    return replace(option, fault=fault)


def _default_fault(option: EngineOption) -> Text:
    return Text("has the default “%1”", option.default) if option.default else Text("has no default")


def _number(fields: dict[str, list[str]], key: str, otherwise: int) -> int:
    number = parse_integer(" ".join(fields.get(key, [])))
    return otherwise if number is None else number
