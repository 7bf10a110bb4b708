"""The field of a rating shows its whole text in every language."""

import pytest
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from desktop.views.kit.rating_field import RatingField
from tests.desktop.views.conftest import MakeWindow


@pytest.mark.parametrize("language", ["en", "fi"])
def test_the_longest_text_is_shown_whole(make_window: MakeWindow, qtbot: QtBot, language: str) -> None:
    settings = make_window(language=language).services.settings
    settings.set("my_elo", 2800)
    field = RatingField(settings)
    qtbot.addWidget(field)
    field.show()
    qtbot.waitExposed(field)
    edit = field.lineEdit()
    for value in (field.minimum(), field.maximum()):
        field.setValue(value)
        QTest.qWait(1)
        room = edit.width() - edit.textMargins().left() - 4  # QLineEdit keeps two pixels at either side
        assert edit.fontMetrics().horizontalAdvance(field.text()) <= room, field.text()
