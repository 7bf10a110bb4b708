"""The visual system in one place: colours, type scale, spacing, and the style sheet made from them.

`docs/look.md` explains the choices. Every colour pair that carries text is held to a contrast of 4.5:1 by a test.
"""

from enum import Enum
from pathlib import Path
from typing import cast

from PySide6.QtCore import QObject, Qt, Signal, Slot
from PySide6.QtGui import QColor, QFont, QGuiApplication, QPalette
from PySide6.QtWidgets import QApplication

from engine.values import dataclass

SMALL, BODY, LARGE, TITLE, DISPLAY = 12, 14, 16, 20, 28  # the type scale, in device-independent pixels
SPACE = 4  # every distance is a multiple of this
RADIUS = 6  # the one corner radius
TAB_PADDING = 12  # pixels on both sides of a tab's text
ROW = 7 * SPACE  # the height of a row with a tick, in a list


@dataclass(frozen=True)
class Colours:
    """One colour scheme. `window` is the ground, `card` what lies on it, `ink` text, `quiet` secondary text."""

    window: str
    card: str
    line: str
    hover: str
    ink: str
    quiet: str
    accent: str
    on_accent: str
    accent_soft: str
    warning: str
    warning_soft: str
    bad: str
    square_light: str
    square_dark: str
    bar_white: str
    bar_black: str


LIGHT = Colours(
    window="#eceff0", card="#ffffff", line="#d3d9db", hover="#e2e8e9", ink="#1b2325", quiet="#55636a",
    accent="#0f6b66", on_accent="#ffffff", accent_soft="#d5ebe8", warning="#7a4b00", warning_soft="#fdf0d3",
    bad="#b3261e", square_light="#e9ece6", square_dark="#86a39a",
    bar_white="#fafafa", bar_black="#3a4345",
)  # fmt: skip
DARK = Colours(
    window="#15191b", card="#1e2426", line="#333c3f", hover="#2a3235", ink="#e8edee", quiet="#a3b0b4",
    accent="#58c7bb", on_accent="#06201d", accent_soft="#1d3f3c", warning="#f3c262", warning_soft="#3b2f16",
    bad="#ff8a80", square_light="#c9d1cb", square_dark="#6f9087",
    bar_white="#dfe4e4", bar_black="#0c0f10",
)  # fmt: skip


class Scheme(Enum):
    """What the user chose: follow the system, or one of the two always."""

    SYSTEM = "system"
    LIGHT = "light"
    DARK = "dark"


class Theme(QObject):
    """The colours in use. Follows the system's light or dark setting live, unless the user overrides it.

    `changed` fires after the palette and the style sheet of the application were replaced; what paints itself repaints.
    """

    changed = Signal()

    def __init__(self, application: QApplication, scheme: Scheme = Scheme.SYSTEM) -> None:
        super().__init__(application)
        self._application = application
        self.scheme = scheme
        self.colours = LIGHT
        application.setStyle("Fusion")
        application.styleHints().colorSchemeChanged.connect(self._system_changed)
        self.set_scheme(scheme)

    @property
    def is_dark(self) -> bool:
        """Whether the dark colours are in use."""
        return self.colours is DARK

    def set_scheme(self, scheme: Scheme) -> None:
        """Chooses light, dark, or whatever the system says from now on."""
        self.scheme = scheme
        wanted = {Scheme.LIGHT: Qt.ColorScheme.Light, Scheme.DARK: Qt.ColorScheme.Dark}
        # Informs the platform too, so that title bars and native dialogs follow an override.
        self._application.styleHints().setColorScheme(wanted.get(scheme, Qt.ColorScheme.Unknown))
        self._apply()

    @Slot()
    def _system_changed(self) -> None:
        self._apply()

    def system_is_dark(self) -> bool:
        """What the system says now."""
        return self._application.styleHints().colorScheme() == Qt.ColorScheme.Dark

    def _apply(self) -> None:
        dark = self.system_is_dark() if self.scheme is Scheme.SYSTEM else self.scheme is Scheme.DARK
        self.colours = DARK if dark else LIGHT
        self._application.setPalette(palette(self.colours))
        self._application.setFont(_in_points(font(BODY)))
        self._application.setStyleSheet(style_sheet(self.colours))
        self.changed.emit()


def theme() -> Theme:
    """The application's theme; made on first use."""
    application = cast(QApplication, QApplication.instance())
    found = application.property("ratsu_theme")
    if not isinstance(found, Theme):
        found = Theme(application)
        application.setProperty("ratsu_theme", found)
    return found


def colours() -> Colours:
    """The colours in use now."""
    return theme().colours


def sign_colour(signs: str) -> str:
    """By what signs such as `?!` say of a move; the shape says the same to those who cannot tell the colours apart."""
    c = colours()
    if signs.startswith(("!?", "?!")):
        return c.warning
    return c.bad if signs.startswith("?") else c.accent


def font(pixels: int = BODY, bold: bool = False, monospaced_digits: bool = False) -> QFont:
    """The interface font at a step of the type scale. `monospaced_digits` keeps clocks and scores from jumping."""
    made = QFont(QGuiApplication.font())
    made.setPixelSize(pixels)
    made.setWeight(QFont.Weight.DemiBold if bold else QFont.Weight.Normal)
    if monospaced_digits:
        made.setFeature(QFont.Tag("tnum"), 1)
    return made


def _in_points(made: QFont) -> QFont:
    """The same size in points: Qt's own page setup computes with the points of the application's font, which may not be -1."""
    screen = QGuiApplication.primaryScreen()
    made.setPointSizeF(made.pixelSize() * 72 / screen.logicalDotsPerInchY())
    return made


def palette(colours: Colours) -> QPalette:
    """The Qt palette of a colour scheme, so that everything Qt paints by itself fits too."""
    made = QPalette()
    roles = {
        QPalette.ColorRole.Window: colours.window,
        QPalette.ColorRole.WindowText: colours.ink,
        QPalette.ColorRole.Base: colours.card,
        QPalette.ColorRole.AlternateBase: colours.window,
        QPalette.ColorRole.Text: colours.ink,
        QPalette.ColorRole.Button: colours.card,
        QPalette.ColorRole.ButtonText: colours.ink,
        QPalette.ColorRole.ToolTipBase: colours.ink,
        QPalette.ColorRole.ToolTipText: colours.window,
        QPalette.ColorRole.Highlight: colours.accent,
        QPalette.ColorRole.HighlightedText: colours.on_accent,
        QPalette.ColorRole.PlaceholderText: colours.quiet,
        QPalette.ColorRole.Link: colours.accent,
        QPalette.ColorRole.Mid: colours.line,
        QPalette.ColorRole.Dark: colours.line,
    }
    for role, colour in roles.items():
        made.setColor(role, QColor(colour))
    for role in (QPalette.ColorRole.WindowText, QPalette.ColorRole.Text, QPalette.ColorRole.ButtonText):
        faded = QColor(colours.quiet)
        faded.setAlphaF(0.55)
        made.setColor(QPalette.ColorGroup.Disabled, role, faded)
    return made


def style_sheet(c: Colours) -> str:
    """The style sheet of the application. Widgets opt in by the `look` property; nothing here names a single window."""
    images = (Path(__file__).parents[2] / "resources" / "icons").as_posix()
    scheme = "dark" if c is DARK else "light"
    plain = (_menus, _surfaces, _push_buttons, _tool_buttons, _sliders)
    with_images = (_fields, _lists)
    return "".join([*(part(c) for part in plain), *(part(c, images, scheme) for part in with_images)])


def _menus(c: Colours) -> str:
    """Tool tips and menus."""
    return f"""
    QToolTip {{ background: {c.ink}; color: {c.window}; border: 0; padding: 4px 8px; font-size: {SMALL}px; }}
    QMenuBar {{ background: {c.window}; padding: 2px 4px; }}
    QMenuBar::item {{ padding: 4px 8px; border-radius: {RADIUS}px; background: transparent; }}
    QMenuBar::item:selected {{ background: {c.hover}; }}
    QMenu {{ background: {c.card}; border: 1px solid {c.line}; padding: 4px; }}
    QMenu::item {{ padding: 6px 24px 6px 12px; border-radius: 4px; }}
    QMenu::icon {{ padding-left: 8px; }}
    QMenu::item:selected {{ background: {c.accent_soft}; color: {c.ink}; }}
    QMenu::item:disabled {{ color: {c.quiet}; }}
    QMenu::separator {{ height: 1px; background: {c.line}; margin: 4px 8px; }}
    """


def _surfaces(c: Colours) -> str:
    """Cards, the bar of modes, notices, and labels by their `look`."""
    return f"""
    *[look="card"] {{ background: {c.card}; border: 1px solid {c.line}; border-radius: {RADIUS}px; }}
    *[look="stack"] {{ background: {c.card}; border: 1px solid {c.line}; border-radius: {RADIUS}px; }}
    *[look="stack"] *[look="card"] {{ background: transparent; border: 0; }}
    QDialog[look="popup"] {{ border: 1px solid {c.line}; }}
    QSplitter::handle {{ background: transparent; }}
    QSplitter::handle:hover {{ background: {c.line}; }}
    *[look="mode-bar"] {{ background: {c.window}; border: 0; border-right: 1px solid {c.line}; }}
    *[look="notice"] {{ background: {c.warning_soft}; border: 1px solid {c.quiet}; border-radius: {RADIUS}px; }}
    *[look="fault"] {{ background: {c.warning_soft}; border: 0; border-radius: {RADIUS}px; }}
    QToolButton[look="palette"] {{ background: {c.square_dark}; border: 2px solid transparent; padding: 0; }}
    QToolButton[look="palette"]:hover {{ background: {c.square_light}; }}
    QToolButton[look="palette"]:checked {{ background: {c.square_light}; border: 2px solid {c.accent}; }}
    *[look="good-notice"] {{ background: {c.accent_soft}; border: 1px solid {c.accent}; border-radius: {RADIUS}px; }}
    QLabel[look="notice-text"] {{ color: {c.ink}; }}
    QLabel[look="quiet"] {{ color: {c.quiet}; font-size: {SMALL}px; }}
    QLabel[look="heading"] {{ color: {c.ink}; font-size: {LARGE}px; font-weight: 600; }}
    QLabel[look="title"] {{ color: {c.ink}; font-size: {TITLE}px; font-weight: 600; }}
    QLabel[look="caption"] {{ color: {c.quiet}; font-size: {SMALL}px; font-weight: 600; }}
    QLabel[look="error"] {{ color: {c.bad}; font-size: {SMALL}px; }}
    """


def _push_buttons(c: Colours) -> str:
    """Buttons with words."""
    return f"""
    QPushButton {{ background: {c.card}; color: {c.ink}; border: 1px solid {c.line}; border-radius: {RADIUS}px;
        padding: 0 12px; min-height: 30px; }}
    QPushButton:hover {{ background: {c.hover}; }}
    QPushButton:pressed, QPushButton:checked {{ background: {c.accent_soft}; border-color: {c.accent}; }}
    QPushButton:focus {{ border: 2px solid {c.accent}; padding: 0 11px; min-height: 28px; }}
    QPushButton:disabled {{ color: {c.quiet}; background: {c.window}; }}
    QPushButton[look="row"] {{ background: transparent; border-color: transparent; padding: 0 8px; text-align: left; }}
    QPushButton[look="row"]:hover {{ background: {c.hover}; }}
    QPushButton[look="row"]:focus {{ border: 2px solid {c.accent}; padding: 0 7px; min-height: 28px; }}
    QPushButton:default, QPushButton[look="primary"] {{ background: {c.accent}; color: {c.on_accent};
        border-color: {c.accent}; font-weight: 600; }}
    QPushButton[look="primary"]:disabled {{ background: {c.window}; color: {c.quiet}; border-color: {c.line}; }}
    QPushButton:default:disabled {{ background: {c.window}; color: {c.quiet}; border-color: {c.line}; }}
    QPushButton:default:focus, QPushButton[look="primary"]:focus {{ border: 2px solid {c.ink}; }}
    """


def _tool_buttons(c: Colours) -> str:
    """Buttons with pictures."""
    return f"""
    QDialogButtonBox {{ dialogbuttonbox-buttons-have-icons: 0; }}
    QToolButton {{ background: transparent; color: {c.ink}; border: 0; border-radius: {RADIUS}px; padding: 4px; }}
    QToolButton:hover {{ background: {c.hover}; }}
    QToolButton:pressed, QToolButton:checked {{ background: {c.accent_soft}; color: {c.ink}; }}
    QToolButton:focus {{ border: 2px solid {c.accent}; padding: 2px; }}
    QToolButton:disabled {{ color: {c.quiet}; }}
    QToolButton[look="mode-bar"] {{ font-size: {SMALL}px; padding: 8px 0 6px 0; border: 0; }}
    QToolButton[look="mode-bar"]:focus {{ border: 2px solid {c.accent}; padding: 6px 0 4px 0; }}
    QToolButton[look="mode-bar-low"] {{ font-size: {SMALL}px; padding: 2px 0 1px 0; border: 0; }}
    QToolButton[look="mode-bar-low"]:focus {{ border: 2px solid {c.accent}; padding: 0; }}
    """


def _fields(c: Colours, images: str, scheme: str) -> str:
    """What is typed or chosen in, and tabs."""
    return f"""
    QLineEdit, QAbstractSpinBox, QComboBox, QPlainTextEdit {{ background: {c.card}; color: {c.ink}; border: 1px solid {c.line};
        border-radius: {RADIUS}px; padding: 0 8px; min-height: 30px; selection-background-color: {c.accent};
        selection-color: {c.on_accent}; }}
    QPlainTextEdit {{ padding: 4px; }}
    QLineEdit:focus, QAbstractSpinBox:focus, QComboBox:focus, QPlainTextEdit:focus {{ border: 2px solid {c.accent};
        padding: 0 7px; min-height: 28px; }}
    QLineEdit[state="error"] {{ border: 2px solid {c.bad}; padding: 0 7px; min-height: 28px; }}
    QLineEdit:disabled, QAbstractSpinBox:disabled, QComboBox:disabled {{ background: {c.window}; color: {c.quiet}; }}
    QAbstractSpinBox {{ max-height: 30px; }}
    QAbstractSpinBox:focus {{ max-height: 28px; }}
    QAbstractSpinBox QLineEdit {{ background: transparent; border: 0; padding: 0 0 0 6px; min-height: 0; }}
    QAbstractSpinBox::up-button, QAbstractSpinBox::down-button {{ subcontrol-origin: border; width: 24px; border: 0;
        background: none; }}
    QAbstractSpinBox::up-button {{ subcontrol-position: top right; margin: 2px 2px 0 0; }}
    QAbstractSpinBox::down-button {{ subcontrol-position: bottom right; margin: 0 2px 2px 0; }}
    QAbstractSpinBox::up-arrow {{ image: url({images}/up-{scheme}.svg); width: 12px; height: 12px; }}
    QAbstractSpinBox::down-arrow {{ image: url({images}/down-{scheme}.svg); width: 12px; height: 12px; }}
    QComboBox::drop-down {{ border: 0; width: 24px; }}
    QComboBox::down-arrow {{ image: url({images}/down-{scheme}.svg); width: 12px; height: 12px; }}
    QCheckBox {{ spacing: 8px; min-height: 30px; }}
    QCheckBox::indicator {{ width: 16px; height: 16px; border: 1px solid {c.quiet}; border-radius: 4px;
        background: {c.card}; }}
    QCheckBox::indicator:checked {{ background: {c.accent}; border-color: {c.accent};
        image: url({images}/check-{scheme}.svg); }}
    QAbstractItemView::indicator {{ width: 16px; height: 16px; border: 1px solid {c.quiet}; border-radius: 4px;
        background: {c.card}; }}
    QAbstractItemView::indicator:checked {{ background: {c.accent}; border-color: {c.accent};
        image: url({images}/check-{scheme}.svg); }}
    QCheckBox::indicator:focus {{ border: 2px solid {c.ink}; width: 14px; height: 14px; }}
    QTabBar {{ background: transparent; }}
    QTabBar::tab {{ background: transparent; color: {c.quiet}; padding: 8px {TAB_PADDING}px; border: 0;
        border-bottom: 2px solid transparent; }}
    QTabBar::tab:hover {{ color: {c.ink}; }}
    QTabBar::tab:selected:focus {{ color: {c.ink}; border: 2px solid {c.accent}; padding: 6px 10px 8px 10px; }}
    QTabBar[look="tight"]::tab {{ padding: 8px 5px; }}
    QTabBar[look="tight"]::tab:selected:focus {{ padding: 6px 3px 8px 3px; }}
    QTabBar::tab:selected {{ color: {c.ink}; border-bottom: 2px solid {c.accent}; }}
    QScrollArea, QScrollArea > QWidget > QWidget {{ background: transparent; }}
    QComboBox QAbstractItemView {{ background: {c.card}; border: 1px solid {c.line}; padding: 4px; outline: 0; }}
    """


def _lists(c: Colours, images: str, scheme: str) -> str:
    """Lists, tables, progress and scroll bars."""
    return f"""
    QTextBrowser {{ background: transparent; border: 0; }}
    QListWidget {{ background: transparent; border: 0; outline: 0; }}
    QListWidget:focus, QTextBrowser:focus {{ border: 1px solid {c.accent}; border-radius: {RADIUS}px; }}
    QDialog QListWidget, QTreeView {{ background: {c.card}; border: 1px solid {c.line}; border-radius: {RADIUS}px; outline: 0; }}
    QDialog QListWidget:focus, QTreeView:focus {{ border: 1px solid {c.accent}; }}
    QDialog QListWidget::item, QTreeView::item {{ padding: 3px 6px; }}
    QDialog QListWidget::item:selected, QTreeView::item:selected {{ background: {c.accent_soft}; color: {c.ink}; }}
    QHeaderView::section {{ background: {c.card}; color: {c.quiet}; border: 0; border-bottom: 1px solid {c.line};
        padding: 4px 6px; font-size: {SMALL}px; }}
    QProgressBar {{ background: {c.line}; border: 0; border-radius: 2px; max-height: 4px; }}
    QProgressBar::chunk {{ background: {c.accent}; border-radius: 2px; }}
    QTableView {{ background: transparent; alternate-background-color: {c.window}; border: 0; outline: 0;
        selection-background-color: {c.accent_soft}; selection-color: {c.ink}; }}
    QTableView::item {{ padding: 0 8px; border: 0; }}
    QTableView::item:selected {{ background: {c.accent_soft}; color: {c.ink}; }}
    QTableView::item:focus {{ background: {c.accent_soft}; color: {c.ink}; }}
    QHeaderView {{ background: transparent; border: 0; }}
    QHeaderView::section {{ background: {c.card}; color: {c.quiet}; border: 0; border-bottom: 1px solid {c.line};
        padding: 8px; font-size: {SMALL}px; font-weight: 600; }}
    QHeaderView::section:hover {{ color: {c.ink}; background: {c.hover}; }}
    QHeaderView::up-arrow {{ image: url({images}/up-{scheme}.svg); width: 10px; height: 10px; }}
    QHeaderView::down-arrow {{ image: url({images}/down-{scheme}.svg); width: 10px; height: 10px; }}
    QProgressBar {{ background: {c.line}; border: 0; border-radius: 2px; }}
    QProgressBar::chunk {{ background: {c.accent}; border-radius: 2px; }}
    QAbstractScrollArea::corner {{ background: transparent; border: 0; }}
    QScrollBar:vertical {{ background: transparent; width: 10px; margin: 0; }}
    QScrollBar::handle:vertical {{ background: {c.line}; border-radius: 4px; min-height: 24px; margin: 1px; }}
    QScrollBar::handle:vertical:hover {{ background: {c.quiet}; }}
    QScrollBar::add-line, QScrollBar::sub-line {{ height: 0; width: 0; }}
    QScrollBar:horizontal {{ background: transparent; height: 10px; margin: 0; }}
    QScrollBar::handle:horizontal {{ background: {c.line}; border-radius: 4px; min-width: 24px; margin: 1px; }}
    """


def _sliders(c: Colours) -> str:
    """Sliders."""
    return f"""
    QSlider:horizontal {{ min-height: 20px; }}
    QSlider::groove:horizontal {{ height: 4px; background: {c.line}; border-radius: 2px; }}
    QSlider::sub-page:horizontal {{ background: {c.accent}; border-radius: 2px; }}
    QSlider::handle:horizontal {{ background: {c.accent}; width: 16px; height: 16px; margin: -6px 0;
        border-radius: 8px; }}
    QSlider::handle:horizontal:disabled, QSlider::sub-page:horizontal:disabled {{ background: {c.quiet}; }}
    QSlider::handle:horizontal:focus {{ border: 2px solid {c.ink}; width: 14px; height: 14px; margin: -7px 0; }}
    """
