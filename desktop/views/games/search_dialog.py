"""Searches the collection. A game must match every filled field."""

import re

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QCheckBox,
    QDialogButtonBox,
    QFormLayout,
    QLineEdit,
    QSpinBox,
    QWidget,
)

from books.collection.query import Query
from desktop.services.files.collection_service import CollectionService
from desktop.services.game.game_service import GameService
from desktop.views.kit import theme
from desktop.views.kit.dialogs import Dialog
from desktop.views.kit.fields import ChoiceField, number_field
from desktop.views.kit.layouts import in_column, in_row, scrolled
from desktop.views.kit.messages import announce, plain_label
from desktop.views.kit.words import sentence

_ECO = re.compile(r"[A-Ea-e]\d{0,2}")  # an ECO code or its first characters
_RESULTS = ("", "1-0", "1/2-1/2", "0-1")


class SearchDialog(Dialog):
    """Enter searches; the page of games lists the result."""

    def __init__(self, games: GameService, collection: CollectionService, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._games, self._collection = games, collection
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Search the collection"))
        self.setMinimumWidth(theme.scaled(660))  # the longest example
        page = QWidget()
        self._form = QFormLayout(page)
        self._form.setContentsMargins(0, 0, 0, 0)
        self._form.setHorizontalSpacing(4 * theme.SPACE)
        self._form.setVerticalSpacing(2 * theme.SPACE)
        self._form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        self.player = self._line(self.tr("Player"), self.tr("part of a name"))
        self.white, self.black = QLineEdit(), QLineEdit()
        self._row(self.tr("White – Black"), self._pair(self.white, self.black, self.tr("White"), self.tr("Black")))
        self.event_name = self._line(self.tr("Event"), self.tr("part of a name"))
        self.first = QLineEdit()
        self.last = QLineEdit()
        pair = self._pair(self.first, self.last, self.tr("First date"), self.tr("Last date"))
        self.first.setPlaceholderText("1972")
        self.last.setPlaceholderText("1985.07")
        self._row(self.tr("From – to"), pair)
        self.headers = self._line(self.tr("Words of any header"), self.tr("for example oulu annotator:kotov"))
        self.outcome = ChoiceField()
        for token in _RESULTS:
            self.outcome.addItem(token or self.tr("any"), token)
        self._row(self.tr("Result"), self.outcome)
        self.elo: QSpinBox = number_field(0, 0, 3500)
        self.elo.setSpecialValueText(self.tr("any"))
        self.elo.setSingleStep(100)
        self._row(self.tr("Both players from Elo"), self.elo)
        self.opening = self._line(self.tr("Opening"), self.tr("for example B9, C65, or words of its name"))
        self.material = self._line(self.tr("Material"), self.tr("for example KRPvKR, or KRPvKR > KPvK"))
        self.difference = self._line(self.tr("Difference"), self.tr("for example RvB, or QvRR:8 for 8 half moves"))
        self.pieces = self._line(self.tr("Pieces on squares"), self.tr("for example Nd5 pe6 -e4 (white, black, empty)"))
        self.manoeuvre = self._line(self.tr("Manoeuvre"), self.tr("for example Nd2-f1-g3"))
        self.board = ChoiceField()
        for words in (self.tr("any"), self.tr("exactly as shown"), self.tr("the pawns as shown")):
            self.board.addItem(words)
        self._row(self.tr("The position on the board"), self.board)
        self.swapped = QCheckBox(self.tr("Find it with swapped colours too"))
        self._form.addRow("", self.swapped)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        search = buttons.addButton(self.tr("Search"), QDialogButtonBox.ButtonRole.AcceptRole)
        search.setDefault(True)
        search.setMinimumWidth(theme.scaled(24 * theme.SPACE))  # the default button is bold
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        self.problem = plain_label(look="error", wrap=True)
        self.problem.hide()
        area = scrolled(page)  # on a low screen the form scrolls
        in_column((area, 1), self.problem, buttons, inside=self, margins=4, spacing=4)
        self.resize(self.minimumWidth(), self.sizeHint().height() - area.sizeHint().height() + page.sizeHint().height())
        self.player.setFocus()

    def _line(self, name: str, example: str) -> QLineEdit:
        field = QLineEdit()
        field.setPlaceholderText(example)
        self._row(name, field)
        return field

    def _row(self, name: str, field: QWidget) -> None:
        caption = plain_label(name, look="caption")
        caption.setBuddy(field)
        field.setAccessibleName(name)
        caption.setMinimumHeight(field.sizeHint().height())  # aligns the label with its field
        self._form.addRow(caption, field)

    def _pair(self, first: QLineEdit, last: QLineEdit, *names: str) -> QWidget:
        for field, name in zip((first, last), names, strict=True):
            field.setAccessibleName(name)
        pair = QWidget()
        in_row(first, last, inside=pair, margins=0, spacing=2)
        return pair

    def query(self) -> Query:
        """The query in the fields, without the exact position."""
        words = self.opening.text().strip()
        code = _ECO.fullmatch(words)
        fields = ("player", "white", "black", "headers", "material", "difference", "pieces", "manoeuvre")
        return Query(
            **{name: getattr(self, name).text().strip() for name in fields},
            event=self.event_name.text().strip(),
            date_from=self.first.text().strip(),
            date_to=self.last.text().strip(),
            result=self.outcome.currentData(),
            elo_min=self.elo.value() or None,
            eco=words.upper() if code else "",
            opening="" if code else words,
            structure=self._games.state.fen if self.board.currentIndex() == 2 else "",
            mirrored=self.swapped.isChecked(),
        )

    def accept(self) -> None:
        """Searches. An invalid field is reported in the dialog, and the list remains unchanged."""
        query = self.query()
        problem = sentence(self._collection.problem_of(query))
        self.problem.setText(problem)
        self.problem.setVisible(bool(problem))
        if problem:
            announce(self, problem)
            return
        here = self._games.state if self.board.currentIndex() == 1 else None
        super().accept()
        self._collection.search(query, here)
