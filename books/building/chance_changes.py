"""Compares the playing chances before and after an edit, in every position that it touches.

watch = preview(library, lambda books: books.add_line(board, moves), positions_of(board, moves), settings)
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

MOST_KEYS = 50_000  # limit of compared positions of a book: a few seconds of work
LEAST = 0.005  # differences below half a percent are reported as unchanged


@dataclass(frozen=True)
class ChanceChange:
    """A move's chance (0-1) before and after an edit. `san` has the move number; `flag` is the symbol after the edit.
    `asked`: one of the edited moves. `outranked`: not played, because another move is `!`."""

    san: str
    flag: str
    before: float
    after: float
    asked: bool
    outranked: bool

    @property
    def same(self) -> bool:
        """Whether the difference is too small to report."""
        return abs(self.after - self.before) < LEAST

    def __str__(self) -> str:
        if self.same:
            hint = " (others are !)" if self.outranked else ""
            return f"{self.san}{self.flag} {self.after:.0%} as before{hint}"
        return f"{self.san}{self.flag} {self.before:.0%} -> {self.after:.0%}"


EditedMoves = Sequence[tuple[chess.Board, chess.Move | None]]
"""Positions, each with the edited move (None: the whole position)."""


class ChanceComparison:
    """Compares the chances at the beginning and at the end of a block. `lowered`: the number of positions among `keys`,
    besides the edited ones, in which a move is now played less often."""

    def __init__(
        self, library: Library, asked: EditedMoves, settings: ChoiceSettings | None = None, keys: Iterable[int] = ()
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

    def __enter__(self) -> "ChanceComparison":
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
        """Every changed chance in one line, or `no chance to be played changes`."""
        elsewhere = f"; in {self.lowered:,} other positions a move is played less often" if self.lowered else ""
        return changes_text(self.changes) + elsewhere

    def _look(self, board: chess.Board) -> dict[chess.Move, BookMove]:
        return {entry.move: entry for entry in self._library.look_up(board, self._settings)}


@contextmanager
def trial(library: Library) -> Iterator[Library]:
    """Opens the same books for a trial. Changes in the block are visible only through the yielded library and are
    rolled back at its end.
    :raises BookError: the user's book cannot be written."""
    library.own()  # gives the reason if it is read-only, which the second library would not know
    user, learned, shipped = (file.path if file else None for file in (library.user, library.learned, library.shipped))
    again = Library(user, learned, shipped)
    with ExitStack() as stack:
        stack.callback(again.close)
        for file in dict.fromkeys((again.user, again.own())):
            if file is not None:
                stack.enter_context(file.trial())
        yield again


def preview(
    library: Library,
    change: Callable[[Library], object],
    asked: EditedMoves,
    settings: ChoiceSettings | None = None,
    keys: Iterable[int] = (),
) -> ChanceComparison:
    """Returns what a change of the user's books would do to the chances, without writing it. Other arguments as in
    `ChanceComparison`.
    :raises BookError: the change cannot be made."""
    with trial(library) as books, ChanceComparison(books, asked, settings, keys) as watch:
        change(books)
    return watch


def positions_of(board: chess.Board, moves: Iterable[chess.Move]) -> list[tuple[chess.Board, chess.Move | None]]:
    walk = board.copy(stack=False)
    found: list[tuple[chess.Board, chess.Move | None]] = []
    for move in moves:
        found.append((walk.copy(stack=False), move))
        walk.push(move)
    return found


def keys_of(path: Path) -> list[int]:
    """Returns the positions of a book file, at most MOST_KEYS. :raises BookError: the file cannot be read."""
    with BookFile(path, Access.READ) as book:
        return list(islice(dict.fromkeys(row.key for row in book.all_rows()), MOST_KEYS))


def changes_text(changes: Sequence[ChanceChange]) -> str:
    """Returns the changes in words. A single edited move is named even if its chance did not change."""
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
    """Returns the edited move first, then every other move whose chance changed."""
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
