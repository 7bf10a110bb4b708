"""Names beside bars are shown in full, whatever the font rounds."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QApplication

from desktop.views.kit import theme
from desktop.views.kit.figures import name_width
from engine.play.people.persons import PERSONS


def test_a_name_is_not_cut_in_the_width_measured_for_it(qapp: QApplication) -> None:
    names = [person.name for person in PERSONS] + ["You", "Kasparov, Garry", "Iglesias", "White", "Sinä"]
    for size in range(8, 40):
        font = theme.font(theme.BODY, monospaced_digits=True)
        font.setPixelSize(size)
        metrics = QFontMetrics(font)
        for name in names:
            room = name_width(metrics, name) - 2 * theme.SPACE
            assert metrics.elidedText(name, Qt.TextElideMode.ElideRight, room) == name, (name, size)
