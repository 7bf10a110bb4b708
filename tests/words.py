"""Samples and counts of the program's prose: `python -m tests.words sample SEED`, `python -m tests.words count`.

`sample` prints ten docstrings and ten messages of each room, chosen by the seed. `count` prints how often each odd
wording occurs, room by room, and `list` where. `tests/test_plain_english.py` uses the same readers.
"""

import ast
import io
import random
import re
import sys
import tokenize
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from desktop.model.catalogue import read_catalogue

ROOT = Path(__file__).resolve().parent.parent
ROOMS = ("engine", "desktop", "books", "tablebases", "installer")
ODDITIES = {
    r"tell|tells|told|telling": "says, shows, reports; tell apart: distinguish",
    r"(?<!there )(?:is|are|was|were|am|be) (?:no(?! longer\b| more\b| better\b| worse\b| less\b| one\b)|none)": "is not a",
    r"so many": "that number of, or nothing",
    r"as (?:it|they) (?:is|are|was|were)(?= ?[.,;:)]|$)": "unchanged",
    r"(?:(?<=[.;:,(] )|(?<=[(])|^)where"
    r"(?! is\b| are\b| to\b| does\b| do\b| did\b| and\b| moves lead$| the game asks)": "if, when",
    r"(?:none|empty|0|1|true|false|nothing|only|but|and|or) where": "if, when",
    r"behind(?! in development\b| it falls\b| %2$)"
    r"(?! (?:\w+ )?(?:\w+ )?(?:pawns?|king|rook|queen|bishop|pieces?|squares?|leader)\b)": "after, below, under",
    r"kept": "stored, saved, remains",
    r"for want of": "without, because there is no",
    r"all the same": "anyway, even so",
    r"nobody|somebody": "no one, a player",
    r"(?:man|men)(?!-)(?<!-man)(?<!-men)": "piece, pieces",
    r"goes on|go on|going on|went on": "continues, resumes",
    r"stands?(?! for\b)": "is",
    r"in force": "in use, active",
    r"engines? of others": "external engine",
    r"take[sn]? (?:it )?up again": "resume",
    r"anew": "again, from the start",
    r"something went wrong that should not": "internal error",
}
"""Odd wordings (regular expressions, whole words) and what to write instead."""
NAMES = re.compile(r"\bis None\b|\b[A-Z]{4,}\b|`[^`]*`|“[^”]*”|\"[^\"]*\"|\]\([^)]*\)")  # code, quoted words and links
CHESS_TALK = ("go on", "material|captured(?: men| pieces)?|materiaali", "rook behind", "rook behind passed")
"""Messages that are words which a user types, or names of terms."""
SQL = re.compile(r"\s*(?:SELECT|INSERT|UPDATE|DELETE|CREATE|PRAGMA|WITH|ALTER|DROP|BEGIN|ATTACH|WHERE|verdict =)")


@dataclass(frozen=True)
class Prose:
    """One piece of text that a person reads: a docstring, a comment or a message."""

    place: str
    line: int
    kind: str
    text: str


@cache
def prose_of(room: str) -> tuple[Prose, ...]:
    """Every docstring, comment and message in the sources of a room, in the order of files and lines."""
    readers = {".py": _prose_in, ".pyi": _prose_in, ".pxd": _comments_in, ".h": _comments_in}
    paths = sorted(path for path in (ROOT / room).rglob("*.*") if path.suffix in readers)
    return tuple(found for path in paths for found in readers[path.suffix](path))


def _comments_in(path: Path) -> Iterator[Prose]:
    """The comments of a declaration file or a C header."""
    source, place = path.read_text(encoding="utf-8"), path.relative_to(ROOT).as_posix()
    pattern = r"/\*.*?\*/|//[^\n]*" if path.suffix == ".h" else r"#[^\n]*"
    for found in re.finditer(pattern, source, re.DOTALL):
        yield Prose(place, source.count("\n", 0, found.start()) + 1, "comment", found[0].strip("/*# "))


def _prose_in(path: Path) -> Iterator[Prose]:
    source, place = path.read_text(encoding="utf-8"), path.relative_to(ROOT).as_posix()
    tree = ast.parse(source)
    docstrings = {
        node.value: node
        for node in ast.walk(tree)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
    }
    parts = {part for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for part in node.values}
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):
            text = "".join(str(part.value) if isinstance(part, ast.Constant) else "{}" for part in node.values)
            kind = "message"
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and node not in parts:
            text, kind = node.value, "docstring" if node in docstrings else "message"
        else:
            continue
        if kind == "docstring" or (len(re.findall(r"[^\W\d_]{2,}", text)) > 1 and " " in text and not SQL.match(text)):
            yield Prose(place, node.lineno, kind, text)
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT and not token.string.startswith(
            ("# type:", "# noqa", "# mypy:", "# cython:")
        ):
            yield Prose(place, token.start[0], "comment", token.string.lstrip("# "))


def catalogue_texts() -> Iterator[Prose]:
    """Every English key of the window's Finnish catalogue."""
    path = ROOT / "desktop/resources/i18n/fi.po"
    known = read_catalogue(path, strict=True)
    for context, table in (("", known.general), *known.special.items()):
        if context not in ("Openings", "Variations"):
            for text in table:
                yield Prose(path.relative_to(ROOT).as_posix(), 0, "message", text)


@cache
def _pattern(wording: str) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w)(?:{wording})\b", re.IGNORECASE)


def oddities(text: str) -> list[str]:
    """The odd wordings in a text, without what it quotes."""
    plain = re.sub(r"\s+", " ", NAMES.sub(" ", text)).replace("&", "")
    return [match.group() for wording in ODDITIES for match in _pattern(wording).finditer(plain)]


def _begins_oddly(prose: Prose) -> bool:
    """Whether a docstring begins like the answer to a question that nobody asked."""
    return (
        prose.kind == "docstring"
        and re.match(r"(?:What|How|Where|Who|As|So|But|Nothing|None|Else)\b", prose.text) is not None
    )


def odd(prose: Prose) -> list[str]:
    """The odd wordings of a piece of prose, and the first word of a docstring that begins with a question word."""
    if prose.text in CHESS_TALK:
        return []
    return [*oddities(prose.text), *(["begins with a question word"] if _begins_oddly(prose) else [])]


def _counts() -> None:
    print(f"{'':34}" + "".join(f"{room:>12}" for room in ROOMS))
    for wording, instead in ODDITIES.items():
        found = _pattern(wording).findall
        row = [sum(len(found(NAMES.sub(" ", prose.text))) for prose in prose_of(room)) for room in ROOMS]
        print(f"{instead[:32]:34}" + "".join(f"{count:12}" for count in row))
    begins = [sum(_begins_oddly(prose) for prose in prose_of(room)) for room in ROOMS]
    print(f"{'docstrings that begin with What':34}" + "".join(f"{count:12}" for count in begins))
    docstrings = [sum(prose.kind == "docstring" for prose in prose_of(room)) for room in ROOMS]
    print(f"{'all docstrings':34}" + "".join(f"{count:12}" for count in docstrings))


def _sample(seed: int) -> None:
    for room in ROOMS:
        for kind in ("docstring", "message"):
            texts = [prose for prose in prose_of(room) if prose.kind == kind]
            chosen = random.Random(f"{seed} {room} {kind}").sample(texts, 10)
            print(f"\n## {room}: {kind}s")
            for prose in chosen:
                print(f"{prose.place}:{prose.line}: {' '.join(prose.text.split())}")


def _list(room: str) -> None:
    for prose in prose_of(room.split("/")[0]):
        if prose.place.startswith(room) and (found := odd(prose)):
            print(f"{prose.place}:{prose.line}: {prose.kind}: {', '.join(found)}: {' '.join(prose.text.split())}")


def main(arguments: list[str]) -> None:
    """Runs the command of the module's docstring."""
    match arguments:
        case ["sample", seed]:
            _sample(int(seed))
        case ["count"]:
            _counts()
        case ["list", room]:
            _list(room)
        case _:
            sys.exit("usage: python -m tests.words sample SEED | count | list FOLDER")


if __name__ == "__main__":
    main(sys.argv[1:])
