"""The engine as a library: it chooses moves, at full strength or like a person, and analyses."""

import threading
from collections import deque
from collections.abc import Iterator, Mapping
from typing import Self

from engine.api.positions import PositionLike, position_of
from engine.api.sources import Book, Tables
from engine.game.info import Info
from engine.game.limits import GamePosition, Limits
from engine.game.move_choice import MoveChoice
from engine.game.stopper import Stopper
from engine.ground.errors import OptionError, RatsuError
from engine.options import Value
from engine.play.mover import RatsuMover
from engine.play.people.persons import PERSONS, person_named
from engine.play.sources.shared_sources import SharedSources

DEFAULT_MS = 1_000
"""Think time of a move if no limit is given."""


class Engine:
    """One engine. A context manager, or call `close`. Any thread may call it; a call waits until the engine is free."""

    def __init__(
        self,
        *,
        level: int | None = None,
        person: str = "",
        book: Book | None = None,
        tables: Tables | None = None,
        threads: int = 1,
        hash_mb: int = 64,
        seed: int | None = None,
        options: Mapping[str, Value] | None = None,
    ) -> None:
        """`level`: an Elo from 400 to 2800, up to 2200 with moves of people; None: full strength. `person`: the key of
        one of the program's opponents, instead of a level. `book` and `tables` are asked before the search, and stay open
        when the engine is closed. `seed` makes the choices of book and levels repeatable. `options`: further options by their
        UCI names (`ratsu uci` lists them).

        :raises RatsuError: an option or a value is refused.
        """
        self._free = threading.Lock()
        sources = SharedSources(
            library=None if book is None else lambda: book.library,
            tables=None if tables is None else lambda: tables.tablebases,
        )
        self._mover = RatsuMover(seed, sources)
        wanted: dict[str, Value] = {"Threads": threads, "Hash": hash_mb, **_opponent(level, person)}
        wanted |= {"OwnBook": book is not None, "Use Tablebases": tables is not None, **(options or {})}
        try:
            for name, value in wanted.items():
                self._mover.set_option(name, value)
        except BaseException:
            self.close()
            raise

    def choose(
        self,
        position: PositionLike,
        *,
        time_ms: int | None = None,
        nodes: int | None = None,
        depth: int | None = None,
    ) -> MoveChoice:
        """Returns the move to play with its source and reason. Without a limit it thinks for a second.

        :raises PositionError: the position is bad or has no legal move. :raises MoveError: a move of it is not legal.
        """
        limits = Limits(depth=depth, nodes=nodes, move_time_ms=time_ms)
        with self._free:
            return self._mover.choose(
                position_of(position), limits if limits != Limits() else Limits(move_time_ms=DEFAULT_MS)
            )

    def analyse(
        self,
        position: PositionLike,
        *,
        lines: int = 1,
        time_ms: int | None = None,
        nodes: int | None = None,
        depth: int | None = None,
    ) -> "RunningAnalysis":
        """Starts an analysis of the `lines` best moves. Without a limit it runs until it is stopped.

        :raises RatsuError: the position is bad, or `lines` is not from 1 to 256.
        """
        limits = Limits(depth=depth, nodes=nodes, move_time_ms=time_ms)
        return RunningAnalysis(
            self._mover,
            self._free,
            position_of(position),
            lines,
            limits if limits != Limits() else Limits(infinite=True),
        )

    def close(self) -> None:
        """Releases what the engine opened. Idempotent."""
        self._mover.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class RunningAnalysis:
    """A running analysis: an iterator of its reports, which ends with the search. A context manager: leaving it stops the
    search. `stop` may be called from any thread."""

    def __init__(
        self, mover: RatsuMover, free: threading.Lock, position: GamePosition, lines: int, limits: Limits
    ) -> None:
        self._changed = threading.Condition()
        self._reports: deque[Info] = deque()
        self._best: dict[int, Info] = {}
        self._stopper = Stopper()
        self._ended = False
        self._error: RatsuError | None = None
        self._work = threading.Thread(
            target=self._search, args=(mover, free, position, lines, limits), name="ratsu analysis", daemon=True
        )
        self._work.start()

    @property
    def best(self) -> tuple[Info, ...]:
        """The newest report of each line, best first."""
        with self._changed:
            return tuple(self._best[number] for number in sorted(self._best))

    def stop(self) -> None:
        """Stops the search and waits for its end, at most some milliseconds. Reports that arrived before can still be read."""
        self._stopper.stop()
        self._work.join()

    def __iter__(self) -> Iterator[Info]:
        return self

    def __next__(self) -> Info:
        with self._changed:
            self._changed.wait_for(lambda: self._reports or self._ended)
            if self._reports:
                return self._reports.popleft()
            if self._error is not None:
                raise self._error
            raise StopIteration

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def _search(
        self, mover: RatsuMover, free: threading.Lock, position: GamePosition, lines: int, limits: Limits
    ) -> None:
        with free:
            try:
                mover.set_option("MultiPV", lines)
                mover.choose(position, limits, self._take, self._stopper)
            except RatsuError as error:
                self._error = error
            finally:
                mover.set_option("MultiPV", 1)
                with self._changed:
                    self._ended = True
                    self._changed.notify_all()

    def _take(self, report: Info) -> None:
        with self._changed:
            self._reports.append(report)
            self._best[report.multipv] = report
            self._changed.notify_all()


def _opponent(level: int | None, person: str) -> Mapping[str, Value]:
    """The options of a level or of a person. :raises OptionError: both are given, or the person is unknown."""
    if level is not None and person:
        raise OptionError("choose a level or a person, not both")
    if level is not None:
        return {"UCI_LimitStrength": True, "UCI_Elo": level, "Human Like": True}
    if not person:
        return {}
    found = person_named(person)
    if found is None:
        raise OptionError("%1 is not one of the persons: %2", person, ", ".join(each.key for each in PERSONS))
    return {**found.options, "Human Time": 0}
