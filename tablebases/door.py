"""`Tablebases`: the room's door. Opens folders, lists what is there, answers WDL and DTZ probes.

A table is read and checked when it is first needed. A damaged one is named in `problems` and left out for the rest of the
session; a sound copy in another folder takes its place.
"""

import threading
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Self

import chess
import chess.syzygy

from tablebases import signature as signatures
from tablebases.check import check_content
from tablebases.errors import CorruptTable, TablebaseError
from tablebases.files import BUILT_IN, CheckState, Kind, TableFile, find_tables
from tablebases.wdl import Wdl

PROBE_ERRORS = (IndexError, ValueError, OSError, RecursionError, ArithmeticError, AssertionError, TypeError)


@dataclass(frozen=True)
class TableInfo:
    """One line of the list of tables: a file, what is known about its content and, if damaged, the problem in words."""

    file: TableFile
    state: CheckState
    problem: str = ""


class Tablebases:
    """All tables of some folders. Every method may be called from any thread."""

    def __init__(
        self, folders: Iterable[Path] = (), *, built_in: bool = True, max_men: int = signatures.MAX_MEN
    ) -> None:
        """Looks through the folders (the package's own tables first); reads no table yet. Never raises: see `problems`.

        `max_men`: larger tables are not used (the engine's SyzygyProbeLimit).
        """
        found = find_tables([*([BUILT_IN] if built_in and BUILT_IN.is_dir() else []), *folders])
        self._lock = threading.RLock()
        self._files = [file for file in found.files if file.men <= max_men]
        self._states: dict[Path, CheckState] = {}
        self._problems: list[TablebaseError] = list(found.problems)
        self._tables: dict[tuple[str, Kind], None] = {}
        self._syzygy = chess.syzygy.Tablebase()

    @property
    def max_men(self) -> int:
        """Men of the largest table with results (WDL); 0 if there is none."""
        return max((file.men for file in self._files if file.kind is Kind.WDL), default=0)

    def count(self, kind: Kind) -> int:
        """How many signatures have a file of this kind."""
        return len({file.signature for file in self._files if file.kind is kind})

    @property
    def problems(self) -> tuple[TablebaseError, ...]:
        """Every folder or file that is left out so far, each with its name and reason."""
        with self._lock:
            return tuple(self._problems)

    def tables(self) -> tuple[TableInfo, ...]:
        """Every file found, by men and name. A state other than UNCHECKED is known only for tables already used."""
        with self._lock:
            infos = [TableInfo(file, self._states.get(file.path, CheckState.UNCHECKED)) for file in self._files]
            for problem in self._problems:
                if isinstance(problem, CorruptTable):
                    infos = [info for info in infos if info.file.path != problem.path]
                    infos.append(TableInfo(_refused_file(problem), CheckState.DAMAGED, problem.problem))
        return tuple(sorted(infos, key=lambda info: (info.file.men, info.file.signature, info.file.kind.value)))

    def file_for(self, board: chess.Board, kind: Kind = Kind.WDL) -> TableFile | None:
        """The file that answers for this position's men, or None."""
        name = signatures.signature_of(board)
        with self._lock:
            return next((file for file in self._files if file.signature == name and file.kind is kind), None)

    def covers(self, board: chess.Board) -> bool:
        """Whether this position can be looked up at all: legal, few enough men, no castling right."""
        if chess.popcount(board.occupied) > self.max_men or board.castling_rights:
            return False
        return board.is_valid() and board.uci_variant == "chess"

    def probe_wdl(self, board: chess.Board) -> Wdl | None:
        """The result for the side to move if the fifty-move counter were 0; None if no sound table answers."""
        if not self.covers(board):
            return None
        if board.kings == board.occupied:
            return Wdl.DRAW
        value = self._probe(board, Kind.WDL)
        return None if value is None else Wdl(value)

    def probe_dtz(self, board: chess.Board) -> int | None:
        """Plies to the next capture, pawn move or mate that keeps the result; negative if the side to move loses.

        0: draw. Beyond +-100 the fifty-move rule draws. None if no sound table answers. Tables from elsewhere may be one ply
        short (rounded), Ratsu's own are exact.
        """
        if not self.covers(board):
            return None
        if board.kings == board.occupied:
            return 0
        return self._probe(board, Kind.DTZ)

    def close(self) -> None:
        """Closes all files."""
        with self._lock:
            self._syzygy.close()
            self._files.clear()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _probe(self, board: chess.Board, kind: Kind) -> int | None:
        with self._lock:
            for needed in signatures.needed(signatures.signature_of(board)):
                self._load(needed, Kind.WDL)
                if kind is Kind.DTZ:
                    self._load(needed, Kind.DTZ)
            try:
                probe = self._syzygy.probe_dtz if kind is Kind.DTZ else self._syzygy.probe_wdl
                return probe(board.copy(stack=False))
            except KeyError:
                return None
            except PROBE_ERRORS as error:
                file = self.file_for(board, kind)
                if file is not None:
                    self._refuse(CorruptTable(file.path, f"cannot be decoded ({error})"))
                return None

    def _load(self, name: str, kind: Kind) -> None:
        """Opens the first sound file of this signature and kind, once."""
        if (name, kind) in self._tables:
            return
        self._tables[name, kind] = None
        for file in [file for file in self._files if file.signature == name and file.kind is kind]:
            try:
                self._states[file.path] = check_content(file, file.path.read_bytes())
            except CorruptTable as error:
                self._refuse(error)
                continue
            except OSError as error:
                self._refuse(CorruptTable(file.path, f"cannot be read ({error.strerror})"))
                continue
            self._syzygy.add_file(str(file.path))
            return

    def _refuse(self, error: CorruptTable) -> None:
        self._states[error.path] = CheckState.DAMAGED
        self._problems.append(error)
        self._files = [file for file in self._files if file.path != error.path]


def _refused_file(problem: CorruptTable) -> TableFile:
    path = problem.path
    return TableFile(path, path.stem, Kind(path.suffix), path.stat().st_size if path.is_file() else 0)
