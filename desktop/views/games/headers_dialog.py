"""Edits all tags of a game, the common ones and others, as one undo step."""

from contextlib import suppress

from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QWidget

from desktop.services.game.game_service import GameService
from desktop.views.kit.buttons import push_button
from desktop.views.kit.dialogs import Dialog
from desktop.views.kit.fields import ChoiceField, caption, form_of, named, set_example
from desktop.views.kit.foreign_text import ForeignText
from desktop.views.kit.layouts import in_column, in_row, scrolled
from desktop.views.kit.messages import plain_label
from desktop.views.kit.words import date, sentence, text_of
from engine.game.tags.entered import TagError, entered
from engine.game.tags.names import tag_name
from engine.game.tree import SEVEN_TAGS

USUAL = ("White", "WhiteElo", "Black", "BlackElo", "Event", "Site", "Date", "Round", "Result", "ECO", "Annotator")
RESULTS = ("*", "1-0", "1/2-1/2", "0-1")
FIXED = ("FEN", "SetUp", "Variant")  # they determine how the moves are read, so they cannot be edited here


class HeadersDialog(Dialog):
    """A field for each tag. An empty field deletes its tag; the seven standard tags become unknown instead."""

    def __init__(self, games: GameService, parent: QWidget | None = None) -> None:
        super().__init__(parent, self.tr("Players and event"), (480, 620))
        self._games = games
        self._tab = games.state.tab
        self.fields: dict[str, QLineEdit | ChoiceField] = {}
        self._read: dict[str, str] = {}  # what the fields showed: a value that is left so is not checked
        self._values: dict[str, str] = {}
        self._form = form_of(grow=True)
        headers = {**SEVEN_TAGS, **games.state.game.headers}
        for name in (*USUAL, *(name for name in headers if name not in USUAL and name not in FIXED)):
            self._add(name, headers.get(name, ""))
        sheet = QWidget()
        sheet.setLayout(self._form)
        area = scrolled(sheet, sideways=True)
        self.problem = plain_label(look="error", wrap=True)
        self.problem.hide()
        buttons = self.button_box()
        in_column((area, 1), self._another(), self.problem, buttons, inside=self, margins=4, spacing=3)
        self.fields["White"].setFocus()

    def _add(self, name: str, value: str) -> None:
        if name == "Result":
            field: QLineEdit | ChoiceField = ChoiceField()
            assert isinstance(field, ChoiceField)
            field.addItems(list(dict.fromkeys((*RESULTS, value or "*"))))
            field.setCurrentText(value or "*")
        else:
            field = QLineEdit("" if set(value) <= set("?.") else _shown(name, value))
        self._read[name] = field.currentText() if isinstance(field, ChoiceField) else field.text().strip()
        self._values[name] = value.strip() if isinstance(field, QLineEdit) and field.text() else self._read[name]
        said = text_of(tag_name(name))
        field.setAccessibleName(said)
        self.fields[name] = field
        self._form.addRow(caption(ForeignText(said).caption, field), field)

    def _another(self) -> QHBoxLayout:
        self.new_name = named(QLineEdit(), self.tr("Name of another tag"))
        set_example(self.new_name, self.tr("Another tag, for example TimeControl"))
        button = push_button(self.tr("Add tag"), self._add_new, auto_default=False)
        row = in_row((self.new_name, 1), button, spacing=2)
        return row

    def _add_new(self) -> None:
        name = "".join(sign for sign in self.new_name.text() if sign.isascii() and (sign.isalnum() or sign == "_"))
        if name and name not in self.fields and name not in FIXED:
            self._add(name, "")
            self.new_name.clear()
        if name in self.fields:
            self.fields[name].setFocus()

    @property
    def unsaved(self) -> bool:
        return any(isinstance(field, QLineEdit) and field.isModified() for field in self.fields.values())

    def accept(self) -> None:
        values = {}
        for name, field in self.fields.items():
            value = field.currentText() if isinstance(field, ChoiceField) else field.text().strip()
            try:
                values[name] = self._values[name] if value == self._read[name] else entered(name, value)
            except TagError as error:
                self.problem.setText(sentence(error.text))
                self.problem.show()
                return field.setFocus()
        self._games.set_headers(values, self._tab)
        super().accept()


def _shown(name: str, value: str) -> str:
    """A value as it is shown elsewhere in the window: a date in the language's format, if that is read back as the same."""
    shown = date(value) if name.endswith("Date") else value
    with suppress(TagError):
        if shown == value or entered(name, shown) == value:
            return shown
    return value
