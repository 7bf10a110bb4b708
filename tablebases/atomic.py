"""The one way this room writes files: beside the target, to the disk, then renamed."""

import os
from pathlib import Path


def write_file(path: Path, content: bytes) -> None:
    """Replaces `path` by `content` or leaves it as it was. Raises OSError."""
    beside = path.with_name(f"{path.name}.{os.getpid()}.part")
    try:
        with beside.open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        beside.replace(path)
    except OSError:
        beside.unlink(missing_ok=True)
        raise
