"""The options dialog of an engine, built from the options that the engine declares."""

from collections.abc import Callable

from PySide6.QtCore import QRegularExpression
from PySide6.QtGui import QRegularExpressionValidator
from PySide6.QtWidgets import QCheckBox, QDialogButtonBox, QLabel, QLineEdit, QWidget

from desktop.model.engines import EngineEntry
from desktop.services.engines.engine_list import EngineList
from desktop.services.engines.external_engines import ExternalEngines
from desktop.views.kit import theme
from desktop.views.kit.buttons import push_button
from desktop.views.kit.dialogs import Dialog, StandardButton, ask_path
from desktop.views.kit.fields import ChoiceField, form_of, number_field, search_field
from desktop.views.kit.foreign_text import ForeignText
from desktop.views.kit.layouts import in_column, in_row, scrolled
from desktop.views.kit.messages import plain_label
from desktop.views.kit.words import filled
from engine.play.external.options import LONGEST_VALUE, NO_BOUND, EngineOption, OptionKind, whole_number

# Set by the program, according to the game and the analysis panel.
MANAGED = frozenset(("uci_chess960", "ponder", "multipv", "uci_analysemode", "uci_opponent", "uci_engineabout"))
_PATH_WORDS = ("path", "folder", "directory")
_FILE_WORDS = ("file", "book")
_QT_NUMBER = 2**31 - 1  # the maximum of Qt's number fields


class EngineOptionsDialog(Dialog):
    """One row for each option, with a search field; changes apply when the dialog is accepted."""

    def __init__(
        self, engines: EngineList, externals: ExternalEngines, entry: EngineEntry, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent, self.tr("Options of %1").replace("%1", ForeignText(entry.name).title), (620, 600))
        self._engines, self._externals = engines, externals
        self._entry = entry
        self._read: dict[str, Callable[[], str]] = {}
        self._write: dict[str, Callable[[str], None]] = {}
        self._rows: list[tuple[QLabel, QWidget, str]] = []
        self.search = search_field(self.tr("Search options"))
        self.search.textChanged.connect(self._filter)
        self._form = form_of(across=6, grow=True)
        for option in self._shown():
            self._add(option)
        self._arrange()

    def _shown(self) -> list[EngineOption]:
        return [option for option in self._entry.options if option.name.lower() not in MANAGED]

    def _arrange(self) -> None:
        page = QWidget()
        page.setLayout(self._form)
        area = scrolled(page, sideways=True)
        self.nothing = plain_label(self.tr("This engine has declared no options."), look="quiet")
        self.nothing.setVisible(not self._rows)
        buttons = self.button_box(StandardButton.Cancel)
        keep = buttons.addButton(self.tr("Keep"), QDialogButtonBox.ButtonRole.AcceptRole)
        self.reset_button = buttons.addButton(self.tr("Engine defaults"), QDialogButtonBox.ButtonRole.ResetRole)
        self.reset_button.setToolTip(self.tr("Resets every option to the engine's default"))
        self.reset_button.setAutoDefault(False)
        self.reset_button.clicked.connect(self.reset)
        keep.setDefault(True)
        in_column(self.search, self.nothing, (area, 1), buttons, inside=self, margins=4, spacing=3)

    # Rows

    def _add(self, option: EngineOption) -> None:
        field = self._field(option)
        changed = option.name in self._entry.values
        label = plain_label(ForeignText(f"{option.name} •" if changed else option.name).caption, wrap=True)
        label.setMinimumWidth(theme.scaled(180))
        hint = self._hint(option)
        label.setToolTip(ForeignText(hint).tip)
        field.setToolTip(ForeignText(hint).tip)
        field.setAccessibleName(option.name)
        field.setObjectName(option.name)
        label.setBuddy(field)
        self._form.addRow(label, field)
        self._rows.append((label, field, option.name.lower()))

    def _hint(self, option: EngineOption) -> str:
        """Returns the range and default of a number; for an invalid declaration, the value that is sent."""
        if option.kind is OptionKind.SPIN and option.high < NO_BOUND:
            text = filled(self.tr("%1 to %2, default %3"), option.low, option.high)
            return text.replace("%3", option.default)
        if option.fault:
            return self.tr("The engine's declaration of this option is invalid. Your value is sent unchanged.")
        return ""

    def _field(self, option: EngineOption) -> QWidget:
        value = self._entry.value(option)
        if option.kind is OptionKind.CHECK:
            return self._check(option, value)
        if option.kind is OptionKind.SPIN:
            return self._spin(option, value)
        if option.kind is OptionKind.COMBO:
            combo = ChoiceField()
            combo.addItems(list(option.choices))
            combo.setCurrentText(value)
            self._read[option.name], self._write[option.name] = combo.currentText, combo.setCurrentText
            return combo
        if option.kind is OptionKind.BUTTON:
            button = push_button(
                ForeignText(option.name).caption,
                lambda: self._externals.press(self._entry.key, option.name),
                auto_default=False,
            )
            return button
        return self._text(option, value)

    def _check(self, option: EngineOption, value: str) -> QCheckBox:
        box = QCheckBox()
        box.setChecked(value == "true")
        self._read[option.name] = lambda: "true" if box.isChecked() else "false"
        self._write[option.name] = lambda text: box.setChecked(text == "true")
        return box

    def _spin(self, option: EngineOption, value: str) -> QWidget:
        if option.low < -_QT_NUMBER or option.high > _QT_NUMBER:
            return self._wide_number(option, value)
        box = number_field(int(value), option.low, option.high)
        self._read[option.name] = lambda: str(box.value())
        self._write[option.name] = lambda text: box.setValue(int(text))
        return box

    def _wide_number(self, option: EngineOption, value: str) -> QLineEdit:
        """Returns a field for numbers beyond the limit of Qt's own. A number out of range becomes the nearest valid one."""
        line = QLineEdit(value)
        line.setValidator(QRegularExpressionValidator(QRegularExpression(r"-?\d{1,19}"), line))

        def read() -> str:
            number = whole_number(line.text())
            return value if number is None else str(max(option.low, min(option.high, number)))

        self._read[option.name], self._write[option.name] = read, line.setText
        return line

    def _text(self, option: EngineOption, value: str) -> QWidget:
        line = QLineEdit(value)
        line.setMaxLength(LONGEST_VALUE)
        self._read[option.name], self._write[option.name] = line.text, line.setText
        words = option.name.lower()
        folder = option.kind is OptionKind.PATH or any(word in words for word in _PATH_WORDS)
        if not folder and option.kind is not OptionKind.FILE and not any(word in words for word in _FILE_WORDS):
            return line
        button = push_button("…", lambda: self._choose(line, folder=folder), name=self.tr("Choose"), auto_default=False)
        button.setFixedWidth(theme.scaled(36))
        both = QWidget()
        in_row((line, 1), button, inside=both, margins=0, spacing=1)
        both.setFocusProxy(line)
        return both

    def _choose(self, line: QLineEdit, *, folder: bool) -> None:
        title = self.tr("Choose a folder") if folder else self.tr("Choose a file")
        ask_path(self, title, line.setText, line.text(), folder=folder)

    # Actions

    def reset(self) -> None:
        """Shows the engine's defaults; they apply when the dialog is accepted."""
        for option in self._shown():
            if option.name in self._write:
                self._write[option.name](option.default)

    def accept(self) -> None:
        entry = self._engines.entry(self._entry.key) or self._entry
        for option in self._shown():
            value = self._read[option.name]() if option.name in self._read else option.default
            if option.accepts(value):
                entry = entry.with_value(option, value)
        self._engines.replace(entry)
        super().accept()

    def _filter(self, text: str) -> None:
        words = text.lower().split()
        for _, field, haystack in self._rows:
            self._form.setRowVisible(field, all(word in haystack for word in words))
