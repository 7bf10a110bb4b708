"""The visual system in one place: colours, type scale, spacing, and the style sheet made from them.

`docs/look.md` explains the choices. Every colour pair that carries text is held to a contrast of 4.5:1 by a test.
"""

from enum import Enum
from typing import cast

from PySide6.QtCore import QObject, QSize, Qt, Signal, Slot
from PySide6.QtGui import QColor, QFont, QGuiApplication, QPalette
from PySide6.QtWidgets import QApplication

# Used as `theme.SMALL`: one name for the whole look.
from desktop.views.kit.design_tokens import BODY as BODY
from desktop.views.kit.design_tokens import DARK as DARK
from desktop.views.kit.design_tokens import DISPLAY as DISPLAY
from desktop.views.kit.design_tokens import LARGE as LARGE
from desktop.views.kit.design_tokens import LIGHT as LIGHT
from desktop.views.kit.design_tokens import RADIUS as RADIUS
from desktop.views.kit.design_tokens import ROW as ROW
from desktop.views.kit.design_tokens import SMALL as SMALL
from desktop.views.kit.design_tokens import SPACE as SPACE
from desktop.views.kit.design_tokens import TAB_PADDINGS as TAB_PADDINGS
from desktop.views.kit.design_tokens import TITLE as TITLE
from desktop.views.kit.design_tokens import Colours as Colours
from desktop.views.kit.style_sheet import style_sheet


class Scheme(Enum):
    """The user's choice: follow the system, always light, or always dark."""

    SYSTEM = "system"
    LIGHT = "light"
    DARK = "dark"


class Theme(QObject):
    """The colours in use. Follows the system's light or dark setting live, unless the user overrides it.

    `changed` fires after the palette and the style sheet of the application were replaced; what paints itself repaints.
    """

    changed = Signal()
    resized = Signal()  # new text size: fixed lengths of the old one are wrong, so views are rebuilt

    def __init__(self, application: QApplication, scheme: Scheme = Scheme.SYSTEM) -> None:
        super().__init__(application)
        self._application = application
        self.scheme = scheme
        self.text_size = 100
        self.colours = LIGHT
        application.setStyle("Fusion")
        application.styleHints().colorSchemeChanged.connect(self._system_changed)
        self.set_scheme(scheme)

    @property
    def is_dark(self) -> bool:
        return self.colours is DARK

    def set_scheme(self, scheme: Scheme) -> None:
        """Sets light, dark, or the system's scheme from now on."""
        self.scheme = scheme
        wanted = {Scheme.LIGHT: Qt.ColorScheme.Light, Scheme.DARK: Qt.ColorScheme.Dark}
        # Informs the platform too, so that title bars and native dialogs follow an override.
        self._application.styleHints().setColorScheme(wanted.get(scheme, Qt.ColorScheme.Unknown))
        self._apply()

    def set_text_size(self, percent: int) -> None:
        """Scales all text, and the lengths that depend on it."""
        if percent != self.text_size:
            self.text_size = percent
            self._apply()
            self.resized.emit()

    @Slot()
    def _system_changed(self) -> None:
        self._apply()

    def system_is_dark(self) -> bool:
        return self._application.styleHints().colorScheme() == Qt.ColorScheme.Dark

    def _apply(self) -> None:
        dark = self.system_is_dark() if self.scheme is Scheme.SYSTEM else self.scheme is Scheme.DARK
        self.colours = DARK if dark else LIGHT
        self._application.setPalette(palette(self.colours))
        self._application.setFont(_in_points(font_of(round(BODY * self.text_size / 100))))
        self._application.setStyleSheet(style_sheet(self.colours, self.text_size))
        self.changed.emit()


def theme() -> Theme:
    application = cast(QApplication, QApplication.instance())
    found = application.property("ratsu_theme")
    if not isinstance(found, Theme):
        found = Theme(application)
        application.setProperty("ratsu_theme", found)
    return found


def colours() -> Colours:
    return theme().colours


def sign_colour(signs: str) -> str:
    """The colour for annotation signs such as `?!`. The shape of a sign carries the same meaning, for colour-blind readers."""
    c = colours()
    if signs.startswith(("!?", "?!")):
        return c.warning
    return c.bad if signs.startswith("?") else c.accent


def scaled(pixels: int) -> int:
    """A length that grows with the text, at the text size in use; `pixels` is the length at 100 %."""
    return round(pixels * theme().text_size / 100)


def size(width: int, height: int) -> QSize:
    """A size that grows with the text, such as that of an icon, at the text size in use."""
    return QSize(scaled(width), scaled(height))


def font(pixels: int = BODY, bold: bool = False, monospaced_digits: bool = False) -> QFont:
    """The interface font at a step of the type scale, at the text size in use. `monospaced_digits`: clocks and scores do not
    jump."""
    return font_of(scaled(pixels), bold, monospaced_digits)


def font_of(pixels: int, bold: bool = False, monospaced_digits: bool = False) -> QFont:
    """The interface font at a size given by its surroundings, such as a square of the board."""
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
    """The Qt palette of a colour scheme, for everything that Qt paints itself."""
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
