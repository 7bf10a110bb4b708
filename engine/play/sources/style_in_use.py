"""The style of a mover, read again when its file changes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from engine.evaluation.styles import style_source, weights_of
from engine.ground.errors import OptionError
from engine.ground.text import Text
from engine.player import Player

if TYPE_CHECKING:
    from engine.evaluation.styles import Chosen


class StyleInUse:
    """A style by name or file. An edited file takes effect with the next move."""

    def __init__(self, player: Player) -> None:
        self._player = player
        self._source = style_source("normal")
        self._used: Chosen = self._source.value()

    def choose(self, style: str) -> None:
        """Sets another style. :raises OptionError: it is unknown or its file is bad; the previous one remains."""
        source = style_source(style)
        source.value()
        self._source = source
        self._use()

    def look(self, tell: Callable[[Text], object]) -> None:
        """Reads the style's file again. A damaged file changes nothing and is reported to `tell`."""
        try:
            self._use()
        except OptionError as error:
            tell(error.text)

    def _use(self) -> None:
        chosen = self._source.value()
        if chosen is self._used:
            return
        self._used = chosen
        self._player.set_style(None if isinstance(chosen, Mapping) else chosen)
        if isinstance(chosen, Mapping):
            self._player.set_weights(weights_of(chosen))
