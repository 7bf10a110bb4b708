"""Which network a player uses: the one that ships, read at the first search, or the one of `EvalFile`."""

import logging
from pathlib import Path

from engine.errors import OptionError
from engine.evaluation.network import NetworkError, load, shipped
from engine.evaluation.nnue import Network
from engine.text import NOTHING, Text

_log = logging.getLogger(__name__)


class NetworkChoice:
    """The network of one player."""

    def __init__(self) -> None:
        self._network: Network | None = None
        self._known = False  # whether it was read already, or found to be unreadable
        self.fault = NOTHING  # why there is none although one is wanted

    def load(self, wanted: bool, path: str) -> None:
        """Reads the network of a file (the one that ships if `path` is empty), or lets go of it.

        :raises OptionError: if it cannot be used; the one before stays.
        """
        loaded = None
        if wanted:
            try:
                loaded = load(Path(path)) if path else shipped()
            except NetworkError as error:
                raise OptionError(error.text) from error
        _log.info("network: %s", (path or "shipped") if wanted else "none")
        self._network, self._known, self.fault = loaded, True, NOTHING

    def current(self, wanted: bool) -> Network | None:
        """The network to evaluate with, None for the classical evaluation. One that ships but cannot be read is done without
        and told in `fault`."""
        if not self._known:
            self._known = True
            if wanted:
                try:
                    self._network = shipped()
                except NetworkError as error:
                    self.fault = Text("%1; playing with the classical evaluation", error)
                    _log.warning("%s", self.fault)
        return self._network
