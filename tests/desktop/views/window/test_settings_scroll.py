"""The wheel over the settings scrolls them and changes none of them."""

from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractSpinBox, QApplication, QCheckBox, QComboBox, QLabel, QWidget

from desktop.views.window.settings_dialog import SettingsDialog
from tests.desktop.views.conftest import MakeWindow

NOTCH = 120  # eighths of a degree: one step of a wheel


def turn(field: QWidget, notches: int) -> bool:
    """One turn of the wheel over the middle of a field; up is positive. Whether the field took it: else Qt gives the wheel of a
    real mouse to the page, but not one that a program sends."""
    middle = QPointF(field.rect().center())
    event = QWheelEvent(
        middle,
        QPointF(field.mapToGlobal(field.rect().center())),
        QPoint(),
        QPoint(0, notches * NOTCH),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(field, event)
    return event.isAccepted()


def test_the_wheel_scrolls_the_settings_and_changes_none(make_window: MakeWindow) -> None:
    window = make_window()
    dialog = window.services.make(SettingsDialog, parent=window)
    dialog.show()
    before = window.services.settings.settings
    fields: list[QWidget] = [*dialog.findChildren(QComboBox), *dialog.findChildren(QAbstractSpinBox)]
    assert len(fields) > 15
    for field in fields:
        for notches in (-1, 1):
            assert not turn(field, notches), field.accessibleName()
        assert window.services.settings.settings == before, field.accessibleName()
        assert field.focusPolicy() is Qt.FocusPolicy.StrongFocus, field.accessibleName()  # the wheel gives no keyboard
    dialog.close()


def test_the_wheel_still_changes_a_number_that_has_the_keyboard(make_window: MakeWindow) -> None:
    window = make_window()
    dialog = window.services.make(SettingsDialog, parent=window)
    dialog.show()
    dialog.activateWindow()
    QTest.qWaitForWindowActive(dialog)
    box = dialog.findChildren(QAbstractSpinBox)[0]
    box.setFocus()
    before = box.text()
    assert box.hasFocus()
    assert turn(box, -1)
    assert box.text() != before
    dialog.close()


def test_a_click_on_the_sentence_sets_its_check_box_and_leaves_room_for_it(make_window: MakeWindow) -> None:
    """Ten paragraphs of the internet stood in a column of 200 pixels, beside an empty half."""
    window = make_window()
    dialog = window.services.make(SettingsDialog, parent=window)
    dialog.show()
    box = dialog.findChild(QCheckBox, "variation_arrows")
    assert isinstance(box, QCheckBox)
    row = box.parentWidget()
    assert row is not None
    sentence = row.findChild(QLabel)
    assert isinstance(sentence, QLabel) and sentence.width() > 400
    before = box.isChecked()
    QTest.mouseClick(sentence, Qt.MouseButton.LeftButton)
    assert box.isChecked() is not before and window.services.settings.settings.flag("variation_arrows") is not before
    QTest.mouseClick(box, Qt.MouseButton.LeftButton)
    assert box.isChecked() is before
