"""Preferences, built from the table of settings. Every change applies at once, without OK."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QDialogButtonBox,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QListWidget,
    QWidget,
)

from desktop.model.settings import SETTINGS, Setting
from desktop.services.kit.language import own_name
from desktop.services.kit.settings_store import SettingsStore
from desktop.services.tables.table_maker import TableMaker
from desktop.services.tables.tablebase_service import TablebaseService
from desktop.services.world.sharing_service import SharingService
from desktop.views.board.board_preview import BoardPreview
from desktop.views.board.piece_set_field import PieceSetField
from desktop.views.kit import theme
from desktop.views.kit.buttons import push_button
from desktop.views.kit.dialogs import Dialog
from desktop.views.kit.fields import ChoiceField, number_field, search_field
from desktop.views.kit.layouts import in_column, in_row, scrolled
from desktop.views.kit.messages import plain_label
from desktop.views.kit.rating_field import RatingField
from desktop.views.window.setting_names import choice_names, group_text, sentence_text, unit_text

_GROUPS_WIDTH = 120


class SettingsDialog(Dialog):
    """One page of settings with a search line. The group names at the left jump to their group."""

    def __init__(
        self,
        settings: SettingsStore,
        tablebases: TablebaseService,
        table_maker: TableMaker,
        sharing: SharingService,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._settings, self._tablebases, self._table_maker = settings, tablebases, table_maker
        self._sharing = sharing
        self._store: SettingsStore = settings
        self.setWindowTitle(self.tr("Settings"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.resize(theme.size(880, 640))
        self.search = search_field(self.tr("Search settings"))
        self.search.textChanged.connect(self._filter)
        self._form = QFormLayout()
        self._form.setHorizontalSpacing(6 * theme.SPACE)
        self._form.setVerticalSpacing(3 * theme.SPACE)
        self._form.setRowWrapPolicy(QFormLayout.RowWrapPolicy.DontWrapRows)
        self._form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        self._headings: list[QLabel] = []
        self._rows: list[tuple[QWidget, QWidget | None, str]] = []
        self._fill()
        page = QWidget()
        page.setLayout(self._form)
        self._area = scrolled(page)
        self._area.verticalScrollBar().valueChanged.connect(self._scrolled)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.reject)
        in_column(self.search, (self._with_groups(), 1), buttons, inside=self, margins=4, spacing=3)

    # Groups

    def _with_groups(self) -> QHBoxLayout:
        """The list of groups, each a jump to its settings."""
        self.groups = QListWidget()
        self.groups.setAccessibleName(self.tr("Settings groups"))
        self.groups.setFixedWidth(theme.scaled(_GROUPS_WIDTH))
        self.groups.addItems([heading.text() for heading in self._headings])
        for number in range(self.groups.count()):
            self.groups.item(number).setSizeHint(theme.size(0, 8 * theme.SPACE))
        self.groups.setCurrentRow(0)
        self.groups.currentRowChanged.connect(self._show_group)
        row = in_row(self.groups, (self._area, 1), spacing=3)
        return row

    def _show_group(self, number: int) -> None:
        self.search.clear()
        self._area.verticalScrollBar().setValue(self._headings[number].y())

    def _scrolled(self, place: int) -> None:
        """Marks the group at the top of the view; at the end of the page, the last group."""
        at_end = place == self._area.verticalScrollBar().maximum() > 0
        above = [row for row, heading in enumerate(self._headings) if at_end or heading.y() <= place + theme.SPACE]
        if above and not self.groups.hasFocus():
            self.groups.blockSignals(True)
            self.groups.setCurrentRow(above[-1])
            self.groups.blockSignals(False)

    def _fill(self) -> None:
        group = ""
        for setting in SETTINGS:
            if setting.hidden:
                continue
            if setting.group != group:
                group = setting.group
                heading = plain_label(group_text(setting), look="heading")
                heading.setContentsMargins(0, 4 * theme.SPACE if self._headings else 0, 0, 0)
                self._form.addRow(heading)
                self._headings.append(heading)
                self._rows.append((heading, None, ""))
                if group == "Board":
                    preview = BoardPreview()
                    self._form.addRow(preview)
                    self._rows.append((preview, None, ""))
            field = self._field(setting)
            label = plain_label(sentence_text(setting), wrap=True)
            label.setBuddy(field)
            field.setAccessibleName(sentence_text(setting))
            field.setObjectName(setting.key)
            if isinstance(field, QCheckBox):  # its sentence takes the rest of the width
                row = _CheckRow(field, label)
                self._form.addRow(row)
                self._rows.append((row, row, _haystack(setting)))
                continue
            label.setMinimumWidth(theme.scaled(200))
            self._form.addRow(label, field)
            self._rows.append((label, field, _haystack(setting)))

    def _field(self, setting: Setting) -> QWidget:
        value = self._store.settings.get(setting.key)
        if setting.key == "tablebase_folders":
            return push_button(self.tr("Tables and folders …"), self._show_tables)
        if setting.key == "shared_folder":
            return push_button(self.tr("Other computers …"), self._show_sharing)
        choices = choice_names(setting)
        if setting.key == "piece_set":
            return PieceSetField(self._store)
        if isinstance(value, bool):
            return self._check_box(setting.key, value)
        if setting.key == "people_elo":
            return RatingField(self._store)
        if isinstance(value, int) and not choices:
            box = number_field(value, setting.lowest, setting.highest, unit_text(setting))
            box.valueChanged.connect(lambda number: self._store.set(setting.key, number))
            return box
        if choices:
            return self._combo(setting.key, choices)
        line = QLineEdit(str(value))
        if setting.key == "player_name":
            line.setPlaceholderText(own_name())
        line.editingFinished.connect(lambda: self._store.set(setting.key, line.text()))
        return line

    def _combo(self, key: str, choices: tuple[tuple[str, str], ...]) -> ChoiceField:
        combo = ChoiceField()
        kind = type(self._store.settings.get(key))
        for choice, text in choices:
            combo.addItem(text, kind(choice))
        combo.setCurrentIndex(max(0, combo.findData(self._store.settings.get(key))))
        combo.currentIndexChanged.connect(lambda: self._store.set(key, kind(combo.currentData())))
        return combo

    def _show_tables(self) -> None:
        from desktop.views.tables.tables_dialog import TablesDialog

        TablesDialog(self._settings, self._tablebases, self._table_maker, self).open()

    def _show_sharing(self) -> None:
        from desktop.views.world.sharing_dialog import SharingDialog

        SharingDialog(self._sharing, self).open()

    def _check_box(self, key: str, value: bool) -> QCheckBox:
        box = QCheckBox()
        box.setChecked(value)
        box.toggled.connect(lambda on: self._store.set(key, on))
        return box

    def _filter(self, text: str) -> None:
        words = text.lower().split()
        for label, field, haystack in self._rows:
            shown = not words or (field is not None and all(word in haystack for word in words))
            self._form.setRowVisible(field if field is not None else label, shown)


class _CheckRow(QWidget):
    """A check box and its sentence. A click on the sentence counts for the box."""

    def __init__(self, box: QCheckBox, sentence: QLabel) -> None:
        super().__init__()
        self._box = box
        in_row(box, (sentence, 1), inside=self, margins=0, spacing=2)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Takes the press, or else its release goes to another widget."""

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton and self.rect().contains(event.position().toPoint()):
            self._box.click()


def _haystack(setting: Setting) -> str:
    """The searchable text of a setting: page, sentence and choices, in the language in use and in English."""
    shown = (group_text(setting), sentence_text(setting), *(text for _, text in choice_names(setting)))
    return " ".join((*shown, setting.group, setting.sentence, setting.key)).lower()
