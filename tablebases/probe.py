"""The compiled prober: WDL and DTZ of positions with 3 to 7 men, from any thread, without the GIL.

A table's stored result is only a lower bound where captures exist, so captures are always resolved here. En passant is unknown
to tables and is resolved here too. A table is read (with the GIL, by a Python callable) when it is first needed and then
published to all threads; tables live as long as the prober.
"""

import threading

import chess
import cython
from cython.cimports.cpython.pycapsule import PyCapsule_GetContext, PyCapsule_New, PyCapsule_SetContext
from cython.cimports.cpython.ref import Py_DECREF, Py_INCREF
from cython.cimports.engine.core.bitboard import pop_lsb
from cython.cimports.engine.core.types import NO_SQUARE, PAWN, u8, u64
from cython.cimports.libc.stdlib import calloc, free
from cython.cimports.tablebases.geometry import FLAP, encode, leading_pawn
from cython.cimports.tablebases.pairs import (
    DAMAGED,
    EXACT_LOSS_FLAG,
    EXACT_WIN_FLAG,
    MAPPED_FLAG,
    SIDE_FLAG,
    WIDE_FLAG,
    Pairs,
    free_table,
    load_state,
    load_u16,
    parse_table,
    store_state,
    turned,
    value_at,
)
from cython.cimports.tablebases.placement import (
    CAPTURES,
    EP_CAPTURES,
    PUSHES,
    QUIETS,
    Placement,
    Step,
    apply,
    from_core,
    generate,
    has_legal,
    in_check,
    is_sound,
    material_key,
)

import engine.core.bitboard
import engine.core.types  # noqa: F401
import tablebases.geometry
import tablebases.pairs
import tablebases.placement  # noqa: F401
from tablebases.check import read_head
from tablebases.pairs import FormatError, Incomplete
from tablebases.signature import material_number

WDL_KIND = cython.declare(cython.int, 0)
DTZ_KIND = cython.declare(cython.int, 1)
NOT_STORED = cython.declare(cython.int, -2)  # the DTZ table holds the other side to move
MULTIPLIER = cython.declare(u64, 0x9E3779B97F4A7C15)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _find(probing: cython.pointer(Probing), key: u64) -> cython.pointer(Node):
    """The node of a material key; its slot is NULL where there is none."""
    place: u64 = (key * MULTIPLIER) >> (64 - NODE_BITS)
    while probing.nodes[place].slot != cython.NULL and probing.nodes[place].key != key:
        place = (place + 1) & ((1 << NODE_BITS) - 1)
    return cython.address(probing.nodes[place])


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _table(probing: cython.pointer(Probing), slot: cython.pointer(Slot), kind: cython.int) -> cython.pointer(Table):
    """A signature's table, read now if this is the first use; NULL if there is no sound one."""
    state: cython.int = load_state(cython.address(slot.states[kind]))
    if state == UNREAD:
        with cython.gil:
            owner: Prober = cython.cast(Prober, probing.owner)
            owner._read(slot.number, kind)
        state = load_state(cython.address(slot.states[kind]))
    return slot.tables[kind] if state == READY else cython.cast(cython.pointer(Table), cython.NULL)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _retire(probing: cython.pointer(Probing), slot: cython.pointer(Slot), kind: cython.int) -> cython.void:
    """A block turned out to be damaged: the table is left out from now on."""
    with cython.gil:
        owner: Prober = cython.cast(Prober, probing.owner)
        owner.retire(slot.number, kind)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _index_in(
    table: cython.pointer(Table),
    position: cython.pointer(cython.const[Placement]),
    flipped: cython.bint,
    side: cython.int,
    found: cython.pointer(cython.pointer(Pairs)),
) -> u64:
    """The sub-table and index of a position; `flipped`: the table's first side is Black here."""
    squares: u8[8]
    codes: cython.p_uchar
    pairs: cython.pointer(Pairs)
    mirror: cython.int = 56 if flipped and table.with_pawns else 0
    file: cython.int = 0
    i: cython.int = 0
    square: cython.int
    colour: cython.int
    men: u64
    lead: cython.int = -1
    if table.with_pawns:
        colour = (table.leading_code >> 3) ^ flipped
        men = position.by_type[PAWN] & position.by_colour[colour]
        if flipped:
            men = turned(men)
        lead = leading_pawn(men)
        file = FLAP[lead] // 6
    pairs = cython.address(table.sub[file * table.sides + side])
    found[0] = pairs
    codes = pairs.layout.codes
    if lead >= 0:
        squares[0] = lead
        i = 1
        men ^= cython.cast(u64, 1) << lead
        while men:
            squares[i] = pop_lsb(cython.address(men))
            i += 1
    while i < table.men:
        colour = (codes[i] >> 3) ^ flipped
        men = position.by_type[(codes[i] & 7) - 1] & position.by_colour[colour]
        while men and i < table.men:
            square = pop_lsb(cython.address(men))
            squares[i] = square ^ mirror
            i += 1
    return encode(cython.address(pairs.layout), squares)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _stored_wdl(probing: cython.pointer(Probing), position: cython.pointer(cython.const[Placement])) -> cython.int:
    """What the WDL table holds, -2..2; UNKNOWN if no table answers."""
    key: u64 = material_key(position)
    if key == 0:
        return 0
    node: cython.pointer(Node) = _find(probing, key)
    if node.slot == cython.NULL:
        return UNKNOWN
    table: cython.pointer(Table) = _table(probing, node.slot, WDL_KIND)
    if table == cython.NULL:
        return UNKNOWN
    flipped: cython.bint = position.side if table.symmetric else node.flipped
    pairs: cython.pointer(Pairs)
    index: u64 = _index_in(
        table, position, flipped, 0 if table.symmetric else position.side ^ flipped, cython.address(pairs)
    )
    value: cython.int = value_at(table, pairs, index)
    if value < 0:
        _retire(probing, node.slot, WDL_KIND)
        return UNKNOWN
    return value - 2


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _without_ep(
    probing: cython.pointer(Probing),
    position: cython.pointer(cython.const[Placement]),
    alpha: cython.int,
    beta: cython.int,
    by_capture: cython.pointer(cython.bint),
) -> cython.int:
    """The result without en passant rights, exact between alpha and beta; `by_capture`: a capture reaches it."""
    steps: Step[256]
    child: Placement
    unused: cython.bint
    value: cython.int
    i: cython.int
    count: cython.int = generate(position, steps, CAPTURES)
    by_capture[0] = False
    for i in range(count):
        apply(position, cython.address(steps[i]), cython.address(child))
        value = _without_ep(probing, cython.address(child), -beta, -alpha, cython.address(unused))
        if value == UNKNOWN:
            return UNKNOWN
        value = -value
        if value > alpha:
            alpha = value
            by_capture[0] = True
            if value >= beta:
                return value
    value = _stored_wdl(probing, position)
    if value == UNKNOWN:
        return UNKNOWN
    if value > alpha:
        by_capture[0] = False
        return value
    if value == alpha and not by_capture[0]:
        return value
    return alpha


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _result(
    probing: cython.pointer(Probing),
    position: cython.pointer(cython.const[Placement]),
    zeroing: cython.pointer(cython.bint),
) -> cython.int:
    """The result of a sound position; `zeroing`: a capture (also en passant) reaches it, or only en passant is legal."""
    steps: Step[256]
    child: Placement
    unused: cython.bint
    best: cython.int = -3
    value: cython.int
    i: cython.int
    result: cython.int = _without_ep(probing, position, -2, 2, zeroing)
    if result == UNKNOWN or position.ep == NO_SQUARE:
        return result
    for i in range(generate(position, steps, EP_CAPTURES)):
        apply(position, cython.address(steps[i]), cython.address(child))
        value = _without_ep(probing, cython.address(child), -2, 2, cython.address(unused))
        if value == UNKNOWN:
            return UNKNOWN
        best = max(best, -value)
    if best == -3:
        return result
    if best > result or (best == result and result > 0) or not has_legal(position, CAPTURES | PUSHES | QUIETS):
        zeroing[0] = True
        return best
    return result


def probe_wdl(probing, position):
    """Win 2, cursed win 1, draw 0, blessed loss -1, loss -2 for the side to move, fifty-move counter 0; or UNKNOWN."""
    zeroing: cython.bint
    return _result(probing, position, cython.address(zeroing))


def probe_wdl_core(position, probing):
    """As probe_wdl for a position of the core; UNKNOWN with castling rights. The search calls this."""
    placement: Placement
    if position.state.castling:
        return UNKNOWN
    from_core(position, cython.address(placement))
    return probe_wdl(cython.cast(cython.pointer(Probing), probing), cython.address(placement))


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _zeroing_distance(wdl: cython.int) -> cython.int:
    if wdl > 0:
        return 1 if wdl == 2 else 101
    return -1 if wdl == -2 else -101


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _stored_dtz(
    probing: cython.pointer(Probing), position: cython.pointer(cython.const[Placement]), wdl: cython.int
) -> cython.int:
    """Plies to the zeroing move, without sign; NOT_STORED if the table holds the other side; DAMAGED if none answers."""
    node: cython.pointer(Node) = _find(probing, material_key(position))
    if node.slot == cython.NULL:
        return DAMAGED
    table: cython.pointer(Table) = _table(probing, node.slot, DTZ_KIND)
    if table == cython.NULL:
        return DAMAGED
    flipped: cython.bint = position.side if table.symmetric else node.flipped
    pairs: cython.pointer(Pairs)
    index: u64 = _index_in(table, position, flipped, 0, cython.address(pairs))
    if not table.symmetric and (pairs.flags & SIDE_FLAG) != (position.side ^ flipped):
        return NOT_STORED
    value: cython.int = value_at(table, pairs, index)
    if value >= 0:
        value = _plies(pairs, value, wdl)
    if value < 0:
        _retire(probing, node.slot, DTZ_KIND)
    return value


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _plies(pairs: cython.pointer(cython.const[Pairs]), value: cython.int, wdl: cython.int) -> cython.int:
    """Turns a stored number into plies; DAMAGED if it lies outside its map."""
    which: cython.int = (wdl < 0) + (
        2 if -2 < wdl < 2 else 0
    )  # order of the lists in a map: win, loss, cursed, blessed
    if pairs.flags & MAPPED_FLAG and not pairs.single:
        if cython.cast(cython.uint, value) >= pairs.map_count[which]:
            return DAMAGED
        if pairs.flags & WIDE_FLAG:
            value = load_u16(pairs.map + pairs.map_start[which] + 2 * value)
        else:
            value = pairs.map[pairs.map_start[which] + value]
    if which >= 2 or not pairs.flags & (EXACT_LOSS_FLAG if which == 1 else EXACT_WIN_FLAG):
        value *= 2
    return value + (101 if which >= 2 else 1)


def probe_dtz(probing, position, known):
    """Plies to the next capture, pawn move or mate that keeps the result, signed; 0: draw. `known` False: no answer."""
    zeroing: cython.bint
    steps: Step[256]
    child: Placement
    value: cython.int
    i: cython.int
    wdl: cython.int = _result(probing, position, cython.address(zeroing))
    known[0] = wdl != UNKNOWN
    if wdl == 0 or wdl == UNKNOWN:
        return 0
    if zeroing and (wdl > 0 or position.ep != NO_SQUARE):
        if wdl > 0 or not has_legal(position, CAPTURES | PUSHES | QUIETS) or _ep_is_better(probing, position, wdl):
            return _zeroing_distance(wdl)
    if wdl > 0:
        for i in range(generate(position, steps, PUSHES)):
            apply(position, cython.address(steps[i]), cython.address(child))
            value = probe_wdl(probing, cython.address(child))
            if value == UNKNOWN:
                known[0] = False
                return 0
            if -value == wdl:
                return _zeroing_distance(wdl)
    value = _stored_dtz(probing, position, wdl)
    if value == DAMAGED:
        known[0] = False
        return 0
    if value != NOT_STORED:
        return value if wdl > 0 else -value
    return _win_by_search(probing, position, known) if wdl > 0 else _loss_by_search(probing, position, wdl, known)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _ep_is_better(
    probing: cython.pointer(Probing), position: cython.pointer(cython.const[Placement]), wdl: cython.int
) -> cython.bint:
    """Whether a lost position's result is reached by en passant alone."""
    unused: cython.bint
    return _without_ep(probing, position, -2, 2, cython.address(unused)) < wdl


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _win_by_search(
    probing: cython.pointer(Probing),
    position: cython.pointer(cython.const[Placement]),
    known: cython.pointer(cython.bint),
) -> cython.int:
    """DTZ of a won position, one ply deep: the shortest of the lost replies, mate in one included."""
    steps: Step[256]
    child: Placement
    best: cython.int = 0
    value: cython.int
    i: cython.int
    for i in range(generate(position, steps, QUIETS)):
        apply(position, cython.address(steps[i]), cython.address(child))
        value = _lost_distance(probing, cython.address(child), known)
        if not known[0]:
            return 0
        if value == 1 and in_check(cython.address(child), child.side) and not has_legal(cython.address(child), 15):
            return 1
        if value and (best == 0 or value + 1 < best):
            best = value + 1
    return best


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _lost_distance(
    probing: cython.pointer(Probing), child: cython.pointer(Placement), known: cython.pointer(cython.bint)
) -> cython.int:
    """Plies of a lost position whose own side the table stores; 0 if it is not lost."""
    zeroing: cython.bint
    wdl: cython.int = _result(probing, child, cython.address(zeroing))
    if wdl == UNKNOWN:
        known[0] = False
        return 0
    if wdl >= 0:
        return 0
    value: cython.int = _stored_dtz(probing, child, wdl)
    if value < 0:
        known[0] = False
        return 0
    return value


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _loss_by_search(
    probing: cython.pointer(Probing),
    position: cython.pointer(cython.const[Placement]),
    wdl: cython.int,
    known: cython.pointer(cython.bint),
) -> cython.int:
    """DTZ of a lost position, one ply deep: the longest of its quiet replies; captures, pawn moves and mate count as one ply."""
    steps: Step[256]
    child: Placement
    worst: cython.int = _zeroing_distance(wdl)
    value: cython.int
    i: cython.int
    for i in range(generate(position, steps, QUIETS)):
        apply(position, cython.address(steps[i]), cython.address(child))
        value = -1 - probe_dtz(probing, cython.address(child), known)
        if not known[0]:
            return 0
        if value < worst:
            worst = value
    return worst


@cython.cfunc
@cython.exceptval(check=False)
def _capsule_gone(capsule: object) -> cython.void:
    """Lets go of the prober that a capsule kept alive."""
    probing: cython.pointer(Probing) = cython.cast(cython.pointer(Probing), PyCapsule_GetContext(capsule))
    Py_DECREF(cython.cast(object, probing.owner))


def from_board(board, placement):
    """The placement of a python-chess board."""
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


@cython.cclass
class Prober:
    """Probes the tables of some signatures. Every method may be called from any thread.

    `reader(signature, is_dtz, problem)` returns the content of the next file to try as (first bytes, size of the file, descriptor
    or -1 if the bytes are the whole file), or None if there is none; `problem` says in words what was wrong with the file it
    gave before, or is empty. The descriptor must stay open as long as the prober lives.
    """

    def __cinit__(self, *_arguments: object) -> None:
        self.probing.nodes = cython.cast(
            cython.pointer(Node), calloc(cython.cast(cython.size_t, 1) << NODE_BITS, cython.sizeof(Node))
        )
        self.slots = cython.NULL
        if self.probing.nodes == cython.NULL:
            raise MemoryError
        self.probing.owner = cython.cast(cython.p_void, self)

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
            self.slots[number].states[WDL_KIND] = UNREAD if has_wdl else ABSENT
            self.slots[number].states[DTZ_KIND] = UNREAD if has_dtz else ABSENT
            for first in range(2):
                node = _find(cython.address(self.probing), material_number(name, first))
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
        problem: str = ""
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
                    problem = str(error) or "does not fit in memory"
                    free(table)
                    continue
                slot.tables[kind] = table
                store_state(cython.address(slot.states[kind]), READY)
        return 0

    def _parse(self, table, found, name, is_dtz):
        """Fills a table from what the reader gave."""
        content: bytes
        content, size, file = found
        while True:
            try:
                parse_table(table, content, size, file, name, is_dtz)
            except Incomplete as incomplete:
                if len(content) >= size or file < 0:
                    raise FormatError("ends too early") from incomplete
                content = read_head(file, incomplete.needed)
            else:
                break
        self.kept.append(content)
        return 0

    def retire(self, number: int, kind: int) -> None:
        """Leaves out a table in which a damaged block was met; another file of the signature is tried at its next use."""
        slot: cython.pointer(Slot) = cython.address(self.slots[number])
        with self.lock:
            if load_state(cython.address(slot.states[kind])) == READY:
                # The table stays allocated: other threads may be in it. It is lost until the prober goes.
                store_state(cython.address(slot.states[kind]), ABSENT)
                self.retired.append((self.names[number], bool(kind)))

    def take_retired(self) -> list:
        """The tables left out since the last call, as (signature, is DTZ)."""
        with self.lock:
            taken, self.retired = self.retired, []
        return taken

    def capsule(self) -> object:
        """The prober for the search: a capsule named "ratsu.wdl_probe" that keeps the prober alive."""
        made = PyCapsule_New(cython.cast(cython.p_void, probe_wdl_core), b"ratsu.wdl_probe", _capsule_gone)
        PyCapsule_SetContext(made, cython.address(self.probing))
        Py_INCREF(self)
        return made

    def wdl(self, board: chess.Board) -> int | None:
        """The result of a position, -2..2, or None. Castling rights are the caller's business."""
        placement: Placement
        value: cython.int
        from_board(board, cython.address(placement))
        if not is_sound(cython.address(placement)):
            return None
        with cython.nogil:
            value = probe_wdl(cython.address(self.probing), cython.address(placement))
        return None if value == UNKNOWN else value

    def dtz(self, board: chess.Board) -> int | None:
        """The distance of a position, signed, or None. Castling rights are the caller's business."""
        placement: Placement
        value: cython.int
        known: cython.bint
        from_board(board, cython.address(placement))
        if not is_sound(cython.address(placement)):
            return None
        with cython.nogil:
            value = probe_dtz(cython.address(self.probing), cython.address(placement), cython.address(known))
        return value if known else None
