"""Whether a name in a game is the player who is meant: `Tal` is `Tal, Mihail`, but not `Talvik, Eduard`."""

import re

from engine.pgn.text.text_order import folded

_WORD = re.compile(r"[^\W_]+")


def words_of(name: str) -> tuple[str, ...]:
    """The words of a name without case and accents."""
    return tuple(_WORD.findall(folded(name)))


def is_player(asked: tuple[str, ...], name: str) -> bool:
    """Whether each word that is asked for (`words_of`) is one of the name's. A single letter is an initial: `Tal, M` and
    `Tal, Mihail` are the same, whichever of them is asked for; but one word must be there in full."""
    words = words_of(name)
    longest = max(map(len, asked), default=0)
    in_full = any(word in words for word in asked if len(word) > 1 or longest == 1)
    return in_full and all(any(_same(word, other) for other in words) for word in asked)


def _same(asked: str, word: str) -> bool:
    if len(asked) == 1 or len(word) == 1:
        return asked[0] == word[0]
    return asked == word
