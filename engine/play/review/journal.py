"""What a review has found so far, on disk, so that it goes on where it was killed.

One file for each game and effort, named by their hash: a line that names the format, then one JSON line a position, in
whatever order they were judged. A line that a crash has torn is not read. Finished ones are kept as well, the newest
hundred: reviewing the same game again costs nothing.
"""

import contextlib
import hashlib
import json
import os
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import Self

from engine.info import Score
from engine.limits import GamePosition
from engine.play.review.values import Teller, Worth

FORMAT = "ratsu-review-1"
KEPT = 100


def review_key(position: GamePosition, effort: str) -> str:
    """The name of a game at an effort."""
    text = "\n".join((position.fen, " ".join(position.moves), str(position.chess960), effort))
    return hashlib.sha256(text.encode()).hexdigest()[:32]


class Journal:
    """Reads what is there, and adds to it. `folder` None keeps nothing. A disk that is full loses only the resuming."""

    def __init__(self, folder: Path | None, key: str) -> None:
        self._path = folder / f"{key}.jsonl" if folder is not None else None
        self._file: int | None = None

    def __enter__(self) -> Self:
        if self._path is not None:
            with contextlib.suppress(OSError):
                self._path.parent.mkdir(parents=True, exist_ok=True)
                _prune(self._path.parent)
                self._file = os.open(self._path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
                torn = self._path.stat().st_size and not self._path.read_bytes().endswith(b"\n")
                begin = b"\n" if torn else b"" if self._path.stat().st_size else json.dumps(FORMAT).encode() + b"\n"
                os.write(self._file, begin)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._file is not None:
            os.close(self._file)
            self._file = None

    def known(self, plies: int) -> dict[int, Worth]:
        """The worths found so far, by ply from 0 to `plies`."""
        return {ply: worth for ply, worth in self._lines() if 0 <= ply <= plies}

    def add(self, ply: int, worth: Worth) -> None:
        """Writes one down, on the disk when it returns."""
        if self._file is None:
            return
        data = [ply, worth.score.centipawns, worth.score.mate, worth.share, worth.depth, worth.line, worth.teller.value]
        with contextlib.suppress(OSError):
            os.write(self._file, json.dumps(data).encode() + b"\n")
            os.fsync(self._file)

    def _lines(self) -> Iterator[tuple[int, Worth]]:
        try:
            text = self._path.read_text("utf-8", errors="replace") if self._path is not None else ""
        except OSError:
            return
        first, *lines = text.splitlines() or [""]
        if first != json.dumps(FORMAT):
            return
        for line in lines:
            with contextlib.suppress(ValueError, TypeError):
                ply, centipawns, mate, share, depth, moves, teller = json.loads(line)
                if (centipawns is None) != (mate is None):
                    score = Score(centipawns=centipawns, mate=mate)
                    yield int(ply), Worth(score, float(share), int(depth), tuple(map(str, moves)), Teller(teller))


def _prune(folder: Path) -> None:
    """Deletes all but the newest files."""
    files = sorted(folder.glob("*.jsonl"), key=lambda path: path.stat().st_mtime, reverse=True)
    for path in files[KEPT:]:
        path.unlink(missing_ok=True)
