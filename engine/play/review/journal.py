"""The progress of a review on disk, so that a killed review resumes.

One file for each game and effort, named by their hash: a line with the format, then one JSON line for each position and for
each explained move (`["why",ply,claims]`), in any order. An incomplete line is ignored. The newest hundred finished files
remain, so that the same game is not analysed twice.
"""

import contextlib
import hashlib
import json
import os
from collections.abc import Iterator
from io import FileIO
from pathlib import Path
from types import TracebackType
from typing import Self

from engine.coach.claim_file import as_json, of_json
from engine.coach.claims import Claim
from engine.game.info import PovScore, Score, TableResult
from engine.game.limits import GamePosition
from engine.ground.files import appending, read_file
from engine.ground.json_text import JsonError, JsonValue, parse
from engine.play.review.values import EvaluationSource, PositionEvaluation

FORMAT = "ratsu-review-1"
_HIGHEST = 1_000_000  # centipawns, moves, plies
_LONGEST_MOVE = 8
_TELLERS = tuple(teller.value for teller in EvaluationSource)
KEPT = 100
_WHY = "why"


def review_key(position: GamePosition, effort: str) -> str:
    text = "\n".join((position.fen, " ".join(position.moves), str(position.chess960), effort))
    return hashlib.sha256(text.encode()).hexdigest()[:32]


class ReviewJournal:
    """Reads what is there, and adds to it. `folder` None keeps nothing. A disk that is full loses only the resuming."""

    def __init__(self, folder: Path | None, key: str) -> None:
        self._path = folder / f"{key}.jsonl" if folder is not None else None
        self._file: FileIO | None = None
        self._before: tuple[JsonValue, ...] | None = None  # what was there at the first question

    def __enter__(self) -> Self:
        if self._path is not None:
            with contextlib.suppress(OSError):
                self._path.parent.mkdir(parents=True, exist_ok=True)
                _prune(self._path)
                self._file = appending(self._path, private=True)
                before = read_file(self._path)
                torn = before and not before.endswith(b"\n")
                self._file.write(b"\n" if torn else b"" if before else json.dumps(FORMAT).encode() + b"\n")
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._file is not None:
            self._file.close()
            self._file = None

    def known(self, plies: int) -> dict[int, PositionEvaluation]:
        """The worths found so far, by ply from 0 to `plies`."""
        return {ply: worth for ply, worth in self._lines() if 0 <= ply <= plies}

    def explained(self, ply: int, fen: str, chess960: bool) -> tuple[Claim, ...] | None:
        """The claims about the faulted move of a ply (from 1) in that position; None if they are not stored."""
        for line in self._texts():
            with contextlib.suppress(JsonError):
                if line[0].value == _WHY and line[1].value == ply:
                    return of_json(line[2].text(), fen, chess960)
        return None

    def explain(self, ply: int, claims: tuple[Claim, ...]) -> None:
        """Writes down why a move was faulted."""
        self._write([_WHY, ply, as_json(claims)])

    def add(self, ply: int, worth: PositionEvaluation) -> None:
        """Writes one down, on the disk when it returns."""
        score = worth.score.of_white
        table = () if score.table is None else (score.table.wdl, score.table.plies)
        data: list[object] = [
            ply,
            score.centipawns,
            score.mate,
            worth.share,
            worth.depth,
            worth.line,
            worth.teller.value,
            *table,
        ]
        self._write(data)

    def _write(self, row: list[object]) -> None:
        if self._file is not None:
            with contextlib.suppress(OSError):
                self._file.write(json.dumps(row).encode() + b"\n")
                os.fsync(self._file.fileno())

    def _lines(self) -> Iterator[tuple[int, PositionEvaluation]]:
        for line in self._texts():
            with contextlib.suppress(JsonError):
                yield _read(line)

    def _texts(self) -> tuple[JsonValue, ...]:
        if self._before is None:
            self._before = tuple(self._kept())
        return self._before

    def _kept(self) -> Iterator[JsonValue]:
        try:
            text = read_file(self._path).decode("utf-8", "replace") if self._path is not None else ""
        except OSError:
            return
        first, *lines = text.splitlines() or [""]
        if first != json.dumps(FORMAT):
            return
        for line in lines:
            with contextlib.suppress(JsonError):
                yield parse(line)


def _read(found: JsonValue) -> tuple[int, PositionEvaluation]:
    """:raises JsonError: a value is missing, or out of range."""
    centipawns, mate = (None if found[at].missing else found[at].whole(-_HIGHEST, _HIGHEST) for at in (1, 2))
    teller = EvaluationSource(found[6].one_of(_TELLERS))
    table = None
    if centipawns is None and mate is None:
        table = TableResult(found[7].whole(-2, 2), found[8].whole(0, _HIGHEST))
    elif centipawns is not None and mate is not None:
        raise JsonError("a worth is in centipawns or a mate")
    elif teller is EvaluationSource.TABLEBASES:  # of a version that wrote what tables prove as 20,000, 0 or -20,000
        table = TableResult(2 * ((centipawns or 0) > 0) - 2 * ((centipawns or 0) < 0))
        centipawns = None
    return found[0].whole(0, _HIGHEST), PositionEvaluation(
        PovScore(Score(centipawns, mate, table), white=True),
        found[3].number(0, 1),
        found[4].whole(0, _HIGHEST),
        found[5].texts(_LONGEST_MOVE),
        teller,
    )


def _prune(wanted: Path) -> None:
    """Deletes all but the newest files; the one that is wanted stays, however old it is."""
    files = sorted(wanted.parent.glob("*.jsonl"), key=_written_at, reverse=True)
    for path in files[KEPT:]:
        if path != wanted:
            path.unlink(missing_ok=True)


def _written_at(path: Path) -> float:
    """The time of the last change; 0 if another program has deleted the file."""
    try:
        return path.stat().st_mtime
    except FileNotFoundError:
        return 0.0
