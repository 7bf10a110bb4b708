"""Reasons as text in files, beside the English words: JSON, and the same for a command in a PGN comment.

A file of an older version has only the words: they are shown as they are (`engine.game.reason.told`). So is what cannot be
read, such as a kind that a newer version has.
"""

import json
from collections.abc import Callable, Mapping
from datetime import date
from typing import TypeVar

from engine.game.info import PovScore, Score, TableResult
from engine.game.reason import BoardMove, Kind, Mark, Pawns, Provenance, Reason, Share, Value, Whose
from engine.ground.json_text import JsonValue, parse
from engine.ground.text import Text

_T = TypeVar("_T")
MOST_CHARACTERS = 4_000  # of a reason; longer ones are not read
_MOST = 2**63 - 1  # of a number
MOST_DEPTH = 16  # clauses within clauses; the deepest that is made has 6
_ESCAPED = str.maketrans({sign: f"\\u{ord(sign):04x}" for sign in "[](){}, \x7f"})
_TO_COMMAND, _FROM_COMMAND = str.maketrans({"[": "(", "]": ")", ",": ", "}), str.maketrans("()", "[]")


def as_json(reason: Reason) -> str:
    """The reason as one line of ASCII without spaces; brackets in it are only those of JSON's lists."""
    return _json(reason)


def of_json(text: str) -> Reason:
    """The reason that `as_json` wrote. Raises ValueError for anything else."""
    try:
        found = _read(parse(text, MOST_CHARACTERS))
    except (TypeError, KeyError, RecursionError, OverflowError) as error:
        raise ValueError(f"no reason: {text}") from error
    if not isinstance(found, Reason):
        raise ValueError(f"no reason: {text}")
    return found


def as_command(reason: Reason) -> str:
    """The reason for a PGN command such as `[%why ...]`: it holds no bracket or brace that would end it, and a line may be
    broken after each of its commas."""
    return as_command_text(as_json(reason))


def of_command(text: str) -> Reason:
    """The reason that `as_command` wrote. Raises ValueError for anything else."""
    return of_json(of_command_text(text))


def as_command_text(json_text: str) -> str:
    """JSON of ASCII without spaces, written so that no bracket or brace ends the PGN command that holds it."""
    return json_text.translate(_TO_COMMAND)


def of_command_text(text: str) -> str:
    """The JSON that `as_command_text` wrote."""
    return text.translate(_FROM_COMMAND)


def score_fields(score: PovScore) -> list[int | None]:
    """A score as numbers: centipawns, moves to mate, whether White's, and of a table its result and plies."""
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
    value: Reason | Text | Provenance | Whose | Mark | BoardMove | PovScore | Pawns | Share | date,
) -> list[Value | None]:
    """A word for the type, and what it is made of; a kind is its own word."""
    match value:
        case Reason():
            return [value.kind.name, *value.values]
        case Text():
            return ["text", value.template, *map(_plain, value.values)]
        case Provenance():
            return ["provenance", value.whose.value, value.name, value.game, value.day]
        case Whose():
            return ["whose", value.value]
        case Mark():
            return ["mark", value.value]
        case BoardMove():
            return ["move", value.uci, value.fen, int(value.chess960), int(value.numbered)]
        case PovScore():
            return ["score", *score_fields(value)]
        case Pawns():
            return ["pawns", value.centipawns]
        case Share():
            return ["share", str(value.of_one)]
        case _:
            return ["day", value.isoformat()]


def _plain(value: object) -> Value:
    """What fills a text: numbers and texts keep their kind, all else its words."""
    return value if isinstance(value, (int, Text, Reason)) else str(value)


def _read(found: JsonValue, depth: int = 0) -> Value:
    """:raises ValueError, TypeError, KeyError: it is not what `_json` writes."""
    if isinstance(found.value, str):
        return found.words()
    if not isinstance(found.value, list):
        return found.whole(-_MOST, _MOST)
    name, *parts = found
    if depth > MOST_DEPTH:
        raise ValueError(f"{found.place} is nested more than {MOST_DEPTH} deep")
    values = [None if part.missing else _read(part, depth + 1) for part in parts]
    maker = _MAKERS.get(name.text())
    return maker(*values) if maker is not None else Reason(Kind[name.text()], tuple(values))  # type: ignore[arg-type]


def move_of(uci: str, fen: str, chess960: int, numbered: int = True) -> BoardMove:
    """A move as a file has it. Raises ValueError or TypeError where it is none of the position."""
    made = BoardMove(_is(uci, str), _is(fen, str), bool(chess960), bool(numbered))
    if not made.san:  # which raises ValueError where the two are no pair
        raise ValueError(f"{uci} in {fen}")
    return made


def score_of(centipawns: int | None, mate: int | None, white: int, wdl: int | None = None, plies: int = 0) -> PovScore:
    """The score that `score_fields` wrote. Raises ValueError or TypeError for anything else."""
    numbers = [_is(number, int) for number in (centipawns, mate, wdl) if number is not None]
    if len(numbers) != 1 or not -2 <= (wdl or 0) <= 2:
        raise ValueError(f"no score: {centipawns}, {mate}, {wdl}")
    table = None if wdl is None else TableResult(wdl, _is(plies, int))
    return PovScore(Score(centipawns, mate, table), bool(white))


def _provenance(whose: str, name: str, game: int, day: date | None) -> Provenance:
    return Provenance(Whose(whose), _is(name, str), _is(game, int), None if day is None else _is(day, date))


def _share(text: str) -> Share:
    share = float(_is(text, str))
    if not 0 <= share <= 1:  # nor is a NaN
        raise ValueError(f"no share of 1: {text}")
    return Share(share)


def _is(value: object, kind: type[_T]) -> _T:
    if not isinstance(value, kind):
        raise TypeError(f"{value} is no {kind.__name__}")
    return value


_MAKERS: Mapping[str, Callable[..., Value]] = {
    "text": lambda template, *values: Text(_is(template, str), *values),
    "provenance": _provenance,
    "whose": Whose,
    "mark": Mark,
    "move": move_of,
    "score": score_of,
    "pawns": lambda centipawns: Pawns(_is(centipawns, int)),
    "share": _share,
    "day": date.fromisoformat,
}
