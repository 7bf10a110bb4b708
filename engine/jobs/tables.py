"""Endgame tables made, with all that they need. Finished tables stay, and the next run continues after them."""

from collections.abc import Iterator
from pathlib import Path

from engine.ground.values import dataclass
from engine.jobs.job import Context, Job, option
from tablebases import signature as signatures
from tablebases.errors import TablebaseError
from tablebases.generate.make import Step, generate

_WHOLE = 1000  # units of progress


@dataclass(frozen=True)
class TablesWish:
    """Which tables, and the folder they are written to. Without `built_in` those that the package ships are made again."""

    names: tuple[str, ...] = option((), "signatures such as KQvKR", "names", metavar="NAME")
    men: int | None = option(None, "all signatures of 3 to this many pieces", choices=(3, 4, 5))
    folder: Path = option(Path(), "where to write (default: here)")
    built_in: bool = option(True, "make what the package ships again too", "--everything")

    @property
    def signatures(self) -> tuple[str, ...]:
        """The signatures that are named. Raises TablebaseError if there is none, or one is wrong."""
        wanted = [signatures.parse(name) for name in self.names]
        for men in range(3, (self.men or 2) + 1):
            wanted += [name for name in signatures.signatures_of(men) if name not in wanted]
        if not wanted:
            raise TablebaseError("name signatures (like KQvKR) or give --men 3, 4 or 5")
        return tuple(wanted)


class Tables(Job[TablesWish, Step]):
    """How far it is; the last finding has all tables that were made. Progress in thousandths of the work."""

    cumulative = True

    def run(self, wish: TablesWish, context: Context) -> Iterator[Step]:
        """Raises TablebaseError if memory, disk or a smaller table is missing."""
        for step in generate(wish.signatures, wish.folder, use_built_in=wish.built_in):
            yield step
            if not context.progress(round(_WHOLE * step.share), _WHOLE):
                return


JOB = Tables
