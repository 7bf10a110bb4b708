"""Makes endgame tables, with the smaller ones they need. Finished tables remain, and the next run resumes after them."""

from collections.abc import Iterator
from pathlib import Path

from engine.ground.values import dataclass
from engine.jobs.job import Context, Job, option
from tablebases import signature as signatures
from tablebases.errors import TablebaseError
from tablebases.generate.make import GenerationProgress, generate

_WHOLE = 1000  # units of progress


@dataclass(frozen=True)
class TablesRequest:
    """The tables to make, and their folder. Without `built_in`, tables that the package ships are made again."""

    names: tuple[str, ...] = option((), "signatures such as KQvKR", "names", metavar="NAME")
    men: int | None = option(None, "all signatures of 3 to this many pieces", choices=(3, 4, 5))
    folder: Path = option(Path(), "where to write (default: here)")
    built_in: bool = option(True, "make what the package ships again too", "--everything")

    @property
    def signatures(self) -> tuple[str, ...]:
        """The requested signatures. :raises TablebaseError: there is none, or one is invalid."""
        wanted = [signatures.parse(name) for name in self.names]
        for men in range(3, (self.men or 2) + 1):
            wanted += [name for name in signatures.signatures_of(men) if name not in wanted]
        if not wanted:
            raise TablebaseError("name signatures (like KQvKR) or give --men 3, 4 or 5")
        return tuple(wanted)


class TablesJob(Job[TablesRequest, GenerationProgress]):
    """Yields the state; the last finding lists all tables made. Progress in thousandths of the work."""

    cumulative = True

    def run(self, request: TablesRequest, context: Context) -> Iterator[GenerationProgress]:
        """:raises TablebaseError: memory, disk space or a smaller table is missing."""
        for step in generate(request.signatures, request.folder, use_built_in=request.built_in):
            yield step
            if not context.progress(round(_WHOLE * step.share), _WHOLE):
                return


JOB = TablesJob
