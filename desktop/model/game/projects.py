"""The analysis projects, for their panel."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.ground.text import NOTHING, Text
from engine.ground.values import dataclass

if TYPE_CHECKING:
    from engine.play.project.overview import ProjectOverview


@dataclass(frozen=True)
class ProjectsState:
    """The names of all projects, the open one (None: none is), and what went wrong last."""

    names: tuple[str, ...] = ()
    shown: ProjectOverview | None = None
    problem: Text = NOTHING

    @property
    def name(self) -> str:
        """The name of the open project, or empty."""
        return self.shown.project.name if self.shown is not None else ""
