"""The page of the laboratory: the experiments of the source texts on the position of the board, each as rows with bars."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, QSize, Qt, Slot
from PySide6.QtGui import QColor, QMouseEvent, QPainter
from PySide6.QtWidgets import QFrame, QWidget

from desktop.model.game import rules
from desktop.model.job import JobState
from desktop.services.engines.laboratory_service import LaboratoryService
from desktop.services.game.game_service import GameService
from desktop.views.kit import theme
from desktop.views.kit.buttons import push_button
from desktop.views.kit.fields import NumberField, caption, named
from desktop.views.kit.figures import paint_bar
from desktop.views.kit.layouts import in_column
from desktop.views.kit.messages import plain_label
from desktop.views.kit.placeholder_card import placeholder_card
from desktop.views.kit.rows_view import RowsView
from desktop.views.kit.view_factory import WindowPage
from desktop.views.kit.words import filled, moves, text_of, whole
from desktop.views.kit.work_parts import emptied, listing, show_status, thin_bar
from engine.game.position import Position

if TYPE_CHECKING:
    from engine.jobs.laboratory import LaboratoryRequest
    from engine.play.laboratory import Measure

_NAME, _FIGURE, _TIME, _VALUE = 210, 96, 84, 116  # pixels of the columns beside the bar
_BAR, _LINE = 8, 22
_DEEPEST, _USUAL = 8, 4  # plies


class LaboratoryPage(WindowPage):
    """The laboratory; `left` asks for the board."""

    def __init__(self, games: GameService, laboratory: LaboratoryService, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._games, self._service = games, laboratory
        self._shown = 0
        self.plies = named(NumberField(), self.tr("Depth (half moves)"))
        self.plies.setRange(1, _DEEPEST)
        self.plies.setValue(_USUAL)
        self.begin = push_button(self.tr("Beg&in"), self._begin, look="primary")
        self.stop = push_button(self.tr("Stop"), self._service.stop)
        self.bar = named(thin_bar(), self.tr("Experiments done"))
        self._about = self.tr(
            "Methods of search side by side on the position of the board: how many positions each looks at, how long it "
            "takes, what it finds."
        )
        self._first = push_button(self.tr("Beg&in"), self._begin, look="primary")
        self._empty = placeholder_card(self._about, self._first, picture="test-tube")
        self.area, self._column = listing(self.tr("Experiments"))
        depth = caption(self.plies.accessibleName(), self.plies)
        tools = (depth, self.plies, self.begin, self.stop)
        self.arrange(self.tr("Laboratory"), tools, self.bar, (self._empty, 1), (self.area, 1))
        self._service.changed.connect(self._update_rows)
        self._update_rows(self._service.state)

    @Slot()
    def _begin(self) -> None:
        from engine.jobs.laboratory import LaboratoryRequest

        self._service.begin(LaboratoryRequest(self._games.state.fen, self.plies.value()))

    @Slot(object)
    def _update_rows(self, state: JobState[LaboratoryRequest, Measure]) -> None:
        self.begin.setEnabled(not state.running)
        empty = not state.running and not state.rows
        self._empty.setVisible(empty)
        self.begin.setVisible(not empty)
        self.area.setVisible(not empty)
        self.setFocusProxy(self._first if empty else self.begin)
        self.stop.setVisible(state.running)
        self.bar.setVisible(state.running)
        self.bar.setRange(0, state.total)
        self.bar.setValue(state.done)
        show_status(self.line, state.problem, "" if empty else self._about, "quiet")
        self.line.setVisible(bool(self.line.text()))
        if len(state.rows) == self._shown or state.request is None:
            return
        self._shown = len(state.rows)
        emptied(self._column)
        for name, rows in groupby(state.rows, lambda row: row.experiment):
            card = QFrame()
            card.setProperty("look", "card")
            view = MeasureRows(text_of(name), state.request.fen)
            view.set_rows(tuple(rows))
            in_column(plain_label(text_of(name), look="heading"), view, inside=card, spacing=1)
            self._column.addWidget(card)
        self._column.addStretch(1)


class MeasureRows(RowsView["Measure"]):
    """The rows of one experiment: name, bar and number of positions, milliseconds, value and move; the remark below."""

    def __init__(self, name: str, fen: str) -> None:
        super().__init__(name)
        self._fen, self._chess960 = fen, Position.of(fen, None).chess960

    def row_text(self, row: Measure) -> str:
        text = filled(self.tr("%1: %2 positions in %3 ms"), text_of(row.variant), whole(row.nodes))
        parts = [text.replace("%3", whole(round(row.ms))), self._found(row), text_of(row.remark)]
        return ", ".join(part for part in parts if part)

    def row_size(self) -> QSize:
        """One line; two lines if any row has a remark."""
        return QSize(0, theme.scaled(_LINE) * (2 if any(row.remark for row in self.rows) else 1))

    def press(self, row: Measure, event: QMouseEvent | None = None) -> None:
        """Does nothing: a measurement has no details."""

    def _found(self, row: Measure) -> str:
        value = f"{row.score / 100:+.2f}" if row.score is not None else ""
        move = moves(rules.line_sans(self._fen, (row.move,), self._chess960)[0]) if row.move else ""
        return f"{value}  {move}".strip()

    def paint_row(self, painter: QPainter, rect: QRectF, row: Measure, *, hovered: bool, current: bool) -> None:
        c = theme.colours()
        if hovered or current:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(c.hover))
            painter.drawRoundedRect(rect, theme.RADIUS, theme.RADIUS)
        painter.setFont(theme.font(theme.BODY, monospaced_digits=True))
        painter.setPen(QColor(c.ink))
        line = QRectF(rect.left() + theme.SPACE, rect.top(), rect.width() - 2 * theme.SPACE, theme.scaled(_LINE))
        left, right = Qt.AlignmentFlag.AlignLeft, Qt.AlignmentFlag.AlignRight
        middle = Qt.AlignmentFlag.AlignVCenter
        name, figure, time, value = (theme.scaled(width) for width in (_NAME, _FIGURE, _TIME, _VALUE))
        painter.drawText(
            line,
            middle | left,
            painter.fontMetrics().elidedText(text_of(row.variant), Qt.TextElideMode.ElideRight, name),
        )
        end = line.right()
        for text, width in (
            (self._found(row), value),
            (f"{whole(round(row.ms))} ms", time),
            (whole(row.nodes), figure),
        ):
            painter.drawText(QRectF(end - width, line.top(), width, line.height()), middle | right, text)
            end -= width
        room = QRectF(line.left() + name, line.center().y() - _BAR / 2, end - line.left() - name - theme.SPACE, _BAR)
        paint_bar(painter, room, row.nodes / (max(other.nodes for other in self.rows) or 1))
        if row.remark:
            painter.setPen(QColor(c.quiet))
            below = line.translated(name, line.height())
            below.setRight(line.right())
            text = painter.fontMetrics().elidedText(
                text_of(row.remark), Qt.TextElideMode.ElideRight, int(below.width())
            )
            painter.drawText(below, middle | left, text)
