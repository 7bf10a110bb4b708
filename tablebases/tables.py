"""draw. Beyond +-100 the fifty-move rule draws. None if no sound table answers. Tables from other generators may be one
ply short (rounded); Ratsu's own are exact."""

import logging
import os
import threading
from collections.abc import Iterable
from pathlib import Path
from typing import Self

import chess

from engine.ground.files import opened, read_file
from engine.ground.text import NOTHING, Text, why
from engine.ground.values import dataclass
from tablebases import signature as signatures
from tablebases.errors import CorruptTable, FormatError, TablebaseError
from tablebases.files.check import check_content, check_head, read_head
from tablebases.files.folders import BUILT_IN, CheckState, TableFile, TableKind, find_tables
from tablebases.probe.pairs import check_structure
from tablebases.probe.prober import Prober
from tablebases.probe.rank import RootRanking, rank_root_moves
from tablebases.wdl import Wdl

HELD_IN_FULL = 32 << 20  # bytes; larger files are read block by block, and only `verify` computes their checksum
HEAD = 1 << 20
_log = logging.getLogger(__name__)
UNREACHABLE = chess.STATUS_IMPOSSIBLE_CHECK | chess.STATUS_TOO_MANY_CHECKERS  # unreachable in a game, but in the tables


@dataclass(frozen=True)
class TableInfo:
    """One line of the list of tables: a file, the state of its content and, if damaged, the problem."""

    file: TableFile
    state: CheckState
    problem: Text = NOTHING


class Tablebases:
    """All tables of some folders. Every method may be called from any thread."""

    def __init__(
        self, folders: Iterable[Path] = (), *, built_in: bool = True, max_pieces: int = signatures.MAX_PIECES
    ) -> None:
        """Searches the folders (the package's own tables first) without reading tables. Never raises: see `problems`.

        `max_pieces`: larger tables are not used (the engine's SyzygyProbeLimit).
        """
        found = find_tables([*([BUILT_IN] if built_in and BUILT_IN.is_dir() else []), *folders])
        self._lock = threading.RLock()
        self._files: list[TableFile] = []
        self._max_pieces = 0
        self._use([file for file in found.files if file.piece_count <= max_pieces])
        self._states: dict[Path, CheckState] = {}
        self._problems: list[TablebaseError] = list(found.problems)
        _log.info("%d files of tables", len(self._files))
        for problem in found.problems:
            _log.warning("%s", problem)
        self._waiting: dict[tuple[str, bool], list[TableFile]] = {}
        self._in_use: dict[tuple[str, bool], TableFile] = {}
        self._descriptors: list[int] = []
        for file in self._files:
            self._waiting.setdefault((file.signature, file.kind is TableKind.DTZ), []).append(file)
        names = sorted({file.signature for file in self._files})
        self._prober = Prober(
            [(name, (name, False) in self._waiting, (name, True) in self._waiting) for name in names],
            self._next_content,
        )

    def _use(self, files: list[TableFile]) -> None:
        self._files = files
        self._max_pieces = max((file.piece_count for file in files if file.kind is TableKind.WDL), default=0)

    @property
    def max_pieces(self) -> int:
        """Number of pieces of the largest WDL table; 0 without one."""
        return self._max_pieces

    def count(self, kind: TableKind) -> int:
        """Returns the number of tables of a kind."""
        with self._lock:
            return len({file.signature for file in self._files if file.kind is kind})

    @property
    def problems(self) -> tuple[TablebaseError, ...]:
        """Every folder or file that is not used, each with its name and reason."""
        with self._lock:
            self._note_damage()
            return tuple(self._problems)

    def tables(self) -> tuple[TableInfo, ...]:
        """Returns every file found, by number of pieces and name. The state of a table is UNCHECKED until its first
        use."""
        with self._lock:
            problems = [problem for problem in self.problems if isinstance(problem, CorruptTable)]
            infos = [TableInfo(file, self._states.get(file.path, CheckState.UNCHECKED)) for file in self._files]
        infos += [TableInfo(_refused_file(problem), CheckState.DAMAGED, problem.problem) for problem in problems]
        return tuple(sorted(infos, key=lambda info: (info.file.piece_count, info.file.signature, info.file.kind.value)))

    def file_for(self, board: chess.Board, kind: TableKind = TableKind.WDL) -> TableFile | None:
        """Returns the file that answers for this position's pieces, or None."""
        name = signatures.signature_of(board)
        with self._lock:
            in_use = self._in_use.get((name, kind is TableKind.DTZ))
            return in_use or next((file for file in self._files if file.signature == name and file.kind is kind), None)

    def covers(self, board: chess.Board) -> bool:
        """Whether this position can be looked up: sound, few enough pieces, no castling rights."""
        if chess.popcount(board.occupied) > self.max_pieces or board.castling_rights:
            return False
        return board.status() & ~UNREACHABLE == chess.STATUS_VALID and board.uci_variant == "chess"

    def probe_wdl(self, board: chess.Board) -> Wdl | None:
        """Returns the result for the side to move with a fifty-move counter of 0; None if no sound table answers."""
        value = self._prober.wdl(board) if self.covers(board) else None
        return None if value is None else Wdl(value)

    def probe_dtz(self, board: chess.Board) -> int | None:
        """Returns the plies to the next capture, pawn move or mate that preserves the result; negative if the side to
        move loses."""
        return self._prober.dtz(board) if self.covers(board) else None

    def rank(self, board: chess.Board, *, fifty_move_rule: bool = True) -> RootRanking | None:
        """Ranks all legal moves under the fifty-move rule; see `tablebases.probe.rank`."""
        return rank_root_moves(board, self, fifty_move_rule=fifty_move_rule)

    def search_probe(self) -> object:
        """Returns the prober for `Searcher.set_tablebase_probe`: a capsule callable from any thread without the GIL."""
        return self._prober.capsule()

    @property
    def prober(self) -> Prober:
        """The compiled prober, for generating and measuring."""
        return self._prober

    def check(self, file: TableFile) -> CheckState:
        """Reads a file in full and checks its checksum and its whole structure; a damaged file is no longer used."""
        try:
            content = read_file(file.path)
            state = check_content(file, content)
            check_structure(content, file.signature, file.kind is TableKind.DTZ)
        except (CorruptTable, FormatError, OSError) as error:
            problem = error.problem if isinstance(error, CorruptTable) else why(error)
            with self._lock:
                if self._states.get(file.path) is not CheckState.DAMAGED:
                    self._refuse(CorruptTable(file.path, problem))
            return CheckState.DAMAGED
        with self._lock:
            self._states[file.path] = state
        return state

    def close(self) -> None:
        """Drops all tables; probes then return None. Files are closed when the last search with them ends."""
        with self._lock:
            self._use([])
            self._waiting.clear()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __del__(self) -> None:
        for descriptor in getattr(self, "_descriptors", []):
            os.close(descriptor)

    def _next_content(self, name: str, is_dtz: bool, problem: Text) -> tuple[bytes, int, int] | None:
        """The prober's reader: returns the next file of a signature that passes its checks."""
        key = (name, is_dtz)
        with self._lock:
            self._note_damage()
            if problem and key in self._in_use:
                self._refuse(CorruptTable(self._in_use.pop(key).path, problem))
            waiting = self._waiting.get(key, [])
            while waiting:
                file = waiting.pop(0)
                try:
                    content = self._checked(file)
                except CorruptTable as error:
                    self._refuse(error)
                except OSError as error:
                    self._refuse(CorruptTable(file.path, "cannot be read (%1)", error))
                else:
                    self._in_use[key] = file
                    return content
        return None

    def _checked(self, file: TableFile) -> tuple[bytes, int, int]:
        if file.size <= HELD_IN_FULL:
            content = read_file(file.path)
            self._states[file.path] = check_content(file, content)
            return content, file.size, -1
        with opened(file.path, 0) as found:
            descriptor = os.dup(found.fileno())
        self._descriptors.append(descriptor)
        head = read_head(descriptor, HEAD)
        check_head(file, head, os.fstat(descriptor).st_size)
        return head, file.size, descriptor

    def _note_damage(self) -> None:
        """Collects the tables that the prober found damaged while decoding."""
        for key in self._prober.take_retired():
            file = self._in_use.pop(key, None)
            if file is not None:
                self._refuse(CorruptTable(file.path, "has a damaged block"))

    def _refuse(self, error: CorruptTable) -> None:
        self._states[error.path] = CheckState.DAMAGED
        _log.warning("%s", error)
        self._problems.append(error)
        self._use([file for file in self._files if file.path != error.path])


def _refused_file(problem: CorruptTable) -> TableFile:
    path = problem.path
    return TableFile(path, path.stem, TableKind(path.suffix), path.stat().st_size if path.is_file() else 0)
