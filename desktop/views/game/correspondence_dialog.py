"""The dialog for a new correspondence game: opponent, side, days, and the first day."""

from datetime import date

from PySide6.QtCore import QDate
from PySide6.QtWidgets import QCheckBox, QDateEdit, QLineEdit, QWidget

from desktop.services.files.correspondence_service import CorrespondenceService
from desktop.services.game.game_service import GameService
from desktop.views.kit import theme
from desktop.views.kit.dialogs import Dialog, StandardButton
from desktop.views.kit.fields import ChoiceField, form_of, number_field
from desktop.views.kit.layouts import in_column
from engine.game.side import Side
from engine.play.correspondence import days_control

_MOST_DAYS, _MOST_MOVES = 1_000, 100


def day_field(day: date) -> QDateEdit:
    """A field for a day."""
    field = QDateEdit(QDate(day.year, day.month, day.day))
    field.lineEdit().setTextMargins(theme.SPACE + 2, 0, 0, 0)  # as `number_field`
    return field


def day_of(field: QDateEdit) -> date:
    found = field.date()
    return date(found.year(), found.month(), found.day())


class CorrespondenceDialog(Dialog):
    """OK adds the game to the list and shows it."""

    def __init__(
        self, service: CorrespondenceService, games: GameService, me: str, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent, self.tr("New correspondence game"), width=420)
        self._service = service
        state = games.state
        self.me, self.opponent = QLineEdit(me), QLineEdit()
        self.side, self.pace = ChoiceField(), ChoiceField()
        for side, text in ((Side.WHITE, self.tr("White")), (Side.BLACK, self.tr("Black"))):
            self.side.addItem(text, side)
        self.pace.addItem(self.tr("days for a number of moves"), True)
        self.pace.addItem(self.tr("days for each move"), False)
        self.pace.currentIndexChanged.connect(self._update)
        self.days, self.moves = number_field(50, 1, _MOST_DAYS), number_field(10, 1, _MOST_MOVES)
        self.first = day_field(service.today())
        self.moved = QCheckBox(self.tr("The moves up to the position on the board were played"))
        self.moved.setEnabled(state.current != 0 and not state.game.refused)
        form = form_of(
            (self.tr("&Opponent"), self.opponent),
            (self.tr("Your &name"), self.me),
            (self.tr("You &play"), self.side),
            (self.tr("&Time"), self.pace),
            (self.tr("&Days"), self.days),
            (self.tr("&Moves"), self.moves),
            (self.tr("&First day"), self.first),
            ("", self.moved),
            grow=True,
        )
        buttons = self.button_box()
        self.ok_button = buttons.button(StandardButton.Ok)
        for field in (self.me, self.opponent):
            field.textChanged.connect(self._update)
        in_column(form, buttons, inside=self, margins=4, spacing=3)
        self._update()
        self.opponent.setFocus()

    def _update(self) -> None:
        self.moves.setEnabled(self.pace.currentData())
        self.ok_button.setEnabled(bool(self.me.text().strip() and self.opponent.text().strip()))

    def accept(self) -> None:
        side = self.side.currentData()
        own, other = self.me.text().strip(), self.opponent.text().strip()
        control = days_control(self.days.value(), self.moves.value() if self.pace.currentData() else 0)
        names = (own, other) if side is Side.WHITE else (other, own)
        self._service.begin(names, side, control, day_of(self.first), self.moved.isChecked())
        super().accept()
