"""The user's data folder, and the names of the files in it that window and command line share."""

from pathlib import Path

import platformdirs

TRAINING = "training.json"
NIGHT = "night.db"
MY_STYLE = "my style.json"  # in the folder of styles
STYLES = "styles"
REVIEWS = "reviews"  # a folder


def data_folder() -> Path:
    """Returns the folder of the user's books, styles and training; it need not exist yet."""
    return Path(platformdirs.user_data_dir("ratsu", appauthor=False))
