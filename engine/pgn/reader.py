"""The entry point for reading: the games of a file, one after the other, in bounded memory."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from pathlib import Path

from engine.pgn.errors import PgnError
from engine.pgn.free_text import LONGEST_TEXT
from engine.pgn.mainlines import MainLine, MainLineReader
from engine.pgn.recognise import (
    NO_ANSWERS,
    Answers,
    best_main_line,
    best_reading,
    bytes_of,
    games_of_running_text,
    has_unread_moves,
    in_english_if_possible,
    in_its_language,
    language_of_file,
)
from engine.pgn.streams import Progress, blocks
from engine.pgn.tree import TreeReader
from engine.pgn.values import PgnGame, Problem
from engine.pgn.writer import written_game

_PIECE = 1 << 14  # bytes that become trees at a time
_BLOCK = 1 << 18  # bytes of a text read at a time, so that the first game of a long text comes at once


def read_main_lines(
    path: Path | str,
    headers: Sequence[str] | None = None,
    keys: bool = True,
    progress: Progress | None = None,
    language: str = "",
    plies: int | None = None,
) -> Iterator[MainLine]:
    """Yields the main lines of a PGN file (plain, gz, zst, UTF-16).

    `headers` are the wanted tags (None: all); without `keys` no position keys are computed. `language`: the language of
    the piece letters; if empty, the one that reads most of the file, and of each game. At most `plies` of each game are
    read, and its result. Faults are in each game's `problems`; the content never raises.

    :raises PgnError: the file cannot be opened or unpacked.
    :raises RatsuError: the language is unknown.
    """
    pieces = blocks(Path(path), progress)
    first = next(pieces, b"")
    if not language and len(first) <= LONGEST_TEXT and is_running_text(first.decode("utf-8-sig", "replace")):
        games = GameStream(path)
        first, pieces = "\n\n".join(map(written_game, games)).encode(), iter(())
    used = language or language_of_file(first)
    reader = MainLineReader(str(path), headers, keys, used, contents=not language, plies=plies)
    for block in _and_the_end(chain((first,), pieces)):
        for line in reader.feed(block, not block):
            if line.content is None:
                yield line
            else:
                again = MainLineReader(str(path), headers, keys, plies=plies)
                yield best_main_line(line, line.content, used, again)


def _and_the_end(pieces: Iterable[bytes]) -> Iterator[bytes]:
    """Yields the blocks, and an empty one after the last."""
    yield from filter(None, pieces)
    yield b""


def _small(pieces: Iterable[bytes]) -> Iterator[bytes]:
    """Yields the blocks in small ones: the trees of their games stay in the processor's cache, 1 MB of text is 15 MB of them."""
    for piece in pieces:
        for start in range(0, len(piece), _PIECE):
            yield piece[start : start + _PIECE]


class GameStream(Iterator[PgnGame]):
    """The games of a file of PGN or running text, one after the other. After the last one, `tail` and `tail_problems`
    describe the text that belongs to no game."""

    def __init__(self, path: Path | str, progress: Progress | None = None, language: str = "") -> None:
        self.tail = ""
        self.tail_problems: tuple[Problem, ...] = ()
        self._path, self._language = str(path), language
        self._file_language = "en"
        self._held, self._offset, self._lines = b"", 0, 0  # the game that is not complete, and what is before it
        self._games = self._read(Path(path), progress)

    def _read(self, path: Path, progress: Progress | None) -> Iterator[PgnGame]:
        pieces = blocks(path, progress)
        first = next(pieces, b"")
        second = next(pieces, b"") if first else b""
        self._file_language = language = self._language or language_of_file(first)
        reader = TreeReader(self._path, language)
        english = TreeReader(self._path) if language != "en" else None
        if not second and not self._language and len(first) <= LONGEST_TEXT:
            yield from self._read_text(first, reader, english)
            return
        for block in _and_the_end(_small(chain((first, second), pieces))):
            yield from self._feed(block, reader, english)
        self.tail, self.tail_problems = reader.tail, reader.tail_problems

    def _read_text(self, content: bytes, reader: TreeReader, english: TreeReader | None) -> Iterator[PgnGame]:
        """Yields the games of a text that may be running text."""
        games = [*self._feed(content, reader, english), *self._feed(b"", reader, english)]
        text = content.decode("utf-8-sig", "replace")
        if running := _running(text, games, reader.tail, file=self._path):
            yield from running
            return
        yield from games
        self.tail, self.tail_problems = reader.tail, reader.tail_problems

    def _best(self, game: PgnGame, english: PgnGame) -> PgnGame:
        """Returns a game in the language that reads most of it. `english`: read in English, or the game itself."""
        chosen = game if game is english else in_english_if_possible(game, english, self._path)
        is_english = game is english or chosen is not game
        if self._language or (is_english and not has_unread_moves(chosen.problems)):
            return chosen
        at = game.offset - self._offset
        lines = self._lines + self._held.count(b"\n", 0, at)
        content = self._held[at : at + game.length]
        return best_reading(chosen, content, "en" if is_english else self._file_language, file=self._path, lines=lines)

    def _feed(self, block: bytes, reader: TreeReader, english: TreeReader | None) -> Iterator[PgnGame]:
        """Yields the games that a block completes; an empty one is the end."""
        games = reader.feed(block, not block)
        others = english.feed(block, not block) if english is not None else games
        self._held += block
        for game, other in zip(games, others, strict=True):
            yield self._best(game, other)
        done = reader.consumed - self._offset
        self._lines += self._held.count(b"\n", 0, done)
        self._held, self._offset = self._held[done:], reader.consumed

    def __next__(self) -> PgnGame:
        return next(self._games)


def read_games(path: Path | str, progress: Progress | None = None, language: str = "") -> GameStream:
    """Returns the complete games of a file; see `read_main_lines` for the arguments."""
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
    games = [best_reading(game, bytes_of(game, content), "en", first, answers) for game in reader.feed(content, True)]
    yield from _running(text, games, reader.tail, first, answers) or games


def _in_blocks(reader: TreeReader, content: bytes) -> Iterator[PgnGame]:
    """Yields the games of PGN in any language, each as soon as its block is read."""
    for start in range(0, len(content), _BLOCK):
        for game in reader.feed(content[start : start + _BLOCK], start + _BLOCK >= len(content)):
            yield in_its_language(game, bytes_of(game, content))


def is_running_text(text: str) -> bool:
    """Whether a text is not PGN, but has games between its words."""
    reader = TreeReader("")
    return bool(_running(text, reader.feed(text.encode("utf-8", "surrogatepass"), True), reader.tail))


def _running(
    text: str,
    games: Sequence[PgnGame],
    tail: str,
    first: str = "en",
    answers: Answers = NO_ANSWERS,
    file: str = "text",
) -> list[PgnGame]:
    """Returns the games of running text if they have more moves than `games`, which PGN found before the `tail`."""
    if games and not tail and not any(has_unread_moves(game.problems) for game in games):
        return []
    running = games_of_running_text(text, first, answers, file)
    return running if _plies(running) > _plies(games) else []


def _plies(games: Sequence[PgnGame]) -> int:
    return sum(len(game.main_line()) for game in games)


def first_game(text: str) -> PgnGame:
    """Returns the first game of a PGN text, in any language. :raises PgnError: it has no game."""
    for game in _in_blocks(TreeReader("text"), text.encode("utf-8", "surrogatepass")):
        return game
    raise PgnError("This text has no chess game.")
