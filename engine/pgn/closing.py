"""Texts of games that no reader lets run into the next one.

Some readers take everything behind an unclosed comment for its content, and every game of the file with it. Files keep such a
game as it is; no text of it is put before another game.
"""

import re

from engine.pgn.reader import games_of
from engine.pgn.writer import written_game

_NO_COMMENT = re.compile(r"\{[^}]*\}|^\[[^\r\n]*\][ \t]*$|^%[^\r\n]*|;[^\r\n]*", re.MULTILINE)


def closed_game(text: str) -> str:
    """Returns the text of a game: unchanged, or written anew if a comment is not closed."""
    if "{" not in _NO_COMMENT.sub("", text):
        return text
    return "\n\n".join(written_game(game, game.prelude).strip() for game in games_of(text)) or text


def leaves_a_comment_open(tail: str) -> bool:
    """Whether the end of a file, from the start of a line on, leaves a comment open."""
    return "{" in _NO_COMMENT.sub("", tail)
