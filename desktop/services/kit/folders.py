"""Where the program keeps what belongs to the user; one place for all paths, honouring XDG_* on Linux."""

import os
from pathlib import Path

import platformdirs

from engine.text import NOTHING, Text
from engine.values import dataclass

APPLICATION = "ratsu"


@dataclass(frozen=True)
class Folders:
    """`config`: settings. `data`: books and games. `state`: journals, logs, the lock. `problem`: why nothing can be kept."""

    config: Path
    data: Path
    state: Path
    problem: Text = NOTHING

    @property
    def settings_file(self) -> Path | None:
        """The settings' file; None if nothing can be kept."""
        return self.config / "settings.json" if self.writable else None

    @property
    def writable(self) -> bool:
        """Whether something can be kept at all."""
        return not self.problem


def user_folders() -> Folders:
    """The platform's folders, made if they are missing; one that cannot be written is named in `problem`."""
    config = Path(platformdirs.user_config_dir(APPLICATION, appauthor=False))
    data = Path(platformdirs.user_data_dir(APPLICATION, appauthor=False))
    state = Path(platformdirs.user_state_dir(APPLICATION, appauthor=False))
    problems = [problem for folder in dict.fromkeys((config, data, state)) if (problem := _prepare(folder))]
    return Folders(config, data, state, problems[0] if problems else NOTHING)


def _prepare(folder: Path) -> Text:
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)  # games and logs are nobody else's business
    except OSError as error:
        return Text("The folder %1 cannot be made (%2).", folder, error)
    if not os.access(folder, os.W_OK | os.X_OK):
        return Text("The folder %1 cannot be written to.", folder)
    return NOTHING
