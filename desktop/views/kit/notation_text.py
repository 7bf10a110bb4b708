"""Lays out a game as paragraphs of text runs, each with its role and its move. No Qt, no recursion."""

from __future__ import annotations

from collections.abc import Container, Iterator
from enum import Enum
from typing import NamedTuple

from engine.game.node import Node
from engine.game.tree import Game
from engine.ground.text import Text
from engine.publishing.signs import DIAGRAM_SIGN
from engine.publishing.text_pieces import TextKind, TextLine, TextPiece, is_folded, line_pieces, lines
from engine.publishing.wording import PLAIN, Wording, claim_text, result_text, unbreakable, unread_text

COMMENT_SHOWN = 64 * 1024  # characters; longer comments are cut on the screen, never in the file
_FOLDED = (TextKind.NUMBER, TextKind.MOVE, TextKind.MARKS)  # the parts of its first move that a folded variation shows
COLUMN_SIGNS = 7  # of a move that has its clock time in a column of its own; after a longer one it follows at once
DEEPEST_SHOWN = 200  # nested variations; deeper ones are counted, not listed


class TextRole(Enum):
    """The role of a text run, which decides its look."""

    NUMBER = "number"
    MOVE = "move"
    VARIATION = "variation"
    COMMENT = "comment"
    CLAIM = "claim"  # why a move is a mistake; a click shows the refutation
    RESULT = "result"
    GAP = "gap"
    DETAIL = "detail"  # evaluation and clock, after their move
    UNREAD = "unread"  # unreadable text of the file; a click goes to its position


class TextRun(NamedTuple):
    """A piece of text. `node` is its move, or None for other text; `about` the move that a claim or unreadable text refers to.
    `signs`: the number of letters at the end that are annotation signs."""

    text: str
    role: TextRole
    node: int | None = None
    about: int | None = None
    signs: int = 0


class SheetParagraph(NamedTuple):
    """A line of the score sheet (`is_row`), the main line as `running` text, or a comment or variation indented by its depth.
    `opens`: the first node of a variation that begins here and can be folded, else 0."""

    runs: tuple[TextRun, ...]
    depth: int
    is_row: bool = False
    running: bool = False
    opens: int = 0

    def spelled(self) -> Iterator[tuple[str, TextRun, int]]:
        """Each run with the separator before it and its column, counted in UTF-16 units as Qt does."""
        column = 0
        for index, run in enumerate(self.runs):
            gap = self._gap(self.runs[index - 1], run) if index else ""
            column += len(gap)
            yield gap, run, column
            column += units(run.text)

    @property
    def detailed(self) -> bool:
        """Whether it is a line of the score sheet in which a move has a clock time or an evaluation, in its own column."""
        return self.is_row and any(run.role is TextRole.DETAIL for run in self.runs)

    def _gap(self, before: TextRun, run: TextRun) -> str:
        counted = before.role is TextRole.NUMBER  # a number and its move share a line
        if not self.is_row:
            return "\u00a0" if counted else " "
        short = len(before.text) <= COLUMN_SIGNS
        if run.role is TextRole.DETAIL:
            return "\t" if short else " "
        skips = self.detailed and not counted and before.role is not TextRole.DETAIL and short
        return "\t\t" if skips else "\t"


def units(text: str) -> int:
    """The length of a text in a Qt document, in UTF-16 units."""
    return len(text) if text.isascii() else len(text.encode("utf-16-le", "surrogatepass")) // 2


def paragraphs(
    game: Game, wording: Wording = PLAIN, *, running: bool = False, folded: Container[int] = ()
) -> list[SheetParagraph]:
    """The paragraphs of the whole game, from top to bottom.

    `running`: the main line as in a book, its comments between its moves, instead of two columns. `folded`: see `lines`.
    """
    found = []
    for line, nodes in lines(game, deepest=DEEPEST_SHOWN, folded=folded):
        shut = is_folded(game, line, folded)
        found += line_paragraphs(game, line, nodes, wording, running=running, folded=shut)
    return found + result_paragraphs(game, wording)


def line_paragraphs(
    game: Game, line: TextLine, nodes: list[Node], wording: Wording, *, running: bool, folded: bool = False
) -> list[SheetParagraph]:
    """The paragraphs of one line. `folded`: only the first move of the variation is shown."""
    writer = _ParagraphWriter(game, line.depth, wording, running)
    for piece in line_pieces(line, nodes, COMMENT_SHOWN):
        if not folded or piece.kind in _FOLDED:
            writer.add(piece)
    has_more = line.opens and any(
        (nodes[0].children, nodes[0].comments, nodes[0].before, nodes[0].unread) if nodes else ()
    )
    if folded and has_more:
        writer.add_rest()
    writer.flush()
    if has_more:
        writer.done[0] = writer.done[0]._replace(opens=line.start)
    return writer.done


def result_paragraphs(game: Game, wording: Wording) -> list[SheetParagraph]:
    """The result, to follow the moves; empty if it is unknown."""
    return [SheetParagraph((TextRun(result_text(game, wording), TextRole.RESULT),), 0)] if game.result != "*" else []


def has_details(game: Game) -> bool:
    """Whether moves carry clock times or evaluations, which need wider columns."""
    return game.table.commands > 0 and any(
        node.clock_ms is not None or node.evaluation is not None or "[%review line" in node.comment
        for node in game.table
        if node.has_commands
    )


def _unplayed(game: Game) -> tuple[int, ...]:
    """The moves of a correspondence game's main line that are analysis."""
    if not game.header("Mode"):
        return ()
    from engine.play.correspondence import analysis_nodes

    return analysis_nodes(game)


class _ParagraphWriter:
    """Collects the pieces of a line in paragraphs."""

    def __init__(self, game: Game, depth: int, wording: Wording, running: bool) -> None:
        self.done: list[SheetParagraph] = []
        self._game = game
        self._wording = wording
        self._runs: list[TextRun] = []
        self._depth = depth
        self._running = depth == 0 and running
        self._row = depth == 0 and not running
        self._number = ""  # held until its move comes
        self._unplayed = _unplayed(game) if depth == 0 else ()

    def add(self, piece: TextPiece) -> None:
        kind = piece.kind
        if kind is TextKind.MOVE:
            self._move(piece)
        elif kind is TextKind.NUMBER:
            self._number = piece.text
        elif kind is TextKind.MARKS:
            self._mark(unbreakable(piece.text))
        elif kind is TextKind.DETAIL:
            text = self._wording.figures(piece.text)
            if text:
                self._runs.append(TextRun(text, TextRole.DETAIL))
        elif kind is TextKind.COMMENT:
            self._comment(TextRun(piece.text, TextRole.COMMENT))
        elif kind is TextKind.UNREAD:
            self._comment(TextRun(unread_text(piece, self._wording), TextRole.UNREAD, about=piece.node))
        elif kind is TextKind.CLAIM:
            text = claim_text(self._game, piece, self._wording)
            if text:
                self._comment(TextRun(text, TextRole.CLAIM, about=piece.node))
        elif kind is TextKind.REMARK:
            self._comment(TextRun(self._wording.remark(piece.text, piece.more), TextRole.COMMENT))
        elif kind is TextKind.DEEPER:
            self.done.append(SheetParagraph((TextRun("(…)", TextRole.COMMENT, piece.node),), DEEPEST_SHOWN))
        elif not self._mark(f"\u00a0{DIAGRAM_SIGN}"):
            self._comment(TextRun(DIAGRAM_SIGN, TextRole.COMMENT))

    def add_rest(self) -> None:
        """Adds the marker for the hidden moves of a folded variation."""
        self._runs.append(TextRun("…", TextRole.GAP))

    def _move(self, piece: TextPiece) -> None:
        unplayed = piece.node in self._unplayed
        if unplayed and piece.node == self._unplayed[0]:
            self._comment(TextRun(self._wording.said(Text("Analysis:")), TextRole.COMMENT))
        black = piece.more.endswith("...")
        if self._row and not black:
            self.flush()
        if self._row and not self._runs:
            self._runs.append(TextRun(f"{piece.more.rstrip('.')}.", TextRole.NUMBER))
            if black:
                self._runs.append(TextRun("…", TextRole.GAP))
        elif not self._row and self._number:
            self._runs.append(TextRun(self._number.replace("...", "…"), TextRole.NUMBER))
        self._number = ""
        text = unbreakable(self._wording.moves(piece.text))
        self._runs.append(TextRun(text, TextRole.VARIATION if piece.depth or unplayed else TextRole.MOVE, piece.node))

    def _mark(self, text: str) -> bool:
        """Appends a sign to the last move; False without a move before it."""
        for at in range(len(self._runs) - 1, -1, -1):
            run = self._runs[at]
            if run.node is not None:
                self._runs[at] = run._replace(text=run.text + text, signs=run.signs + len(text))
                return True
            if run.role is not TextRole.DETAIL:
                break
        return False

    def _comment(self, run: TextRun) -> None:
        """Adds a comment: as its own paragraph between two columns, otherwise among the moves."""
        if self._row:
            self.flush()
            self.done.append(SheetParagraph((run,), 0))
        else:
            self._runs.append(run)

    def flush(self) -> None:
        if self._runs:
            self.done.append(SheetParagraph(tuple(self._runs), self._depth, self._row, self._running))
            self._runs = []
