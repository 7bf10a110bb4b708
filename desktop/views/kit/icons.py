"""Icons from the Phosphor font that the `qtawesome` package carries.

The font is read directly: importing the package itself takes 0.3 s, half of what the whole window may take to start,
and its icons keep the colour they were made with. These are painted when shown, in the colours then in use, and are
sharp at every scaling.
"""

from functools import cache
from importlib.util import find_spec
from pathlib import Path

from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontDatabase, QIcon, QIconEngine, QPainter, QPainterPath, QPixmap, QTransform

from desktop.views.kit.theme import colours


@cache
def _files() -> tuple[Path, str]:
    """The file of the font, and the table of 9,000 names and code points as JSON's text.

    :raises FileNotFoundError: if the package is damaged.
    """
    spec = find_spec("qtawesome")
    if spec is None or spec.origin is None:
        raise FileNotFoundError("The package 'qtawesome', which carries Ratsu's icons, is not installed.")
    folder = Path(spec.origin).parent / "fonts"
    file = next(folder.glob("phosphor-[0-9]*.ttf"))
    return file, next(folder.glob("phosphor-charmap-*.json")).read_text("utf-8")


@cache
def _family() -> str:
    """The family name of the font, which is loaded."""
    identifier = QFontDatabase.addApplicationFont(str(_files()[0]))
    return QFontDatabase.applicationFontFamilies(identifier)[0]


def _place(key: str) -> int:
    """The place of an entry in the table, or -1. The table is sorted by name, so halves of it are left out: 100 entries take
    0.3 ms, looked for in the whole text 4."""
    names = _files()[1]
    low, high = 0, len(names)
    while high - low > 2_000:
        line = names.find('"', names.find("\n", (low + high) // 2))
        if names[line : line + len(key)] <= key:
            low = line
        else:
            high = line
    near = names.find(key, low, high + len(key))
    return near if near >= 0 else names.find(key)


@cache
def _letter(name: str) -> str:
    """The letter of the font that is the icon called `name`.

    :raises KeyError: if the name is unknown.
    """
    names = _files()[1]
    key = f'"{name}": "'
    place = _place(key)
    if place < 0:
        raise KeyError(name)
    begin = place + len(key)
    return chr(int(names[begin : names.index('"', begin)], 16))


@cache
def glyph(name: str) -> QPainterPath:
    """The outline of an icon, scaled into a unit square.

    :raises KeyError: if the name is unknown."""
    letter = _letter(name)
    font = QFont(_family())
    font.setPixelSize(256)
    path = QPainterPath()
    path.addText(QPointF(0, 0), font, letter)
    scale = 1 / 256
    return QTransform(scale, 0, 0, scale, 0.5, 0.5).map(path.translated(-path.boundingRect().center()))


def paint_glyph(painter: QPainter, name: str, rect: QRectF, colour: QColor) -> None:
    """Paints an icon centred in `rect`."""
    side = min(rect.width(), rect.height())
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.translate(rect.center().x() - side / 2, rect.center().y() - side / 2)
    painter.scale(side, side)
    painter.fillPath(glyph(name), colour)
    painter.restore()


class _GlyphEngine(QIconEngine):
    """Paints an icon in the colours of the current theme each time it is drawn."""

    def __init__(self, name: str, role: str) -> None:
        super().__init__()
        self._name = name
        self._role = role

    def paint(self, painter: QPainter, rect: QRect, mode: QIcon.Mode, state: QIcon.State) -> None:
        """Paints into `rect`; disabled icons are faded, checked ones take the accent."""
        role = "accent" if state == QIcon.State.On and self._role == "ink" else self._role
        colour = QColor(getattr(colours(), role))
        if mode == QIcon.Mode.Disabled:
            colour.setAlphaF(0.35)
        paint_glyph(painter, self._name, QRectF(rect), colour)

    def pixmap(self, size: QSize, mode: QIcon.Mode, state: QIcon.State) -> QPixmap:
        """A picture of `size` device pixels."""
        if size.isEmpty():  # Qt asks for that too
            return QPixmap()
        picture = QPixmap(size)
        picture.fill(Qt.GlobalColor.transparent)
        with QPainter(picture) as painter:
            self.paint(painter, QRect(0, 0, size.width(), size.height()), mode, state)
        return picture

    def clone(self) -> QIconEngine:
        """A copy; required by `QIconEngine`."""
        copy = _GlyphEngine(self._name, self._role)
        _ALIVE.append(copy)
        return copy


# Qt keeps bare pointers to engines made in Python: one that Python collected crashed the program in QIcon.pixmap.
_ALIVE: list[QIconEngine] = []


@cache
def icon(name: str, role: str = "ink") -> QIcon:
    """The icon called `name` in Phosphor, in the theme colour `role`.

    :raises KeyError: if the name is unknown.
    """
    _letter(name)  # an unknown name is an error of the caller, not of a later painting
    engine = _GlyphEngine(name, role)
    _ALIVE.append(engine)
    return QIcon(engine)
