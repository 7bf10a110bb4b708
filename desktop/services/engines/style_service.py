"""The user's own style of play; edits are written at once and apply from the next move."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer, Signal, Slot

from desktop.model.game.match import MY_STYLE, STYLES, PlayerKind
from desktop.model.game.state import GameState
from desktop.services.kit.service import Service
from engine.ground.errors import OptionError, RatsuError
from engine.ground.saved_file import SavedFile

if TYPE_CHECKING:
    from engine.evaluation.texts.style import Style

WRITE_MS = 150  # after the last change: a slider that is dragged makes many


class StyleService(Service):
    """One style in one file, read on first use."""

    changed = Signal(object)  # Style
    saved_changed = Signal()

    def __init__(self, path: Path | None) -> None:
        """`path` None: nothing is saved beyond this run."""
        super().__init__()
        self._path = path
        self._style: Style | None = None
        self._editing = False
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(WRITE_MS)
        self._timer.timeout.connect(self._write)

    @property
    def style(self) -> Style:
        """The user's style; Perus-Shakki 2004 before the first edit."""
        if self._style is None:
            self._style = self._read()
        return self._style

    def _read(self) -> Style:
        from engine.evaluation.styles import style_named
        from engine.evaluation.texts.presets import PERUS_SHAKKI
        from engine.evaluation.texts.style import Style

        if self._path is None or not self._path.exists():
            return PERUS_SHAKKI
        try:
            found = style_named(str(self._path))
        except OptionError as error:
            self._tell(error)
            return PERUS_SHAKKI
        return found if isinstance(found, Style) else PERUS_SHAKKI

    def change(self, style: Style) -> None:
        """Replaces the style; an edited program of the source texts loses its name."""
        from engine.evaluation.texts.presets import PRESETS

        if style.name in PRESETS and style != PRESETS[style.name]:
            style = replace(style, name=MY_STYLE)
        if style != self.style:
            self._style = style
            self._timer.start()
            self.changed.emit(style)

    def begin_with(self, name: str) -> None:
        """Starts from a program of the source texts, replacing the present style."""
        from engine.evaluation.texts.presets import PRESETS

        self.change(PRESETS[name])

    def open(self, path: Path) -> None:
        """Loads a style file, replacing the present style; reports an unreadable one."""
        from engine.evaluation.styles import read_style
        from engine.evaluation.texts.style import Style

        try:
            found = read_style(path)
            if not isinstance(found, Style):
                raise OptionError("%1 has percentages of the classical terms: it cannot be edited here", path)
        except OptionError as error:
            self._tell(error)
        else:
            self.change(found)

    def save_as(self, path: Path) -> None:
        """Saves a copy of the style in another file, named like the file. In the folder of styles it can be chosen by name."""
        from engine.evaluation.texts.style_file import write_style

        try:
            if path.parent == self.folder and (taken := next((one for one in STYLES if _same(one, path.stem)), "")):
                raise OptionError("'%1' is a style already: choose another name", taken)
            write_style(path, replace(self.style, name=path.stem[:60]))
        except OptionError as error:
            self._tell(error)
        self.saved_changed.emit()

    @property
    def folder(self) -> Path | None:
        """The folder of saved styles, made if it is not there yet; None: styles cannot be saved."""
        if self._path is None:
            return None
        with suppress(OSError):  # who saves is given the reason
            self._path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        return self._path.parent

    def saved(self) -> tuple[str, ...]:
        """The names of the user's saved styles, from A to Z."""
        found = sorted(path.stem for path in self._path.parent.glob("*.json")) if self._path is not None else []
        return tuple(name for name in found if not any(_same(style, name) for style in STYLES))

    def edit(self, editing: bool) -> None:
        """Sets whether the style is being edited, and so explains the shown position."""
        self._editing = editing
        self.changed.emit(self.style)

    def of_game(self, state: GameState) -> Style | None:
        """The style that explains a game: the one being edited, or an opponent's; None if no style plays."""
        if self._editing:
            return self.style
        sides = () if state.match is None else (state.match.white, state.match.black)
        names = [one.style for one in sides if one.kind is PlayerKind.ENGINE and not (one.engine or one.person)]
        if MY_STYLE in names:
            return self.style
        return next((self._named(name) for name in names if name not in _PLAIN), None)

    @staticmethod
    def _named(name: str) -> Style | None:
        from engine.evaluation.styles import style_named
        from engine.evaluation.texts.style import Style

        try:
            found = style_named(name)
        except OptionError:  # who plays it says so
            return None
        return found if isinstance(found, Style) else None

    @Slot()
    def _write(self) -> None:
        from engine.evaluation.texts.style_file import write_style

        path, style = self._path, self._style
        if path is None or style is None:
            return
        try:
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            SavedFile(path, lambda: style, lambda changed: write_style(path, changed)).change(lambda _before: style)
        except (OSError, RatsuError) as error:
            self._tell(error)

    def _tell(self, error: Exception) -> None:
        text = error.text if isinstance(error, RatsuError) else OptionError("%1", error).text
        self._warn(text)

    def close(self) -> bool:
        """Writes the last change and stops."""
        if self._timer.isActive():
            self._write()
        return super().close()


def _same(one: str, other: str) -> bool:
    return one.casefold() == other.casefold()


_PLAIN = ("normal", "aggressive", "solid", "defensive")
