"""A part of the side: a tab bar, a menu button for the panels, and the panel in front, which scrolls."""

from collections.abc import Callable, Sequence
from itertools import pairwise

from PySide6.QtCore import QEvent, QObject, QPoint, QSize, Qt, Signal
from PySide6.QtGui import QMouseEvent, QResizeEvent
from PySide6.QtWidgets import (
    QApplication,
    QFrame,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QStackedLayout,
    QTabBar,
    QVBoxLayout,
    QWidget,
)

from desktop.views.kit import theme
from desktop.views.kit.buttons import icon_button
from desktop.views.kit.layouts import STRETCH, in_column, in_row

_BAR_HEIGHT, _LINES = 36, 60  # pixels at a text size of 100 %: the bar, and a few lines below it
_TEAR = 40  # pixels around the tab bar; a tab dragged farther gets a window of its own
_TAB_EDGES = 4  # pixels that Qt gives a tab beyond its text and padding, at most


class PanelScroll(QScrollArea):
    """A scroll area around a panel: contents that do not fit scroll, so that no panel squeezes the notation."""

    asked = Signal()  # the preferred height may have changed

    def __init__(self, panel: QWidget) -> None:
        super().__init__()
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._panel = panel
        self._cover: QWidget | None = None
        for button in panel.findChildren(QPushButton):  # a click does not take the focus: Qt would pass it to the
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)  # next button once this one is hidden, and scroll to that
        body = _Body()
        self.setWidget(body)
        self._column = in_column(panel, (STRETCH, 0), inside=body, margins=0)
        self._spread()
        panel.installEventFilter(self)

    @property
    def panel(self) -> QWidget:
        """The panel inside."""
        return self._panel

    def cover(self, cover: QWidget | None) -> None:
        """Shows `cover` in place of the panel, or (None) the panel again. Takes ownership of the cover."""
        if self._cover is not None:
            self._cover.deleteLater()
        self._cover = cover
        if cover is not None:
            self._column.insertWidget(0, cover)
        self._panel.setVisible(cover is None)

    @property
    def covered(self) -> bool:
        """Whether a cover is shown in place of the panel."""
        return self._cover is not None

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Reacts to new contents of the panel."""
        if event.type() is QEvent.Type.LayoutRequest and watched is self._panel:
            self._spread()
            self.asked.emit()
        return super().eventFilter(watched, event)

    def _spread(self) -> None:
        """Stretches a panel that contains a list; a panel of text only stays at the top."""
        policy, layout = self._panel.sizePolicy(), self._panel.layout()
        grows = policy.expandingDirections()
        if layout is not None and policy.verticalPolicy() not in (QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Maximum):
            grows |= layout.expandingDirections()
        self._column.setStretch(0, int(bool(grows & Qt.Orientation.Vertical)))

    def wanted_height(self, width: int) -> int:
        """The preferred height of the panel at a given width."""
        panel = self._panel
        wanted = max(panel.sizeHint().height(), panel.minimumHeight())
        return max(wanted, panel.heightForWidth(width)) if panel.hasHeightForWidth() else wanted


class _Body(QWidget):
    """The container of the panel. Qt's scroll area gives wrapped text its preferred height. This one asks for the minimum, so
    that a list in the panel shrinks and scrolls first, and only then the panel."""

    def heightForWidth(self, width: int) -> int:
        """The minimum height at a given width."""
        layout = self.layout()
        return layout.totalMinimumHeightForWidth(width) if layout is not None else -1


def least_height() -> int:
    """The minimum height of a part of the side: the tab bar and a few lines."""
    return theme.scaled(_BAR_HEIGHT + _LINES)


class PanelStack(QFrame):
    """Shows the tabs that the side gives it."""

    chosen = Signal(str)  # the key of the tab that the user put in front
    menu_wanted = Signal(str, object)  # the key of a tab, and QPoint on the screen
    torn_off = Signal(str, object)  # the key of a tab that was dragged out of the bar, and QPoint on the screen

    def __init__(self, name: str, scroll_of: Callable[[str], PanelScroll], parent: QWidget | None = None) -> None:
        """`name` is for screen readers; `scroll_of` returns the panel of a key, made on first use."""
        super().__init__(parent)
        self._scroll_of = scroll_of
        self.setProperty("look", "stack")
        self.bar = QTabBar()
        self.bar.setDrawBase(False)
        self.bar.setExpanding(False)
        self.bar.setUsesScrollButtons(True)
        self.bar.setAccessibleName(name)
        self.bar.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.bar.customContextMenuRequested.connect(self._ask_menu)
        self.bar.currentChanged.connect(self._tab_chosen)
        self._held = False  # a tab is pressed with the left button, and not torn off yet
        self.bar.installEventFilter(self)
        self.menu_button = icon_button(
            "dots-three-vertical", self.tr("Panels: show, pin, put into a window"), self._press_menu
        )
        self.menu_button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        head = in_row((self.bar, 1), self.menu_button, margins=(0, 0, 1, 0), spacing=0)
        self._body = QStackedLayout()
        column = QVBoxLayout(self)
        column.setContentsMargins(1, 1, 1, 1)
        column.setSpacing(0)
        column.addLayout(head)
        column.addLayout(self._body, 1)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Tears the pressed tab off once it is dragged well out of the bar. The drag ends with that."""
        if isinstance(event, QMouseEvent) and event.type() is QEvent.Type.MouseButtonPress:
            pressed = self.bar.tabAt(event.position().toPoint()) >= 0
            self._held = pressed and event.button() is Qt.MouseButton.LeftButton
        elif isinstance(event, QMouseEvent) and event.type() is QEvent.Type.MouseMove and self._held and self.current:
            near = self.bar.rect().adjusted(-_TEAR, -_TEAR, _TEAR, _TEAR)
            if not near.contains(event.position().toPoint()):
                self._held = False
                self.torn_off.emit(self.current, event.globalPosition().toPoint())
                return True
        return super().eventFilter(watched, event)

    @property
    def current(self) -> str:
        """The key of the tab in front; empty without tabs."""
        key = self.bar.tabData(self.bar.currentIndex())
        return key if isinstance(key, str) else ""

    def show_tabs(self, tabs: Sequence[tuple[str, str]], current: str) -> None:
        """Shows these tabs (key and text), with `current` in front."""
        self.bar.blockSignals(True)
        shown = [self.bar.tabData(index) for index in range(self.bar.count())]
        if shown != [key for key, _ in tabs]:
            while self.bar.count():
                self.bar.removeTab(0)
            for index, (key, text) in enumerate(tabs):
                self.bar.addTab(text)
                self.bar.setTabData(index, key)
            self._fit_tabs()
        keys = [key for key, _ in tabs]
        front = current if current in keys else (keys[0] if keys else "")
        if front:
            self.bar.setCurrentIndex(keys.index(front))
            self._show_panel(front)
        self.bar.blockSignals(False)
        self.setVisible(bool(keys))

    def wanted_height(self, width: int) -> int:
        """The preferred height at a given width. The part's present width may be outdated, from before a resize."""
        scroll = self._body.currentWidget()
        body = scroll.wanted_height(width - 2) if isinstance(scroll, PanelScroll) else 0
        bar = max(self.bar.sizeHint().height(), self.menu_button.sizeHint().height(), theme.scaled(_BAR_HEIGHT))
        return bar + body + 2

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Moves tabs closer together before any are cut; only if that is not enough do they scroll."""
        super().resizeEvent(event)
        self._fit_tabs()

    def _fit_tabs(self) -> None:
        spare, count = self.width() - self._bare_width(), self.bar.count()
        look = next((look for look, padding in theme.TAB_PADDINGS.items() if 2 * padding * count <= spare), "tight")
        if (self.bar.property("look") or "") != look:
            self.bar.setProperty("look", look)
            self.bar.style().polish(self.bar)
            QApplication.sendEvent(self.bar, QEvent(QEvent.Type.StyleChange))  # makes Qt measure the tabs again

    def _bare_width(self) -> int:
        texts = [self.bar.tabText(index) for index in range(self.bar.count())]
        words = sum(self.bar.fontMetrics().horizontalAdvance(text) for text in texts)
        return self.menu_button.sizeHint().width() + words + _TAB_EDGES * len(texts)

    def tabs_width(self) -> int:
        """The width in pixels in which all tabs can be read, close together."""
        return self._bare_width() + 2 * min(theme.TAB_PADDINGS.values()) * self.bar.count()

    def minimumSizeHint(self) -> QSize:
        """The height of the tab bar and a few lines."""
        return QSize(theme.scaled(200), least_height())

    def _show_panel(self, key: str) -> None:
        scroll = self._scroll_of(key)
        if self._body.indexOf(scroll) < 0:
            self._body.addWidget(scroll)
            self._lead_tab_key_into(scroll)
        self._body.setCurrentWidget(scroll)

    def _lead_tab_key_into(self, scroll: PanelScroll) -> None:
        """Has the Tab key go from the tabs into the panel: Qt would reach what is made later after the rest of the window."""
        parts = scroll.findChildren(QWidget)  # not `nextInFocusChain`: PySide would take what it returns for a child
        inside = [part for part in parts if part.focusPolicy() & Qt.FocusPolicy.TabFocus and scroll.isAncestorOf(part)]
        for before, after in pairwise([self.menu_button, *inside]):
            QWidget.setTabOrder(before, after)

    def _tab_chosen(self, _index: int) -> None:
        if self.current:
            self._show_panel(self.current)
            self.chosen.emit(self.current)

    def _ask_menu(self, place: QPoint) -> None:
        index = self.bar.tabAt(place)
        key = self.bar.tabData(index) if index >= 0 else self.current
        self.menu_wanted.emit(key or "", self.bar.mapToGlobal(place))

    def _press_menu(self) -> None:
        corner = self.menu_button.mapToGlobal(QPoint(0, self.menu_button.height()))
        self.menu_wanted.emit(self.current, corner)
