"""What an edit changes of the chances to be played: before and after, in every position that it is watched in.

watch = foreseen(library, lambda books: books.add_line(board, moves), positions_of(board, moves), settings)
print(watch.text)  # nothing is written yet
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from itertools import islice
from pathlib import Path

import chess

from books.choice.choose import ChoiceSettings
from books.choice.library import Library
from books.entry import BookMove, Flag
from books.key import position_key
from books.learning.mistakes import numbered_san
from books.store.book_file import BookFile
from books.store.connecting import Access
from engine.ground.values import dataclass

MOST_KEYS = 50_000  # positions of a book that are compared, some seconds of work
LEAST = 0.005  # what is less than half a percent apart is reported as the same


@dataclass(frozen=True)
class ChanceChange:
    """A move's chance (0-1) before and after an edit. `san` has the move's number; `flag` is the symbol it has now; `asked`:
    it is one of the moves that the edit was about; `outranked`: it is not played because others here are `!`."""

    san: str
    flag: str
    before: float
    after: float
    asked: bool
    outranked: bool

    @property
    def same(self) -> bool:
        """Whether nothing changed that could be reported."""
        return abs(self.after - self.before) < LEAST

    def __str__(self) -> str:
        if self.same:
            hint = " (others are !)" if self.outranked else ""
            return f"{self.san}{self.flag} {self.after:.0%} as before{hint}"
        return f"{self.san}{self.flag} {self.before:.0%} -> {self.after:.0%}"


Asked = Sequence[tuple[chess.Board, chess.Move | None]]
"""Positions, each with the move that the edit is about (None: none in particular)."""


class Watch:
    """Takes the chances when it is entered and again when it is left. `lowered`: in how many of the positions `keys`, other than
    those asked for, a move is played less often than before."""

    def __init__(
        self, library: Library, asked: Asked, settings: ChoiceSettings | None = None, keys: Iterable[int] = ()
    ) -> None:
        self.changes: tuple[ChanceChange, ...] = ()
        self.lowered = 0
        shown = {position_key(board) for board, _ in asked}
        self._keys = [key for key in islice(dict.fromkeys(keys), MOST_KEYS) if key not in shown]
        self._chances: list[dict[int, float]] = []
        self._library = library
        self._asked = [(board.copy(stack=False), move) for board, move in asked]
        self._settings = settings or ChoiceSettings()
        self._before: list[dict[chess.Move, BookMove]] = []

    def __enter__(self) -> "Watch":
        self._before = [self._look(board) for board, _ in self._asked]
        self._chances = [self._library.chances_at(key, self._settings) for key in self._keys]
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if kind is None:
            found = zip(self._asked, self._before, strict=True)
            self.changes = tuple(
                change
                for (board, move), before in found
                for change in _compared(board, move, before, self._look(board))
            )
            for key, was in zip(self._keys, self._chances, strict=True):
                now = self._library.chances_at(key, self._settings)
                self.lowered += any(now.get(code, 0.0) <= chance - LEAST for code, chance in was.items())

    @property
    def falls(self) -> bool:
        """Whether a move is played less often than before."""
        return bool(self.lowered) or any(change.after <= change.before - LEAST for change in self.changes)

    @property
    def text(self) -> str:
        """Every chance that changed, in one line; `no chance to be played changes` where none did."""
        elsewhere = f"; in {self.lowered:,} other positions a move is played less often" if self.lowered else ""
        return told(self.changes) + elsewhere

    def _look(self, board: chess.Board) -> dict[chess.Move, BookMove]:
        return {entry.move: entry for entry in self._library.look_up(board, self._settings)}


@contextmanager
def rehearsal(library: Library) -> Iterator[Library]:
    """The same books once more: what is changed in them in the block nobody else sees, and it is gone when the block ends.

    :raises BookError: the user's book cannot be written.
    """
    library.own()  # which says why it cannot be changed: the same books once more would not know
    user, learned, shipped = (file.path if file else None for file in (library.user, library.learned, library.shipped))
    again = Library(user, learned, shipped)
    with ExitStack() as stack:
        stack.callback(again.close)
        if again.user is not None:
            stack.enter_context(again.user.rehearsal())
        yield again


def foreseen(
    library: Library,
    change: Callable[[Library], object],
    asked: Asked,
    settings: ChoiceSettings | None = None,
    keys: Iterable[int] = (),
) -> Watch:
    """What a change of the user's books would do to the chances; it is not written. Arguments as of `Watch`.

    :raises BookError: the change cannot be made.
    """
    with rehearsal(library) as books, Watch(books, asked, settings, keys) as watch:
        change(books)
    return watch


def positions_of(board: chess.Board, moves: Iterable[chess.Move]) -> list[tuple[chess.Board, chess.Move | None]]:
    """The positions of a line, each with its move."""
    walk = board.copy(stack=False)
    found: list[tuple[chess.Board, chess.Move | None]] = []
    for move in moves:
        found.append((walk.copy(stack=False), move))
        walk.push(move)
    return found


def keys_of(path: Path) -> list[int]:
    """The positions of a book file, at most MOST_KEYS. Raises BookError."""
    with BookFile(path, Access.READ) as book:
        return list(islice(dict.fromkeys(row.key for row in book.all_rows()), MOST_KEYS))


def told(changes: Sequence[ChanceChange]) -> str:
    """The changes in words; a single move that was asked for is named even where nothing changed."""
    changed = [str(change) for change in changes if not change.same]
    asked = [change for change in changes if change.asked]
    same = [change for change in asked if change.same]
    if len(asked) == 1 and same:
        return ", ".join([str(same[0]), *changed])
    if not changed:
        return "no chance to be played changes"
    rest = f", {len(same)} other move{'s' * (len(same) > 1)} as before" if same else ""
    return ", ".join(changed) + rest


def _compared(
    board: chess.Board,
    asked: chess.Move | None,
    before: dict[chess.Move, BookMove],
    after: dict[chess.Move, BookMove],
) -> list[ChanceChange]:
    """The move that was asked for first, then every other whose chance changed."""
    strong = any(entry.flag is Flag.STRONG for entry in after.values())
    found = []
    for move, entry in sorted(after.items(), key=lambda pair: pair[0] != asked):
        was = before[move].probability if move in before else 0.0
        outranked = strong and entry.flag is Flag.NORMAL
        change = ChanceChange(
            numbered_san(board, move), entry.flag.symbol, was, entry.probability, move == asked, outranked
        )
        if change.asked or not change.same:
            found.append(change)
    gone = [move for move in before if move not in after and before[move].probability >= LEAST]
    found += [ChanceChange(numbered_san(board, move), "", before[move].probability, 0.0, False, False) for move in gone]
    return found
