"""Changes PGN files atomically: replaces, deletes and appends games, changes tags, saves under another name.

Untouched games keep their bytes, whatever their encoding and layout. A new file is written beside the old one, flushed
to the disk and renamed.
"""

import codecs
import contextlib
import gzip
import io
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import IO, Any, NamedTuple, Self, TypeVar

import zstandard

from engine.game.tags.entered import TagError, entered
from engine.game.tree import Game
from engine.ground.files import HalfWrittenError, append_durably, opened, replacing
from engine.ground.values import dataclass
from engine.ground.write_targets import check_no_database, is_file, unwritten
from engine.pgn.errors import PgnError
from engine.pgn.index import GameList, Stamp, stamp_of
from engine.pgn.reader import games_of
from engine.pgn.streams import blocks, is_text, packing_of
from engine.pgn.values import ProblemKind
from engine.pgn.writer import written_game

FIXED = ("FEN", "SetUp", "Variant")  # not editable: they determine the meaning of the moves
_CLOSED = re.compile(r"\{[^}]*\}|^\[[^\r\n]*\][ \t]*$|^%[^\r\n]*|;[^\r\n]*", re.MULTILINE)
_TAG = re.compile(r"^[ \t]*\[[A-Za-z0-9_]+[ \t]+\"", re.MULTILINE)
_RESULTS = ("1-0", "0-1", "1/2-1/2", "*")
_NAME = re.compile(r"[A-Za-z0-9_]{1,255}")
T = TypeVar("T", bound=Game)
_TAIL = 1 << 16  # bytes at the end: enough for a comment that the last game leaves open, and at the start for a game
MOST_KEPT = 256 << 20  # limit of the bytes stored for undo
_TRIES = 50  # of adding to a packed file while other programs add too; each of them succeeds at most once a try


class Patch(NamedTuple):
    """Bytes of the unpacked file and their replacement."""

    start: int
    end: int
    content: bytes


class EditUndo(NamedTuple):
    """The undo of a change: the file must still match `stamp`. `patches` ascend and do not overlap."""

    path: Path
    packing: str
    stamp: Stamp
    patches: tuple[Patch, ...]

    @property
    def size(self) -> int:
        return sum(len(patch.content) for patch in self.patches)

    def rebased(self, later: object) -> Self:
        """Returns the same undo after a later change was undone or redone: same content, new stamp."""
        return self._replace(stamp=later.stamp) if isinstance(later, EditUndo) else self


def closed_game(text: str) -> str:
    """Returns the text of a game: unchanged, or written again if a comment is not closed: other readers would take the next
    games of a file for its content."""
    return _written_again(text) if _leaves_a_comment_open(text) else text


def separate_game(text: str) -> str:
    """Returns the text of a game that was taken out of its file: unchanged, or written again if a comment or a variation is not
    closed, or if it has no tags or no result. Readers would take such a game and the next one for one game."""
    moves = _CLOSED.sub("", text)
    is_closed = "{" not in moves and moves.count("(") <= moves.count(")")
    is_whole = is_closed and _TAG.search(text) is not None and moves.rstrip().endswith(_RESULTS)
    return text if is_whole else _written_again(text)


def _written_again(text: str) -> str:
    return "\n\n".join(written_game(game, game.prelude).strip() for game in games_of(text)) or text


def _leaves_a_comment_open(text: str) -> bool:
    return "{" in _CLOSED.sub("", text)


def save_games(path: Path | str, texts: Iterable[str]) -> None:
    """Writes a file of these games, with an empty line between them; packed if the name ends in .gz or .zst.
    :raises PgnError: it cannot be written; an existing file is unchanged."""
    path = Path(path)
    packing = {".gz": "gz", ".zst": "zst"}.get(path.suffix.lower(), "plain")
    _replace(path, packing, (_encoded(text, b"") for text in texts))


def append_games(path: Path | str, texts: Iterable[str]) -> EditUndo | None:
    """Appends games to a file, which is made if missing. Returns the undo; None for a new file.
    :raises PgnError: it cannot be written; the file is unchanged, or the message says what was added."""
    path = Path(path)
    if not is_file(path):
        save_games(path, texts)
        return None
    packing = packing_of(path)
    try:
        check_no_database(path)
    except OSError as error:
        raise PgnError(unwritten(path, error)) from error
    _check_holds_games(path)
    size, tail = _end_of(path, packing)
    sample = _head_of(path) + tail
    added = b"".join(_encoded(text, sample) for text in texts)
    if packing != "plain":
        return _added_packed(path, packing, added)
    content = _gap(tail) + added
    try:
        append_durably(path, content)
    except HalfWrittenError as error:
        raise PgnError(
            "cannot write %1: %2; part of the game was written from byte %3 on, remove it", path, error, error.size + 1
        ) from error
    except OSError as error:
        raise PgnError(unwritten(path, error)) from error
    return EditUndo(path, packing, stamp_of(path), (Patch(size, size + len(content), b""),))


def _check_holds_games(path: Path) -> None:
    """:raises PgnError: a file of another kind, such as a picture, a book, or a letter; a game would damage it."""
    holds = is_text(path)
    if holds:
        head = _head_of(path).decode("utf-8", "replace").lstrip("\ufeff")
        holds = not head.strip() or _TAG.search(head) is not None or any(one.root.children for one in games_of(head))
    if not holds:
        raise PgnError("%1 holds no chess game, so nothing was added to it. Choose a PGN file or a new name.", path)


def _head_of(path: Path) -> bytes:
    """Returns the first `_TAIL` bytes of the unpacked file."""
    return next(iter(blocks(path, most_unpacked=None)), b"")[:_TAIL]


def _added_packed(path: Path, packing: str, added: bytes) -> EditUndo | None:
    """Appends as `append_games`: writes the file again, with what other programs have added meanwhile."""
    left = _TRIES
    while True:
        stamp = stamp_of(path)
        size, tail = _end_of(path, packing)
        try:
            return _patched(path, packing, [Patch(size, size, _gap(tail) + added)], stamp)
        except _ChangedError:
            left -= 1
            if not left:
                raise


def _end_of(path: Path, packing: str) -> tuple[int, bytes]:
    """Returns the size of the unpacked file and its last `_TAIL` bytes."""
    try:
        if packing == "plain":
            with opened(path) as file:
                size = file.seek(0, io.SEEK_END)
                file.seek(max(0, size - _TAIL))
                return size, file.read(_TAIL)
    except OSError as error:
        raise PgnError("cannot read %1: %2", path, error) from error
    size, tail = 0, b""
    for block in blocks(path, most_unpacked=None):
        size += len(block)
        tail = (tail + block)[-_TAIL:]
    return size, tail


def _encoded(text: str, sample: bytes) -> bytes:
    """Returns a game as the file writes its own, of which `sample` is a part: other programs read one encoding and one kind of
    line ends. UTF-8 if there is no sample, or the text has a letter that cp1252 lacks."""
    written = f"{closed_game(text).strip()}\n\n"
    if b"\r\n" in sample:
        written = written.replace("\r\n", "\n").replace("\n", "\r\n")
    if not _is_utf8(sample):
        with contextlib.suppress(UnicodeEncodeError):
            return written.encode("cp1252")
    return written.encode()


def _is_utf8(sample: bytes) -> bool:
    """Whether these bytes, which may begin and end within a letter, are UTF-8."""
    try:
        codecs.getincrementaldecoder("utf-8")().decode(sample.lstrip(bytes(range(0x80, 0xC0))))
    except UnicodeDecodeError:
        return False
    return True


def _gap(tail: bytes) -> bytes:
    """Returns the line breaks for an empty line after these last bytes, and the end of a comment that their last game leaves
    open. That of an earlier game ends before the next game's tags: closed here, it would hold all games between."""
    line = b"\r\n" if b"\r\n" in tail else b"\n"
    if _leaves_a_comment_open(tail.decode("latin-1")):
        last = games_of(tail)[-1:]
        if not last or any(problem.kind is ProblemKind.UNCLOSED_COMMENT for problem in last[0].problems):
            return b"}" + 2 * line
    if not tail or tail.endswith((b"\n\n", b"\r\r", b"\r\n\r\n")):
        return b""
    if tail.endswith(b"\r"):  # an old Mac's line; `\n` after it would be the same line break
        return b"\r"
    return line if tail.endswith(line) else 2 * line


def change_games(games: GameList, changes: Mapping[int, str | None]) -> EditUndo | None:
    """Replaces games of a listed file, or deletes them (None). List the file again afterwards. Returns the undo; None
    if it would need more than MOST_KEPT bytes.
    :raises PgnError: another program has changed the file, or it cannot be written; it is unchanged."""
    patches = []
    head = _head_of(games.path) if any(changes.values()) else b""
    for row in sorted(changes):
        text = changes[row]
        content = b"" if text is None else _encoded(text, head + games.content(row))
        patches.append(Patch(*games.span(row), content))
    return undone(EditUndo(games.path, games.packing, games.stamp, tuple(patches)))


def undone(change: EditUndo) -> EditUndo | None:
    """Undoes a change. Returns the redo; None if it is too large.
    :raises PgnError: another program has changed the file, or it cannot be written; it is unchanged."""
    _check(change.path, change.stamp)
    return _patched(change.path, change.packing, change.patches, change.stamp)


class _ChangedError(PgnError):
    """Another program has written to the file."""


def _check(path: Path, stamp: Stamp) -> None:
    """:raises PgnError: the file has changed."""
    if stamp_of(path) != stamp:
        raise _ChangedError("%1 was changed by another program; open it again, nothing was written", path)


def _patched(path: Path, packing: str, patches: Sequence[Patch], stamp: Stamp) -> EditUndo | None:
    """Writes the file with these patches (ascending) and returns the undo. `stamp`: of the expected file, checked again
    before the replacement, because large files take seconds.
    :raises PgnError: another program wrote to it meanwhile, or it is a zip archive."""
    if packing == "zip":
        raise PgnError("%1 is an archive, which Ratsu only reads. Save the games as a PGN file.", path)

    def check() -> None:
        _check(path, stamp)

    if sum(patch.end - patch.start for patch in patches) > MOST_KEPT:
        _replace(path, packing, _with_patches(blocks(path, most_unpacked=None), patches, None), check)
        return None
    taken = [bytearray() for _ in patches]
    _replace(path, packing, _with_patches(blocks(path, most_unpacked=None), patches, taken), check)
    back = []
    shift = 0
    for patch, content in zip(patches, taken, strict=True):
        start = patch.start + shift
        back.append(Patch(start, start + len(patch.content), bytes(content)))
        shift += len(patch.content) - (patch.end - patch.start)
    return EditUndo(path, packing, stamp_of(path), tuple(back))


def _with_patches(
    content: Iterable[bytes], patches: Sequence[Patch], taken: Sequence[bytearray] | None
) -> Iterator[bytes]:
    """Yields the content with the patches applied; `taken` receives the replaced bytes."""
    at = 0  # of the next block in the unpacked file
    number = 0
    for block in content:
        end = at + len(block)
        place = at
        while number < len(patches) and patches[number].start < end:
            start, stop, text = patches[number]
            if place <= start:
                yield block[place - at : start - at]
                yield text
                place = start
            if taken is not None:
                taken[number] += block[place - at : min(stop, end) - at]
            place = min(stop, end)
            if stop > end:
                break
            number += 1
        yield block[place - at :]
        at = end
    for patch in patches[number:]:
        if patch.start >= at:  # at the end of the file
            yield patch.content


def _replace(path: Path, packing: str, pieces: Iterable[bytes], check: Callable[[], object] = lambda: None) -> None:
    """Writes a temporary file, flushes it, and renames it if `check` does not raise."""
    try:
        with replacing(path, check=check) as file, _packed(file, packing) as target:
            for piece in pieces:
                target.write(piece)
    except OSError as error:
        raise PgnError(unwritten(path, error)) from error


class _Recoded(io.RawIOBase):
    """Converts UTF-8 in pieces to UTF-16 with a byte order mark."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file
        self._decoder = codecs.getincrementaldecoder("utf-8")(errors="replace")
        file.write(b"\xff\xfe")

    def write(self, piece: Any) -> int:
        """Writes complete characters; half of one waits for the next piece."""
        self._file.write(self._decoder.decode(bytes(piece)).encode("utf-16-le"))
        return len(piece)


def _packed(file: IO[bytes], packing: str) -> contextlib.AbstractContextManager[Any]:
    if packing == "gz":
        return gzip.GzipFile(fileobj=file, mode="wb")
    if packing == "zst":
        return zstandard.ZstdCompressor(level=9).stream_writer(file, closefd=False)
    if packing == "utf-16":
        return _Recoded(file)
    return contextlib.nullcontext(file)


@dataclass(frozen=True)
class HeaderEdit:
    """`names` get the `value`; an empty one removes the tag (the seven standard tags become `?`). With `find`, only
    that part of a value is replaced, in games that have it; otherwise games without the tag get it."""

    names: tuple[str, ...]
    value: str
    find: str = ""

    @property
    def possible(self) -> bool:
        """Whether the names are valid tags that may be changed."""
        return bool(self.names) and all(_NAME.fullmatch(name) and name not in FIXED for name in self.names)

    def check(self) -> None:
        """:raises TagError: a whole value that a tag cannot have."""
        for name in self.names if not self.find else ():
            entered(name, self.value)

    def applied(self, game: T) -> T:
        """Returns the game with its tags changed, in PGN's form; the same game if nothing changes.
        :raises TagError: a value that the tag cannot have."""
        for name in self.names:
            before = game.header(name)
            after = before.replace(self.find, self.value) if self.find else self.value
            if before == after:
                continue
            try:
                after = entered(name, after)
            except TagError as error:
                if not self.find:
                    raise
                players = game.header("White"), game.header("Black"), game.header("Date")
                raise TagError("%1 – %2, %3: %4 Nothing was changed.", *players, error.text) from error
            game = game.with_header(name, after)  # type: ignore[assignment]  # it keeps the type
        return game
