"""The folder for sockets and locks of this login: XDG_RUNTIME_DIR, if it meets its specification."""

import os
import stat
import tempfile
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path

LOGIN_FOLDERS = Path("/run/user")  # systemd makes one here for each user

_user: Callable[[], int] | None = getattr(os, "getuid", None)


def runtime_folder(environment: Mapping[str, str] = os.environ, login_folders: Path = LOGIN_FOLDERS) -> Path | None:
    """The user's runtime folder, or None.

    A shell that lost the variable (su, cron, ssh) still finds the login's folder, and so the window started from the
    desktop.
    """
    if _user is None:  # Windows
        return None
    named = environment.get("XDG_RUNTIME_DIR", "")
    for folder in (Path(named) if named else None, login_folders / str(_user())):
        if folder is not None and folder.is_absolute() and is_private(folder):
            return folder
    return None


def is_private(folder: Path) -> bool:
    """Whether the folder belongs to the user, and no other user can read or write it."""
    try:
        found = folder.stat()
    except OSError:
        return False
    own = (_user is None or found.st_uid == _user()) and not stat.S_IMODE(found.st_mode) & 0o077
    return stat.S_ISDIR(found.st_mode) and own and os.access(folder, os.W_OK | os.X_OK)


def folder_of_last_resort() -> Path | None:
    """A folder among the temporary files, created if missing. None if it belongs to another user."""
    folder = Path(tempfile.gettempdir()) / f"ratsu-{_user() if _user is not None else 0}"
    with suppress(OSError):
        folder.mkdir(mode=0o700)
    return folder if not folder.is_symlink() and is_private(folder) else None
