"""Home in the mode for children."""

from PySide6.QtWidgets import QToolButton
from pytestqt.qtbot import QtBot

from tests.desktop.views.conftest import MakeWindow
from tests.desktop.views.home.test_home_page import home_of


def test_children_see_no_ratings_on_home(qtbot: QtBot, make_window: MakeWindow) -> None:
    window = make_window()
    window.services.settings.set("children", True)
    home = home_of(qtbot, window)
    faces = home.opponents.findChildren(QToolButton)
    assert faces and not any(sign.isdigit() for face in faces for sign in face.text())
    assert not any(face.text() == "" for face in faces) and home.rating.isHidden()
    window.services.settings.set("children", False)
    faces = home.opponents.findChildren(QToolButton)
    assert all(any(sign.isdigit() for sign in face.text()) for face in faces)
