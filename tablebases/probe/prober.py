"""`Prober`: the tables of some signatures for Python callers and, as a capsule, for the search."""

import threading

import chess
import cython
from cython.cimports.cpython.pycapsule import PyCapsule_GetContext, PyCapsule_New, PyCapsule_SetContext
from cython.cimports.cpython.ref import Py_DECREF, Py_INCREF
from cython.cimports.engine.rules.types import NO_SQUARE
from cython.cimports.libc.stdlib import calloc, free
from cython.cimports.tablebases.probe.lookup import (
    ABSENT,
    DTZ_FILE,
    NODE_BITS,
    READY,
    UNKNOWN,
    UNREAD,
    WDL_FILE,
    Node,
    Probing,
    Slot,
    find_node,
)
from cython.cimports.tablebases.probe.pairs import Table, free_table, load_state, parse_table, store_state
from cython.cimports.tablebases.probe.placement import Placement, is_sound
from cython.cimports.tablebases.probe.probe import probe_dtz, probe_wdl, probe_wdl_core

from engine.ground.text import NOTHING, Text, why
from tablebases.errors import FormatError
from tablebases.files.check import read_head
from tablebases.probe.pairs import Incomplete
from tablebases.signature import material_number

try:
    from msvcrt import get_osfhandle
except ImportError:
    get_osfhandle = None


def _read_table(owner, number, kind):
    """Called by the lookup at the first use of a table."""
    with cython.gil:
        prober: Prober = cython.cast(Prober, owner)
        prober._read(number, kind)


def _readable(descriptor):
    """Returns what `read_at` of table_io.h reads from: the descriptor, on Windows its handle; -1 stays."""
    return get_osfhandle(descriptor) if get_osfhandle is not None and descriptor >= 0 else descriptor


def _retire_table(owner, number, kind):
    """Called by the lookup when a block is damaged."""
    with cython.gil:
        prober: Prober = cython.cast(Prober, owner)
        prober.retire(number, kind)


def from_board(board, placement):
    """Fills the placement from a python-chess board."""
    placement.by_type[0] = board.pawns
    placement.by_type[1] = board.knights
    placement.by_type[2] = board.bishops
    placement.by_type[3] = board.rooks
    placement.by_type[4] = board.queens
    placement.by_type[5] = board.kings
    placement.by_colour[0] = board.occupied_co[True]
    placement.by_colour[1] = board.occupied_co[False]
    placement.side = 0 if board.turn else 1
    ep = board.ep_square
    placement.ep = NO_SQUARE if ep is None else ep
    return 0


def _capsule_gone(capsule):
    """Releases the prober that a capsule held."""
    probing: cython.pointer(Probing) = cython.cast(cython.pointer(Probing), PyCapsule_GetContext(capsule))
    Py_DECREF(cython.cast(object, probing.owner))


@cython.cclass
class Prober:
    """Probes the tables of some signatures. Every method may be called from any thread.

    `reader(signature, is_dtz, problem)` returns the content of the next file to try as (first bytes, size of the file,
    descriptor or -1 if the bytes are the whole file), or None without another file. `problem` names the fault of the
    file it gave before, or is empty. The descriptor must stay open as long as the prober lives.
    """

    def __cinit__(self, *_arguments: object) -> None:
        self.probing.nodes = cython.cast(
            cython.pointer(Node), calloc(cython.cast(cython.size_t, 1) << NODE_BITS, cython.sizeof(Node))
        )
        self.slots = cython.NULL
        if self.probing.nodes == cython.NULL:
            raise MemoryError
        self.probing.owner = cython.cast(cython.p_void, self)
        self.probing.read = _read_table
        self.probing.retire = _retire_table

    def __init__(self, signatures: list, reader: object) -> None:
        """`signatures`: (name, has WDL, has DTZ) each, at most 4,000."""
        if self.slots != cython.NULL or len(signatures) > 4000:
            raise ValueError("a prober is made once, of at most 4,000 signatures")
        self.reader = reader
        self.lock = threading.RLock()
        self.names = [name for name, _wdl, _dtz in signatures]
        self.kept = []
        self.retired = []
        self.count = len(signatures)
        self.slots = cython.cast(cython.pointer(Slot), calloc(len(signatures) + 1, cython.sizeof(Slot)))
        if self.slots == cython.NULL:
            raise MemoryError
        number: cython.int
        first: cython.int
        node: cython.pointer(Node)
        for number in range(len(signatures)):
            name, has_wdl, has_dtz = signatures[number]
            self.slots[number].number = number
            self.slots[number].states[WDL_FILE] = UNREAD if has_wdl else ABSENT
            self.slots[number].states[DTZ_FILE] = UNREAD if has_dtz else ABSENT
            for first in range(2):
                node = find_node(cython.address(self.probing), material_number(name, first))
                if node.slot == cython.NULL:
                    node.key = material_number(name, first)
                    node.slot = cython.address(self.slots[number])
                    node.flipped = first

    def __dealloc__(self) -> None:
        number: cython.int
        kind: cython.int
        if self.slots != cython.NULL:
            for number in range(self.count):
                for kind in range(2):
                    if self.slots[number].tables[kind] != cython.NULL:
                        free_table(self.slots[number].tables[kind])
                        free(self.slots[number].tables[kind])
            free(self.slots)
        free(self.probing.nodes)

    def _read(self, number, kind):
        """Reads the first sound file of a signature; leaves the slot READY or ABSENT."""
        slot: cython.pointer(Slot) = cython.address(self.slots[number])
        table: cython.pointer(Table)
        problem = NOTHING
        with self.lock:
            while load_state(cython.address(slot.states[kind])) == UNREAD:
                found = self.reader(self.names[number], bool(kind), problem)
                if found is None:
                    store_state(cython.address(slot.states[kind]), ABSENT)
                    break
                table = cython.cast(cython.pointer(Table), calloc(1, cython.sizeof(Table)))
                if table == cython.NULL:
                    store_state(cython.address(slot.states[kind]), ABSENT)
                    break
                try:
                    self._parse(table, found, self.names[number], bool(kind))
                except (FormatError, OSError, MemoryError) as error:
                    problem = Text("does not fit in memory") if isinstance(error, MemoryError) else why(error)
                    free(table)
                    continue
                slot.tables[kind] = table
                store_state(cython.address(slot.states[kind]), READY)
        return 0

    def _parse(self, table, found, name, is_dtz):
        """Fills a table from the reader's answer."""
        content: bytes
        content, size, file = found
        while True:
            try:
                parse_table(table, content, size, _readable(file), name, is_dtz)
            except Incomplete as incomplete:
                if len(content) >= size or file < 0:
                    raise FormatError("is cut off") from incomplete
                content = read_head(file, incomplete.needed)
            else:
                break
        self.kept.append(content)
        return 0

    def retire(self, number: int, kind: int) -> None:
        """Retires a table with a damaged block; another file of the signature is tried at its next use. The table stays
        in memory, because other threads may be reading it."""
        slot: cython.pointer(Slot) = cython.address(self.slots[number])
        with self.lock:
            if load_state(cython.address(slot.states[kind])) == READY:
                self.retired.append((self.names[number], bool(kind)))
                store_state(cython.address(slot.states[kind]), UNREAD)

    def take_retired(self) -> list:
        """Returns the tables retired since the last call, as (signature, is DTZ). Takes no lock, so that the reader may
        call it."""
        taken = self.retired
        self.retired = []
        return taken

    def capsule(self) -> object:
        """Returns the prober for the search: a capsule named "ratsu.wdl_probe" that keeps the prober alive."""
        made = PyCapsule_New(cython.cast(cython.p_void, probe_wdl_core), b"ratsu.wdl_probe", _capsule_gone)
        PyCapsule_SetContext(made, cython.address(self.probing))
        Py_INCREF(self)
        return made

    def wdl(self, board: chess.Board) -> int | None:
        """Returns the result of a position, -2..2, or None. The caller checks castling rights."""
        placement: Placement
        value: cython.int
        from_board(board, cython.address(placement))
        if not is_sound(cython.address(placement)):
            return None
        with cython.nogil:
            value = probe_wdl(cython.address(self.probing), cython.address(placement))
        return None if value == UNKNOWN else value

    def dtz(self, board: chess.Board) -> int | None:
        """Returns the distance of a position, signed, or None. The caller checks castling rights."""
        placement: Placement
        value: cython.int
        known: cython.bint
        from_board(board, cython.address(placement))
        if not is_sound(cython.address(placement)):
            return None
        with cython.nogil:
            value = probe_dtz(cython.address(self.probing), cython.address(placement), cython.address(known))
        return value if known else None
