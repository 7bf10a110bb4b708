"""Writes a score sheet in slices, with turns of the event loop between them.

The moves around the current one come first, then the rest. A game of 10,000 variations takes a second to write. An edit
rewrites only the changed lines; a small game is written at once.
"""

import time
from collections.abc import Container, Iterator
from contextlib import nullcontext
from typing import NamedTuple

from PySide6.QtCore import QObject, QTimer, Signal, Slot
from PySide6.QtGui import QTextDocument
from PySide6.QtWidgets import QTextEdit

from desktop.views.game.sheet_document import MOST_REMOVED, SheetDocument
from desktop.views.game.sheet_lines import RESULT, SheetLines
from desktop.views.kit import words
from desktop.views.kit.notation_text import (
    SheetParagraph,
    TextRole,
    has_details,
    line_paragraphs,
    result_paragraphs,
    units,
)
from engine.game.node import Node
from engine.game.tree import ROOT, Game
from engine.publishing.text_pieces import WHOLE, TextLine
from engine.publishing.wording import PLAIN, Wording

SLICE_S = 0.008  # seconds of work between two turns of the event loop, plus layout and painting
AT_ONCE = 150  # paragraphs written before the first turn: about 12 ms
CLAIM_COST = 20  # paragraphs that take as long as one with a claim of the coach: its check takes about 1.5 ms
MOST_ASIDE = 1  # sheet of a large game cached while another is shown; 10,000 variations take 79 MB
MOST_SMALL_ASIDE = 8  # of games of up to MOST_REMOVED lines
_LEAST_ASIDE = 16  # lines; a shorter sheet is written as fast as it is put back
_LEAST = 8  # least number of paragraphs in a slice, so that the work ends even on a slow machine


class MovePlace(NamedTuple):
    """The place of a move: number of the paragraph, column and length."""

    paragraph: int
    column: int
    length: int


class _Aside(NamedTuple):
    """The cached sheet of a game that is not shown now."""

    game: Game
    lines: SheetLines
    looks: tuple[bool, bool, bool]  # running, detailed, with scores
    wording: Wording
    document: QTextDocument
    height: int  # paragraphs


class SheetWriter(QObject):
    """Updates a view's document to the sheet of a game.

    `stepping` and `stepped` are emitted before and after every slice except the first, which `begin` writes itself.
    """

    stepping = Signal()
    stepped = Signal()

    def __init__(self, view: QTextEdit) -> None:
        super().__init__(view)
        self._paper = SheetDocument(view)
        self._game = Game.new()
        self._wording = PLAIN
        self._running = self._detailed = self._scores = False
        self._aside: dict[int, _Aside] = {}  # by the key of the game's root, the most recent one last
        self.folded: set[int] = set()  # keys of the first moves of folded variations, of all games
        self._lines = SheetLines()
        self._unlisted: Iterator[tuple[TextLine, list[Node]]] | None = (
            None  # the game's lines that are not in `_lines` yet
        )
        self._focus = ROOT
        self._owed = 0  # paragraphs that the slice writes regardless of time
        self._timer = QTimer(self)
        self._timer.setInterval(0)
        self._timer.timeout.connect(self._go_on)

    @property
    def settled(self) -> bool:
        return self._unlisted is None and self._lines.missing(0) is None

    @property
    def empty(self) -> bool:
        """Whether the sheet is empty and will stay so."""
        return self.settled and not len(self._lines)

    def look_at(self, node: int) -> None:
        """Writes the moves around this node next."""
        self._focus = node

    def spot(self, node: int) -> MovePlace | None:
        """Returns the place of a move in the document; None if it is not there (yet)."""
        index = self._lines.find(self._game, node)
        if index is None or not self._lines.is_written(index):
            return None
        for number, paragraph in enumerate(self._paragraphs(index), self._lines.place(index)):
            for _, run, column in paragraph.spelled():
                if run.node == node:
                    return MovePlace(number, column, units(run.text))
        return None

    def begin(self, game: Game, *, running: bool, scores: bool, anew: bool, turned: Container[int] = ()) -> None:
        """Begins another sheet and drops the rest of the old one.

        `running`: the main line as running text. `scores`: the engine's scores after its moves. `anew`: rewrites
        everything, as after a change of appearance. `turned`: first moves of variations that were folded or unfolded.
        """
        before, detailed = self._game, has_details(game)
        looks = running, detailed, scores
        if anew:
            self._drop_aside(0, 0)
        elif game.root.key != before.root.key:
            before = self._change_sheet(game, looks)
        anew = anew or before.root.key != game.root.key or looks != (self._running, self._detailed, self._scores)
        self._game, (self._running, self._detailed, self._scores) = game, looks
        settled = self.settled  # otherwise the slice may write far from the removed text
        least = AT_ONCE if settled else _LEAST
        removed = None if anew or self._unlisted is not None else self._lines.edit(before, game, turned)
        if removed is None or sum(stop - start for start, stop in removed) > MOST_REMOVED:
            self._wording = words.wording(scores)
            self._paper.set_looks(detailed)
            self._paper.clear()
            self._lines = SheetLines(running=running, folded=self.folded)
            self._unlisted = self._lines.of(game)
            removed, least = [], AT_ONCE
        with self._paper.laid_out_once() if settled and _near(removed) else nullcontext():
            for start, stop in removed:
                self._paper.remove(start, stop)
            self._step(least)
        if not self.settled:
            self._timer.start()

    def _change_sheet(self, game: Game, looks: tuple[bool, bool, bool]) -> Game:
        """Caches the sheet of the game and restores that of another one. Returns the game whose sheet is shown now."""
        shown = self._game
        back = self._aside.pop(game.root.key, None)
        if back is not None and back.looks != looks:
            self._paper.drop(back.document)
            back = None
        found = (back.document, back.height) if back is not None else None
        if self.settled and len(self._lines) >= _LEAST_ASIDE:
            was = self._running, self._detailed, self._scores
            self._aside.pop(shown.root.key, None)
            self._aside[shown.root.key] = _Aside(shown, self._lines, was, self._wording, *self._paper.put_aside(found))
            self._drop_aside(MOST_ASIDE, MOST_SMALL_ASIDE)
            self._lines = SheetLines(running=self._running, folded=self.folded)
            shown = Game.new()
        elif found is not None:
            self._paper.put_back(*found)
        if back is None:
            return shown
        self._timer.stop()
        if looks[1] is not self._detailed:
            self._paper.set_looks(looks[1])
        self._lines, self._wording, self._unlisted = back.lines, back.wording, None
        self._running, self._detailed, self._scores = looks
        return back.game

    def _drop_aside(self, large: int, small: int) -> None:
        """Keeps the sheets that were shown last. `large`: the number of large games; `small`: of others."""
        for most, is_large in ((large, True), (small, False)):
            keys = [key for key, one in self._aside.items() if (len(one.lines) > MOST_REMOVED) is is_large]
            for key in keys[: max(0, len(keys) - most)]:
                self._paper.drop(self._aside.pop(key).document)

    @Slot()
    def _go_on(self) -> None:
        self.stepping.emit()
        self._step(_LEAST)
        self.stepped.emit()

    def _step(self, least: int) -> None:
        """Writes one slice, at least `least` paragraphs."""
        until = time.perf_counter() + SLICE_S
        self._list(until, least)
        self._owed = least
        while self._unlisted is None and (self._owed > 0 or time.perf_counter() < until):
            index = self._lines.missing(self._lines.find(self._game, self._focus) or 0)
            if index is None:
                self._timer.stop()
                return
            self._paper.insert(self._lines.place(index), self._timely(index, until))

    def _list(self, until: float, least: int) -> None:
        """Lists the lines of the game within the time of a slice."""
        for line, nodes in self._unlisted or ():
            self._lines.add(line)
            if line == WHOLE and not line_paragraphs(self._game, line, nodes, self._wording, running=self._running):
                self._lines = SheetLines(running=self._running, folded=self.folded)  # the game has no moves or comments
            if len(self._lines) >= least and time.perf_counter() >= until:
                return
        if self._unlisted is not None and self._game.result != "*":
            self._lines.add_result()
        self._unlisted = None

    def _paragraphs(self, index: int) -> list[SheetParagraph]:
        line = self._lines.line(index)
        if line.start == RESULT:
            return result_paragraphs(self._game, self._wording)
        moves, folded = self._lines.moves(self._game, line), self._lines.is_folded(self._game, line)
        return line_paragraphs(self._game, line, moves, self._wording, running=self._running, folded=folded)

    def _timely(self, index: int, until: float) -> Iterator[SheetParagraph]:
        """Yields the paragraphs of the next unwritten lines, within the time of a slice."""
        begun = False
        while index < len(self._lines) and not self._lines.is_written(index):
            if begun and self._owed <= 0 and time.perf_counter() >= until:
                return
            begun = True
            found = self._paragraphs(index)
            self._lines.write(index, len(found))
            yield from found
            self._owed -= sum(CLAIM_COST if _claims(paragraph) else 1 for paragraph in found)
            index += 1


def _near(removed: list[tuple[int, int]]) -> bool:
    """Whether the removed ranges are close enough to be laid out together."""
    return not removed or max(stop for _, stop in removed) - min(start for start, _ in removed) <= MOST_REMOVED


def _claims(paragraph: SheetParagraph) -> bool:
    return any(run.role is TextRole.CLAIM for run in paragraph.runs)
