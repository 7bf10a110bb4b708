"""The evaluation bar beside the board: White's expected score."""

from PySide6.QtCore import QEasingCurve, QRectF, QSize, Qt, QVariantAnimation
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from desktop.views.kit import geometry, words
from desktop.views.kit.foreign_text import ForeignText
from desktop.views.kit.theme import RADIUS, SMALL, colours, font, theme
from engine.game.evaluation import Evaluation
from engine.game.info import PovScore

DURATION = 250  # ms, of the animation to a new value
_SHARES = {"1-0": 1.0, "0-1": 0.0, "1/2-1/2": 0.5}


class EvalBar(QWidget):
    """White's share from the bottom (from the top if the board is turned). The last value stays until a new one arrives."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._white_share: float | None = None  # current value or target of the animation; None: no value yet
        self._number = ""  # at the better side's end
        self._flipped = False
        self._share = 0.5
        self.animation_ms = DURATION  # 0: without animation
        self._animation = QVariantAnimation(self)
        self._animation.setEasingCurve(QEasingCurve.Type.OutCubic)
        self._animation.valueChanged.connect(self._step)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Expanding)
        self.setAccessibleName(self.tr("Evaluation"))
        theme().changed.connect(self.update)

    def sizeHint(self) -> QSize:
        """The width of a score in small type."""
        return QSize(geometry.evaluation(), 200)

    def show_evaluation(self, evaluation: Evaluation | None, proof: str = "") -> None:
        """Moves to a new value. None (the position is not evaluated) leaves the old one. `proof`: the score is proved."""
        if evaluation is None:
            return
        told = words.score_in_full(evaluation.score)
        tip = self.tr("%1, proved") if proof else self.tr("%1 at depth %2").replace("%2", str(evaluation.depth))
        tip = tip.replace("%1", told)
        self._show(evaluation.white_share, short_score(evaluation.score), told, tip)

    def show_result(self, result: str) -> None:
        """Moves to the result of a game that ended in the position, as in PGN. Empty: leaves the value."""
        if not result:
            return
        shown = result.replace("1/2-1/2", "½").replace("-", "–")
        self._show(_SHARES[result], shown, shown, shown)

    def _show(self, share: float, number: str, told: str, tip: str) -> None:
        if (share, number, tip) == (self._white_share, self._number, self.toolTip()):
            return
        self._white_share, self._number = share, number
        self.setToolTip(ForeignText(tip).tip)
        self.setAccessibleDescription(told)
        self._animation.stop()
        self.update()  # different numbers may have the same share, such as mates
        if self.animation_ms <= 0:
            self._step(share)
            return
        self._animation.setDuration(self.animation_ms)
        self._animation.setStartValue(self._share)
        self._animation.setEndValue(share)
        self._animation.start()

    @property
    def share(self) -> float:
        """White's painted share, 0-1."""
        return self._share

    def set_flipped(self, flipped: bool) -> None:
        """Paints White's share at the top instead of the bottom."""
        self._flipped = flipped
        self.update()

    def _step(self, share: float) -> None:
        self._share = float(share)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paints both shares, a line in the middle, and the score at the better side's end."""
        c = colours()
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            whole = QRectF(self.rect())
            shape = QPainterPath()
            shape.addRoundedRect(whole, RADIUS, RADIUS)
            painter.setClipPath(shape)
            painter.fillRect(whole, QColor(c.bar_black))
            height = whole.height() * self._share
            top = 0.0 if self._flipped else whole.height() - height
            painter.fillRect(QRectF(0, top, whole.width(), height), QColor(c.bar_white))
            painter.fillRect(QRectF(0, whole.height() / 2 - 1, whole.width(), 2), QColor(c.accent))
            if self._white_share is not None:
                self._paint_number(painter, whole, self._white_share)

    def _paint_number(self, painter: QPainter, whole: QRectF, share: float) -> None:
        white_better = share >= 0.5
        below = white_better != self._flipped
        painter.setFont(font(SMALL))
        painter.setPen(QColor("#1b2325" if white_better else "#f2f5f5"))
        edge = Qt.AlignmentFlag.AlignBottom if below else Qt.AlignmentFlag.AlignTop
        painter.drawText(whole.adjusted(0, 4, 0, -4), edge | Qt.AlignmentFlag.AlignHCenter, self._number)


def short_score(score: PovScore) -> str:
    """Returns a score that fits the bar: no sign (the side shows it), one decimal below ten pawns, tablebase wins
    without distance."""
    if score.score.mate is not None:
        return f"#{abs(score.score.mate)}"
    if score.score.table is not None and score.score.number:
        return "TB"
    pawns = abs(score.score.number) / 100
    return words.decimal(pawns, 1 if pawns < 9.95 else 0)
