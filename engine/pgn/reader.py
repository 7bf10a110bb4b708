"""The front door for reading: games of a file, one after the other, in bounded memory."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from engine.pgn.errors import PgnError
from engine.pgn.mainlines import MainLine, MainLineReader
from engine.pgn.recognise import bytes_of, has_unread_moves, language_of_game
from engine.pgn.streams import Progress, blocks
from engine.pgn.tree import TreeReader
from engine.pgn.values import PgnGame, Problem

_BLOCK = 1 << 18  # bytes of a text read at a time: the first game of a long one comes at once


def read_main_lines(
    path: Path | str,
    headers: Sequence[str] | None = None,
    keys: bool = True,
    progress: Progress | None = None,
    language: str = "en",
    plies: int | None = None,
) -> Iterator[MainLine]:
    """The main lines of a PGN file (plain, gz, zst, UTF-16).

    `headers` are the tags wanted (None: all); without `keys` no position keys are kept. `language` says which piece
    letters the file uses. Of each game at most `plies` are read, and its result. Faults are told in each game's
    `problems`; nothing in the content raises.

    :raises PgnError: if the file cannot be opened or unpacked. :raises RatsuError: if the language is not known.
    """
    path = Path(path)
    reader = MainLineReader(str(path), headers, keys, language, plies=plies)
    for block in blocks(path, progress):
        yield from reader.feed(block)
    yield from reader.feed(b"", True)


class GameStream(Iterator[PgnGame]):
    """The games of a PGN file, one after the other. Behind the last one `tail` and `tail_problems` tell of the text that
    belongs to no game.
    """

    def __init__(self, path: Path | str, progress: Progress | None = None, language: str = "en") -> None:
        self._reader = TreeReader(str(path), language)
        self._games = self._read(Path(path), progress)

    def _read(self, path: Path, progress: Progress | None) -> Iterator[PgnGame]:
        for block in blocks(path, progress):
            yield from self._reader.feed(block)
        yield from self._reader.feed(b"", True)

    def __next__(self) -> PgnGame:
        return next(self._games)

    @property
    def tail(self) -> str:
        """The text behind the last game, empty if there is none."""
        return self._reader.tail

    @property
    def tail_problems(self) -> tuple[Problem, ...]:
        """What is wrong with it: nothing, where it is a comment or an escaped line."""
        return self._reader.tail_problems


def read_games(path: Path | str, progress: Progress | None = None, language: str = "en") -> GameStream:
    """The games of a PGN file with everything in them; see `read_main_lines` for the rest."""
    return GameStream(path, progress, language)


def games_of(text: str | bytes, name: str = "text", language: str = "en") -> list[PgnGame]:
    """The games of a text, for example of the clipboard. `name` is in their problems."""
    content = text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text
    return TreeReader(name, language).feed(content, True)


def games_in(text: str) -> Iterator[PgnGame]:
    """The games of a text that a person gives, one after another; a text without tags and moves has none. A game with the
    piece letters of another language is read with those.
    """
    content = text.encode("utf-8", "surrogatepass")
    reader = TreeReader("text")
    for start in range(0, len(content), _BLOCK):
        for game in reader.feed(content[start : start + _BLOCK], start + _BLOCK >= len(content)):
            own = bytes_of(game, content)
            language = language_of_game(own) if has_unread_moves(game.problems) else "en"
            yield game if language == "en" else TreeReader("text", language).feed(own, True)[0]


def first_game(text: str) -> PgnGame:
    """The first game of a text.

    :raises PgnError: there is no game in it.
    """
    for game in games_in(text):
        return game
    raise PgnError("There is no chess game in this text.")
