"""Prepares a copied text for the readers of positions and games: takes the text out of HTML, replaces curly quotes in
tags by plain ones, and turns the UCI command `position` into a position or a game.
"""

from __future__ import annotations

import re
from html import unescape

from engine.rules.fen import START_FEN
from engine.rules.position_text import written_fen

_MARKUP = re.compile(r"<(/?[A-Za-z0-9]*)[^<>]*>")
_IN_LINES = frozenset(("a", "b", "code", "em", "font", "i", "small", "span", "strong", "u"))  # these begin no new line
_CURLY = re.compile(r"^([ \t]*\[[A-Za-z0-9_]+[ \t]*)[“”„‟«»″](.*)[“”„‟«»″]([ \t]*\][ \t]*)$", re.MULTILINE)
_LONGEST_COMMAND = 200_000  # characters; the longest game has 11,797 moves of each side


def copied(text: str) -> tuple[str, bool]:
    """The text as FEN or PGN, and whether it was a UCI command, of which the last position is meant."""
    text = text.removeprefix("\ufeff")  # a mark of the byte order, which editors copy unseen
    if text.lstrip()[:1] == "<":
        text = unescape(_MARKUP.sub(lambda tag: "" if tag[1].strip("/").lower() in _IN_LINES else "\n", text))
    words = text[:_LONGEST_COMMAND].split() if text.lstrip().startswith("position") else []
    if words[:2] == ["position", "startpos"] or words[:2] == ["position", "fen"]:
        return _commanded(words), True
    if (fen := written_fen(text)) != text:
        return fen, False
    return _CURLY.sub(lambda tag: f'{tag[1]}"{tag[2]}"{tag[3]}', text), False


def _commanded(words: list[str]) -> str:
    """`position fen … moves …` or `position startpos …`, up to the next command, such as `go`."""
    end = next(
        (at for at, word in enumerate(words) if at and word in ("go", "position", "isready", "stop")), len(words)
    )
    at = words.index("moves") if "moves" in words[:end] else end
    fen, moves = " ".join(words[2:at]) or START_FEN, words[at + 1 : end]
    if not moves:
        return fen
    tags = [] if fen == START_FEN else ['[SetUp "1"]', f'[FEN "{fen}"]']
    return "\n".join((*tags, "", " ".join(moves), "*", ""))
