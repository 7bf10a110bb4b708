"""The words of running text: numbers, signs, brackets, results and everything else, without knowing moves."""

import re
from typing import NamedTuple

_TOKENS = re.compile(
    r"(?P<comment>\{[^}]*\})"
    r"|(?P<result>(?:1[-–−:]0|0[-–−:]1|(?:1/2|½|0[.,]5)[-–−:](?:1/2|½|0[.,]5))(?![\w/-]))"
    r"|(?P<number>(?<!\w)\d{1,3}(?:(?:\s?[.…]+)+(?:\s?[-–—](?=[\s,a-zA-Z]),?)?|(?=\s)))"
    r"|(?P<nag>\$\d{1,3}(?!\d)|[!?]{1,2}(?=\s|$))"
    r"|(?P<open>\()|(?P<close>\))"
    r"|(?P<word>[^\s(){}]+)"
)
SIGNS = {"!": 1, "?": 2, "!!": 3, "??": 4, "!?": 5, "?!": 6}


class Token(NamedTuple):
    """A piece of the text: its kind (a group of `_TOKENS`), start and end."""

    kind: str
    start: int
    end: int


def tokens_of(text: str) -> list[Token]:
    """Returns the tokens of a text."""
    return [Token(str(match.lastgroup), *match.span()) for match in _TOKENS.finditer(text)]


def due_of(text: str) -> tuple[int, bool]:
    """Returns the move that a number introduces: `12.` White's, `12...`, `12…` and `12. -` Black's."""
    digits = re.match(r"\d+", text)
    marks = text[digits.end() :] if digits else ""
    return int(digits[0]) if digits else 0, marks.count(".") > 1 or bool(re.search(r"[…\-–—]", marks))


def with_number(word: str, due: tuple[int, bool]) -> str:
    """Returns a move with the number that `due_of` describes."""
    return f"{due[0]}{'...' if due[1] else '.'}{word}"


def comment(text: str) -> str:
    return "{" + " ".join(text.split()).replace("{", "(").replace("}", ")") + "}"
