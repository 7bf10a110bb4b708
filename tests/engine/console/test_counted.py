"""The console counts as people do: `1 game`, `2 games`."""

import ast
from collections.abc import Iterator

from engine.ground.text import counted
from tests.helpers.program import ROOT

NOUNS = """games moves positions plies problems mistakes files tables signatures tasks findings flags points exercises captures
nodes puzzles openings tags"""
THOUSANDS = ("engine/training/commands/train.py", "engine/training/commands/tune.py")  # their figures are never 1
NEVER_ONE = (
    "engine/console/book/health.py nodes",  # two million
    "engine/commands/match.py games",  # two of each pairing of an opening
    "engine/commands/tablebases.py positions",  # one has a sentence of its own
    "engine/console/book/people.py games",  # "1.0 games"
    "engine/console/book/reporting.py games",  # "50.0% of games"
    "engine/console/book/reporting.py plies",  # their numbers are fixed: 8 and more
)


def after_a_number(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """A plural that follows a value in an f-string, whatever the value is."""
    for text in (node for node in ast.walk(tree) if isinstance(node, ast.JoinedStr)):
        for value, words in zip(text.values, text.values[1:], strict=False):
            if isinstance(value, ast.FormattedValue) and isinstance(words, ast.Constant):
                first = str(words.value).split(" ")[1:2] if str(words.value).startswith(" ") else []
                yield from ((text.lineno, noun.strip(",:;.)")) for noun in first)


def test_one_is_followed_by_no_plural() -> None:
    assert (counted(1, "game"), counted(2, "ply", "plies"), counted(1234, "move", spec=">7,")) == (
        "1 game", "2 plies", "  1,234 moves",
    )  # fmt: skip
    wrong = [
        f"{path.relative_to(ROOT)} {noun}, line {line}"
        for room in ("engine/commands", "engine/console")
        for path in sorted((ROOT / room).rglob("*.py"))
        if path.relative_to(ROOT).as_posix() not in THOUSANDS
        for line, noun in after_a_number(ast.parse(path.read_text(encoding="utf-8")))
        if noun in NOUNS.split() and f"{path.relative_to(ROOT).as_posix()} {noun}" not in NEVER_ONE
    ]
    assert wrong == []
