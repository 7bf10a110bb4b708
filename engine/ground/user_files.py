"""The user's data folder, and the names of the files in it that window and command line share.

Collections made in the window are in the folder `collections`, named `NAME.ratsugames`; *My games* is `games.ratsugames`.
"""

from pathlib import Path

import platformdirs

TRAINING = "training.json"
NIGHT = "night.db"
EVALUATIONS = "evaluations.db"  # what was ever found out about positions
MY_STYLE = "my style.json"  # in the folder of styles
STYLES = "styles"
SEARCHES = "searches.json"
REVIEWS = "reviews"  # a folder
SHARING = "sharing"  # a folder: what other computers of the user have changed
COLLECTIONS = "collections"  # a folder
COLLECTION_SUFFIX = ".ratsugames"
MY_GAMES = Path(COLLECTIONS) / f"games{COLLECTION_SUFFIX}"  # the collection that is there from the beginning
INDEXES = "explored"  # a folder of collections made from PGN files


def data_folder() -> Path:
    """Returns the folder of the user's books, styles and training; it need not exist yet."""
    return Path(platformdirs.user_data_dir("ratsu", appauthor=False))


def collection_path(text: str) -> Path:
    """Returns the path of a collection given by its path, or by the name of one in the data folder."""
    path = Path(text)
    named = data_folder() / COLLECTIONS / f"{text}{COLLECTION_SUFFIX}"
    return named if path.name == text and not path.exists() and named.is_file() else path
