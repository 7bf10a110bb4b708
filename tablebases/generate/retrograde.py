"""Retrograde analysis: the result and distance (DTZ, in exact plies) of every position of a signature.

Piece moves never change the pawns, so each placement of the pawns is a separate problem (a slice), most advanced first.
A pawn move leads into a solved slice, a capture or promotion into a finished table. For the parts of tables used by
lessons, a promotion is judged without a table (`_after_promotion`). Without pawns there is one slice, folded left-right
and top-bottom so that the first king is in a1-d4. (Not on the diagonal: so no symmetry maps a position onto itself, and
the number of moves into a position equals the number of moves back. But initial words are copied from the mirror image
on the diagonal or, if both sides have the same pieces, from the position with colours exchanged.)

A position is won in n+1 if a quiet move leads to one lost in n. It is lost in n+1 when its last unsettled quiet move
leads to one won in n and no zeroing move (capture or pawn move) does better. Results with distances above 100 are drawn
by the fifty-move rule (cursed, blessed). Unsettled positions are draws.
"""

from collections.abc import Iterator

import cython
from cython.cimports.engine.rules.bitboard import bit, pop_lsb, popcount
from cython.cimports.engine.rules.types import NO_SQUARE, QUEEN, ROOK, u8, u16, u64
from cython.cimports.libc.stdlib import free, malloc
from cython.cimports.libc.string import memcpy, memset
from cython.cimports.tablebases.generate.numbering import (
    Material,
    Slice,
    fill_material,
    index_of,
    pair_number,
    squares_of,
)
from cython.cimports.tablebases.probe.lookup import UNKNOWN
from cython.cimports.tablebases.probe.placement import (
    ALL_STEPS,
    CAPTURES,
    EP_CAPTURES,
    PUSHES,
    QUIETS,
    Placement,
    Step,
    apply,
    count_quiets,
    everyone,
    generate,
    has_legal,
    in_check,
    piece_attacks,
)
from cython.cimports.tablebases.probe.probe import probe_wdl
from cython.cimports.tablebases.probe.prober import Prober

from tablebases.errors import GenerationError
from tablebases.generate.pawns import canonical

NONE = cython.declare(cython.int, -3)  # no such move
SCANNED = cython.declare(cython.int, 128)  # words scanned together; the compiler vectorises them


def _set_up(material, squares, side, position):
    """Puts the pieces on the board. False if two share a square or the side not to move is in check."""
    slot: cython.int
    memset(position, 0, cython.sizeof(Placement))
    for slot in range(material.slots):
        position.by_type[material.kind[slot]] |= bit(squares[slot])
        position.by_colour[material.colour[slot]] |= bit(squares[slot])
    position.side = side
    position.ep = NO_SQUARE
    return popcount(everyone(position)) == material.slots and not in_check(position, 1 - side)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _class(word: u16) -> cython.int:
    """Returns the result in a word: -2..2."""
    if not word & SETTLED:
        return 0
    size: cython.int = 2 if (word & DISTANCE) <= 100 else 1
    return size if word & WON else -size


def _best_of(probing, position, kinds):
    """Returns the best result of the moves of some kinds, by the smaller tables; NONE without a move, UNKNOWN without a
    table."""
    steps: Step[256]
    child: Placement
    best: cython.int = NONE
    value: cython.int
    i: cython.int
    for i in range(generate(position, steps, kinds)):
        apply(position, cython.address(steps[i]), cython.address(child))
        value = probe_wdl(probing, cython.address(child))
        if value == UNKNOWN:
            return UNKNOWN
        best = max(best, -value)
        if best == 2:
            break  # the best possible
    return best


def _after_push(material, probing, slice, squares, step, child):
    """Returns the result, for the next side to move, of a position after a pawn move without capture."""
    mirrored: u8[8]
    slot: cython.int
    word: u16
    best: cython.int
    slot = material.pieces
    while squares[slot] != step.source:
        slot += 1
    pawn: cython.int = slot - material.pieces
    double: cython.int = (step.source ^ step.target) == 16
    target: cython.pointer(Slice) = slice.next[pawn][double]
    if target == cython.NULL:
        return UNKNOWN
    memcpy(mirrored, squares, 8)
    if slice.next_mirrored[pawn][double]:
        for slot in range(material.pieces):
            mirrored[slot] ^= 7
    word = target.values[child.side][index_of(material, mirrored)]
    if child.ep == NO_SQUARE:
        return _class(word)
    best = _best_of(probing, child, EP_CAPTURES)
    if best == NONE or best == UNKNOWN:
        return _class(word) if best == NONE else UNKNOWN
    if (word & STALEMATE and not word & SETTLED) or (word & SETTLED and word & DISTANCE == 0):
        return best  # without en passant, no legal move
    return max(best, _class(word))


def _check_wins_a_piece(probing, position):
    """Whether a check saves the checking side: every reply allows it a saving capture."""
    steps: Step[256]
    child: Placement
    best: cython.int
    i: cython.int
    for i in range(generate(position, steps, ALL_STEPS)):
        apply(position, cython.address(steps[i]), cython.address(child))
        if steps[i].is_capture:
            if probe_wdl(probing, cython.address(child)) == -2:
                return False
            continue
        best = _best_of(probing, cython.address(child), CAPTURES)
        if best < -1 and (
            best == -2 or in_check(cython.address(child), child.side) or has_legal(cython.address(child), ALL_STEPS)
        ):
            return False
    return True


def _after_promotion(probing, position, promotion):
    """Returns the result for the side to move after the opponent's promotion without capture, by the tables of fewer
    pieces.

    A queen or rook that can neither be captured nor be won by a check counts as a win, a bishop or knight only if it
    mates.
    """
    steps: Step[256]
    child: Placement
    i: cython.int
    best: cython.int = _best_of(probing, position, CAPTURES)
    if best == UNKNOWN:
        return UNKNOWN
    if not has_legal(position, PUSHES | QUIETS):
        if best == NONE:
            return -2 if in_check(position, position.side) else 0
        return best
    if promotion != QUEEN and promotion != ROOK:
        return max(best, 0)
    if best >= -1:
        return best
    for i in range(generate(position, steps, QUIETS)):
        apply(position, cython.address(steps[i]), cython.address(child))
        if in_check(cython.address(child), child.side) and _check_wins_a_piece(probing, cython.address(child)):
            return 0
    return -2


def _best_push(material, probing, slice, squares, position):
    """Returns the best result of pawn moves without capture; NONE without such a move, UNKNOWN if a table is missing."""
    steps: Step[256]
    child: Placement
    best: cython.int = NONE
    value: cython.int
    i: cython.int
    for i in range(generate(position, steps, PUSHES)):
        apply(position, cython.address(steps[i]), cython.address(child))
        if steps[i].promotion and material.through:
            value = _after_promotion(probing, cython.address(child), steps[i].promotion)
        elif steps[i].promotion:
            value = probe_wdl(probing, cython.address(child))
        else:
            value = _after_push(material, probing, slice, squares, cython.address(steps[i]), cython.address(child))
        if value == UNKNOWN:
            return UNKNOWN
        best = max(best, -value)
        if best == 2:
            break
    return best


def _first_word(material, probing, slice, squares, side, missing):
    """Returns a position's word before quiet moves are considered."""
    position: Placement
    if not _set_up(material, squares, side, cython.address(position)):
        return ILLEGAL
    capture: cython.int = _best_of(probing, cython.address(position), CAPTURES)
    push: cython.int = NONE
    if material.pawns and capture != 2:
        push = _best_push(material, probing, slice, squares, cython.address(position))
    if capture == UNKNOWN or push == UNKNOWN:
        missing[0] = True
        return ILLEGAL
    quiets: cython.int = count_quiets(cython.address(position))
    best: cython.int = max(capture, push)
    word: u16 = cython.cast(u16, (capture + 3) << CAPTURE_SHIFT)
    if best == 2:
        return word | SETTLED | WON | BY_ZEROING | 1
    if quiets == 0:
        if best == NONE:
            return word | (
                SETTLED if in_check(cython.address(position), side) else STALEMATE | ZEROING_DRAWS << ZEROING_SHIFT
            )
        if best < 0:
            return word | SETTLED | (1 if best == -2 else 101)
    if best == 1:
        return word | ZEROING_CURSED << ZEROING_SHIFT | quiets
    if best == 0:
        return word | ZEROING_DRAWS << ZEROING_SHIFT | quiets
    return word | (ZEROING_BLESSED if best == -1 else ZEROING_LOSES) << ZEROING_SHIFT | quiets


def _first_image(material, side, squares):
    """Returns the index, with White to move, of the position with colours exchanged (`twins`), otherwise of the mirror
    image on the long diagonal. Only without pawns: the words of images are equal."""
    image: u8[8]
    slot: cython.int
    half: cython.int = (material.slots - 2) >> 1
    if side == 0 or not material.twins:
        for slot in range(material.slots):
            image[slot] = ((squares[slot] >> 3) | (squares[slot] << 3)) & 63
        return index_of(material, image)
    image[0] = squares[1]
    image[1] = squares[0]
    for slot in range(half):
        image[2 + slot] = squares[2 + half + slot]
        image[2 + half + slot] = squares[2 + slot]
    return index_of(material, image)


def _first_words(material, probing, slice, side, start, end):
    """Fills a part of a slice's words, after all earlier parts. False if a smaller table is missing."""
    squares: u8[8]
    missing: cython.bint = False
    index: u64
    image: cython.longlong
    for index in range(start, end):
        squares_of(material, slice, index, squares)
        if material.folded:
            image = _first_image(material, side, squares)
            if side == 1 and material.twins:
                slice.values[1][index] = slice.values[0][image]
                continue
            if image < cython.cast(cython.longlong, index):
                slice.values[side][index] = slice.values[side][image]
                continue
        slice.values[side][index] = _first_word(material, probing, slice, squares, side, cython.address(missing))
    return not missing


def _spread(material, slice, side, index):
    """Updates the positions one quiet move before a settled one. Returns the largest new distance."""
    squares: u8[8]
    word: u16 = slice.values[side][index]
    plies: cython.int = (word & DISTANCE) + 1
    squares_of(material, slice, index, squares)
    occupied: u64 = 0
    slot: cython.int
    home: cython.int
    target: cython.int
    other: cython.int
    origins: u64
    before: cython.longlong
    given: cython.int = 0
    here: cython.longlong = index
    step: cython.longlong
    kings: cython.int = material.king_index[64 * squares[0] + squares[1]]
    for slot in range(material.slots):
        occupied |= bit(squares[slot])
    for slot in range(material.pieces):
        if material.colour[slot] == side:
            continue
        home = squares[slot]
        step = material.step[slot]
        origins = piece_attacks(material.kind[slot], home, occupied) & ~occupied
        other = 0
        if material.alike[slot] == 2 and slot >= 2:
            other = (
                squares[slot - 1] if slot > 2 and material.step[slot - 1] == material.step[slot] else squares[slot + 1]
            )
        while origins:
            target = pop_lsb(cython.address(origins))
            if slot >= 2 and material.alike[slot] == 1:
                before = here + (target - home) * step
            elif slot >= 2 and material.alike[slot] == 2:
                before = here + (pair_number(target, other) - pair_number(home, other)) * step
            else:
                squares[slot] = target
                if slot >= 2 or (slot == 0 and material.folded and target & 36):
                    before = index_of(material, squares)
                else:
                    before = material.king_index[64 * squares[0] + squares[1]]
                    before = here + (before - kings) * step if before >= 0 else -1
            if before >= 0:
                given = max(given, _tell(cython.address(slice.values[1 - side][before]), not word & WON, plies))
        squares[slot] = home
    return given


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _tell(word: cython.pointer(u16), wins: cython.bint, plies: cython.int) -> cython.int:
    """Records that a quiet move of an unsettled position wins in `plies`, or loses. Returns the distance if that
    settles it."""
    kept: u16
    if word[0] & (SETTLED | WON):
        return 0
    kept = word[0] & (7 << CAPTURE_SHIFT)
    if wins:
        word[0] = kept | SETTLED | WON | plies
        return plies
    word[0] -= 1
    if word[0] & COUNTER:
        return 0
    best: cython.int = (word[0] >> ZEROING_SHIFT) & 3
    if best == ZEROING_LOSES:
        word[0] = kept | SETTLED | plies
        return plies
    if best == ZEROING_BLESSED:
        plies = max(plies, 101)
        word[0] = kept | SETTLED | plies
        return plies
    return 0


def _pass(material, slice, plies):
    """Spreads every position settled at exactly `plies`. Returns the largest new distance."""
    side: cython.int
    start: u64
    index: u64
    end: u64
    found: u16
    given: cython.int = 0
    settled: u16 = SETTLED | plies
    words: cython.pointer(u16)
    for side in range(2):
        words = slice.values[side]
        start = 0
        while start < material.size:
            end = min(start + SCANNED, material.size)
            found = 0
            for index in range(start, end):
                found |= (words[index] & (SETTLED | DISTANCE)) == settled
            if found:
                for index in range(start, end):
                    if (words[index] & (SETTLED | DISTANCE)) == settled:
                        given = max(given, _spread(material, slice, side, index))
            start = end
    return given


def _settle_cursed(material, slice):
    """After 100 plies: without a certain win, a zeroing move into a blessed loss makes a cursed win in 101."""
    side: cython.int
    index: u64
    word: u16
    found: cython.bint = False
    for side in range(2):
        for index in range(material.size):
            word = slice.values[side][index]
            if not word & (SETTLED | WON) and ((word >> ZEROING_SHIFT) & 3) == ZEROING_CURSED:
                slice.values[side][index] = (word & (7 << CAPTURE_SHIFT)) | SETTLED | WON | BY_ZEROING | 101
                found = True
    return found


def _deepest(material, slice):
    """Returns the largest settled distance; at least 101 if a cursed win by a zeroing move is pending."""
    side: cython.int
    index: u64
    word: u16
    deepest: cython.int = 0
    for side in range(2):
        for index in range(material.size):
            word = slice.values[side][index]
            if word & SETTLED:
                deepest = max(deepest, word & DISTANCE)
            elif not word & WON and ((word >> ZEROING_SHIFT) & 3) == ZEROING_CURSED:
                deepest = max(deepest, 101)
    return deepest


@cython.no_gc_clear
@cython.cclass
class Solver:
    """Solves one signature. The prober must have the tables that captures and promotions lead to.

    `through`: the game ends when a pawn is through, so that promotions need no table.
    """

    def __cinit__(self, signature: str, prober: Prober, through: bool = False) -> None:
        self.signature = signature
        self.prober = prober
        self.probing = cython.address(prober.probing)
        self.slices = {}
        fill_material(cython.address(self.material), signature)
        self.material.through = through

    def __dealloc__(self) -> None:
        if self.slices is not None:
            self.release()

    def release(self) -> None:
        """Frees all slices."""
        for address in self.slices.values():
            slice: cython.pointer(Slice) = cython.cast(cython.pointer(Slice), cython.cast(cython.size_t, address))
            free(slice.values[0])
            free(slice.values[1])
            free(slice)
        self.slices = {}

    def slice_of(self, placement):
        """Returns the slice of a stored placement; NULL if it is not solved."""
        address = self.slices.get(placement)
        if address is None:
            return cython.NULL
        return cython.cast(cython.pointer(Slice), cython.cast(cython.size_t, address))

    def solve(self, placement: tuple[int, ...]) -> Iterator[int]:
        """Solves one placement of the pawns (the empty one without pawns), after all that its pawn moves lead to.

        Yields the number of settled plies, after each ply and while the first values are computed.

        :raises GenerationError: a smaller table is missing.
        :raises MemoryError: memory is short.
        """
        slice: cython.pointer(Slice) = cython.cast(cython.pointer(Slice), malloc(cython.sizeof(Slice)))
        if slice == cython.NULL:
            raise MemoryError
        memset(slice, 0, cython.sizeof(Slice))
        size: cython.size_t = self.material.size * cython.sizeof(u16)
        slice.values[0] = cython.cast(cython.pointer(u16), malloc(size))
        slice.values[1] = cython.cast(cython.pointer(u16), malloc(size))
        if slice.values[0] == cython.NULL or slice.values[1] == cython.NULL:
            free(slice.values[0])
            free(slice.values[1])
            free(slice)
            raise MemoryError
        self.slices[placement] = cython.cast(cython.size_t, slice)
        self.link(slice, placement)
        material: cython.pointer(Material) = cython.address(self.material)
        chunk: u64 = 1 << 18
        start: u64
        side: cython.int
        complete: cython.bint = True
        for side in range(2):
            start = 0
            while start < material.size:
                with cython.nogil:
                    complete = (
                        _first_words(material, self.probing, slice, side, start, min(start + chunk, material.size))
                        and complete
                    )
                start += chunk
                yield 0
        if not complete:
            raise GenerationError(
                "%1 needs a smaller table that is missing or damaged; generate it first", self.signature
            )
        plies: cython.int = 0
        given: cython.int
        last: cython.int
        with cython.nogil:
            last = _deepest(material, slice)
        while plies <= last:
            if plies == 101:
                with cython.nogil:
                    _settle_cursed(material, slice)
            with cython.nogil:
                given = _pass(material, slice, plies)
            last = max(last, given)
            plies += 1
            yield plies
        slice.solved = 1

    def link(self, slice, placement):
        """Links the slice to the targets of each pawn move."""
        white: cython.int = self.signature.split("v")[0].count("P")
        pawn: cython.int
        double: cython.int
        slice.self_mirrored = len(placement) > 0 and canonical(tuple(square ^ 7 for square in placement), white) == (
            placement,
            False,
        )
        for pawn in range(len(placement)):
            slice.pawn_square[pawn] = placement[pawn]
            forward = 8 if pawn < white else -8
            for double in range(2):
                target = placement[pawn] + forward * (1 + double)
                if not 8 <= target < 56 or target in placement:
                    continue
                moved = (*placement[:pawn], target, *placement[pawn + 1 :])
                stored, mirrored = canonical(moved, white)
                slice.next[pawn][double] = self.slice_of(stored)
                slice.next_mirrored[pawn][double] = mirrored
        return 0
