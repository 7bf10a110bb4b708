"""The external engines: add, name, configure, remove. Every change is saved at once, without confirmation."""

from dataclasses import replace
from functools import partial

from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import (
    QCheckBox,
    QFrame,
    QHBoxLayout,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QMenu,
    QStackedWidget,
    QWidget,
)

from desktop.model.engines import HIGHEST_ELO, EngineEntry, EngineUse
from desktop.model.errors import Message
from desktop.services.engines.engine_list import AwaitedGreeting, EngineList
from desktop.services.engines.external_engines import ExternalEngines
from desktop.views.kit import theme, words
from desktop.views.kit.buttons import push_button
from desktop.views.kit.dialogs import Dialog, ask_path
from desktop.views.kit.fields import ChoiceField, form_of, named, number_field
from desktop.views.kit.foreign_text import ForeignText
from desktop.views.kit.icons import icon
from desktop.views.kit.layouts import STRETCH, in_column, in_row
from desktop.views.kit.messages import plain_label
from desktop.views.kit.placeholder_card import placeholder_card
from desktop.views.kit.work_parts import thin_bar
from engine.play.external.launch import Dialect

_KEY = Qt.ItemDataRole.UserRole


class EnginesDialog(Dialog):
    """The list of engines at the left, the details of the chosen engine at the right."""

    def __init__(self, engines: EngineList, externals: ExternalEngines, parent: QWidget | None = None) -> None:
        super().__init__(parent, self.tr("Engines"), (780, 520))
        self._engines, self._externals = engines, externals
        self._filling = False
        self._make_list()
        self._make_details()
        self._make_foot()
        self._arrange()
        self._engines.changed.connect(self._update_list)
        self._engines.greeting_changed.connect(self._update_greeting)
        self._engines.suggested.connect(self._show_suggestions)
        self._engines.message.connect(self._tell)
        self._update_list()
        self._update_greeting(self._engines.greeting)

    # Layout

    def _make_list(self) -> None:
        self.list = named(QListWidget(), self.tr("Engines"))
        self.list.setMinimumWidth(theme.scaled(240))
        self.list.currentItemChanged.connect(lambda *_: self._update_details())

    def _make_details(self) -> None:
        self.name = QLineEdit()
        self.name.setMaxLength(60)
        self.name.editingFinished.connect(self._rename)
        self.facts = plain_label(look="quiet", wrap=True)
        self.use = ChoiceField()
        for use, text in (
            (EngineUse.BOTH, self.tr("Playing and analysing")),
            (EngineUse.PLAY, self.tr("Playing only")),
            (EngineUse.ANALYSE, self.tr("Analysing only")),
        ):
            self.use.addItem(text, use)
        self.use.currentIndexChanged.connect(lambda: self._change(use=self.use.currentData()))
        self.ponder = QCheckBox(self.tr("Thinks during your time too (pondering)"))
        self.ponder.toggled.connect(lambda on: self._change(ponder=on))
        self.elo = number_field(0, 0, HIGHEST_ELO)
        self.elo.setSpecialValueText(self.tr("unknown"))
        self.elo.editingFinished.connect(lambda: self._change(elo=self.elo.value()))
        self.note = QLineEdit()
        self.note.setMaxLength(200)
        self.note.setPlaceholderText(self.tr("Its source, the source of its rating …"))
        self.note.editingFinished.connect(lambda: self._change(note=self.note.text()))

    def _make_foot(self) -> None:
        self.add_button = push_button(self.tr("&Add an engine …"), self._ask_program, look="primary")
        self.find_button = push_button(
            self.tr("Find &installed engines"),
            self._engines.suggest,
            tip=self.tr("Looks for engines on this computer by their names; nothing is started"),
        )
        self.machine_button = push_button(
            self.tr("On another &machine …"),
            self._ask_machine,
            tip=self.tr("Adds an engine that runs on another computer, through ssh"),
        )
        self.options_button = push_button(self.tr("&Options …"), self._show_options, picture="sliders-horizontal")
        self.twin_button = push_button(
            self.tr("&Duplicate"),
            self._duplicate,
            tip=self.tr("Adds the same engine again, with its own options"),
            picture="copy",
        )
        self.remove_button = push_button(
            self.tr("&Remove"),
            lambda: self._engines.remove(self._key()),
            tip=self.tr("Removes it from this list; the program stays on your disk"),
            picture="trash",
        )
        self._adders = (self.add_button, self.find_button, self.machine_button)
        for button in (*self._adders, self.options_button, self.twin_button, self.remove_button):
            button.setAutoDefault(False)
        self.progress = named(thin_bar(), self.tr("Starting the engine"))
        self.progress.setRange(0, 0)
        self.cancel_button = push_button(self.tr("Cancel"), self._engines.cancel, auto_default=False)
        self.status = plain_label(wrap=True)
        self.status.setMinimumHeight(2 * self.status.fontMetrics().lineSpacing())
        for shown_at_times in (self.progress, self.status):  # reserve their space, so that buttons do not move
            policy = shown_at_times.sizePolicy()
            policy.setRetainSizeWhenHidden(True)
            shown_at_times.setSizePolicy(policy)

    def _arrange(self) -> None:
        form = form_of(
            (self.tr("Name"), self.name),
            (self.tr("For"), self.use),
            (self.tr("Elo"), self.elo),
            (self.tr("Note"), self.note),
            ("", self.ponder),
            down=3,
            grow=True,
        )
        works = in_row(self.options_button, self.twin_button, self.remove_button, STRETCH, spacing=2)
        sheet = QFrame()
        sheet.setProperty("look", "card")
        in_column(form, self.facts, STRETCH, works, inside=sheet, margins=4, spacing=3)
        self._pages = QStackedWidget()
        self._pages.addWidget(self._nothing_yet())
        self._pages.addWidget(sheet)
        self._column(self._head())

    def _head(self) -> QHBoxLayout:
        adds = in_column((self.list, 1), self.find_button, self.machine_button, self.add_button, spacing=2)
        row = in_row((adds, 2), (self._pages, 3), spacing=3)
        return row

    def _column(self, head: QHBoxLayout) -> None:
        buttons = self.close_box()
        foot = in_row((self.status, 1), self.cancel_button, buttons, spacing=2)
        in_column((head, 1), self.progress, foot, inside=self, margins=4, spacing=2)

    def _nothing_yet(self) -> QWidget:
        text = self.tr(
            "Add UCI or XBoard engines as opponents and for analysis. Choose the engine's program; Ratsu detects the protocol."
        )
        add = push_button(
            self.add_button.text().replace("&", ""), self._ask_program, look="primary", auto_default=False
        )
        return placeholder_card(text, add, picture="cpu")

    # Display

    def _key(self) -> str:
        row = self.list.currentRow()
        return str(self.list.item(row).data(_KEY)) if row >= 0 else ""

    def _entry(self) -> EngineEntry | None:
        return self._engines.entry(self._key())

    @Slot(object)
    def _update_list(self, _entries: object = None) -> None:
        chosen, row = self._key(), max(0, self.list.currentRow())
        self.list.blockSignals(True)
        self.list.clear()
        for entry in self._engines.entries:
            item = QListWidgetItem(icon("cpu"), f"{entry.name}\n{self._second_line(entry)}")
            item.setData(_KEY, entry.key)
            self.list.addItem(item)
        keys = [entry.key for entry in self._engines.entries]
        self.list.setCurrentRow(keys.index(chosen) if chosen in keys else min(row, len(keys) - 1))
        self.list.blockSignals(False)
        self._update_details()

    def _second_line(self, entry: EngineEntry) -> str:
        parts = [entry.dialect.value.upper() if entry.dialect is Dialect.UCI else "XBoard"]
        if entry.elo:
            parts.append(f"{entry.elo} Elo")
        if entry.values:
            count = len(entry.values)
            text = self.tr("1 option set") if count == 1 else self.tr("%1 options set")
            parts.append(text.replace("%1", str(count)))
        return " · ".join(parts)

    def _update_details(self) -> None:
        entry = self._entry()
        self._pages.setCurrentIndex(0 if entry is None else 1)
        if entry is None:
            return
        self._filling = True
        self.name.setText(entry.name)
        self.use.setCurrentIndex(self.use.findData(entry.use))
        self.use.setEnabled(entry.analyses)
        self.ponder.setChecked(entry.ponder)
        self.elo.setValue(entry.elo)
        self.note.setText(entry.note)
        facts = [entry.own_name + (self.tr(" by %1").replace("%1", entry.author) if entry.author else "")]
        facts.append(self.tr("plays Chess960") if entry.chess960 else self.tr("does not play Chess960"))
        if not entry.analyses:
            facts.append(self.tr("cannot analyse"))
        self.facts.setText("\n".join([" · ".join(fact for fact in facts if fact), " ".join(entry.command)]))
        self._filling = False

    @Slot(object)
    def _update_greeting(self, greeting: AwaitedGreeting) -> None:
        busy = bool(greeting.name)
        self.progress.setVisible(busy)
        self.cancel_button.setVisible(busy)
        for button in self._adders:
            button.setEnabled(not busy)
        text = (
            self.tr("Starting %1 to detect its protocol …").replace("%1", greeting.name)
            if busy
            else words.sentence(greeting.problem)
        )
        self._say(text, bad=bool(greeting.problem))
        for row in range(self.list.count()):
            if self.list.item(row).data(_KEY) == greeting.added:
                self.list.setCurrentRow(row)

    @Slot(object)
    def _tell(self, message: Message) -> None:
        self._say(words.text_of(message.text), bad=True)

    def _say(self, text: str, *, bad: bool) -> None:
        self.status.setText(text)
        self.status.setProperty("look", "error" if bad else "quiet")
        self.status.style().polish(self.status)
        self.status.setVisible(bool(text))

    # Actions

    def _ask_program(self) -> None:
        ask_path(self, self.tr("The program of an engine"), self._engines.add)

    def _ask_machine(self) -> None:
        from desktop.views.engines.machine_dialog import MachineDialog

        MachineDialog(self._engines, self).open()

    @Slot(object)
    def _show_suggestions(self, found: tuple[object, ...]) -> None:
        """Opens a menu of installed engines; choosing one starts it to read its name and options."""
        if not found:
            self._say(self.tr("No other engines were found in the usual places of this computer."), bad=False)
            return
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for candidate in found:
            command = " ".join(getattr(candidate, "command", ()))
            menu.addAction(ForeignText(command).caption).triggered.connect(partial(self._add, command))
        menu.popup(self.find_button.mapToGlobal(self.find_button.rect().bottomLeft()))

    def _add(self, command: str, _checked: bool = False) -> None:
        self._engines.add(command)

    def _rename(self) -> None:
        if not self._filling:
            self._engines.rename(self._key(), self.name.text())

    def _change(self, **values: object) -> None:
        entry = self._entry()
        if entry is not None and not self._filling:
            self._engines.replace(replace(entry, **values))  # type: ignore[arg-type]

    def _duplicate(self) -> None:
        key = self._engines.duplicate(self._key())
        for row in range(self.list.count()):
            if self.list.item(row).data(_KEY) == key:
                self.list.setCurrentRow(row)
        self.name.setFocus()
        self.name.selectAll()

    def _show_options(self) -> None:
        from desktop.views.engines.engine_options_dialog import EngineOptionsDialog

        entry = self._entry()
        if entry is not None:
            EngineOptionsDialog(self._engines, self._externals, entry, self).open()
