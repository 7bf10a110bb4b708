"""Puts the pictures of docs/screens side by side, small, with their names: `python -m tests.desktop.contact_sheet`.

One sheet each for the light, the dark and the Finnish pictures of the window, and for the dialogs by day and by night.
"""

import os
from typing import TYPE_CHECKING

from tests.desktop.screens import FOLDER
from tests.desktop.small_picture import save_small

if TYPE_CHECKING:
    from PySide6.QtGui import QImage

COLUMNS, CELL, NAME, GAP = 6, 136, 18, 8  # pixels: the width of a picture, the height of its name, between them
PREFIX = "sheet-"


def main() -> int:
    """Writes the sheets."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    from PySide6.QtGui import QImage
    from PySide6.QtWidgets import QApplication

    application = QApplication(["ratsu"])
    groups: dict[str, list[tuple[str, QImage]]] = {}
    for path in sorted(FOLDER.glob("*.png")):
        if not path.name.startswith(PREFIX):
            picture = QImage(str(path))
            groups.setdefault(_group(path.stem, picture), []).append((path.stem, picture))
    for name, pictures in groups.items():
        target = FOLDER / f"{PREFIX}{name}.png"
        save_small(_sheet(pictures), target)
        print(f"{target.name}: {len(pictures)} pictures, {target.stat().st_size // 1000} kB")
    application.processEvents()
    return 0


def _group(stem: str, picture: "QImage") -> str:
    shade = "dark" if "-dark" in stem else "light"
    if "-fi-" in f"{stem}-":
        return "finnish"
    if picture.width() < 1010 or picture.width() in (
        1840,
        2000,
        1880,
    ):  # narrower than the window: a dialog, perhaps at 2x
        return f"dialogs-{shade}"
    return shade


def _sheet(pictures: "list[tuple[str, QImage]]") -> "QImage":
    from PySide6.QtCore import Qt
    from PySide6.QtGui import QColor, QFont, QImage, QPainter

    rows = [pictures[first : first + COLUMNS] for first in range(0, len(pictures), COLUMNS)]
    small = {
        name: picture.scaledToWidth(CELL, Qt.TransformationMode.SmoothTransformation) for name, picture in pictures
    }
    heights = [max(small[name].height() for name, _ in row) + NAME + GAP for row in rows]
    sheet = QImage(GAP + COLUMNS * (CELL + GAP), GAP + sum(heights), QImage.Format.Format_RGB32)
    sheet.fill(QColor("#f4f4f4"))
    painter = QPainter(sheet)
    font = QFont()
    font.setPixelSize(11)
    painter.setFont(font)
    top = GAP
    for row, height in zip(rows, heights, strict=True):
        for column, (name, _picture) in enumerate(row):
            left = GAP + column * (CELL + GAP)
            painter.drawText(left, top + NAME - 6, name)
            painter.drawImage(left, top + NAME, small[name])
        top += height
    painter.end()
    return sheet


if __name__ == "__main__":
    raise SystemExit(main())
