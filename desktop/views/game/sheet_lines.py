"""The lines of a game in the order of the score sheet, and the changes by an edit. Without Qt.

A line is a sequence of moves up to a branching. Only its first move and its number of paragraphs are stored, as plain
numbers: 20,000 more objects would cost 10 ms in each garbage collection.
"""

from collections.abc import Container, Iterator

from desktop.views.kit.notation_text import DEEPEST_SHOWN
from engine.game.node import Node
from engine.game.tree import ROOT, Game
from engine.publishing.text_pieces import MOVES_TOGETHER, WHOLE, TextLine, is_folded, lines, moves_of

LEAD = 30  # lines above the current move that are written with it: the upper half of a view
RESULT = -1  # in the place of a line's first move: the result of the game
_MOST_CHANGED = 32  # moves changed by one edit; after more, all is written again
_MOST_LINES = 1_000  # searched for an edit: about 3 ms


class SheetLines:
    """The lines in order, and the number of paragraphs of each in the document."""

    def __init__(self, *, running: bool = False, folded: Container[int] = ()) -> None:
        """`running`: the main line as running text; otherwise each move of White begins a row, which is a line here.

        `folded`: keys of the first moves of folded variations.
        """
        self._folded = folded
        self._together = MOVES_TOGETHER if running else 1
        self._order: list[int] = []  # by their first moves
        self._heights: list[int] = []  # in paragraphs; 0: not written yet
        self._ranks: dict[int, int] = {}  # of each: twice its depth, plus one if it continues the line above
        self._unwritten = 0  # lines without paragraphs
        self._low = 0  # all lines before it are written
        self._placed = (0, 0)  # a line, and the paragraphs above it: the next request is usually near it
        self._found = 0  # the last line searched

    def __len__(self) -> int:
        return len(self._order)

    def of(self, game: Game, first: TextLine = WHOLE) -> Iterator[tuple[TextLine, list[Node]]]:
        return lines(game, first, deepest=DEEPEST_SHOWN, together=self._together, folded=self._folded)

    def moves(self, game: Game, line: TextLine) -> list[Node]:
        """Returns the moves of a line; empty if it is nested too deep to be shown."""
        if self.is_folded(game, line):
            return [game.node(line.start)]
        return moves_of(game, line, self._together) if line.depth <= DEEPEST_SHOWN else []

    def is_folded(self, game: Game, line: TextLine) -> bool:
        """Whether a line is a variation that shows its first move only."""
        return is_folded(game, line, self._folded)

    def add(self, line: TextLine) -> None:
        self._order.append(line.start)
        self._heights.append(0)
        self._unwritten += 1
        self._ranks[line.start] = _rank(line)

    def add_result(self) -> None:
        self.add(TextLine(RESULT, 0, True))

    def line(self, index: int) -> TextLine:
        start = self._order[index]
        return TextLine(start, self._ranks[start] // 2, self._ranks[start] % 2 == 0)

    def place(self, index: int) -> int:
        """Returns the paragraph at which a line begins or will begin."""
        known, above = self._placed
        above += sum(self._heights[known:index]) - sum(self._heights[index:known])
        self._placed = index, above
        return above

    def is_written(self, index: int) -> bool:
        """Whether the paragraphs of a line are in the document."""
        return self._heights[index] > 0

    def write(self, index: int, height: int) -> None:
        """Sets the number of a line's paragraphs in the document."""
        self._unwritten += (not height) - (not self._heights[index])
        self._heights[index] = height
        if index < self._placed[0]:
            self._placed = (0, 0)

    def find(self, game: Game, node: int) -> int | None:
        """Returns the index of the line that contains a move; None if no line does."""
        start = self._start(game, node)
        return None if start is None else self._index(start)

    def _index(self, start: int) -> int:
        """Returns the index of a line; cached, since an edit asks repeatedly and there may be 20,000 lines."""
        if self._order[self._found : self._found + 1] != [start]:
            self._found = self._order.index(start)
        return self._found

    def _start(self, game: Game, node: int) -> int | None:
        while node not in self._ranks:
            if node == ROOT or node not in game:
                return None
            node = game.node(node).parent
        return node

    def missing(self, focus: int) -> int | None:
        """Returns the line to write next; None if all are written.

        First the lines around `focus`; then those above it, since little text is below them yet and must move; then
        those below it.
        """
        if not self._unwritten:
            return None
        first = max(0, focus - LEAD)
        near = self._heights[first : focus + 2 * LEAD]
        if 0 in near:
            return first + near.index(0)
        self._low = self._heights.index(0, self._low)
        return self._low

    # -- edits

    def edit(self, before: Game, after: Game, turned: Container[int] = ()) -> list[tuple[int, int]] | None:
        """Applies an edit. Returns the paragraphs to remove, as ranges; None if everything must be written again.

        `turned`: first moves of variations that were folded or unfolded.
        """
        stale = self._stale(before, after)
        if stale is not None and turned != ():
            stale |= {start for start in self._order if start in turned}
        if stale is None or not after.root.children:
            return None
        removed: list[tuple[int, int]] = []
        while stale:
            index = min(map(self._index, stale))
            found = self._lines_from(after, index, stale)
            if found is None:
                return None
            stop, fresh = found
            old = set(self._order[index:stop])
            if any(line.start in self._ranks and line.start not in old for line in fresh):
                return None  # after an undo, another move may get the same number
            removed += self._replace(index, stop, fresh, stale)
            stale -= old
        if (before.result, before.outcome) != (after.result, after.outcome):
            if self._ranks.pop(RESULT, None) is not None:
                above = self.place(len(self._order) - 1)
                self._order.pop()
                height = self._heights.pop()
                self._unwritten -= not height
                removed.append((above, above + height))
            if after.result != "*":
                self.add_result()
        return removed

    def _stale(self, before: Game, after: Game) -> set[int] | None:
        """Returns the first moves of the changed lines."""
        stale: set[int | None] = set()
        for count, node_id in enumerate(before.table.changed(after.table)):
            old, new = before.table.get(node_id), after.table.get(node_id)
            if count >= _MOST_CHANGED:
                return None
            if old is not None:
                stale.add(self._start(before, node_id))
                if old.children and (new is None or new.children != old.children):
                    stale.add(self._start(before, old.children[0]))  # it ends at a branching
        return None if None in stale else {start for start in stale if start is not None}

    def _lines_from(self, game: Game, index: int, stale: set[int]) -> tuple[int, list[TextLine]] | None:
        """Returns the new lines from one with an unchanged place up to one followed by unchanged lines: its old
        index, and the lines before it."""
        first, fresh = self.line(index), list[TextLine]()
        for line, _ in self.of(game, first):
            again = fresh and line.depth == first.depth and line.start not in stale  # it continues the first one
            if again and self._ranks.get(line.start) == _rank(line):
                stop = self._order.index(line.start)
                return (stop, fresh) if stop > index else None
            fresh.append(line)
            if len(fresh) > _MOST_LINES:
                return None
        least = 2 * first.depth  # all variations of the first line come before a line of no higher rank
        behind = (at for at in range(index + 1, len(self)) if self._ranks[self._order[at]] <= least)
        return next(behind, len(self)), fresh

    def _replace(self, index: int, stop: int, fresh: list[TextLine], stale: set[int]) -> list[tuple[int, int]]:
        """Replaces lines; unchanged ones stay in the document. Returns the paragraphs of the others, from the bottom up."""
        old, heights = self._order[index:stop], self._heights[index:stop]
        places = {start: at for at, start in enumerate(old)}
        end, kept, last = self.place(stop), [0] * len(old), -1
        self.place(index)  # the lines above the change stay
        self._low = min(self._low, index)
        self._heights[index:stop] = [0] * len(fresh)
        for number, line in enumerate(fresh, index):
            at = places.get(line.start, -1)
            if at > last and line.start not in stale and self._ranks[line.start] == _rank(line):
                self._heights[number] = kept[at] = heights[at]
                last = at
        self._order[index:stop] = [line.start for line in fresh]
        self._unwritten += self._heights[index : index + len(fresh)].count(0) - heights.count(0)
        for start in old:
            del self._ranks[start]
        self._ranks.update((line.start, _rank(line)) for line in fresh)
        removed: list[tuple[int, int]] = []
        for height, stays in zip(reversed(heights), reversed(kept), strict=True):
            if height and not stays:
                below = removed.pop() if removed and removed[-1][0] == end else (end, end)
                removed.append((end - height, below[1]))
            end -= height
        return removed


def _rank(line: TextLine) -> int:
    return 2 * line.depth + (not line.opens)
