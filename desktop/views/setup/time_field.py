"""The clock of a new game: presets as chips, and a dialog for all other kinds of time control."""

from dataclasses import replace

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QCheckBox, QDialogButtonBox, QGridLayout, QLayout, QSpinBox, QWidget

from desktop.views.kit import theme
from desktop.views.kit.dialogs import Dialog
from desktop.views.kit.fields import ChoiceField, number_field
from desktop.views.kit.foreign_text import ForeignText
from desktop.views.kit.layouts import STRETCH, in_column, in_row
from desktop.views.kit.messages import plain_label
from desktop.views.setup.chips import Chips
from engine.game.time_control import NO_CLOCK, ClockKind, Period, TimeControl

PRESETS = tuple(
    TimeControl(minutes * 60_000, seconds * 1_000)
    for minutes, seconds in ((1, 0), (3, 2), (5, 3), (10, 5), (15, 10), (30, 20))
)
PERIODS = 3
_LEAST_WIDTH = 88  # pixels of a number field; Qt's width for its longest text would make the dialog too wide
_LONGEST = 14  # characters of a clock on its chip; the tool tip shows all
_PERIOD_MOVES = (40, 20, 0)
_PERIOD_MINUTES = (90, 30, 15)
_WITH_SECONDS = (ClockKind.INCREMENT, ClockKind.DELAY, ClockKind.BRONSTEIN)


class TimeField(QWidget):
    """Chooses a `TimeControl`, with the user as White: the caller turns time odds to the right side."""

    def __init__(self, control: TimeControl, play_on: bool, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.control, self.play_on = control, play_on
        choices = [(f"{one.base_ms // 60_000} + {one.increment_ms // 1_000}", one) for one in PRESETS if one.base_ms]
        self.chips = Chips(self.tr("Clock"), [*choices, (self.tr("No clock"), NO_CLOCK), (self.tr("Other …"), None)])
        in_row(self.chips, inside=self, margins=0)
        self.chips.chosen.connect(self._choose)
        self._show()

    def _show(self) -> None:
        """Chooses the chip of the clock; any other clock is written on the last chip."""
        other, preset = self.chips.button(None), self.control in (*PRESETS, NO_CLOCK)
        self.chips.choose(self.control if preset else None)
        text = "" if preset else str(self.control)
        shown = text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"
        other.setText(ForeignText(shown).caption if text else self.tr("Other …"))
        other.setToolTip(ForeignText(text).tip)

    def _choose(self, control: TimeControl | None) -> None:
        if control is not None:
            self.control = control
            self._show()
            return
        dialog = ClockDialog(self.control, self.play_on, self)
        dialog.accepted.connect(lambda: self._take(dialog))
        dialog.rejected.connect(self._show)
        dialog.open()

    def _take(self, dialog: "ClockDialog") -> None:
        self.control, self.play_on = dialog.control(), dialog.play_on.isChecked()
        self._show()


class ClockDialog(Dialog):
    """Every kind of time control, with the user as White."""

    def __init__(self, control: TimeControl, play_on: bool, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Clock"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._make_kind()
        self._make_periods()
        self._make_odds()
        self.play_on = QCheckBox(self.tr("Play on after the flag"))
        self.play_on.setChecked(play_on)
        self.periods_on.toggled.connect(self._update)
        self.odds.toggled.connect(self._update)
        own = in_row((self.minutes, 1), self._plus, (self.increment, 1), spacing=2)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        details = (self.kind, own, self.periods_on, self._periods, self.odds, self._odds_row, self.play_on)
        column = in_column(*details, STRETCH, buttons, inside=self, margins=4, spacing=1)
        column.setSizeConstraint(QLayout.SizeConstraint.SetFixedSize)
        self._show(control)

    def _make_kind(self) -> None:
        self.kind = ChoiceField()
        self.kind.setAccessibleName(self.tr("Kind of clock"))
        for kind, text in (
            (ClockKind.INCREMENT, self.tr("Time plus increment (Fischer)")),
            (ClockKind.DELAY, self.tr("Time with a delay")),
            (ClockKind.BRONSTEIN, self.tr("Time with a Bronstein delay")),
            (ClockKind.HOURGLASS, self.tr("Hourglass: used time goes to the opponent")),
            (ClockKind.MOVE, self.tr("Fixed time per move (seconds)")),
        ):
            self.kind.addItem(text, kind)
        self.kind.currentIndexChanged.connect(self._update)
        self.minutes = self._number(10, 600, self.tr(" min"), self.tr("Minutes for each side"))
        self.minutes.setSpecialValueText(self.tr("No clock"))
        self.increment = self._number(5, 600, self.tr(" s a move"), self.tr("Seconds per move"))
        self._plus = plain_label("+")

    def _make_periods(self) -> None:
        self.periods_on = QCheckBox(self.tr("More time after a number of moves"))
        self._periods = QWidget()
        grid = QGridLayout(self._periods)
        grid.setContentsMargins(6 * theme.SPACE, 0, 0, 0)
        grid.setSpacing(theme.SPACE)
        self.rows: list[tuple[QSpinBox, QSpinBox, QSpinBox]] = []
        for row in range(PERIODS):
            moves = self._number(_PERIOD_MOVES[row], 200, self.tr(" moves"), self.tr("Moves"))
            moves.setSpecialValueText(self.tr("the rest"))
            minutes = self._number(_PERIOD_MINUTES[row], 600, self.tr(" min"), self.tr("Minutes"))
            seconds = self._number(0, 600, self.tr(" s"), self.tr("Increment per move (seconds)"))
            self.rows.append((moves, minutes, seconds))
            for column, box in enumerate(self.rows[row]):
                grid.addWidget(box, row, column)
        for box in self.rows[0][:2]:
            box.setMinimum(1)

    def _make_odds(self) -> None:
        self.odds = QCheckBox(self.tr("Different time for the opponent"))
        self._odds_row = QWidget()
        self.odds_minutes = self._number(1, 600, self.tr(" min"), self.tr("Minutes for the opponent"))
        self.odds_minutes.setMinimum(1)
        self.odds_seconds = self._number(0, 600, self.tr(" s a move"), self.tr("Seconds per move of the opponent"))
        in_row(
            (self.odds_minutes, 1),
            plain_label("+"),
            (self.odds_seconds, 1),
            inside=self._odds_row,
            margins=(6, 0, 0, 0),
            spacing=2,
        )

    def _number(self, value: int, highest: int, suffix: str, name: str) -> QSpinBox:
        box = number_field(value, 0, highest, suffix)
        box.setAccessibleName(name)
        box.setMinimumWidth(theme.scaled(_LEAST_WIDTH))
        box.valueChanged.connect(self._update)
        return box

    # Display

    def _show(self, control: TimeControl) -> None:
        base, then = control.base_ms, control.then
        self.kind.setCurrentIndex(max(0, self.kind.findData(control.kind)))
        if control.kind is ClockKind.MOVE:
            self.increment.setValue((base or 30_000) // 1_000)
        else:
            self.minutes.setValue((base or 0) // 60_000)
            self.increment.setValue(control.increment_ms // 1_000)
        self.periods_on.setChecked(bool(control.moves))
        if control.moves:
            self._show_periods((Period(control.moves, base or 0, control.increment_ms), *then))
        self.odds.setChecked(control.black is not None)
        if control.black is not None:
            base_ms = control.black.base_ms or 0
            each_ms = base_ms if control.kind is ClockKind.MOVE else control.black.increment_ms
            self.odds_minutes.setValue(base_ms // 60_000)
            self.odds_seconds.setValue(each_ms // 1_000)
        self._update()

    def _show_periods(self, periods: tuple[Period, ...]) -> None:
        for (moves, minutes, seconds), period in zip(self.rows, periods, strict=False):
            moves.setValue(period.moves)
            minutes.setValue(period.base_ms // 60_000)
            seconds.setValue(period.increment_ms // 1_000)
        if len(periods) < PERIODS and periods[-1].moves:  # the last period repeats
            self.rows[len(periods)][0].setValue(0)
            self.rows[len(periods)][1].setValue(0)

    def _update(self) -> None:
        kind = self.kind.currentData()
        periods = kind in _WITH_SECONDS and self.periods_on.isChecked()
        self.minutes.setVisible(kind is not ClockKind.MOVE and not periods)
        self.periods_on.setVisible(kind in _WITH_SECONDS)
        self._periods.setVisible(periods)
        timed = kind is ClockKind.MOVE or periods or self.minutes.value() > 0
        odds = timed and kind is not ClockKind.HOURGLASS
        self.odds.setVisible(odds)
        self._odds_row.setVisible(odds and self.odds.isChecked())
        self.odds_minutes.setVisible(kind is not ClockKind.MOVE)
        for box in (self.increment, self.odds_seconds):
            box.setMinimum(1 if kind is ClockKind.MOVE else 0)
        self.increment.setVisible(timed and not periods and kind is not ClockKind.HOURGLASS)
        self._plus.setVisible(timed and not periods and kind in _WITH_SECONDS)
        self.play_on.setVisible(timed)

    # Result

    def control(self) -> TimeControl:
        """The time control."""
        kind = self.kind.currentData()
        increment = self.increment.value() * 1_000
        if kind is ClockKind.MOVE:
            made = TimeControl(increment, kind=kind)
        elif not self.minutes.value() and not (self.periods_on.isChecked() and kind in _WITH_SECONDS):
            return NO_CLOCK
        elif kind is ClockKind.HOURGLASS:
            return TimeControl(self.minutes.value() * 60_000, kind=kind)
        elif self.periods_on.isChecked():
            made = self._with_periods(kind)
        else:
            made = TimeControl(self.minutes.value() * 60_000, increment, kind=kind)
        return self._with_odds(made) if self.odds.isChecked() else made

    def _with_periods(self, kind: ClockKind) -> TimeControl:
        """The periods up to the first empty row, or to the one for the rest of the game."""
        periods: list[Period] = []
        for moves, minutes, seconds in self.rows:
            if periods and not minutes.value():
                break
            periods.append(Period(moves.value(), minutes.value() * 60_000, seconds.value() * 1_000))
            if not moves.value():
                break
        first, *then = periods
        return TimeControl(first.base_ms, first.increment_ms, first.moves, kind, then=tuple(then))

    def _with_odds(self, control: TimeControl) -> TimeControl:
        seconds = self.odds_seconds.value() * 1_000
        if control.kind is ClockKind.MOVE:
            return control.against(replace(control, base_ms=seconds))
        base = self.odds_minutes.value() * 60_000
        return control.against(replace(control, base_ms=base, increment_ms=seconds))
