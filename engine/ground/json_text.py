"""Strict reading of JSON that may be damaged; each value knows its place for the message.

    entry = parse(content)["engines"][2]
    elo = entry["elo"].whole(0, 4000)   # JsonError: engines[2].elo: a whole number from 0 to 4000 is needed, not Infinity

Refused: NaN and Infinity (not in RFC 8259), numbers beyond 64 bits, nesting deeper than 64, text that is not UTF-8. All errors
are JsonError.
"""

import json
import math
import re
from collections.abc import Iterator
from typing import Any, Never

from engine.ground.errors import RatsuError
from engine.ground.text import Text

MOST_BYTES = 1_000_000
DEEPEST = 64  # nesting of lists and objects
LONGEST_TEXT = 100_000  # characters of one value
_SHOWN = 40  # characters of a wrong value quoted in a message
_HIGHEST = 2**63 - 1
_MOST_DIGITS = 19  # of a number within 64 bits
_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[\[{]|[\]}]|-?(?:Infinity|NaN)|-?\d[\d.eE+-]*')


class JsonError(RatsuError, ValueError):
    """A text is not valid JSON, or a value has the wrong type or range. The text names the place, not the file."""


class JsonValue:
    """A value and its place. The methods raise JsonError if the value has another type or is out of range."""

    __slots__ = ("place", "value")

    def __init__(self, value: object, place: str = "") -> None:
        self.value = value
        self.place = place

    def __getitem__(self, key: str | int) -> "JsonValue":
        if isinstance(key, int):
            elements = self._list()
            if not -len(elements) <= key < len(elements):
                self._fail(Text("a list of more than %1 values", key))
            return JsonValue(elements[key], f"{self.place}[{key}]")
        table = self.table()
        if key not in table:
            raise JsonError("%1 is missing", self._named(key))
        return JsonValue(table[key], self._named(key))

    def get(self, key: str, otherwise: object = None) -> "JsonValue":
        """A field of an object; `otherwise` if it is missing."""
        return JsonValue(self.table().get(key, otherwise), self._named(key))

    def has(self, key: str) -> bool:
        return key in self.table()

    @property
    def missing(self) -> bool:
        """True for null."""
        return self.value is None

    def table(self) -> dict[str, Any]:
        """An object as a dict, unchecked inside."""
        if not isinstance(self.value, dict):
            self._fail(Text("a table"))
        return self.value

    def items(self) -> list[tuple[str, "JsonValue"]]:
        return [(key, JsonValue(value, self._named(key))) for key, value in self.table().items()]

    def __iter__(self) -> Iterator["JsonValue"]:
        return (JsonValue(value, f"{self.place}[{at}]") for at, value in enumerate(self._list()))

    def whole(self, low: int, high: int) -> int:
        if type(self.value) is not int or not low <= self.value <= high:
            self._fail(Text("a whole number from %1 to %2", low, high))
        return self.value

    def number(self, low: float, high: float) -> float:
        if type(self.value) not in (int, float) or not low <= self.value <= high:  # type: ignore[operator]
            self._fail(Text("a number from %1 to %2", f"{low:g}", f"{high:g}"))
        return float(self.value)  # type: ignore[arg-type]

    def flag(self) -> bool:
        if type(self.value) is not bool:
            self._fail(Text("true or false"))
        return self.value

    def text(self, longest: int = LONGEST_TEXT) -> str:
        """Text without NUL, which no path and no line of a protocol can hold."""
        if not isinstance(self.value, str) or len(self.value) > longest or "\0" in self.value:
            self._fail(Text("a text of at most %1 characters", longest))
        return self.value

    def words(self, longest: int = LONGEST_TEXT) -> str:
        """Text that any file and screen accepts: without NUL and lone surrogates."""
        text = self.text(longest)
        try:
            text.encode()
        except UnicodeEncodeError:
            self._fail(Text("a text of at most %1 characters", longest))
        return text

    def texts(self, longest: int = LONGEST_TEXT) -> tuple[str, ...]:
        return tuple(element.text(longest) for element in self)

    def one_of(self, choices: tuple[str, ...]) -> str:
        if not isinstance(self.value, str) or self.value not in choices:
            self._fail(Text("one of %1", ", ".join(choices)))
        return self.value

    def _list(self) -> list[Any]:
        if not isinstance(self.value, list):
            self._fail(Text("a list"))
        return self.value

    def _named(self, key: str) -> str:
        name = key[:_SHOWN]
        return f"{self.place}.{name}" if self.place else name

    def _fail(self, needed: Text) -> Never:
        shown = repr(self.value) if isinstance(self.value, (str, int, float)) else type(self.value).__name__
        raise JsonError("%1 must be %2, not %3", self.place or Text("the text"), needed, shown[:_SHOWN])


def parse(content: bytes | str, most_bytes: int = MOST_BYTES) -> JsonValue:
    """Parses a text.

    :raises JsonError: it is not valid JSON, too large, too deep, or a number is beyond 64 bits or not finite.
    """
    if len(content) > most_bytes:
        raise JsonError("it is larger than %1 bytes", most_bytes)
    text = content if isinstance(content, str) else _decoded(content)
    if not text.strip():
        raise JsonError("it is empty")
    if text.count("[") + text.count("{") > DEEPEST:
        _check_tokens(text)
    try:
        return JsonValue(json.loads(text, parse_constant=_refused, parse_float=_float, parse_int=_whole))
    except json.JSONDecodeError as error:
        raise JsonError("line %1, column %2: %3", error.lineno, error.colno, error.msg) from error
    except (_RefusedError, RecursionError) as error:
        _check_tokens(text)
        raise JsonError("it cannot be read as JSON") from error


def parse_first(text: str, at: int) -> tuple[JsonValue, int] | None:
    """The value that begins at `at` in a longer text, and its end; None if it is incomplete. :raises JsonError: as `parse`."""
    try:
        value, end = _DECODER.raw_decode(text, at)
    except json.JSONDecodeError:
        return None
    except (_RefusedError, RecursionError) as error:
        raise JsonError("it cannot be read as JSON") from error
    return JsonValue(value), end


def dumped(value: object, indent: int | None = 1) -> bytes:
    """The value as JSON that `parse` reads, with a line break at the end. :raises ValueError: a number is not finite."""
    text = json.dumps(value, indent=indent, ensure_ascii=False, allow_nan=False) + "\n"
    try:
        return text.encode()
    except UnicodeEncodeError:  # a path that is not UTF-8
        return (json.dumps(value, indent=indent, allow_nan=False) + "\n").encode()


class _RefusedError(ValueError):
    """A number that is refused; its place is determined afterwards."""


def _decoded(content: bytes) -> str:
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise JsonError("byte %1 is not UTF-8", error.start + 1) from error


def _refused(text: str) -> Never:
    raise _RefusedError(text)


def _float(text: str) -> float:
    number = float(text)
    return number if math.isfinite(number) else _refused(text)


def _whole(text: str) -> int:
    digits = text.lstrip("-")
    if len(digits) > _MOST_DIGITS or int(digits) > _HIGHEST:
        _refused(text)
    return int(text)


_DECODER = json.JSONDecoder(parse_constant=_refused, parse_float=_float, parse_int=_whole)


def _check_tokens(text: str) -> None:
    """Finds the first refused number or too deep nesting. :raises JsonError: it names the place."""
    depth = 0
    for token in _TOKEN.finditer(text):
        word = token.group()
        if word in "[{":
            depth += 1
            if depth > DEEPEST:
                line, column = _place(text, token.start())
                raise JsonError("line %1, column %2: nested more than %3 deep", line, column, DEEPEST)
        elif word in "]}":
            depth -= 1
        elif word[0] != '"' and not _is_taken(word):
            line, column = _place(text, token.start())
            raise JsonError("line %1, column %2: %3 is not a number that can be used", line, column, word[:_SHOWN])


def _is_taken(word: str) -> bool:
    try:
        _whole(word) if word.lstrip("-").isdigit() else _float(word)
    except _RefusedError:
        return False
    except ValueError:
        return True  # not a number: json reports it
    return word.lstrip("-") not in ("Infinity", "NaN")


def _place(text: str, at: int) -> tuple[int, int]:
    """Line and column, from 1."""
    return text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at)
