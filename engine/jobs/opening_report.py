"""Makes the opening report of a position from any sources."""

from collections.abc import Iterator
from dataclasses import field
from pathlib import Path

from books.explorer.counted import EVERY_GAME, GameFilter
from books.explorer.explorer import Explorer
from books.explorer.opening_report import OpeningReport, opening_report
from engine.ground.errors import RatsuError
from engine.ground.values import dataclass
from engine.jobs.indexing import IndexJob, IndexRequest
from engine.jobs.job import Context, Job
from engine.rules.board import CoreBoard


@dataclass(frozen=True)
class ReportRequest:
    """`sources` and `folder` as of `IndexRequest`; the position, and the moves that lead to it, as text."""

    sources: tuple[Path, ...]
    folder: Path
    fen: str
    chess960: bool
    moves: str = ""
    choice: GameFilter = field(default_factory=lambda: EVERY_GAME)


class ReportJob(Job[ReportRequest, OpeningReport]):
    """Yields one report. Progress in bytes of files that are not indexed yet, then in games."""

    def run(self, request: ReportRequest, context: Context) -> Iterator[OpeningReport]:
        """:raises RatsuError: a source cannot be read, or no game that counts has the position."""
        found = list(IndexJob().run(IndexRequest(request.sources, request.folder), context))
        if context.stopper.asked():
            return
        board = CoreBoard.from_fen(request.fen, request.chess960)
        with Explorer.opened(one.collection for one in found) as explorer:
            report = opening_report(explorer, board, request.chess960, request.choice, request.moves, context.progress)
        if report is not None and not report.games:
            raise RatsuError("No game that counts has this position.")
        if report is not None:
            yield report


JOB = ReportJob
