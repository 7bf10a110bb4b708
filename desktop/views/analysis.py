"""The analysis panel: one switch, depth, speed, and the lines. A value never blinks to empty."""

from PySide6.QtCore import QRectF, QSize, Qt, Signal, Slot
from PySide6.QtGui import QColor, QFontMetricsF, QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QSizePolicy, QToolButton, QVBoxLayout, QWidget

from desktop.model.analysis import AnalysisLine, AnalysisState
from desktop.services.bundle import Services
from desktop.views import theme
from desktop.views.icons import icon
from desktop.views.messages import plain_label

_ROW = 30
_CHIP = 58
MOST_LINES = 5


def speed_text(nodes_per_second: int) -> str:
    """`1.9 Mn/s`, `420 kn/s`; empty for zero."""
    if nodes_per_second >= 1_000_000:
        return f"{nodes_per_second / 1_000_000:.1f} Mn/s"
    return f"{nodes_per_second // 1000} kn/s" if nodes_per_second else ""


class LinesView(QWidget):
    """The lines, one in a row: score on a chip of the better side's colour, then the moves. A click plays the first move."""

    line_chosen = Signal(int)  # index

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.lines: tuple[AnalysisLine, ...] = ()
        self._faded = False
        self._wanted = 1
        self._hovered = -1
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(self.tr("Lines of the analysis"))
        theme.theme().changed.connect(self.update)

    def show_lines(self, lines: tuple[AnalysisLine, ...], wanted: int, faded: bool) -> None:
        """Shows lines; `faded` those of the position before, kept until new ones come."""
        if wanted != self._wanted:
            self._wanted = wanted
            self.updateGeometry()
        self.lines, self._faded = lines[:wanted], faded
        self.setAccessibleDescription(". ".join(f"{line.evaluation.text} {line.text}" for line in self.lines))
        self.update()

    def sizeHint(self) -> QSize:
        """A row for each line that is wanted, whether it is there or not, so that nothing jumps."""
        return QSize(240, _ROW * self._wanted)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Chips and moves."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        c = theme.colours()
        for index, line in enumerate(self.lines):
            row = QRectF(0, index * _ROW, self.width(), _ROW)
            if index == self._hovered:
                painter.setPen(Qt.PenStyle.NoPen)
                painter.setBrush(QColor(c.hover))
                painter.drawRoundedRect(row, theme.RADIUS, theme.RADIUS)
            painter.setOpacity(0.55 if self._faded else 1.0)
            self._paint_line(painter, row, line)
            painter.setOpacity(1.0)

    def _paint_line(self, painter: QPainter, row: QRectF, line: AnalysisLine) -> None:
        c = theme.colours()
        white_better = line.evaluation.white_share >= 0.5
        chip = QRectF(row.left(), row.top() + 4, _CHIP, _ROW - 8)
        painter.setPen(QColor(c.line))
        painter.setBrush(QColor("#fafafa" if white_better else "#2a3235"))
        painter.drawRoundedRect(chip, 4, 4)
        painter.setPen(QColor("#1b2325" if white_better else "#f2f5f5"))
        painter.setFont(theme.font(13, bold=True, monospaced_digits=True))
        painter.drawText(chip, Qt.AlignmentFlag.AlignCenter, line.evaluation.text)
        font = theme.font(theme.BODY)
        painter.setFont(font)
        painter.setPen(QColor(c.ink))
        room = row.adjusted(_CHIP + 2 * theme.SPACE, 0, -theme.SPACE, 0)
        text = QFontMetricsF(font).elidedText(line.text, Qt.TextElideMode.ElideRight, room.width())
        painter.drawText(room, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, text)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Marks the line under the mouse."""
        index = int(event.position().y() // _ROW)
        hovered = index if 0 <= index < len(self.lines) else -1
        self.setCursor(Qt.CursorShape.PointingHandCursor if hovered >= 0 else Qt.CursorShape.ArrowCursor)
        if hovered != self._hovered:
            self._hovered = hovered
            self.update()

    def leaveEvent(self, event: object) -> None:
        """No line is marked any more."""
        self._hovered = -1
        self.update()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Chooses the line."""
        index = int(event.position().y() // _ROW)
        if event.button() == Qt.MouseButton.LeftButton and 0 <= index < len(self.lines):
            self.line_chosen.emit(index)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """The keys 1 to 5 choose a line."""
        index = event.key() - Qt.Key.Key_1
        if 0 <= index < len(self.lines):
            self.line_chosen.emit(index)
        else:
            super().keyPressEvent(event)


class AnalysisPanel(QFrame):
    """Switch, figures and lines of the analysis of the shown position."""

    def __init__(self, services: Services, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._services = services
        self.setProperty("look", "card")
        self.switch = QToolButton()
        self.switch.setIcon(icon("power"))
        self.switch.setCheckable(True)
        self.switch.setIconSize(QSize(20, 20))
        self.switch.setToolTip(self.tr("Analysis on or off (A)"))
        self.switch.setAccessibleName(self.tr("Analysis"))
        self.switch.toggled.connect(services.analysis.set_running)
        title = QLabel(self.tr("Analysis"))
        title.setProperty("look", "heading")
        self._figures = plain_label()
        self._figures.setProperty("look", "quiet")
        self._fewer = self._step_button("minus", self.tr("One line less"), -1)
        self._more = self._step_button("plus", self.tr("One line more"), 1)
        self.lines = LinesView()
        self.lines.line_chosen.connect(self._play_line)
        self._problem = plain_label()
        self._problem.setProperty("look", "error")
        self._problem.setWordWrap(True)
        self._empty = QLabel(self.tr("Switch the analysis on to see what the engine thinks of this position."))
        self._empty.setProperty("look", "quiet")
        self._empty.setWordWrap(True)
        self._arrange(title)
        services.analysis.changed.connect(self._update_analysis)
        self._update_analysis(services.analysis.state)

    def _arrange(self, title: QLabel) -> None:
        head = QHBoxLayout()
        head.setSpacing(2 * theme.SPACE)
        for part in (self.switch, title):
            head.addWidget(part)
        head.addWidget(self._figures, 1, Qt.AlignmentFlag.AlignVCenter)
        head.addWidget(self._fewer)
        head.addWidget(self._more)
        column = QVBoxLayout(self)
        column.setContentsMargins(3 * theme.SPACE, 2 * theme.SPACE, 2 * theme.SPACE, 2 * theme.SPACE)
        column.setSpacing(theme.SPACE)
        column.addLayout(head)
        column.addWidget(self._empty)
        column.addWidget(self.lines)
        column.addWidget(self._problem)

    def _step_button(self, picture: str, tip: str, step: int) -> QToolButton:
        button = QToolButton()
        button.setIcon(icon(picture))
        button.setToolTip(tip)  # own text
        button.setAccessibleName(tip)
        button.clicked.connect(lambda: self._step_lines(step))
        return button

    def _step_lines(self, step: int) -> None:
        wanted = self._services.analysis.state.wanted_lines + step
        if 1 <= wanted <= MOST_LINES:
            self._services.analysis.set_lines(wanted)

    def _play_line(self, index: int) -> None:
        line = self.lines.lines[index]
        if line.moves and self._services.analysis.state.fen == self._services.game.state.fen:
            self._services.match.user_move(line.moves[0])

    @Slot(object)
    def _update_analysis(self, state: AnalysisState) -> None:
        self.switch.blockSignals(True)
        self.switch.setChecked(state.running)
        self.switch.blockSignals(False)
        old = bool(state.lines) and state.fen != self._services.game.state.fen
        self.lines.show_lines(state.lines, state.wanted_lines, faded=old or not state.running)
        self.lines.setVisible(state.running or bool(state.lines))
        self._empty.setVisible(not state.running and not state.lines)
        self._fewer.setEnabled(state.wanted_lines > 1)
        self._more.setEnabled(state.wanted_lines < MOST_LINES)
        self._problem.setText(state.problem)
        self._problem.setVisible(bool(state.problem))
        if state.depth:
            depth = self.tr("depth %1").replace("%1", str(state.depth))
            self._figures.setText("  ".join(part for part in (depth, speed_text(state.nodes_per_second)) if part))
        elif state.running:
            self._figures.setText(self.tr("starting …"))
        else:
            self._figures.setText("")
