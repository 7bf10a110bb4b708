"""The actions of the panels: one each, which shows the panel, brings it to the front, or hides it if it is there."""

from PySide6.QtCore import QObject, Slot

from desktop.views.window.panels import PANELS
from desktop.views.window.window_context import Frame


class PanelGestures(QObject):
    """Joins the menu of panels with the side."""

    def __init__(self, frame: Frame) -> None:
        super().__init__(frame.window)
        self._frame, self._side = frame, frame.desk.side
        frame.on({f"panel_{panel.key}": lambda key=panel.key: self._toggle(key) for panel in PANELS})  # type: ignore[misc]
        self._side.changed.connect(self._update)
        self._update()

    def _toggle(self, key: str) -> None:
        if self._frame.desk.page_shown:
            self._frame.show_mode(self._side.mode)
        if not self._frame.desk.side_shown:
            self._frame.actions["panels"].setChecked(True)
            self._side.show_panel(key)
        elif self._side.in_front(key):
            self._side.hide_panel(key)
        else:
            self._side.show_panel(key)
        self._update()

    @Slot()
    def _update(self) -> None:
        for panel in PANELS:
            self._frame.actions[f"panel_{panel.key}"].setChecked(self._side.is_shown(panel.key))
