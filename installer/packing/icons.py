"""`python -m installer.packing.icons FOLDER`: renders the program's icon as PNG files in the usual desktop sizes.

Runs in the packing environment, which has Qt; needs no display.
"""

import os
import sys
from pathlib import Path

from installer.packing.places import ICON

SIZES = (16, 22, 24, 32, 48, 64, 128, 256, 512)


def render(folder: Path) -> None:
    """Writes SIZE.png for every size into `folder`, and ratsu.ico. :raises ValueError: the drawing cannot be read."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    from PySide6.QtCore import QRectF, Qt
    from PySide6.QtGui import QGuiApplication, QImage, QPainter
    from PySide6.QtSvg import QSvgRenderer

    application = QGuiApplication.instance() or QGuiApplication(["icons"])
    drawing = QSvgRenderer(str(ICON))
    if not drawing.isValid():
        raise ValueError(f"{ICON} is not an SVG drawing that Qt can read.")
    folder.mkdir(parents=True, exist_ok=True)
    for size in SIZES:
        image = QImage(size, size, QImage.Format.Format_ARGB32)
        image.fill(Qt.GlobalColor.transparent)
        painter = QPainter(image)
        drawing.render(painter, QRectF(0, 0, size, size))
        painter.end()
        image.save(str(folder / f"{size}.png"))
        if size == 256:
            image.save(str(folder / "ratsu.ico"))
    del application


if __name__ == "__main__":
    render(Path(sys.argv[1]))
