"""The command palette: finds every action, panel, setting, recent file and opening by a few letters, and runs it with Enter."""

from collections.abc import Callable
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any, cast

from PySide6.QtCore import QEvent, QModelIndex, QObject, QPersistentModelIndex, QRect, QSize, Qt, QTimer
from PySide6.QtGui import QColor, QFontMetrics, QIcon, QKeyEvent, QKeySequence, QPainter
from PySide6.QtWidgets import (
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
)

from desktop.model.settings import SETTINGS
from desktop.services.files.file_service import FileService
from desktop.services.kit.settings_store import SettingsStore
from desktop.views.kit import theme
from desktop.views.kit.dialogs import Dialog
from desktop.views.kit.fields import name_clear_button
from desktop.views.kit.icons import icon
from desktop.views.kit.layouts import in_column
from desktop.views.kit.messages import plain_label
from desktop.views.kit.words import moves as in_letters
from desktop.views.kit.words import opening
from desktop.views.window.action_table import ACTIONS, action_name, menu_name
from desktop.views.window.mode_bar import Mode
from desktop.views.window.setting_names import group_text, sentence_text
from desktop.views.window.synonyms import synonyms_of
from desktop.views.window.window_context import WindowContext
from engine.ground.values import dataclass

_MOST = 60
_LEAST_LETTERS, _MOST_OPENINGS = 3, 20  # typed before openings are looked for, and the most of them listed
_ROW = 36
_WALKING = (Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown)


@dataclass(frozen=True)
class PaletteEntry:
    """An entry of the palette: name, menu path, keys, and its effect."""

    name: str
    place: str
    keys: str
    picture: QIcon
    run: Callable[[], object]
    enabled: bool = True
    other: str = ""  # synonyms from other programs

    def rank(self, words: list[str]) -> int:
        """The rank of the entry for the words typed, 0 for no match. An equal name scores highest, then one that begins with the
        first word, then one with a word that does. Synonyms score lowest, and match by their beginnings."""
        name, shown, other = self.name.lower(), f"{self.name} {self.place}".lower(), self.other.lower().split()
        if not all(word in shown for word in words):
            known = all(word in shown or any(part.startswith(word) for part in other) for word in words)
            return known * (1 + self.enabled)
        first = words[0] if words else ""
        beginning = name.startswith(first) * 4 + any(part.startswith(first) for part in name.split()) * 2
        return 3 + (name == " ".join(words)) * 8 + beginning + all(word in name for word in words) + self.enabled


class _Rows(QStyledItemDelegate):
    """Paints a row: icon, name, menu path and keys of an entry."""

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        """The same height for all rows."""
        return QSize(200, theme.scaled(_ROW))

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Paints the row, faded if the entry is disabled."""
        entry, c = index.data(Qt.ItemDataRole.UserRole), theme.colours()
        look = cast(Any, option)  # its fields are not in the stubs
        rect = QRect(look.rect)
        painter.save()
        if look.state & QStyle.StateFlag.State_Selected:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(c.accent_soft))
            painter.drawRoundedRect(rect, theme.RADIUS, theme.RADIUS)
        side = theme.scaled(20)
        mode = QIcon.Mode.Normal if entry.enabled else QIcon.Mode.Disabled
        entry.picture.paint(painter, rect.left() + 8, rect.center().y() - side // 2, side, side, mode=mode)
        body, small = theme.font(theme.BODY), theme.font(theme.SMALL)
        middle = Qt.AlignmentFlag.AlignVCenter
        words = rect.adjusted(8 + side + 8, 0, -8, 0)
        painter.setFont(body)
        painter.setPen(QColor(c.ink if entry.enabled else c.quiet))
        keys_width = QFontMetrics(body).horizontalAdvance(entry.keys) + 12 if entry.keys else 0
        name = QFontMetrics(body).elidedText(entry.name, Qt.TextElideMode.ElideRight, words.width() - keys_width)
        painter.drawText(words, middle | Qt.AlignmentFlag.AlignLeft, name)
        painter.setPen(QColor(c.quiet))
        painter.drawText(words, middle | Qt.AlignmentFlag.AlignRight, entry.keys)
        painter.setFont(small)
        left = QFontMetrics(body).horizontalAdvance(name) + 12
        room = words.adjusted(left, 0, -keys_width, 0)
        place = QFontMetrics(small).elidedText(entry.place, Qt.TextElideMode.ElideRight, max(0, room.width()))
        painter.drawText(room, middle | Qt.AlignmentFlag.AlignLeft, place)
        painter.restore()


class CommandPalette(Dialog):
    """A popup over the window. Disabled entries are faded and do nothing."""

    def __init__(
        self,
        context: WindowContext,
        settings: SettingsStore,
        files: FileService,
        show_setting: Callable[[str], None],
    ) -> None:
        """`show_setting`: opens the settings dialog at a given setting."""
        super().__init__(context.window)
        self.setWindowTitle(self.tr("Find a command"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setProperty("look", "popup")
        self._context, self._entries = context, entries(context, settings, files, show_setting)
        self._openings = _Openings(context, files)
        self.line = QLineEdit()
        self.line.setPlaceholderText(self.tr("What do you want to do?"))
        self.line.setAccessibleName(self.tr("Find a command, a panel, a setting, a file or an opening"))
        self.line.setClearButtonEnabled(True)
        name_clear_button(self.line)
        self.line.textChanged.connect(self._update)
        self.line.installEventFilter(self)
        self.list = QListWidget()
        self.list.setItemDelegate(_Rows(self.list))
        self.list.setAccessibleName(self.tr("Commands found"))
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.list.itemClicked.connect(lambda _item: self._run())
        self.nothing = plain_label(self.tr("Nothing found. Try another word."), look="quiet")
        in_column(self.line, self.nothing, self.list, inside=self, margins=3, spacing=2)
        self.resize(theme.scaled(560), min(theme.scaled(520), context.window.height() - 80))
        self.found: list[PaletteEntry] = []
        self._update("")

    def _update(self, text: str) -> None:
        words = text.lower().split()
        ranked = [(entry.rank(words), entry) for entry in self._entries]
        ranked = sorted((pair for pair in ranked if pair[0]), key=lambda pair: -pair[0]) if words else ranked
        openings = self._openings.found(words) if len(text.strip()) >= _LEAST_LETTERS else []
        self.found = [entry for _, entry in ranked[: _MOST - len(openings)]] + openings
        self.list.clear()
        for entry in self.found:
            self._add(entry)
        self.list.setCurrentRow(0)
        self.nothing.setVisible(not self.found)

    def _add(self, entry: PaletteEntry) -> None:
        item = QListWidgetItem(entry.name)
        item.setData(Qt.ItemDataRole.UserRole, entry)
        item.setData(Qt.ItemDataRole.AccessibleTextRole, f"{entry.name}, {entry.place} {entry.keys}")
        self.list.addItem(item)

    def _run(self) -> None:
        row = self.list.currentRow()
        if 0 <= row < len(self.found) and self.found[row].enabled:
            chosen = self.found[row]
            self.accept()
            QTimer.singleShot(0, self._context.window, chosen.run)  # when the keyboard is back in the window

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Leaves the focus in the search line; Up and Down move through the list, Enter runs the entry."""
        if event.type() is QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                self._run()
                return True
            if event.key() in _WALKING:
                step = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1, Qt.Key.Key_PageUp: -8, Qt.Key.Key_PageDown: 8}
                row = self.list.currentRow() + step[Qt.Key(event.key())]
                self.list.setCurrentRow(max(0, min(row, self.list.count() - 1)))
                return True
        return super().eventFilter(watched, event)


def entries(
    context: WindowContext, settings: SettingsStore, files: FileService, show_setting: Callable[[str], None]
) -> list[PaletteEntry]:
    """All entries: actions in the order of the menus, recent files, settings."""
    found = []
    for spec in ACTIONS:
        action = context.actions[spec.key]
        keys = ", ".join(key.toString(QKeySequence.SequenceFormat.NativeText) for key in action.shortcuts())
        name, picture, enabled = action_name(action), action.icon(), action.isEnabled()
        found.append(PaletteEntry(name, menu_name(spec), keys, picture, action.trigger, enabled, synonyms_of(spec.key)))
    for path in settings.settings.text("recent_files").splitlines():
        found.append(_file_entry(files, Path(path)))
    for setting in SETTINGS:
        if not setting.hidden:
            sentence = sentence_text(setting)
            found.append(
                PaletteEntry(sentence, group_text(setting), "", icon("gear-six"), partial(show_setting, sentence))
            )
    return found


class _Openings:
    """The openings by name, in the language of the window and in English. They are read when the first one is looked for."""

    def __init__(self, context: WindowContext, files: FileService) -> None:
        self._context, self._files = context, files
        self._names: list[tuple[str, str, str]] = []  # as it is shown, what is searched, its moves

    def found(self, words: list[str]) -> list[PaletteEntry]:
        """The openings with all the words, the shortest names first."""
        if not self._names:
            from books.openings import shipped_names

            for name, moves in shipped_names().lines():
                shown = opening(str(name))
                self._names.append((shown, f"{shown} {name}".lower(), moves))
            self._names.sort(key=lambda one: (len(one[0]), len(one[2])))
        fitting = (one for one in self._names if all(word in one[1] for word in words))
        picture = icon("book-open")
        return [
            PaletteEntry(shown, in_letters(moves), "", picture, partial(self._open, moves))
            for shown, _, moves in islice(fitting, _MOST_OPENINGS)
        ]

    def _open(self, moves: str) -> None:
        """Shows the opening in a tab of its own, with the book beside it."""

        def show() -> None:
            self._context.show_mode(Mode.BOOK)
            self._files.paste(moves, self._context.games.go_last)

        self._context.help_gate.use(show)


def _file_entry(files: FileService, path: Path) -> PaletteEntry:
    return PaletteEntry(path.name, str(path.parent), "", icon("file-text"), lambda: files.open_file(path))
