"""Puts pictures side by side, small, with their names: `python -m tests.desktop.contact_sheet [BEFORE]`.

Writes the sheet of the Finnish pictures of docs/screens. With BEFORE, a folder with older pictures of the same names, it also
writes pairs: each older picture, and that of docs/screens beside it.
"""

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from tests.desktop.screens import FOLDER
from tests.desktop.small_picture import save_small

if TYPE_CHECKING:
    from PySide6.QtGui import QImage

COLUMNS, CELL, NAME, GAP = 6, 136, 18, 8  # pixels: the width of a picture, the height of its name, between them
PAIR_COLUMNS, PAIR_CELL, PAIRS = 4, 200, 10  # of the pairs, and how many a sheet has
PREFIX = "sheet-"

Named = list[tuple[str, "QImage"]]


def main(arguments: list[str]) -> int:
    """Writes the sheets."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    from PySide6.QtGui import QImage
    from PySide6.QtWidgets import QApplication

    application = QApplication(["ratsu"])
    finnish = [path for path in sorted(FOLDER.glob("*.png")) if "-fi-" in f"{path.stem}-"]
    shown = [(path.stem, QImage(str(path))) for path in finnish if not path.name.startswith(PREFIX)]
    _write("finnish", _sheet(shown, COLUMNS, CELL))
    pairs: list[Named] = []
    for path in sorted(Path(arguments[0]).glob("*.png")) if arguments else ():
        names = (f"{path.stem}: before", QImage(str(path))), ("now", QImage(str(FOLDER / path.name)))
        pairs.append([*names])
    for first in range(0, len(pairs), PAIRS):
        flat = [one for pair in pairs[first : first + PAIRS] for one in pair]
        _write(f"before-and-now-{first // PAIRS + 1}", _sheet(flat, PAIR_COLUMNS, PAIR_CELL))
    application.processEvents()
    return 0


def _write(name: str, sheet: "QImage") -> None:
    target = FOLDER / f"{PREFIX}{name}.png"
    save_small(sheet, target)
    print(f"{target.name}: {target.stat().st_size // 1000} kB")


def _sheet(pictures: Named, columns: int, cell: int) -> "QImage":
    from PySide6.QtCore import Qt
    from PySide6.QtGui import QColor, QFont, QImage, QPainter

    rows = [pictures[first : first + columns] for first in range(0, len(pictures), columns)]
    small = [
        [(name, one.scaledToWidth(cell, Qt.TransformationMode.SmoothTransformation)) for name, one in row]
        for row in rows
    ]
    heights = [max(picture.height() for _, picture in row) + NAME + GAP for row in small]
    sheet = QImage(GAP + columns * (cell + GAP), GAP + sum(heights), QImage.Format.Format_RGB32)
    sheet.fill(QColor("#f4f4f4"))
    painter = QPainter(sheet)
    font = QFont()
    font.setPixelSize(11)
    painter.setFont(font)
    top = GAP
    for row, height in zip(small, heights, strict=True):
        for column, (name, picture) in enumerate(row):
            left = GAP + column * (cell + GAP)
            painter.drawText(left, top + NAME - 6, name)
            painter.drawImage(left, top + NAME, picture)
        top += height
    painter.end()
    return sheet


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
