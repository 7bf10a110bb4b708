"""Which language's piece letters a text is written with, found by trying which can be played.

English is always tried first. Another language is only taken where English leaves something unread and the other reads
all of it; two languages that read different moves out of the same text prove nothing.
"""

from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from engine.pgn.streams import blocks
from engine.pgn.text.letters import LANGUAGES
from engine.pgn.tree import TreeReader
from engine.pgn.values import PgnGame, Problem, ProblemKind

_FAULTS = {ProblemKind.ILLEGAL_MOVE, ProblemKind.AMBIGUOUS_MOVE, ProblemKind.UNKNOWN_TEXT}
_SAMPLE_BYTES = 64 << 10  # of a file: some fifty games
_MOST_TRIED = 10  # games of the sample


def has_unread_moves(problems: Iterable[Problem]) -> bool:
    """Whether some move could not be played."""
    return any(problem.kind in _FAULTS for problem in problems)


def language_of_game(content: bytes) -> str:
    """The language of one game that English letters do not read; `en` if none reads all of it, or two read it
    differently.
    """
    found: dict[tuple[str, ...], str] = {}
    tried: set[tuple[str, ...]] = {LANGUAGES["en"]}
    for language, letters in LANGUAGES.items():
        if letters in tried:
            continue
        tried.add(letters)
        games = TreeReader("", language).feed(content, True)
        if len(games) == 1 and games[0].root.children and not has_unread_moves(games[0].problems):
            found.setdefault(tuple(node.uci for node in games[0].main_line()), language)
    return next(iter(found.values())) if len(found) == 1 else "en"


def language_of_file(head: bytes) -> str:
    """The language of a file by its first bytes: the one that reads most of the games which English does not, where
    those are more than half.
    """
    sample = head[:_SAMPLE_BYTES]
    games = TreeReader("").feed(sample, len(head) <= _SAMPLE_BYTES)
    faulty = [game for game in games if has_unread_moves(game.problems)]
    if 2 * len(faulty) <= len(games):
        return "en"
    votes = Counter(language_of_game(bytes_of(game, sample)) for game in faulty[:_MOST_TRIED])
    return votes.most_common(1)[0][0]


def language_at(path: Path) -> str:
    """The language of a file. :raises PgnError: if it cannot be read."""
    return language_of_file(next(blocks(path, None, None), b""))


def bytes_of(game: PgnGame, content: bytes) -> bytes:
    """A game's own bytes in the text that it was read from."""
    return content[game.offset : game.offset + game.length]
