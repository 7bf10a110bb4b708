"""The right side: the notation, the panels of the mode, and pinned panels, side by side if there is space."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QByteArray, QCoreApplication, QEvent, QPoint, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QAction, QCloseEvent, QResizeEvent
from PySide6.QtWidgets import QMenu, QSplitter, QWidget

from desktop.model.panel_layout import PanelLayout, layout_from
from desktop.services.game.game_service import GameService
from desktop.services.game.rated_game_guard import RatedGameGuard
from desktop.services.kit.settings_store import SettingsStore
from desktop.views.game.game_sheet import GameSheet
from desktop.views.kit import theme
from desktop.views.kit.buttons import push_button
from desktop.views.kit.layouts import in_column
from desktop.views.kit.placeholder_card import placeholder_card
from desktop.views.kit.view_factory import ViewFactory, view_named
from desktop.views.window.help_in_game import PANELS as PANELS_THAT_HELP
from desktop.views.window.mode_bar import Mode
from desktop.views.window.panel_stack import PanelScroll, PanelStack, least_height
from desktop.views.window.panels import KEYS, PANELS, defaults_of, panel_of

_TWO_COLUMNS = 760  # from this width on, or from twice the height, the panels are beside the notation
_TWO_IN_PLAY = 1000  # the same in Play, whose panel contains little
_GRIP, _SETTLED_MS = 24, 300  # pixels from the corner of a torn-off panel to the mouse; until its place is saved
_LEAST_SHARE, _LARGEST_SHARE = 0.34, 0.55  # fractions of the height for the panels in Play; the sheet has priority
_SHARE, _ENGINE = (
    0.5,
    330,
)  # in other modes, at least: a fraction of the height, the pixels for an engine with five lines
_LOW = 560  # pixels; a lower side gives a trainer most of its height
_WIDE_SHEET_IN_PLAY, _WIDE_SHEET, _WIDE_TREE = (
    0.5,
    0.42,
    0.56,
)  # fractions of the width beside the panels; of a long tree


class PanelWindow(QWidget):
    """A window with one detached panel. It knows the shortcuts of the main window."""

    closed = Signal(str)  # the panel's key
    placed = Signal(str, str)  # the panel's key, and the window's place and size as text

    def __init__(self, key: str, title: str, scroll: PanelScroll, actions: list[QAction], parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Window)
        self.key = key
        self.setWindowTitle(title)
        self.addActions(actions)
        in_column(scroll, inside=self, margins=0)
        scroll.show()
        self._settled = QTimer(self, singleShot=True, interval=_SETTLED_MS)
        self._settled.timeout.connect(lambda: self.placed.emit(self.key, self.place))
        width, least, most = (theme.scaled(pixels) for pixels in (420, 240, 640))
        self.resize(width, max(least, min(most, scroll.wanted_height(width) + 16)))

    def restore(self, place: str) -> None:
        """Moves the window to a stored position and size."""
        if place:
            self.restoreGeometry(QByteArray.fromBase64(place.encode("ascii", "ignore")))

    @property
    def place(self) -> str:
        """Position and size as text."""
        return bytes(self.saveGeometry().toBase64().data()).decode("ascii")

    def event(self, event: QEvent) -> bool:
        """Saves the position and size soon after the window was moved or resized."""
        if event.type() in (QEvent.Type.Move, QEvent.Type.Resize) and self.isVisible():
            self._settled.start()
        return super().event(event)

    def closeEvent(self, event: QCloseEvent) -> None:
        """Returns the panel to the side."""
        event.accept()
        self.closed.emit(self.key)


class SidePanel(QWidget):
    """Owns the panels. Each is imported and made when it is first shown. The layout is saved in the settings."""

    changed = Signal()  # the visible panels have changed

    def __init__(
        self,
        make: ViewFactory,
        settings: SettingsStore,
        games: GameService,
        help_gate: RatedGameGuard,
        actions: dict[str, QAction],
        sheet: GameSheet | None = None,
        parent: QWidget | None = None,
    ) -> None:
        """`sheet`: the sheet of moves, if it is already on the screen."""
        super().__init__(parent)
        self._make, self._actions = make, actions
        self._settings, self._games, self._help_gate = settings, games, help_gate
        self._scrolls: dict[str, PanelScroll] = {}
        self._windows: dict[str, PanelWindow] = {}
        self._grown: dict[tuple[str, str], int] = {}  # the largest height that the panels in front have asked for
        self.layout_now = layout_from(settings.settings.text("window_state"), KEYS)
        self.mode, self._moves = Mode.PLAY, 0
        self.sheet = sheet or make(GameSheet)
        make(self.sheet.join)
        self.notation, self.tabs = self.sheet.notation, self.sheet.tabs
        self.stack = PanelStack(self.tr("Panels"), self._scroll_of)
        self.pinned = PanelStack(self.tr("Pinned panels"), self._scroll_of)
        self._lower = QSplitter(Qt.Orientation.Vertical)
        self._split = QSplitter(Qt.Orientation.Vertical)
        self._arrange()
        self._restore_windows()
        self.show_mode(Mode.PLAY)
        games.state_changed.connect(self._update_covers)

    def _arrange(self) -> None:
        for stack in (self.stack, self.pinned):
            self._lower.addWidget(stack)
            stack.menu_wanted.connect(self._show_menu)
            stack.torn_off.connect(self.detach_panel)
        self.stack.chosen.connect(self._choose)
        for splitter in (self._lower, self._split):
            splitter.setChildrenCollapsible(False)
            splitter.setHandleWidth(2 * theme.SPACE)
        self._split.addWidget(self.sheet)
        self._split.addWidget(self._lower)
        self._split.splitterMoved.connect(self._keep_sizes)
        self._lower.splitterMoved.connect(self._keep_sizes)
        in_column(self._split, inside=self, margins=0)

    # Visible panels

    def show_mode(self, mode: Mode) -> None:
        """Shows the panels of a mode. They get the space that the moves played so far do not need, until the mode changes."""
        self.mode, self._moves = mode, self._games.state.game.table.size - 1
        self._update_tabs()

    def show_panel(self, key: str) -> None:
        """Brings a panel to the front. If it is not visible, it becomes a tab of this mode."""
        if key in self._windows:
            self._windows[key].raise_()
            self._windows[key].activateWindow()
        elif key in self.layout_now.pinned:
            self.pinned.show_tabs(self._titles(self.layout_now.pinned), key)
            self._share()
        elif key in self._tabs():
            self._keep(self.layout_now.with_choice(self.mode.value, key))
        else:
            self._keep(self.layout_now.with_tab(self.mode.value, key))

    def hide_panel(self, key: str) -> None:
        """Removes a panel from this mode."""
        self._close_window(key)
        self._keep(self.layout_now.without_tab(self.mode.value, key))

    def pin_panel(self, key: str, pinned: bool) -> None:
        """Shows a panel in every mode, or in this one only."""
        self._close_window(key)
        layout = self.layout_now
        self._keep(layout.with_pin(key) if pinned else layout.with_tab(self.mode.value, key))

    def detach_panel(self, key: str, place: QPoint | None = None) -> None:
        """Moves a panel into its own window, at a place of the screen if that is given; closing the window returns it."""
        if key not in self._windows:
            self._keep(self.layout_now.with_window(key))
            self._open_window(key, "")
            if place is not None:
                self._windows[key].move(place - QPoint(_GRIP, _GRIP))

    def panel(self, key: str) -> QWidget | None:
        """A panel; None before its first use."""
        scroll = self._scrolls.get(key)
        return scroll.panel if scroll is not None else None

    def is_shown(self, key: str) -> bool:
        """Whether a panel is a tab of this mode, pinned, or in a window."""
        return key in self._tabs() or key in self.layout_now.pinned or key in self._windows

    def in_window(self, key: str) -> bool:
        """Whether a panel has a window of its own, which stays beside pages."""
        return key in self._windows

    def in_front(self, key: str) -> bool:
        """Whether a panel is visible now."""
        return key in self._windows or key in (self.stack.current, self.pinned.current)

    def _tabs(self) -> tuple[str, ...]:
        return self.layout_now.tabs(self.mode.value, KEYS, defaults_of(self.mode))

    def _titles(self, keys: tuple[str, ...]) -> list[tuple[str, str]]:
        return [(key, QCoreApplication.translate("Panels", panel_of(key).text)) for key in keys]

    def _update_tabs(self) -> None:
        chosen = self.layout_now.chosen.get(self.mode.value, "")
        self.stack.show_tabs(self._titles(self._tabs()), chosen)
        self.pinned.show_tabs(self._titles(self.layout_now.pinned), self.pinned.current)
        self._lower.setVisible(not (self.stack.isHidden() and self.pinned.isHidden()))
        self._share()
        self.changed.emit()

    def _scroll_of(self, key: str) -> PanelScroll:
        if key not in self._scrolls:
            self._scrolls[key] = scroll = PanelScroll(self._make(view_named(panel_of(key).view)))
            scroll.asked.connect(self._share)
            self._update_cover(key, scroll)
        return self._scrolls[key]

    @Slot()
    def _update_covers(self) -> None:
        """Covers panels that count as help while a rated game runs: beside the board, pinned and in windows."""
        for key, scroll in self._scrolls.items():
            self._update_cover(key, scroll)

    def _update_cover(self, key: str, scroll: PanelScroll) -> None:
        helps = key in PANELS_THAT_HELP and self._help_gate.helped() is not None
        if helps != scroll.covered:
            scroll.cover(self._cover() if helps else None)

    def _cover(self) -> QWidget:
        text = self.tr("This game counts for your Elo: help is off until it is over.")
        use = push_button(self.tr("Use help …"), lambda: self._help_gate.use(lambda: None), auto_default=False)
        use.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        return placeholder_card(text, use)

    # Sizes

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Switches between one column and two."""
        self._grown.clear()
        self._share()

    @property
    def wide(self) -> bool:
        """Whether the panels are beside the notation."""
        least = theme.scaled(_TWO_IN_PLAY if self.mode is Mode.PLAY else _TWO_COLUMNS)
        return self.width() >= min(least, 2 * self.height())

    def _arrangement(self) -> str:
        return f"{self.mode.value} {'wide' if self.wide else 'tall'}"

    @Slot()
    def _share(self) -> None:
        """Distributes the space: sizes set by the user, otherwise what the panels ask for, within limits."""
        wanted = Qt.Orientation.Horizontal if self.wide else Qt.Orientation.Vertical
        if self._split.orientation() is not wanted:
            self._split.setOrientation(wanted)
        kept = self.layout_now.sizes.get(self._arrangement(), ())
        if len(kept) == 4:
            self._split.setSizes(list(kept[:2]))
            self._lower.setSizes(list(kept[2:]))
        elif self.wide:
            share = _WIDE_TREE if self.sheet.height_of(self._moves) > self.height() else _WIDE_SHEET
            sheet = int(self.width() * (_WIDE_SHEET_IN_PLAY if self.mode is Mode.PLAY else share))
            tabs = max(stack.tabs_width() for stack in (self.stack, self.pinned))
            # Three tenths: the sheet keeps its columns of moves even beside very long names of tabs.
            sheet = min(sheet, max(int(0.3 * self.width()), self.width() - self._split.handleWidth() - tabs))
            self._split.setSizes([sheet, self.width() - sheet])
        else:
            self._stack_up()

    def _stack_up(self) -> None:
        """Gives the panels below the notation their share. In Play that depends on their contents, within limits. In other modes
        it depends on the moves when the mode was chosen, so that another engine line does not move the engine's buttons."""
        handle = self._split.handleWidth()
        heights = [0 if stack.isHidden() else stack.wanted_height(self.width()) for stack in (self.stack, self.pinned)]
        parts = sum(height > 0 for height in heights)
        asked = sum(heights) + handle * (parts - 1)
        key = (self.stack.current, self.pinned.current)
        asked = self._grown[key] = max(asked, self._grown.get(key, 0))  # it only grows: no jumping
        least = parts * least_height()
        low = self.height() < least + handle + self.sheet.usual_least()
        self.sheet.set_low(low or (self.mode is Mode.TRAIN and self.height() < theme.scaled(_LOW)))
        sheet = self.sheet.minimumSizeHint().height()
        most = self.height() - sheet - handle
        if self.mode is Mode.PLAY:
            most = min(max(least, int(self.height() * _LARGEST_SHARE)), most)
            if self._games.state.match is not None:  # space for the answer of "Why?", so that its button does not move
                asked = max(asked, int(self.height() * _LEAST_SHARE))
        else:
            spare = self.height() - handle - self.sheet.height_of(self._moves)
            asked = max(int(self.height() * _SHARE), theme.scaled(_ENGINE), spare)
        lower = min(max(asked, least), most)
        self._lower.setSizes(heights)
        self._split.setSizes([max(self.height() - lower - handle, sheet), max(lower, 0)])

    def set_width(self, width: int) -> None:
        """Saves the width of the side chosen by the user; 0 for automatic."""
        self._remember(replace(self.layout_now, side_width=width))

    @Slot()
    def _keep_sizes(self) -> None:
        sizes = (*self._split.sizes(), *self._lower.sizes())
        self._remember(self.layout_now.with_sizes(self._arrangement(), sizes))

    def _choose(self, key: str) -> None:
        self._remember(self.layout_now.with_choice(self.mode.value, key))
        self._share()

    def _keep(self, layout: PanelLayout) -> None:
        self._remember(layout)
        self._update_tabs()

    def _remember(self, layout: PanelLayout) -> None:
        self.layout_now = layout
        self._settings.keep("window_state", layout.text())

    # Windows

    def _restore_windows(self) -> None:
        for key, place in tuple(self.layout_now.detached.items()):
            self._open_window(key, place)

    def _open_window(self, key: str, place: str) -> None:
        title = QCoreApplication.translate("Panels", panel_of(key).text)
        actions = list(self._actions.values())
        window = self._windows[key] = PanelWindow(key, title, self._scroll_of(key), actions, self)
        window.restore(place)
        window.closed.connect(self._dock)
        window.placed.connect(self._keep_place)
        window.show()

    @Slot(str, str)
    def _keep_place(self, key: str, place: str) -> None:
        if key in self._windows:
            self._remember(self.layout_now.with_window(key, place))

    @Slot(str)
    def _dock(self, key: str) -> None:
        if key in self._windows:
            self._close_window(key)
            self._keep(self.layout_now.with_tab(self.mode.value, key))

    def _close_window(self, key: str) -> None:
        window = self._windows.pop(key, None)
        if window is not None:
            self._scrolls[key].setParent(self)  # hidden until a tab shows it
            self._scrolls[key].hide()
            window.hide()
            window.deleteLater()

    # The menu of panels

    @Slot(str, object)
    def _show_menu(self, key: str, place: QPoint) -> None:
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        if key:
            self._add_panel_actions(menu, key)
        for panel in PANELS:
            menu.addAction(self._actions[f"panel_{panel.key}"])
        menu.popup(place)

    def _add_panel_actions(self, menu: QMenu, key: str) -> None:
        name = QCoreApplication.translate("Panels", panel_of(key).text)
        pinned = key in self.layout_now.pinned
        pin = self.tr("Unpin “%1”") if pinned else self.tr("Pin “%1” in every mode")
        menu.addAction(pin.replace("%1", name), lambda: self.pin_panel(key, not pinned))
        menu.addAction(self.tr("“%1” in a window of its own").replace("%1", name), lambda: self.detach_panel(key))
        menu.addAction(self.tr("Hide “%1” in this mode").replace("%1", name), lambda: self.hide_panel(key))
        menu.addSeparator()
