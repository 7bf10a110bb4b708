"""The findings of a deep look as a tree: moves with their results, and the proof of a mate, opened defence by defence."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication, Qt, Slot
from PySide6.QtWidgets import QHeaderView, QTreeWidget, QTreeWidgetItem

from desktop.model.game.state import GameState
from desktop.model.job import JobState
from desktop.services.engines.deep_look_service import DeepLookService
from desktop.services.game.game_service import GameService
from desktop.views.kit import theme, words
from desktop.views.kit.foreign_text import ForeignText
from engine.game.info import PovScore, Score
from engine.game.limits import GamePosition

if TYPE_CHECKING:
    from engine.jobs.look import DeepLookRequest, LookFinding
    from engine.search.linear import ProbedLine
    from engine.search.mate_tree import Defence

_SHOWN_PLIES = 16
_NUMBERS = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


def _t(text: str) -> str:
    return str(QT_TRANSLATE_NOOP("DeepLookTree", text))


_ENDS = {
    "MATE": _t("mate"),
    "STALEMATE": _t("stalemate"),
    "FIFTY_MOVES": _t("fifty-move rule"),
    "REPETITION": _t("repetition"),
    "MATERIAL": _t("too little material"),
    "LENGTH": _t("followed to its length"),
    "STOPPED": _t("stopped"),
}


class DeepLookTree(QTreeWidget):
    """Enter or a double click adds a row's moves to the notation."""

    def __init__(self, games: GameService, look: DeepLookService) -> None:
        super().__init__()
        self._games, self._look = games, look
        self.tab, self._node = -1, 0
        self._shown: tuple[LookFinding, ...] = ()
        self._position: GamePosition | None = None
        self._rows: dict[tuple[str, ...], _Row] = {}  # by their moves
        self.summary = ""
        self.setAccessibleName(self.tr("Findings"))
        self.setHeaderLabels([self.tr("Move"), self.tr("Score"), self.tr("In the end")])
        self.header().setStretchLastSection(True)
        self.header().setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        self.headerItem().setTextAlignment(1, _NUMBERS)
        self.setIndentation(3 * theme.SPACE)
        self.setMinimumHeight(theme.scaled(20 * theme.SPACE))
        self.hide()  # until something is found
        self.itemExpanded.connect(self._open)
        self.itemActivated.connect(self._insert)

    def begin(self, state: GameState) -> None:
        """Begins a search of the shown position."""
        self.tab, self._node = state.tab, state.current

    def show_found(self, state: JobState[DeepLookRequest, LookFinding]) -> None:
        if state.rows == self._shown:
            return
        self._shown, self.summary = state.rows, ""
        self._position = state.request.position if state.request is not None else None
        self._rows.clear()
        self.clear()
        for found in state.rows:
            self._add(found)
        self.setVisible(self.topLevelItemCount() > 0)

    def _add(self, found: LookFinding) -> None:
        from engine.jobs.look import FortressFinding, MateFinding, VerifiedLine
        from engine.search.fortress import FortressVerdict

        if isinstance(found, FortressFinding):
            verdicts = {
                FortressVerdict.HOLDS: self.tr(
                    "A fortress: it cannot be broken. %1 positions, %2 captures judged by search."
                ),
                FortressVerdict.BROKEN: self.tr(
                    "No fortress: it can be broken. %1 positions, %2 captures judged by search."
                ),
                FortressVerdict.OPEN: self.tr("Not decided: more than %1 positions."),
            }
            self._say(verdicts[found.check.verdict], found.check.positions, found.check.captures)
            if found.check.move:
                self._row(self, (found.check.move,), Score(centipawns=0), self.tr("holds"))
        elif isinstance(found, MateFinding):
            if found.line:
                moves = (len(found.line) + 1) // 2
                self._say(
                    self.tr("Mate in %1, proved with %2 positions. Open a move to see the defences."),
                    moves,
                    found.nodes,
                )
                row = self._row(self, found.line[:1], Score(mate=moves), "", left=moves - 1)
                row.setExpanded(True)
            elif found.ruled_out:
                self._say(self.tr("There is no mate in %1: proved with %2 positions."), found.moves, found.nodes)
            else:
                self._say(self.tr("No mate in %1 found in %2 positions, and none ruled out."), found.moves, found.nodes)
        elif isinstance(found, VerifiedLine):
            text = self.tr("The line holds.") if found.holds else self.tr("The line turns bad.")
            if found.better:
                text = self.tr("The line turns bad; better is %1.").replace("%1", self._sans((found.better,)))
            self.summary = text
            self._line(found.line)
        else:
            self._line(found)
            self.sortItems(1, Qt.SortOrder.DescendingOrder)
            self.summary = self.tr("Lines found, not proved: another move may be better than it looks.")

    def _say(self, text: str, *numbers: int) -> None:
        for place, number in enumerate(numbers, 1):
            text = text.replace(f"%{place}", words.whole(number))
        self.summary = text

    def _line(self, line: ProbedLine) -> None:
        end = QCoreApplication.translate("DeepLookTree", _ENDS[line.end.name])
        plies = words.filled(self.tr("%1, %2 moves"), end, words.whole((len(line.moves) + 1) // 2))
        row = self._row(self, line.moves, line.score, plies, shown=1)
        row.setToolTip(0, ForeignText(self._sans(line.moves[:_SHOWN_PLIES])).tip)

    def _row(
        self,
        parent: DeepLookTree | _Row,
        moves: tuple[str, ...],
        score: Score,
        end: str,
        *,
        shown: int = 2,
        left: int | None = None,
    ) -> _Row:
        """Returns a row for moves from the position; moves of its parent are not shown. `score`: of the side to move."""
        before = parent.moves if isinstance(parent, _Row) else ()
        text = self._sans(moves[len(before) :][:shown], before)
        row = _Row(parent, [text, words.score(PovScore(score, self._white())), end], score.worth(100_000))
        row.setTextAlignment(1, _NUMBERS)
        row.moves, row.left = moves, left
        self._rows[moves] = row
        if left is not None:
            row.setChildIndicatorPolicy(QTreeWidgetItem.ChildIndicatorPolicy.ShowIndicator)
        return row

    def _white(self) -> bool:
        return self._position is None or self._position.white_to_move

    def _sans(self, moves: tuple[str, ...], before: tuple[str, ...] = ()) -> str:
        from desktop.model.game import rules

        position = self._position
        if position is None:
            return ""
        fen = rules.after(position.fen, (*position.moves, *before), position.chess960)
        return words.moves(rules.line_text(fen, moves, position.chess960))

    # Actions

    @Slot(QTreeWidgetItem)
    def _open(self, row: QTreeWidgetItem) -> None:
        """Computes the defences of a row, once."""
        position = self._position
        if not isinstance(row, _Row) or row.left is None or position is None or row.childCount():
            return
        at = GamePosition(position.fen, (*position.moves, *row.moves), chess960=position.chess960)
        QTreeWidgetItem(row, [self.tr("working out …")])
        self._look.defences(at, row.left, partial(self._opened, self._shown, row.moves))

    def _opened(self, shown: tuple[LookFinding, ...], moves: tuple[str, ...], found: tuple[Defence, ...]) -> None:
        row = self._rows.get(moves) if shown == self._shown else None
        if row is None:
            return
        row.takeChildren()
        for one in found:
            more = (*moves, one.move, *one.line[:1])
            end = self.tr("mate") if one.mate == 1 else ""
            self._row(row, more, Score(mate=one.mate), end, left=one.mate - 1 if one.mate > 1 else None)

    @Slot(QTreeWidgetItem)
    def _insert(self, row: QTreeWidgetItem) -> None:
        state, moves = self._games.state, row.moves if isinstance(row, _Row) else ()
        if moves and not state.playing and state.tab == self.tab and self._node in state.game:
            self._games.insert_line(self._node, moves)


class _Row(QTreeWidgetItem):
    """A row sorted by its score for the side to move."""

    def __init__(self, parent: QTreeWidget | QTreeWidgetItem, texts: list[str], worth: int) -> None:
        super().__init__(parent, texts)
        self._worth = worth
        self.moves: tuple[str, ...] = ()  # from the position looked at
        self.left: int | None = None  # moves to mate at most after these; None: nothing to open

    def __lt__(self, other: object) -> bool:
        return isinstance(other, _Row) and self._worth < other._worth
