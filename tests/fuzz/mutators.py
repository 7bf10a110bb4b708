"""How inputs go wrong: bytes, words of a line, fields of a FEN, values of JSON, values of a table."""

import json
import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

_PIECES = "KQRBNPkqrbnp12345678/9٣²x "
WRONG_JSON: tuple[str, ...] = (
    "Infinity",
    "-Infinity",
    "NaN",
    "1e400",
    "9" * 400,
    str(2**63),
    str(-(2**63) - 1),
    "-1",
    "0",
    "0.5",
    "null",
    "true",
    '""',
    '"\\ud800"',
    '"a\\u0000b"',
    '"../../../etc/passwd"',
    "[]",
    "{}",
    '[[], {"a": []}]',
    "[" * 2_000 + "]" * 2_000,
    json.dumps("x" * 70_000),
)
_MARK = "@here@"


def bytes_mutant(content: bytes, dice: random.Random, first: int = 0) -> bytes:
    """A few bytes changed, turned, cut out, doubled or put in, from `first` on."""
    data = bytearray(content)
    for _ in range(dice.choice((1, 1, 2, 3, 8))):
        at = dice.randint(min(first, len(data)), len(data))
        match dice.randrange(6):
            case 0:
                data[at : at + 1] = bytes((dice.randrange(256),))
            case 1:
                del data[at : at + dice.randint(1, 40)]
            case 2:
                data[at:at] = dice.randbytes(dice.randint(1, 20))
            case 3:
                data[at : at + 4] = dice.choice(
                    (b"\xff\xff\xff\xff", b"\0\0\0\0", b"\x7f\xff\xff\xff", b"\xff\xff\xff\x7f")
                )
            case 4:
                data[at:at] = data[max(0, at - 16) : at]
            case _ if at < len(data):
                data[at] ^= 1 << dice.randrange(8)
            case _:
                del data[max(0, at - 1) :]
    return bytes(data)


def fen_mutant(seeds: Sequence[str], dice: random.Random) -> str:
    """A FEN whose fields were changed, swapped with those of another, left out or doubled."""
    fields = dice.choice(seeds).split(" ")
    for _ in range(dice.choice((0, 1, 1, 2, 3))):
        at = dice.randrange(len(fields)) if fields else 0
        other = dice.choice(seeds).split(" ")
        match dice.randrange(7):
            case 0 | 1 if fields:
                text = fields[at]
                place = dice.randint(0, len(text))
                fields[at] = text[:place] + dice.choice(_PIECES) + text[place + dice.randint(0, 2) :]
            case 2:
                fields[at : at + 1] = [dice.choice(other)]
            case 3 if len(fields) > 3:
                fields[2] = "".join(dice.choices("KQkqABCDEFGHabcdefgh-", k=dice.randint(0, 5)))
                fields[3] = dice.choice(("-", "e3", "d6", "a9", "h6", ""))
            case 4:
                fields.insert(at, dice.choice((*other, "-1", "9" * 30, "w", "\0", "½")))
            case 5:
                del fields[at : at + 1]
            case _ if fields and "/" in fields[0]:
                ranks = fields[0].split("/")
                ranks[dice.randrange(len(ranks))] = dice.choice(dice.choice(seeds).split(" ")[0].split("/"))
                fields[0] = "/".join(ranks)
            case _:
                pass
    return " ".join(fields)


def json_mutant(content: str, dice: random.Random) -> str:
    """A file of JSON, or of lines of JSON, with one value replaced, a key left out, or some bytes changed."""
    lines = [content]
    try:
        json.loads(content)
    except ValueError:
        lines = content.splitlines(keepends=True)
    if dice.random() < 0.15 or not lines:
        return bytes_mutant(content.encode(), dice).decode("utf-8", "surrogateescape")
    for _ in range(dice.choice((1, 1, 1, 2, 4))):
        at = dice.randrange(len(lines))
        try:
            value = json.loads(lines[at])
        except (ValueError, RecursionError):
            continue
        lines[at] = _spoilt(value, dice) + "\n"
    if len(lines) > 1 and dice.random() < 0.2:
        lines.insert(dice.randrange(len(lines)), dice.choice(lines))
    return "".join(lines)


def _spoilt(value: Any, dice: random.Random) -> str:
    owners: list[tuple[Any, Any]] = [({"": value}, "")]
    for owner, key in owners:
        inner = owner[key]
        keys = inner.keys() if isinstance(inner, dict) else range(len(inner)) if isinstance(inner, list) else ()
        owners += [(inner, deeper) for deeper in keys]
    owner, key = dice.choice(owners)
    if isinstance(owner, dict) and key and dice.random() < 0.15:
        del owner[key]
        return json.dumps(value)
    wrong = dice.choice((*WRONG_JSON, json.dumps(dice.choice(owners)[0]), json.dumps(owner[key])))
    if owner == {"": value}:
        return wrong
    owner[key] = _MARK
    return json.dumps(value).replace(json.dumps(_MARK), wrong)


def put(path: Path, content: bytes) -> None:
    """Writes a new file: one that is written over is flushed to the disk by some file systems, which takes 0.1 s."""
    path.unlink(missing_ok=True)
    path.write_bytes(content)
