"""Edits one tag in many games: sets it, deletes it, or replaces part of it."""

from collections.abc import Sequence

from PySide6.QtWidgets import QDialogButtonBox, QLineEdit, QWidget

from desktop.services.files.game_list_service import GameListService
from desktop.views.kit import theme
from desktop.views.kit.dialogs import Dialog
from desktop.views.kit.fields import ChoiceField, form_of
from desktop.views.kit.layouts import in_column
from desktop.views.kit.messages import plain_label
from desktop.views.kit.words import sentence, text_of, whole
from engine.game.tags.entered import TagError
from engine.game.tags.names import TAG_NAMES
from engine.pgn.edit import HeaderEdit

_BOTH = ("White", "Black")


class EditHeadersDialog(Dialog):
    """OK changes the games selected when the dialog opened, as one undo step."""

    def __init__(self, lists: GameListService, numbers: Sequence[int], parent: QWidget | None = None) -> None:
        super().__init__(parent, width=520)  # the longest example
        chosen = tuple(numbers)
        self._take = lists.still(lambda: lists.edit_headers(chosen, self.edit()))
        title = self.tr("Headers of one game") if len(chosen) == 1 else self.tr("Headers of %1 games")
        self.setWindowTitle(title.replace("%1", whole(len(chosen))))
        self.name = ChoiceField()
        self.name.addItem(self.tr("White and Black"), _BOTH)
        for tag, said in TAG_NAMES.items():
            self.name.addItem(text_of(said), (tag,))
        self.name.addItem(self.tr("another tag"), ())
        self.other, self.old, self.new = QLineEdit(), QLineEdit(), QLineEdit()
        self.other.setPlaceholderText(self.tr("for example TimeControl"))
        self.old.setPlaceholderText(self.tr("empty: the whole value is replaced"))
        self.new.setPlaceholderText(self.tr("empty: what is replaced is taken out"))
        form = form_of(
            (self.tr("Tag"), self.name),
            (self.tr("Name of another tag"), self.other),
            (self.tr("Replace"), self.old),
            (self.tr("By"), self.new),
        )
        self.problem = plain_label(look="error", wrap=True)
        self.problem.hide()
        buttons = self.button_box()
        self._change = buttons.button(QDialogButtonBox.StandardButton.Ok)
        self._change.setText(self.tr("Change"))
        self._change.setMinimumWidth(theme.scaled(24 * theme.SPACE))  # the default button is bold
        in_column(form, self.problem, buttons, inside=self, margins=4, spacing=4)
        self.name.currentIndexChanged.connect(self._update)
        for line in (self.other, self.old, self.new):
            line.textChanged.connect(self._update)
        self._update()

    def edit(self) -> HeaderEdit:
        names = self.name.currentData() or (self.other.text().strip(),)
        return HeaderEdit(tuple(names), self.new.text().strip(), self.old.text())

    def _update(self) -> None:
        self.problem.hide()
        self.other.setEnabled(not self.name.currentData())
        edit = self.edit()
        # With both names alike, games would have the same player on both sides.
        self._change.setEnabled(edit.possible and (len(edit.names) == 1 or bool(edit.find)))

    def accept(self) -> None:
        try:
            self.edit().check()
        except TagError as error:
            self.problem.setText(sentence(error.text))
            self.problem.show()
            return self.new.setFocus()
        self._take()
        super().accept()
