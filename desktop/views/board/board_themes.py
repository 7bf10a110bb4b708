"""The colours of the board as one table. Marks have a line beside their tint, so that colour is never the only sign."""

from dataclasses import replace

from PySide6.QtCore import QT_TRANSLATE_NOOP
from PySide6.QtGui import QColor

from engine.ground.values import dataclass

_NIGHT = 0.86  # of the brightness in a light window: white squares dazzle in a dark one


@dataclass(frozen=True)
class BoardTheme:
    """The colours of a board.

    `ink`: coordinates, on light and dark squares. `mark`: the last move; `goal`: legal target squares. `hatched`: dark
    squares are drawn with lines as in a printed diagram. `by_night` False: never darkened.
    """

    key: str
    name: str
    light: str
    dark: str
    ink: str = "#1c2422"
    mark: str = "#e4b428"
    mark_line: str = "#6b4e00"
    goal: str = "#0f5a52"
    hatched: bool = False
    by_night: bool = True

    def shown(self, night: bool) -> "BoardTheme":
        """Returns the theme as painted in a light or dark window."""
        if not (night and self.by_night):
            return self
        return replace(self, light=_darker(self.light), dark=_darker(self.dark), ink="#0f1614")


def _darker(colour: str) -> str:
    given = QColor(colour)
    return QColor.fromRgbF(given.redF() * _NIGHT, given.greenF() * _NIGHT, given.blueF() * _NIGHT).name()


def _t(text: str) -> str:
    return str(QT_TRANSLATE_NOOP("BoardThemes", text))


THEMES: tuple[BoardTheme, ...] = (
    BoardTheme("sage", _t("Sage"), "#f2efe2", "#7d9f8f"),
    BoardTheme("wood", _t("Wood"), "#f1debf", "#be946a", ink="#2b1d10", mark="#b7c63a", mark_line="#4a5200"),
    BoardTheme("sea", _t("Sea"), "#e7edf2", "#8aa9c4", ink="#14222e"),
    BoardTheme("meadow", _t("Meadow"), "#f0f1dd", "#8db06c", ink="#1a2610"),
    BoardTheme("stone", _t("Stone"), "#e6e6e4", "#a3a3a0", ink="#1d1d1c"),
    BoardTheme("heather", _t("Heather"), "#ede8f1", "#ab9bc1", ink="#22192d"),
    BoardTheme("sand", _t("Sand"), "#f6ecd6", "#d2b684", ink="#2c220f", mark="#9ac0d8", mark_line="#114a66"),
    BoardTheme(
        "contrast", _t("High contrast"), "#ffffff", "#6fb1e6", ink="#000000", mark="#ffd400", mark_line="#000000",
        goal="#00194d", by_night=False,
    ),
    BoardTheme(
        "print", _t("Printed diagram"), "#ffffff", "#ffffff", ink="#000000", mark="#ffe27a", mark_line="#000000",
        goal="#000000", hatched=True, by_night=False,
    ),
)  # fmt: skip


def theme_named(key: str) -> BoardTheme:
    """Returns the theme with that key; the first theme if the key is unknown."""
    return next((found for found in THEMES if found.key == key), THEMES[0])
