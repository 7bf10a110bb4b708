"""The open games as they are on the disk, which is what a kill leaves."""

import contextlib
from pathlib import Path

from desktop.model.game import snapshot as snapshots
from desktop.model.game.snapshot import Snapshot


def kept_games(state: Path) -> list[Snapshot]:
    """Those in a state folder; one that is being replaced may be missing."""
    found = []
    for path in sorted((state / "open games").glob("*/*.json")):
        with contextlib.suppress(OSError):
            found.append(snapshots.load(path.read_bytes()))
    return found


def plies_kept(state: Path) -> int:
    """The moves of the longest."""
    return max((len(kept.game.main_line()) for kept in kept_games(state)), default=0)
