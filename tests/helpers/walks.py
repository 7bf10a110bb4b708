"""Follows a value through the program: at each station that it reaches, the files that are being run are noted."""

import sys
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
ROOMS = ("desktop", "engine", "books", "tablebases")
CARRIERS = {  # they run whatever they are handed, and know no value
    "desktop/services/game/rated_game_guard.py",  # what helps in a game, once the user has agreed
    "desktop/services/kit/job_worker.py",
    "desktop/services/kit/job_service.py",  # what a job finds, on its way to the service that asked for it
    "desktop/services/kit/service.py",
    "engine/jobs/job.py",
    "desktop/services/kit/tasks.py",  # on a thread, and its answer back in the GUI thread
    "desktop/views/window/window_context.py",  # an action's handler
    "engine/play/sources/faults.py",  # a source that may fail
}


class Walk:
    """The files that a value passes: those of its stations, and those that were waiting for a station's answer."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self._monkeypatch = monkeypatch
        self._files: dict[str, list[str]] = {}

    def station(self, owner: Any, name: str, file: str, here: Callable[..., bool] = lambda *_: True) -> None:
        """From now on the first call of `owner.name` for which `here(*arguments)` holds is noted; `file` is where it is written
        (a compiled module runs without frames)."""
        original = getattr(owner, name)
        key = f"{file}: {name}"

        def noted(*arguments: Any, **named: Any) -> Any:
            if key not in self._files and here(*arguments):
                self._files[key] = [file, *_running(sys._getframe(1))]
            return original(*arguments, **named)

        self._monkeypatch.setattr(owner, name, noted)

    def files(self) -> set[str]:
        """Those passed until now. An assertion fails where a station was not reached."""
        return {file for files in self._files.values() for file in files} - CARRIERS

    @property
    def reached(self) -> list[str]:
        """The stations, in the order in which the value came by."""
        return list(self._files)


def _running(frame: FrameType | None) -> list[str]:
    files = []
    while frame is not None:
        path = Path(frame.f_code.co_filename)
        if path.is_relative_to(ROOT) and path.relative_to(ROOT).parts[0] in ROOMS:
            files.append(path.relative_to(ROOT).as_posix())
        frame = frame.f_back
    return files
