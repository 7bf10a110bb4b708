"""Plain international English: words that make a reader stumble, and what to write instead.

Looked through: docs, the texts of the window (the keys of the Finnish catalogue), the console's texts, docstrings, comments.
"""

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests import words

ROOT = Path(__file__).resolve().parent.parent
INSTEAD = {
    r"(?<![-\w])(?:man|men)(?!-)": "piece, pieces",
    r"tells": "reports, shows, says",
    r"goes on|go on|going on|went on": "continues, resumes",
    r"stands(?! for)": "is",
    r"in force": "in use, active",
    r"engines? of others": "external engine",
    r"take[sn]? (?:it )?up again": "resume",
    r"anew": "again, from the start",
    r"nobody helps": "hints are off",
    r"something went wrong that should not": "internal error",
}
FORBIDDEN = re.compile(rf"\b(?:{'|'.join(INSTEAD)})\b", re.IGNORECASE)
TYPED = ("Ask: pieces, ",)  # names the words that a user types
NAMES = re.compile(r"`[^`]*`|“[^”]*”|\"[^\"]*\"|\]\([^)]*\)")  # code, quoted words and links
LONGEST_SENTENCE = 25  # words; code counts as one, what is in brackets does not count
CONSOLE = ("engine/commands", "engine/console", "installer")


def found_in(text: str) -> list[str]:
    return [match.group() for match in FORBIDDEN.finditer(NAMES.sub(" ", text))]


def pages() -> list[Path]:
    return sorted([ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").glob("*.md")])


def python_files() -> list[Path]:
    rooms = ("desktop", "engine", "books", "tablebases", "installer")
    return sorted(path for room in rooms for path in (ROOT / room).rglob("*.py"))


def docstrings(tree: ast.AST) -> Iterator[tuple[int, str]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            yield node.lineno, node.value.value


def comments(source: str) -> Iterator[tuple[int, str]]:
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            yield token.start[0], token.string


def said_by_the_console(tree: ast.AST) -> Iterator[tuple[int, str]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and " " in node.value:
            yield node.lineno, node.value


def prose(page: Path) -> str:
    """A page without its commands and code."""
    text = re.sub(r"^```.*?^```", "", page.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    return "\n".join(line for line in text.splitlines() if not line.startswith("    "))


def sentences(page: Path) -> Iterator[str]:
    """Those of the paragraphs and lists; a colon or a semicolon ends one too. Tables and headings have none."""
    paragraphs = [""]
    for line in prose(page).splitlines():
        if not line.strip() or line.startswith(("|", "#")) or re.match(r"\s*(?:[-*]|\d+\.) ", line):
            paragraphs.append("")
        if not line.startswith(("|", "#")):
            paragraphs[-1] += f" {line.strip()}"
    for paragraph in paragraphs:
        plain = re.sub(r"`[^`]*`", "code", paragraph)
        plain = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", plain)
        yield from re.split(r"(?<=[.!?:;])\s+", re.sub(r"\([^)]*\)", "", plain))


@pytest.mark.parametrize("page", pages(), ids=lambda page: page.name)
def test_a_page_has_short_sentences(page: Path) -> None:
    assert [sentence for sentence in sentences(page) if len(sentence.split()) > LONGEST_SENTENCE] == []


@pytest.mark.parametrize("page", pages(), ids=lambda page: page.name)
def test_a_page_uses_plain_words(page: Path) -> None:
    assert found_in(prose(page)) == []


def test_the_texts_of_the_window_use_plain_words() -> None:
    keys = [prose.text for prose in words.catalogue_texts() if not prose.text.startswith(TYPED)]
    assert [(text, word) for text in keys for word in found_in(text.replace("&", ""))] == []


@pytest.mark.parametrize("room", words.ROOMS)
def test_a_room_has_no_odd_wording(room: str) -> None:
    """Docstrings, comments, messages, f-strings and errors; `python -m tests.words list ROOM` shows them with their places."""
    assert [
        f"{prose.place}:{prose.line}: {found}" for prose in words.prose_of(room) if (found := words.odd(prose))
    ] == []


@pytest.mark.parametrize(
    "text",
    [
        "it was told to stop",
        "'%1' is no engine",
        "None where it cannot be used",
        "Empty: where nothing is left, the rest counts",
        "the file is as it was.",
        "after so many nodes",
        "the moves behind it",
        "The report is kept.",
        "nobody has judged it",
        "more than %1 men",
        "Ratsu goes on without it",
        "a pawn stands on the last rank",
        "begin anew",
    ],
)
def test_each_odd_wording_is_found(text: str) -> None:
    assert words.oddities(text)


@pytest.mark.parametrize(
    "text",
    [
        "a rook behind a passed pawn",
        "`kept` is a name",
        "There is no game.",
        "the square where the king is",
        "is no longer legal",
    ],
)
def test_plain_wording_is_left_alone(text: str) -> None:
    assert words.oddities(text) == []


def test_docstrings_and_comments_use_plain_words() -> None:
    wrong = []
    for path in python_files():
        source = path.read_text(encoding="utf-8")
        if not FORBIDDEN.search(source):  # most files: no tree is needed
            continue
        for line, text in [*docstrings(ast.parse(source)), *comments(source)]:
            wrong += [f"{path.relative_to(ROOT)}:{line}: {word}" for word in found_in(text)]
    assert wrong == []


def test_the_console_uses_plain_words() -> None:
    wrong = []
    for path in python_files():
        if path.relative_to(ROOT).as_posix().startswith(CONSOLE):
            for line, text in said_by_the_console(ast.parse(path.read_text(encoding="utf-8"))):
                wrong += [f"{path.relative_to(ROOT)}:{line}: {word}" for word in found_in(text)]
    assert wrong == []
