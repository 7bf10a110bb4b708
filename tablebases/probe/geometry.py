"""The numbering of positions in Syzygy files: groups of pieces, normalised boards, mixed radix.

A sub-table lists its pieces by piece code, in groups: a leading group (three unique pieces, the two kings, or the pawns
of one colour), then runs of equal pieces. A position's index is the sum of each group's index times its factor.
Pawnless boards are folded by all eight symmetries of the board, boards with pawns by left and right.
"""

import cython
from cython.cimports.engine.rules.bitboard import pop_lsb
from cython.cimports.engine.rules.types import u64

UNIQUE_LEADERS = cython.declare(cython.int, 31332)  # placements of three different pieces, board folded
KING_PAIRS = cython.declare(cython.int, 462)  # placements of two kings that do not touch, board folded
FIRST_PAWN_LIMIT = cython.declare(cython.int, 48)  # squares for a pawn

TRIANGLE = cython.declare(cython.uchar[64])  # numbers 0..9 of the a1-d1-d4 triangle
LOWER = cython.declare(cython.uchar[64])  # below the a1-h8 diagonal 0..27, on it 28..35, above it as the mirror image
TWIST = cython.declare(cython.uchar[64])  # pawn squares, 47 (a2) down to 0 (e7)
SIDE_OF_DIAGONAL = cython.declare(cython.schar[64])  # sign of rank - file
KING_PAIR = cython.declare(cython.short[640])  # [10 * 64]: triangle of the first, square of the second
LEAD_PAWN_BASE = cython.declare(u64[8 * 24])  # [number of leading pawns * 24 + flap]
LEAD_PAWN_SIZE = cython.declare(u64[8 * 4])  # [number of leading pawns * 4 + file]


@cython.cfunc
def _fill_squares() -> cython.void:
    square: cython.int
    file: cython.int
    rank: cython.int
    below: cython.int = 0
    for square in range(64):
        file, rank = square & 7, square >> 3
        SIDE_OF_DIAGONAL[square] = (rank > file) - (rank < file)
        FLAP[square] = 6 * (file if file < 4 else 7 - file) + (rank - 1 if 1 <= rank <= 6 else 0)
        if rank < file:
            LOWER[square] = below
            LOWER[8 * file + rank] = below
            below += 1
        elif rank == file:
            LOWER[square] = 28 + file
    triangle = (1, 2, 3, 10, 11, 19, 0, 9, 18, 27)  # b1 c1 d1 c2 d2 d3, then the diagonal a1 b2 c3 d4
    for index in range(10):
        TRIANGLE[triangle[index]] = index
    value: cython.int = 47
    for file in range(4):
        for rank in range(1, 7):
            TWIST[8 * rank + file] = value
            TWIST[8 * rank + 7 - file] = value - 1
            value -= 2


@cython.cfunc
def _fill_king_pairs() -> cython.void:
    """Numbers pairs of kings that do not touch; pairs with both on the diagonal come last."""
    triangle = (1, 2, 3, 10, 11, 19, 0, 9, 18, 27)
    number: cython.int = 0
    first: cython.int
    second: cython.int
    index: cython.int
    both_on_diagonal: cython.int
    for index in range(640):
        KING_PAIR[index] = -1
    for both_on_diagonal in range(2):
        for index in range(10):
            first = triangle[index]
            for second in range(64):
                if abs((first & 7) - (second & 7)) <= 1 and abs((first >> 3) - (second >> 3)) <= 1:
                    continue
                if index >= 6 and SIDE_OF_DIAGONAL[second] > 0:
                    continue
                if (index >= 6 and SIDE_OF_DIAGONAL[second] == 0) != both_on_diagonal:
                    continue
                KING_PAIR[64 * index + second] = number
                number += 1


@cython.cfunc
def _fill_pawns() -> cython.void:
    n: cython.int
    k: cython.int
    for n in range(65):
        BINOMIAL[n][0] = 1
        for k in range(1, 8):
            BINOMIAL[n][k] = 0 if n == 0 else BINOMIAL[n - 1][k - 1] + BINOMIAL[n - 1][k]
    pawns: cython.int
    file: cython.int
    rank: cython.int
    total: u64
    for pawns in range(1, 6):
        for file in range(4):
            total = 0
            for rank in range(1, 7):
                LEAD_PAWN_BASE[24 * pawns + 6 * file + rank - 1] = total
                total += BINOMIAL[TWIST[8 * rank + file]][pawns - 1]
            LEAD_PAWN_SIZE[4 * pawns + file] = total


_fill_squares()
_fill_king_pairs()
_fill_pawns()


def leading_pawn(pawns):
    """Returns the square of the leading pawn: lowest flap, files a-d first. `pawns` must not be empty."""
    best: cython.int = -1
    square: cython.int
    left: u64 = pawns
    while left:
        square = pop_lsb(cython.address(left))
        if best < 0 or FLAP[square] < FLAP[best] or (FLAP[square] == FLAP[best] and (square & 7) < (best & 7)):
            best = square
    return best


def make_layout(layout, codes, piece_count, order, order2, file):
    """Fills a layout from a file's piece list and order bytes; False if they do not form a table.

    `order` is the slot of the leading group (0 is least significant), `order2` that of the second pawn group or 15.
    `file` is the folded file of the leading pawn, or -1 without pawns.
    """
    i: cython.int
    j: cython.int
    start: cython.int
    layout.piece_count = piece_count
    layout.with_pawns = file >= 0
    layout.second_pawns = 0
    for i in range(piece_count):
        layout.codes[i] = codes[i]
    layout.leading = _leading_length(codes, piece_count, file >= 0)
    if layout.leading == 0 or layout.leading > piece_count:
        return False
    layout.group_length[0] = layout.leading
    layout.groups = 1
    i = layout.leading
    while i < piece_count:
        start = i
        while i < piece_count and codes[i] == codes[start]:
            i += 1
        for j in range(i, piece_count):
            if codes[j] == codes[start]:
                return False  # equal pieces that are not adjacent
        if (codes[start] & 7) == PAWN_CODE:
            if file < 0 or layout.groups != 1:
                return False
            layout.second_pawns = i - start
        layout.group_length[layout.groups] = i - start
        layout.groups += 1
    if (order2 != 15) != (layout.second_pawns != 0):
        return False
    return _place_groups(layout, order, order2, file)


def _leading_length(codes, piece_count, with_pawns):
    """Returns the number of pieces in the leading group: the leading pawns; otherwise three if the list begins with
    enough unique pieces, else two."""
    count: cython.int[16] = [0] * 16
    unique: cython.int = 0
    i: cython.int
    for i in range(piece_count):
        count[codes[i] & 15] += 1
    if with_pawns:
        if (codes[0] & 7) != PAWN_CODE:
            return 0
        for i in range(count[codes[0] & 15]):
            if codes[i] != codes[0]:
                return 0
        return count[codes[0] & 15]
    for i in range(16):
        unique += count[i] == 1
    length: cython.int = 3 if unique >= 3 else 2
    for i in range(min(length, piece_count)):
        if count[codes[i] & 15] != 1:
            return 0
    return length


def _place_groups(layout, order, order2, file):
    """Computes every group's factor; False if the order bytes are invalid."""
    sizes: u64[8]
    free: cython.int = 64 - layout.leading - layout.second_pawns
    first_other: cython.int = 1 + (layout.second_pawns > 0)
    group: cython.int
    slot: cython.int
    if layout.with_pawns:
        sizes[0] = LEAD_PAWN_SIZE[4 * layout.leading + file]
        if layout.second_pawns:
            sizes[1] = BINOMIAL[FIRST_PAWN_LIMIT - layout.leading][layout.second_pawns]
    else:
        sizes[0] = UNIQUE_LEADERS if layout.leading == 3 else KING_PAIRS
    for group in range(first_other, layout.groups):
        sizes[group] = BINOMIAL[free][layout.group_length[group]]
        free -= layout.group_length[group]
    if order < 0 or order >= layout.groups or (order2 != 15 and (order2 >= layout.groups or order2 == order)):
        return False
    factor: u64 = 1
    next_other: cython.int = first_other
    for slot in range(layout.groups):
        if slot == order:
            group = 0
        elif slot == order2:
            group = 1
        else:
            group = next_other
            next_other += 1
        layout.factor[group] = factor
        factor *= sizes[group]
    layout.size = factor
    return True


def encode(layout, squares):
    """Returns the index of a position with its squares in list order (the leading pawn first); changes `squares`."""
    index: u64
    i: cython.int
    first: cython.int
    if layout.with_pawns:
        if squares[0] & 4:
            _mirror_files(squares, layout.piece_count)
        index = layout.factor[0] * _leading_pawns(layout, squares)
        first = layout.leading
        i = 1
        if layout.second_pawns:
            index += layout.factor[1] * _group(squares, first, layout.second_pawns, 8)
            first += layout.second_pawns
            i = 2
    else:
        _normalise(squares, layout.piece_count, layout.leading)
        index = layout.factor[0] * (_unique_leaders(squares) if layout.leading == 3 else _kings(squares))
        first = layout.leading
        i = 1
    while i < layout.groups:
        index += layout.factor[i] * _group(squares, first, layout.group_length[i], 0)
        first += layout.group_length[i]
        i += 1
    return index


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _mirror_files(squares: cython.p_uchar, piece_count: cython.int) -> cython.void:
    i: cython.int
    for i in range(piece_count):
        squares[i] ^= 7


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _normalise(squares: cython.p_uchar, piece_count: cython.int, leading: cython.int) -> cython.void:
    """Flips the board so that the first piece is on a1-d4 and the first leading piece off the diagonal is below it."""
    i: cython.int
    flip: cython.int = (7 if squares[0] & 4 else 0) ^ (56 if squares[0] & 32 else 0)
    if flip:
        for i in range(piece_count):
            squares[i] ^= flip
    for i in range(leading):
        if SIDE_OF_DIAGONAL[squares[i]] == 0:
            continue
        if SIDE_OF_DIAGONAL[squares[i]] > 0:
            for i in range(piece_count):
                squares[i] = ((squares[i] >> 3) | (squares[i] << 3)) & 63
        return


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _unique_leaders(squares: cython.p_uchar) -> u64:
    """Returns the index of three different pieces: 31,332 placements on the folded board."""
    a: cython.int = squares[0]
    b: cython.int = squares[1]
    c: cython.int = squares[2]
    i: cython.int = b > a
    j: cython.int = (c > a) + (c > b)
    if SIDE_OF_DIAGONAL[a] != 0:
        return TRIANGLE[a] * 63 * 62 + (b - i) * 62 + c - j
    if SIDE_OF_DIAGONAL[b] != 0:
        return 6 * 63 * 62 + (a & 7) * 28 * 62 + LOWER[b] * 62 + c - j
    if SIDE_OF_DIAGONAL[c] != 0:
        return 6 * 63 * 62 + 4 * 28 * 62 + (a & 7) * 7 * 28 + ((b & 7) - i) * 28 + LOWER[c]
    return 6 * 63 * 62 + 4 * 28 * 62 + 4 * 7 * 28 + (a & 7) * 7 * 6 + ((b & 7) - i) * 6 + (c & 7) - j


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _kings(squares: cython.p_uchar) -> u64:
    """Returns the index of two kings: 462 placements. Touching kings get an index beyond every table."""
    number: cython.int = KING_PAIR[64 * TRIANGLE[squares[0]] + squares[1]]
    return number if number >= 0 else 1 << 40


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _leading_pawns(layout: cython.pointer(cython.const[Layout]), squares: cython.p_uchar) -> u64:
    """Returns the index of the leading pawns: the leading one first, the others by twist, largest first."""
    pawns: cython.int = layout.leading
    index: u64 = LEAD_PAWN_BASE[24 * pawns + FLAP[squares[0]]]
    i: cython.int
    j: cython.int
    square: cython.uchar
    for i in range(2, pawns):
        square = squares[i]
        j = i
        while j > 1 and TWIST[squares[j - 1]] < TWIST[square]:
            squares[j] = squares[j - 1]
            j -= 1
        squares[j] = square
    for i in range(1, pawns):
        index += BINOMIAL[TWIST[squares[i]]][pawns - i]
    return index


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _group(squares: cython.p_uchar, first: cython.int, length: cython.int, below_board: cython.int) -> u64:
    """Returns the index of equal pieces on the squares left free by earlier groups; `below_board`: 8 for pawns, which
    are never on rank 1."""
    index: u64 = 0
    i: cython.int
    j: cython.int
    lower: cython.int
    square: cython.uchar
    for i in range(first + 1, first + length):
        square = squares[i]
        j = i
        while j > first and squares[j - 1] > square:
            squares[j] = squares[j - 1]
            j -= 1
        squares[j] = square
    for i in range(first, first + length):
        lower = below_board
        for j in range(first):
            lower += squares[j] < squares[i]
        index += BINOMIAL[squares[i] - lower][i - first + 1] if squares[i] >= lower else 0
    return index


def position_index(codes: bytes, order: int, order2: int, file: int, squares: list[int]) -> int:
    """Returns the index of a position in a sub-table, for tests and tools; -1 if the piece list or the position is
    invalid.

    `squares` in list order, already flipped to the first side's point of view.
    """
    layout: Layout
    board: cython.uchar[8]
    i: cython.int
    piece_count: cython.int = len(codes)
    if piece_count < 3 or piece_count > MAX_PIECES or len(squares) != piece_count:
        return -1
    if not make_layout(cython.address(layout), codes, piece_count, order, order2, file):
        return -1
    for i in range(piece_count):
        board[i] = squares[i]
    index: u64 = encode(cython.address(layout), board)
    return index if index < layout.size else -1


def size_of(codes: bytes, order: int, order2: int, file: int) -> int:
    """Returns the number of entries of a sub-table; 0 if the piece list is invalid."""
    layout: Layout
    board: cython.uchar[8]
    i: cython.int
    piece_count: cython.int = len(codes)
    if piece_count < 3 or piece_count > MAX_PIECES:
        return 0
    for i in range(piece_count):
        board[i] = codes[i]
    return layout.size if make_layout(cython.address(layout), board, piece_count, order, order2, file) else 0


def fold_of_leading_pawn(signature: str, squares: tuple[int, ...]) -> int:
    """Returns the file group (0 = a or h ... 3 = d or e) of the pawns on `squares`, the first side's first; -1 without
    pawns."""
    white, black = (side.count("P") for side in signature.split("v"))
    if not squares:
        return -1
    leaders = squares[:white] if white and (black == 0 or white <= black) else squares[white:]
    pawns: u64 = 0
    for square in leaders:
        pawns |= cython.cast(u64, 1) << cython.cast(cython.int, square)
    return FLAP[leading_pawn(pawns)] // 6
