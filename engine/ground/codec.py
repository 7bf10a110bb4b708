"""Converts values to JSON and back, by the types of their fields.

    @dataclass(frozen=True)
    class RatedGame:
        opponent: Annotated[str, Longest(1_000)]
        elo: Annotated[int, Within(0, 3_400)]
        control: str = ""

    as_json(game)                     # {"opponent": "Anna", "elo": 1500, "control": ""}
    of_json(RatedGame, parse(line))   # JsonError: elo must be a whole number from 0 to 3400, not -1

A dataclass is an object, a NamedTuple a list, a `Text` the list of its template and values. Fields with a default may be
missing; unknown fields are ignored. `field(metadata=keyed("protocol"))` names another key. `Annotated[TimeControl,
FieldCodec(control_of, str)]` covers other types.
"""

import dataclasses
import types
from collections.abc import Callable, Container, Iterable, Mapping
from enum import Enum
from functools import cache
from pathlib import Path
from typing import Annotated, Any, NamedTuple, TypeVar, Union, get_args, get_origin, get_type_hints

from engine.ground.json_text import LONGEST_TEXT, JsonValue
from engine.ground.text import NOTHING, Text, plain

_T = TypeVar("_T")
_Read = Callable[[JsonValue], Any]
_Write = Callable[[Any], object]
_KEY = "json"
_HIGHEST = 2**63 - 1  # of a whole number without bounds: the limit of our JSON


class Within(NamedTuple):
    """The bounds of a number, both included."""

    low: float
    high: float


class Longest(NamedTuple):
    """The largest number of characters of a text."""

    characters: int


class OneOf(NamedTuple):
    """The allowed texts."""

    choices: tuple[str, ...]


class FieldCodec(NamedTuple):
    """Reads and writes a value of another type. `read` raises JsonError or another ValueError."""

    read: Callable[[JsonValue], Any]
    write: Callable[[Any], object]


def keyed(key: str) -> dict[str, str]:
    """The metadata of a field whose JSON key is not its name."""
    return {_KEY: key}


def of_json(kind: type[_T], found: JsonValue) -> _T:
    """Reads a value of the type `kind`. :raises JsonError: a field is missing, of another type, or out of range."""
    return _pair(kind)[0](found)  # type: ignore[no-any-return, arg-type]


def as_json(value: object) -> Any:
    """The value as `json.dumps` writes and `of_json` reads it."""
    return _pair(type(value))[1](value)  # type: ignore[arg-type]


@cache
def _pair(kind: Any, *notes: object) -> tuple[_Read, _Write]:
    """The reader and writer of a type. `notes`: its annotations."""
    for note in notes:
        if isinstance(note, FieldCodec):
            return note
    origin, arguments = get_origin(kind), get_args(kind)
    if origin is Annotated:
        return _pair(arguments[0], *arguments[1:], *notes)
    if origin in (Union, types.UnionType):
        (one,) = (part for part in arguments if part is not type(None))
        return _optional(*_pair(one, *notes))
    if origin is tuple and arguments[-1] is not Ellipsis:
        return _row(tuple, [_Part("", "", *_pair(part, *notes)) for part in arguments])
    if origin in (tuple, list, frozenset):
        return _several(origin, *_pair(arguments[0], *notes))
    if origin in (dict, Mapping):
        return _table_of(dict if origin is dict else types.MappingProxyType, *_pair(arguments[1], *notes))
    return _plain(kind, notes)


def _plain(kind: Any, notes: tuple[object, ...]) -> tuple[_Read, _Write]:
    low, high = next((note for note in notes if isinstance(note, Within)), (-_HIGHEST, _HIGHEST))
    if kind is bool:
        return JsonValue.flag, _itself
    if kind is int:
        return lambda found: found.whole(int(low), int(high)), _itself
    if kind is float:
        return lambda found: found.number(low, high), _itself
    if kind is Text:
        return _read_text, _write_text
    choices = next((note.choices for note in notes if isinstance(note, OneOf)), None)
    if choices is not None:
        return lambda found: found.one_of(choices), _itself
    if kind is str or kind is Path:
        longest = next((note.characters for note in notes if isinstance(note, Longest)), LONGEST_TEXT)
        return (lambda found: kind(found.text(longest))), (_itself if kind is str else str)
    if issubclass(kind, Enum):
        return _choice(kind)
    if dataclasses.is_dataclass(kind):
        return _table(kind)
    if hasattr(kind, "_field_defaults"):
        return _row(lambda values: kind(*values), _fields(kind, kind._fields, kind._field_defaults, {}))
    raise TypeError(f"{kind} has no form in JSON")


def _read_text(found: JsonValue) -> Text:
    """Reads a text; a plain string from an older file becomes a template without values."""
    if isinstance(found.value, str):
        return plain(found.text()) if found.value else NOTHING
    template, *values = found
    return Text(template.text(), *map(_read_part, values))


def _read_part(found: JsonValue) -> Text | int | str:
    if isinstance(found.value, list):
        return _read_text(found)
    return found.text() if isinstance(found.value, str) else found.whole(-_HIGHEST, _HIGHEST)


def _write_text(text: Text) -> list[object]:
    """Writes a text; values other than texts and numbers become strings."""
    values = (
        _write_text(one) if isinstance(one, Text) else one if type(one) is int else str(one) for one in text.values
    )
    return [text.template, *values]


def _itself(value: object) -> object:
    return value


def _optional(read: _Read, write: _Write) -> tuple[_Read, _Write]:
    return (
        lambda found: None if found.missing else read(found),
        lambda value: None if value is None else write(value),
    )


def _choice(kind: type[Enum]) -> tuple[_Read, _Write]:
    choices = tuple(member.value for member in kind)
    if all(isinstance(choice, str) for choice in choices):
        return (lambda found: kind(found.one_of(choices))), (lambda member: member.value)
    return (lambda found: kind(found.whole(min(choices), max(choices)))), (lambda member: member.value)


def _several(kind: Any, read: _Read, write: _Write) -> tuple[_Read, _Write]:
    ordered = sorted if kind is frozenset else list
    return (lambda found: kind(map(read, found))), (lambda values: [write(value) for value in ordered(values)])


def _table_of(make: Callable[..., Any], read: _Read, write: _Write) -> tuple[_Read, _Write]:
    return (
        lambda found: make({key: read(value) for key, value in found.items()}),
        lambda values: {key: write(value) for key, value in values.items()},
    )


class _Part(NamedTuple):
    """A field, its JSON key, and whether it may be missing."""

    name: str
    key: str
    read: _Read
    write: _Write
    optional: bool = False


def _fields(kind: Any, names: Iterable[str], defaults: Container[str], keys: Mapping[str, str]) -> list[_Part]:
    hints = get_type_hints(kind, include_extras=True)
    return [_Part(name, keys.get(name, name), *_pair(hints[name]), name in defaults) for name in names]


def _table(kind: Any) -> tuple[_Read, _Write]:
    fields = dataclasses.fields(kind)
    missing = dataclasses.MISSING
    defaults = {one.name for one in fields if one.default is not missing or one.default_factory is not missing}
    keys = {one.name: one.metadata[_KEY] for one in fields if _KEY in one.metadata}
    parts = _fields(kind, [one.name for one in fields], defaults, keys)

    def read(found: JsonValue) -> object:
        given = (part for part in parts if not part.optional or found.has(part.key))
        return kind(**{part.name: part.read(found[part.key]) for part in given})

    return read, lambda value: {part.key: part.write(getattr(value, part.name)) for part in parts}


def _row(make: Callable[[list[Any]], Any], parts: list[_Part]) -> tuple[_Read, _Write]:
    def read(found: JsonValue) -> object:
        count = len([*found])
        return make([part.read(found[at]) for at, part in enumerate(parts) if at < count or not part.optional])

    return read, lambda values: [part.write(value) for part, value in zip(parts, values, strict=True)]
