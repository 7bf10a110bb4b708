"""Lines that files hold between their tags, and games with one of them put at any place of their tag section.

The lines are those of reports about readers of PGN (python-chess 904 and 906, tree-sitter-pgn 13 and 21), and their neighbours.
"""

import random
from collections.abc import Iterable, Iterator

LINES = (
    *(
        '[ "no name"]',
        '["x"]',
        '[1Tag "x"]',
        '[-foo "x"]',
        '[Événement "x"]',
        '[%tag "x"]',
        '[Event: "x"]',
        'Annotator "x"',
    ),
    *(
        '[Annotator "x"',
        'Annotator "x"]',
        "{a comment}",
        "; a comment",
        "% escaped",
        "some text here",
        "[]",
        '[Annotator="x"]',
    ),
    *(
        "[Annotator 'x']",
        "[Annotator “x”]",
        '[ Annotator "x" ]',
        '[Annotator\t"x"]',
        '[Annotator"x"]',
        '[Annotator "x" "y"]',
    ),
    *('[Annotator "x\ny"]', '[Annotator\n"x"]', '<br>[Annotator "x"]', '[Annotator "x\\"]', '[Annotator "x"] ; note'),
    *(
        '[Annotator "x"] {note}',
        '[Annotator "x"] note',
        '[Annotator\u00a0"x"]',
        '\u200b[Annotator "x"]',
        "[Annotator {x}]",
    ),
    *(
        "[?]",
        "[...]",
        "[https://x.y/z]",
        "[text](http://x)",
        "[*]",
        "[1-0]",
        "[e4]",
        '<Annotator "x">',
        '[\x00Annotator "x"]',
    ),
    *('[Annotator "x"]\r', '[White Elo "2000"]', '[White.Elo "2000"]', '[White/Elo "2000"]', '[_x "2000"]', '[+x "1"]'),
    *('[#x "1"]', '[(x) "1"]', '[Белые "x"]', '* [Annotator "x"]', '- [Annotator "x"]'),
)
MORE = (
    *(
        "{",
        "{ an open brace",
        "}",
        "* a point of a list",
        "1. Round of the cup",
        "2016 Olympiad",
        "Round 1",
        "(a note)",
    ),
    *(
        '[Remark "a [Event "b"] c"]',
        "{ two\nlines }",
        "<b>Game 1</b>",
        "-----",
        "=== e4 e5 ===",
        "#1",
        "> quoted",
        "http://x.y/e4",
    ),
)


def with_lines(text: str, lines: Iterable[str], every: bool, seed: int = 0) -> Iterator[tuple[str, str]]:
    """The text of a game with each of the lines put between its tags, before the first and behind the last: at every place, or
    at one by chance. The line comes with it."""
    dice = random.Random(seed)
    tags, empty, moves = text.partition("\n\n")
    rows = tags.split("\n")
    for line in lines:
        places = range(len(rows) + 1)
        for place in places if every else (dice.choice(places),):
            yield line, "\n".join((*rows[:place], line, *rows[place:])) + empty + moves
