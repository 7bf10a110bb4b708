"""Where the shared test data lies; tests that need it skip with a reason where it is absent."""

from pathlib import Path

import pytest

REPOSITORY = Path(__file__).resolve().parents[2]
SHARED = REPOSITORY.parent / "shared"


def shared_file(relative: str) -> Path:
    """Path of a file or folder under ../shared; skips the test where it is absent."""
    path = SHARED / relative
    if not path.exists():
        pytest.skip(f"needs {path}, which is not on this machine")
    return path
