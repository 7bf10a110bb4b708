"""Gestures of the menu Engines: engines of others, matches between engines, the user's own rating."""

from PySide6.QtCore import QObject

from desktop.views.frame import Frame


class EngineGestures(QObject):
    """Joins the actions with their dialogs; each is imported when it is wanted."""

    def __init__(self, frame: Frame) -> None:
        super().__init__(frame.window)
        self._frame = frame
        frame.on({"engines": self._show_engines})

    def _show_engines(self) -> None:
        from desktop.views.dialogs.engines import EnginesDialog

        EnginesDialog(self._frame.services, self._frame.window).open()
