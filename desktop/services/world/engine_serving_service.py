"""Serves lichess as the user's engine while the window is open, if that address is on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from desktop.model.settings import Settings
from desktop.services.kit.job_service import JobService
from engine.ground.text import Text
from engine.play.world.addresses import ENGINE

if TYPE_CHECKING:
    from engine.jobs.serving import (
        ServedAnalysis,  # noqa: F401 - of the base
        ServeRequest,
    )


class EngineServingService(JobService["ServeRequest", "ServedAnalysis"]):
    """Runs until it is stopped, or its address is switched off."""

    def __init__(self, base: str = "") -> None:
        """`base`: the address of another server, for tests."""
        super().__init__("serving", base)
        self._allowed = False

    def configure(self, settings: Settings) -> None:
        """Follows whether the address is on."""
        self._allowed = settings.flag(ENGINE.setting)
        if self.state.running and not self._allowed:
            self.stop()

    def serve(self, request: ServeRequest) -> None:
        """Starts to serve; sends nothing if the address is off."""
        if not self._allowed:
            self._problem(Text("%1 is off: nothing was sent. Turn it on in the settings.", ENGINE.host))
        elif not self.state.running:
            self.begin(request)
