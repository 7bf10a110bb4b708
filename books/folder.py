"""Where the user's books lie: the same folder for the window, the console and the protocols."""

from pathlib import Path

import platformdirs


def default_folder() -> Path:
    """The folder of the user's books; it need not exist yet."""
    return Path(platformdirs.user_data_dir("ratsu", appauthor=False)) / "books"
