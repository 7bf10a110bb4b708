"""The experiments of the laboratory, in the background."""

from __future__ import annotations

from typing import TYPE_CHECKING

from desktop.services.kit.job_service import JobService

if TYPE_CHECKING:
    from engine.jobs.laboratory import LaboratoryRequest  # noqa: F401 - of the base
    from engine.play.laboratory import Measure  # noqa: F401


class LaboratoryService(JobService["LaboratoryRequest", "Measure"]):
    """Runs experiments on one position at a time."""

    def __init__(self) -> None:
        super().__init__("laboratory")
