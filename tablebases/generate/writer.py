"""Writes a solved signature as a pair of Syzygy files (.rtbw, .rtbz), in memory."""

from tablebases import signature as signatures
from tablebases.files.check import MAGIC, own_checksum
from tablebases.files.folders import TableKind
from tablebases.generate.arrange import arrange
from tablebases.generate.compress import Compressed, compress
from tablebases.generate.layouts import SubTable, dtz_layouts, wdl_layouts
from tablebases.generate.retrograde import Solver

EXACT_FLAGS = 4 | 8  # wins and losses in exact plies
WDL_BLOCKS = (5, 6)  # 32 or 64 bytes: a probe decodes half a block on average
DTZ_BLOCKS = (5, 7)  # at most 128 bytes: 1.5 % larger than with 1,024, but probed in 2.1 us instead of 5.6


class TableWriter:
    """Collects the sub-tables of one signature, file group by file group, and returns the two files."""

    def __init__(self, signature: str) -> None:
        self._signature = signature
        self._wdl = wdl_layouts(signature)
        self._dtz = dtz_layouts(signature)
        self._wdl_parts: list[Compressed] = []
        self._dtz_parts: list[Compressed] = []

    def add_group(self, solver: Solver, file: int, placements: list[tuple[int, ...]]) -> None:
        """Adds the sub-tables of one file group; groups come in order.

        :raises GenerationError: as `arrange`.
        :raises MemoryError: memory is short.
        """
        number = max(file, 0)
        for table in self._wdl[number]:
            entries = _arranged(solver, table, file, placements, is_dtz=False)
            self._wdl_parts.append(compress(entries, False, 0, WDL_BLOCKS))
        table = self._dtz[number]
        entries = _arranged(solver, table, file, placements, is_dtz=True)
        self._dtz_parts.append(compress(entries, True, EXACT_FLAGS | table.side, DTZ_BLOCKS))

    def finish(self) -> dict[TableKind, bytes]:
        symmetric = signatures.is_symmetric(self._signature)
        return {
            TableKind.WDL: assembled(
                self._signature, TableKind.WDL, [listed(group, symmetric) for group in self._wdl], self._wdl_parts
            ),
            TableKind.DTZ: assembled(
                self._signature, TableKind.DTZ, [listed([table], False) for table in self._dtz], self._dtz_parts
            ),
        }


def _arranged(solver: Solver, table: SubTable, file: int, placements: list[tuple[int, ...]], is_dtz: bool) -> bytearray:
    return arrange(solver, table.codes, table.order, table.order2, file, table.side, is_dtz, placements)


def listed(group: list[SubTable], repeat: bool) -> bytes:
    """Returns order bytes and piece list of a file group: side 0 in the low half of each byte, side 1 in the high one."""
    low = group[0]
    high = group[-1] if len(group) > 1 or repeat else None
    orders = [low.order] if low.order2 == 15 else [low.order, low.order2]
    if high is not None:
        orders[0] |= high.order << 4
        if len(orders) > 1:
            orders[1] |= high.order2 << 4
    codes = [code | (high.codes[i] << 4 if high else 0) for i, code in enumerate(low.codes)]
    return bytes(orders + codes)


def assembled(signature: str, kind: TableKind, lists: list[bytes], parts: list[Compressed]) -> bytes:
    """Returns a file's content from the lists of its groups and its compressed sub-tables, both in order."""
    content = bytearray(MAGIC[kind])
    marks = (0 if signatures.is_symmetric(signature) else 1) | (2 if signatures.has_pawns(signature) else 0)
    content.append(marks | signatures.piece_count(signature) << 4)
    for each in lists:
        content += each
    _align(content, 2)
    for part in parts:
        content += part.header
        _align(content, 2)
    for part in parts:
        content += part.index
    for part in parts:
        content += part.sizes
    for part in parts:
        if part.data:
            _align(content, 64)
            content += part.data
    _align(content, 64)
    return bytes(content) + own_checksum(bytes(content))


def _align(content: bytearray, unit: int) -> None:
    content += bytes(-len(content) % unit)
