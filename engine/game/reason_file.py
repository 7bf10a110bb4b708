"""Reasons as text in files, beside the English words: JSON, and a form for commands in PGN comments.

Older files have only the words, which are shown unchanged (`engine.game.reason.text_reason`). The same holds for unreadable
values, such as a kind of a newer version.
"""

import json
from collections.abc import Callable, Mapping
from datetime import date
from typing import TypeVar

from engine.game.info import PovScore, Score, TableResult
from engine.game.reason import (
    BoardMove,
    FlagSymbol,
    PawnLoss,
    Provenance,
    Reason,
    ReasonKind,
    Share,
    SourceLayer,
    Value,
)
from engine.ground.json_text import JsonValue, parse
from engine.ground.text import Text

_T = TypeVar("_T")
MOST_CHARACTERS = 4_000  # limit for a reason; longer ones are not read
_MOST = 2**63 - 1  # limit of a number
MOST_DEPTH = 16  # clauses within clauses; 6 levels occur
_ESCAPED = str.maketrans({sign: f"\\u{ord(sign):04x}" for sign in "[](){}, \x7f"})
_TO_COMMAND, _FROM_COMMAND = str.maketrans({"[": "(", "]": ")", ",": ", "}), str.maketrans("()", "[]")


def as_json(reason: Reason) -> str:
    """Returns the reason as one line of ASCII without spaces; its only brackets are those of JSON's lists."""
    return _json(reason)


def of_json(text: str) -> Reason:
    """Returns the reason that `as_json` wrote. :raises ValueError: the text is something different."""
    try:
        found = _read(parse(text, MOST_CHARACTERS))
    except (TypeError, KeyError, RecursionError, OverflowError) as error:
        raise ValueError(f"no reason: {text}") from error
    if not isinstance(found, Reason):
        raise ValueError(f"no reason: {text}")
    return found


def as_command(reason: Reason) -> str:
    """Returns the reason for a PGN command such as `[%why ...]`, without brackets or braces that would end it; a line
    may be broken after each comma."""
    return as_command_text(as_json(reason))


def of_command(text: str) -> Reason:
    """Returns the reason that `as_command` wrote. :raises ValueError: the text is something different."""
    return of_json(of_command_text(text))


def as_command_text(json_text: str) -> str:
    """Returns JSON (ASCII without spaces) without brackets or braces that would end the PGN command."""
    return json_text.translate(_TO_COMMAND)


def of_command_text(text: str) -> str:
    """Returns the JSON that `as_command_text` wrote."""
    return text.translate(_FROM_COMMAND)


def score_fields(score: PovScore) -> list[int | None]:
    """Returns a score as numbers: centipawns, moves to mate, whether White's, and a tablebase result with its plies."""
    table = () if score.score.table is None else (score.score.table.wdl, score.score.table.plies)
    return [score.score.centipawns, score.score.mate, int(score.white), *table]


def _json(value: Value) -> str:
    if isinstance(value, int):
        return str(value)
    if isinstance(value, str):
        return json.dumps(value).translate(_ESCAPED)
    name, *values = _fields(value)
    return "[" + ",".join([f'"{name}"', *(_json(part) if part is not None else "null" for part in values)]) + "]"


def _fields(
    value: Reason | Text | Provenance | SourceLayer | FlagSymbol | BoardMove | PovScore | PawnLoss | Share | date,
) -> list[Value | None]:
    """Returns a word for the type, and its parts; a kind is its own word."""
    match value:
        case Reason():
            return [value.kind.name, *value.values]
        case Text():
            return ["text", value.template, *map(_plain, value.values)]
        case Provenance():
            return ["provenance", value.whose.value, value.name, value.game, value.day]
        case SourceLayer():
            return ["whose", value.value]
        case FlagSymbol():
            return ["mark", value.value]
        case BoardMove():
            return ["move", value.uci, value.fen, int(value.chess960), int(value.numbered)]
        case PovScore():
            return ["score", *score_fields(value)]
        case PawnLoss():
            return ["pawns", value.centipawns]
        case Share():
            return ["share", str(value.of_one)]
        case _:
            return ["day", value.isoformat()]


def _plain(value: object) -> Value:
    """Returns a value of a text: numbers and texts keep their type, all others become words."""
    return value if isinstance(value, (int, Text, Reason)) else str(value)


def _read(found: JsonValue, depth: int = 0) -> Value:
    """Reads a value that `_json` wrote. :raises ValueError, TypeError, KeyError: it is something different."""
    if isinstance(found.value, str):
        return found.words()
    if not isinstance(found.value, list):
        return found.whole(-_MOST, _MOST)
    name, *parts = found
    if depth > MOST_DEPTH:
        raise ValueError(f"{found.place} is nested more than {MOST_DEPTH} deep")
    values = [None if part.missing else _read(part, depth + 1) for part in parts]
    maker = _MAKERS.get(name.text())
    return maker(*values) if maker is not None else Reason(ReasonKind[name.text()], tuple(values))  # type: ignore[arg-type]


def move_of(uci: str, fen: str, chess960: int, numbered: int = True) -> BoardMove:
    """Returns a move from a file. :raises ValueError: it is illegal in the position. :raises TypeError: a value has a
    wrong type."""
    made = BoardMove(_is(uci, str), _is(fen, str), bool(chess960), bool(numbered))
    if not made.san:  # raises ValueError for an illegal move
        raise ValueError(f"{uci} in {fen}")
    return made


def score_of(centipawns: int | None, mate: int | None, white: int, wdl: int | None = None, plies: int = 0) -> PovScore:
    """Returns the score that `score_fields` wrote. :raises ValueError: the numbers are invalid."""
    numbers = [_is(number, int) for number in (centipawns, mate, wdl) if number is not None]
    if len(numbers) != 1 or not -2 <= (wdl or 0) <= 2:
        raise ValueError(f"no score: {centipawns}, {mate}, {wdl}")
    table = None if wdl is None else TableResult(wdl, _is(plies, int))
    return PovScore(Score(centipawns, mate, table), bool(white))


def _provenance(whose: str, name: str, game: int, day: date | None) -> Provenance:
    return Provenance(SourceLayer(whose), _is(name, str), _is(game, int), None if day is None else _is(day, date))


def _share(text: str) -> Share:
    share = float(_is(text, str))
    if not 0 <= share <= 1:  # also rejects NaN
        raise ValueError(f"no share of 1: {text}")
    return Share(share)


def _is(value: object, kind: type[_T]) -> _T:
    if not isinstance(value, kind):
        raise TypeError(f"{value} is not of type {kind.__name__}")
    return value


_MAKERS: Mapping[str, Callable[..., Value]] = {
    "text": lambda template, *values: Text(_is(template, str), *values),
    "provenance": _provenance,
    "whose": SourceLayer,
    "mark": FlagSymbol,
    "move": move_of,
    "score": score_of,
    "pawns": lambda centipawns: PawnLoss(_is(centipawns, int)),
    "share": _share,
    "day": date.fromisoformat,
}
