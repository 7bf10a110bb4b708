"""The paths of the user's settings, data and state, from one place, following XDG_* on Linux."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import platformdirs

from engine.ground.text import NOTHING, Text
from engine.ground.values import dataclass

if TYPE_CHECKING:
    from desktop.model.settings import Settings

APPLICATION = "ratsu"


@dataclass(frozen=True)
class Folders:
    """`config`: settings. `data`: books and games. `state`: journals, logs, the lock. `problem`: why nothing can be saved."""

    config: Path
    data: Path
    state: Path
    problem: Text = NOTHING

    @property
    def settings_file(self) -> Path:
        """The settings file, which is read even if nothing can be saved."""
        return self.config / "settings.json"

    @property
    def writable(self) -> bool:
        return not self.problem


def games_folder(settings: Settings) -> str:
    """The initial folder of a file dialog: the first existing one of the folder last used, the user's documents and the
    home folder. (Qt would propose the name of a missing folder as a file name.)
    """
    wished = (settings.text("last_folder"), platformdirs.user_documents_dir())
    for folder in wished:
        if os.path.isdir(folder):  # noqa: PTH112 - Path.is_dir raises where nobody may look
            return folder
    return str(Path.home())


def user_folders() -> Folders:
    """The platform's folders, created if missing; `problem` names one that is not writable."""
    config = Path(platformdirs.user_config_dir(APPLICATION, appauthor=False))
    data = Path(platformdirs.user_data_dir(APPLICATION, appauthor=False))
    state = Path(platformdirs.user_state_dir(APPLICATION, appauthor=False))
    problems = [problem for folder in dict.fromkeys((config, data, state)) if (problem := _prepare(folder))]
    return Folders(config, data, state, problems[0] if problems else NOTHING)


def _prepare(folder: Path) -> Text:
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)  # games and logs are private
    except OSError as error:
        return Text("The folder %1 cannot be made (%2).", folder, error)
    if not os.access(folder, os.W_OK | os.X_OK):
        return Text("The folder %1 cannot be written to.", folder)
    return NOTHING
