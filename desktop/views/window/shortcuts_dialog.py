"""The page of keyboard shortcuts, searchable and editable, with the keys that move pieces on the board."""

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import (
    QDialogButtonBox,
    QFileDialog,
    QGridLayout,
    QKeySequenceEdit,
    QLineEdit,
    QWidget,
)

from desktop.model.errors import FileError
from desktop.model.key_file import KeyFileError, key_file, read_key_file
from desktop.model.stored_values import keys_from, keys_text
from desktop.services.kit.atomic import write_atomically
from desktop.services.kit.folders import games_folder
from desktop.services.kit.settings_store import SettingsStore
from desktop.views.kit import theme, words
from desktop.views.kit.buttons import icon_button
from desktop.views.kit.dialogs import Dialog, FileDialog
from desktop.views.kit.fields import name_clear_button, search_field
from desktop.views.kit.foreign_text import ForeignText
from desktop.views.kit.layouts import in_column, in_row, scrolled
from desktop.views.kit.messages import announce, plain_label
from desktop.views.window.action_table import ACTIONS, ActionSpec, action_name, menu_name, set_keys
from engine.ground.files import read_file
from engine.ground.json_text import MOST_BYTES
from engine.ground.text import Text


class ShortcutsDialog(Dialog):
    """A field for each action: press the new key in it. A key in use is refused with the name of its action. All keys can be
    saved as a file and loaded again."""

    def __init__(self, store: SettingsStore, actions: dict[str, QAction], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._store, self._actions = store, actions
        self.setWindowTitle(self.tr("Keys"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.resize(theme.size(600, 680))
        self.fields: dict[str, QKeySequenceEdit] = {}
        self._rows: list[tuple[str, list[QWidget]]] = []
        self.search = search_field(self.tr("Search keys"))
        self.search.textChanged.connect(self._filter)
        self.problem = plain_label(look="error", wrap=True)
        self.problem.hide()
        self.nothing = plain_label(self.tr("Nothing found. Try another word."), look="quiet", wrap=True)
        self.nothing.hide()
        page = QWidget()
        self._grid = QGridLayout(page)
        self._grid.setHorizontalSpacing(4 * theme.SPACE)
        self._grid.setVerticalSpacing(theme.SPACE)
        self._grid.setColumnStretch(0, 1)
        self._fill_board()
        group = ""
        for spec in ACTIONS:
            if spec.menu != group:
                group = spec.menu
                self._add_heading(menu_name(spec))
            self._add(spec)
        area = scrolled(page)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        reset = buttons.addButton(self.tr("Give all back"), QDialogButtonBox.ButtonRole.ResetRole)
        reset.setToolTip(self.tr("Restores the default keys of all actions"))
        reset.setAutoDefault(False)
        reset.clicked.connect(self._reset_all)
        for caption, role in ((self.tr("Save as …"), self._ask_where), (self.tr("Load …"), self._ask_which)):
            button = buttons.addButton(caption, QDialogButtonBox.ButtonRole.ActionRole)
            button.setAutoDefault(False)
            button.clicked.connect(role)
        buttons.rejected.connect(self.reject)
        in_column(self.search, self.problem, self.nothing, (area, 1), buttons, inside=self, margins=4, spacing=3)

    def _fill_board(self) -> None:
        self._add_heading(self.tr("Board"))
        for keys, text in (
            (self.tr("Tab"), self.tr("moves to the board and then to the next part")),
            (self.tr("Cursor keys"), self.tr("move the frame on the board, or walk through the moves")),
            (self.tr("Enter"), self.tr("picks a piece up and drops it")),
            (self.tr("Escape"), self.tr("puts it down, then leaves the board")),
        ):
            words, key = plain_label(text), plain_label(keys)
            words.setWordWrap(True)
            key.setFont(theme.font(theme.BODY, bold=True))
            self._append(f"{text} {keys}", [words, key])

    def _add_heading(self, text: str) -> None:
        heading = plain_label(text, look="heading")
        heading.setContentsMargins(0, 2 * theme.SPACE, 0, 0)
        self._append("", [heading])

    def _add(self, spec: ActionSpec) -> None:
        action = self._actions[spec.key]
        name = action_name(action)
        label = plain_label(name, wrap=True)
        label.setToolTip(ForeignText(menu_name(spec)).tip)
        field = QKeySequenceEdit()
        field.setMaximumSequenceLength(1)
        field.setClearButtonEnabled(True)
        field.setAccessibleName(self.tr("Key for %1").replace("%1", name))
        name_clear_button(field)
        for inner in field.findChildren(QLineEdit):
            inner.setAccessibleName(field.accessibleName())
            words = field.fontMetrics().horizontalAdvance(inner.placeholderText())  # Qt's own, in each language
            field.setFixedWidth(max(theme.scaled(170), words + theme.scaled(70)))
        field.setKeySequence(action.shortcuts()[0] if action.shortcuts() else QKeySequence())
        field.editingFinished.connect(lambda: self._changed(spec))
        back = icon_button(
            "arrow-counter-clockwise",
            self.tr("Restore the default key of %1").replace("%1", name),
            lambda: self._give(spec, spec.keys),
            tip=self.tr("Restore the default key"),
        )
        self.fields[spec.key] = field
        box = QWidget()
        in_row(field, back, inside=box, margins=0)
        keys = " ".join(key.toString() for key in action.shortcuts())
        self._append(f"{name} {menu_name(spec)} {keys}", [label, box])

    def _append(self, haystack: str, parts: list[QWidget]) -> None:
        for column, part in enumerate(parts):
            self._grid.addWidget(part, len(self._rows), column)
        self._rows.append((haystack.lower(), parts))

    # Changing

    def _changed(self, spec: ActionSpec) -> None:
        wanted = self.fields[spec.key].keySequence()
        now = self._actions[spec.key].shortcuts()
        if wanted == (now[0] if now else QKeySequence()):
            return
        holder = next((other for other in ACTIONS if other.key != spec.key and wanted in self._keys_of(other)), None)
        if holder is not None and not wanted.isEmpty():
            said = self.tr("%1 is used by “%2”. Remove it there first.")
            key = wanted.toString(QKeySequence.SequenceFormat.NativeText)
            self._tell(said.replace("%1", key).replace("%2", action_name(self._actions[holder.key])))
            self.fields[spec.key].setKeySequence(now[0] if now else QKeySequence())
            return
        self._tell("")
        self._give(spec, (wanted.toString(),) if not wanted.isEmpty() else ())

    def _keys_of(self, spec: ActionSpec) -> list[QKeySequence]:
        return self._actions[spec.key].shortcuts()

    def _give(self, spec: ActionSpec, keys: tuple[str, ...]) -> None:
        """Sets the keys of an action, and saves them if they differ from the defaults."""
        given = keys_from(self._store.settings.text("keys"))
        given.pop(spec.key, None)
        if keys != spec.keys:
            given[spec.key] = keys
        self._store.set("keys", keys_text(given))
        set_keys(self._actions[spec.key], keys)
        self.fields[spec.key].setKeySequence(QKeySequence(keys[0]) if keys else QKeySequence())

    def _reset_all(self) -> None:
        self._tell("")
        for spec in ACTIONS:
            self._give(spec, spec.keys)

    # The file

    def _ask_where(self) -> None:
        dialog = self._file_dialog(self.tr("Save the keys"))
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setDefaultSuffix("json")
        dialog.selectFile("ratsu-keys.json")
        dialog.fileSelected.connect(lambda path: self.save(Path(path)))
        dialog.open()

    def _ask_which(self) -> None:
        dialog = self._file_dialog(self.tr("Load keys"))
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.fileSelected.connect(lambda path: self.load(Path(path)))
        dialog.open()

    def _file_dialog(self, title: str) -> QFileDialog:
        dialog = FileDialog(self, title, games_folder(self._store.settings), self.tr("Keys (*.json)"))
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        return dialog

    def save(self, path: Path) -> None:
        """Writes the keys of all actions to a file."""
        try:
            write_atomically(
                path,
                key_file({spec.key: [key.toString() for key in self._keys_of(spec)] for spec in ACTIONS}),
            )
        except FileError as error:
            self._tell(words.text_of(error.text))
        else:
            self._tell("")

    def load(self, path: Path) -> None:
        """Takes the keys of a file, all of them or none: what is wrong with them is shown above the list."""
        try:
            found = read_key_file(read_file(path, MOST_BYTES + 1), self._actions)
        except OSError as error:
            self._tell(words.text_of(Text("%1 cannot be read: %2", path, error)))
            return
        except KeyFileError as error:
            self._tell(words.text_of(error.text))
            return
        after = {
            spec.key: found.get(spec.key, tuple(key.toString() for key in self._keys_of(spec))) for spec in ACTIONS
        }
        problem = self._problem_of(after)
        self._tell(problem)
        if not problem:
            for spec in ACTIONS:
                self._give(spec, after[spec.key])

    def _problem_of(self, keys: dict[str, tuple[str, ...]]) -> str:
        """The first key that does not exist or that two actions would share; empty: none."""
        holders: dict[str, str] = {}
        for action, given in keys.items():
            name = action_name(self._actions[action])
            for key in given:
                known = QKeySequence(key).toString()
                if not known:
                    return self.tr("“%1” of “%2” is not a key.").replace("%1", key).replace("%2", name)
                if known in holders:
                    said = self.tr("%1 would belong to “%2” and to “%3”. Change one of them.")
                    return said.replace("%1", known).replace("%2", holders[known]).replace("%3", name)
                holders[known] = name
        return ""

    def _tell(self, text: str) -> None:
        self.problem.setText(text)
        self.problem.setVisible(bool(text))

    def _filter(self, text: str) -> None:
        words, shown = text.lower().split(), 0
        for haystack, parts in self._rows:
            fits = all(word in haystack for word in words)  # headings only if no row is filtered out
            shown += fits
            for part in parts:
                part.setVisible(fits)
        if not shown and self.nothing.isHidden():
            announce(self, self.nothing.text())
        self.nothing.setVisible(not shown)
