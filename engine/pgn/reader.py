"""The entry point for reading: the games of a file, one after the other, in bounded memory."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from engine.pgn.errors import PgnError
from engine.pgn.mainlines import MainLine, MainLineReader
from engine.pgn.recognise import (
    NO_ANSWERS,
    Answers,
    best_reading,
    bytes_of,
    games_of_running_text,
    has_unread_moves,
    in_english_if_possible,
    in_its_language,
)
from engine.pgn.streams import Progress, blocks
from engine.pgn.tree import TreeReader
from engine.pgn.values import PgnGame, Problem

_BLOCK = 1 << 18  # bytes of a text read at a time, so that the first game of a long text comes at once


def read_main_lines(
    path: Path | str,
    headers: Sequence[str] | None = None,
    keys: bool = True,
    progress: Progress | None = None,
    language: str = "en",
    plies: int | None = None,
) -> Iterator[MainLine]:
    """Yields the main lines of a PGN file (plain, gz, zst, UTF-16).

    `headers` are the wanted tags (None: all); without `keys` no position keys are computed. `language`: the language of
    the piece letters. At most `plies` of each game are read, and its result. Faults are in each game's `problems`; the
    content never raises.

    :raises PgnError: the file cannot be opened or unpacked.
    :raises RatsuError: the language is unknown.
    """
    path = Path(path)
    reader = MainLineReader(str(path), headers, keys, language, plies=plies)
    for block in blocks(path, progress):
        yield from reader.feed(block)
    yield from reader.feed(b"", True)


class GameStream(Iterator[PgnGame]):
    """The games of a PGN file, one after the other. After the last one, `tail` and `tail_problems` describe the text
    that belongs to no game."""

    def __init__(self, path: Path | str, progress: Progress | None = None, language: str = "en") -> None:
        self._reader = TreeReader(str(path), language)
        self._path, self._english = str(path), TreeReader(str(path)) if language != "en" else None
        self._games = self._read(Path(path), progress)

    def _read(self, path: Path, progress: Progress | None) -> Iterator[PgnGame]:
        for block in blocks(path, progress):
            yield from self._feed(block)
        yield from self._feed(b"", True)

    def _feed(self, block: bytes, last: bool = False) -> Iterator[PgnGame]:
        games = self._reader.feed(block, last)
        if self._english is None:
            yield from games
        else:
            for game, english in zip(games, self._english.feed(block, last), strict=True):
                yield in_english_if_possible(game, english, self._path)

    def __next__(self) -> PgnGame:
        return next(self._games)

    @property
    def tail(self) -> str:
        """The text after the last game, or an empty one."""
        return self._reader.tail

    @property
    def tail_problems(self) -> tuple[Problem, ...]:
        """The problems of the tail; none for a comment or an escaped line."""
        return self._reader.tail_problems


def read_games(path: Path | str, progress: Progress | None = None, language: str = "en") -> GameStream:
    """Returns the complete games of a PGN file; see `read_main_lines` for the arguments."""
    return GameStream(path, progress, language)


def games_of(text: str | bytes, name: str = "text", language: str = "en") -> list[PgnGame]:
    """Returns the games of a text, for example from the clipboard. `name` appears in their problems."""
    content = text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text
    return TreeReader(name, language).feed(content, True)


def games_in(text: str, first: str = "en", answers: Answers = NO_ANSWERS) -> Iterator[PgnGame]:
    """Yields the games of a text from the user: PGN in any language, or moves in running text.

    `first`: the preferred language of piece letters in running text. `answers`: see `PgnGame.doubt`. A text without
    tags and moves has no games.
    """
    content = text.encode("utf-8", "surrogatepass")
    reader = TreeReader("text")
    if len(content) > _BLOCK:
        yield from _in_blocks(reader, content)
        return
    games = [best_reading(game, bytes_of(game, content), first, answers) for game in reader.feed(content, True)]
    left = not games or reader.tail or any(has_unread_moves(game.problems) for game in games)
    running = games_of_running_text(text, first, answers) if left else []
    yield from running if _plies(running) > _plies(games) else games


def _in_blocks(reader: TreeReader, content: bytes) -> Iterator[PgnGame]:
    """Yields the games of PGN in any language, each as soon as its block is read."""
    for start in range(0, len(content), _BLOCK):
        for game in reader.feed(content[start : start + _BLOCK], start + _BLOCK >= len(content)):
            yield in_its_language(game, bytes_of(game, content))


def _plies(games: Sequence[PgnGame]) -> int:
    return sum(len(game.main_line()) for game in games)


def first_game(text: str) -> PgnGame:
    """Returns the first game of a PGN text, in any language. :raises PgnError: it has no game."""
    for game in _in_blocks(TreeReader("text"), text.encode("utf-8", "surrogatepass")):
        return game
    raise PgnError("This text has no chess game.")
