"""Statistics by move of the games that reached a position, for the explorer."""

import cython
from cython.cimports.books.collection.traits import Traits
from cython.cimports.cpython import array as c_array
from cython.cimports.cpython.unicode import PyUnicode_READ_CHAR
from cython.cimports.engine.rules.types import MAX_MOVES, u8, u16, u32
from cython.cimports.libc.stdlib import calloc, free
from cython.cimports.libc.string import memset

_MAKER: c_array.array = c_array.array("B")


def pack_facts(rows, size: cython.size_t, speeds: bytes):
    """Packs the facts of games (see tallying.pyi)."""
    packed: c_array.array = c_array.clone(_MAKER, size * cython.sizeof(Facts), True)
    facts: cython.pointer(Facts) = cython.cast(cython.pointer(Facts), packed.data.as_voidptr)
    known: cython.size_t = len(speeds)
    number: cython.size_t
    place: cython.Py_ssize_t
    tag: u32
    row: tuple
    for row in rows:
        number = row[0]
        if number >= size:
            continue
        facts[number].white_elo = 0 if row[1] is None else row[1]
        facts[number].black_elo = 0 if row[2] is None else row[2]
        facts[number].day = 0 if row[3] is None else _day(row[3])
        more = row[4]
        if more is not None:
            tags: bytes = more
            data: cython.p_uchar = tags
            for place in range(0, len(tags) - 3, 4):
                tag = (
                    data[place] | data[place + 1] << 8 | data[place + 2] << 16 | cython.cast(u32, data[place + 3]) << 24
                )
                if tag < known and cython.cast(cython.p_uchar, speeds)[tag]:
                    facts[number].speed = cython.cast(cython.p_uchar, speeds)[tag]
    return packed


@cython.cfunc
@cython.exceptval(-1)
def _day(date: str) -> cython.int:
    """Returns month and day of a PGN date as one number, 0 if unknown."""
    day: cython.int = 0
    place: cython.Py_ssize_t
    code: cython.int
    if len(date) != 10:
        return 0
    for place in (5, 6, 8, 9):
        code = cython.cast(cython.int, PyUnicode_READ_CHAR(date, place)) - 0x30
        if not 0 <= code <= 9:
            return 0
        day = 10 * day + code
    return 32 * min(day // 100, 15) + min(day % 100, 31)


def mark(facts: c_array.array, games, bit: u8):
    """Sets a mark at games (see tallying.pyi)."""
    table: cython.pointer(Facts) = cython.cast(cython.pointer(Facts), facts.data.as_voidptr)
    size: cython.size_t = len(facts) // cython.sizeof(Facts)
    game: cython.size_t
    for game in games:
        if game < size:
            table[game].marks |= bit


def clear_marks(facts: c_array.array, bits: u8):
    """Clears marks at all games."""
    table: cython.pointer(Facts) = cython.cast(cython.pointer(Facts), facts.data.as_voidptr)
    game: cython.size_t
    for game in range(len(facts) // cython.sizeof(Facts)):
        table[game].marks &= ~bits


def _takes(limits, traits, facts):
    """Whether the filter takes a game."""
    if facts.marks & MARK_ELSEWHERE or (limits.wanted and not facts.marks & limits.wanted):
        return False
    if limits.since and traits.year < limits.since:
        return False
    if limits.until and (traits.year == 0 or traits.year > limits.until):
        return False
    if not (limits.results >> traits.result) & 1 or not (limits.speeds >> facts.speed) & 1:
        return False
    if not limits.rated:
        return True
    if limits.each:
        return (
            limits.least <= facts.white_elo <= limits.most
            and limits.least <= facts.black_elo <= limits.most
            and facts.white_elo > 0
            and facts.black_elo > 0
        )
    return traits.elo > 0 and limits.least <= traits.elo <= limits.most


def _rank(games, values, filled, most, game, value):
    """Inserts a game among those with the highest values; equal ones stay in order."""
    place: cython.int
    if filled[0] == most and value <= values[most - 1]:
        return
    place = filled[0] if filled[0] < most else most - 1
    filled[0] = place + 1
    while place > 0 and values[place - 1] < value:
        games[place] = games[place - 1]
        values[place] = values[place - 1]
        place -= 1
    games[place] = game
    values[place] = value


def _count(total, game, traits, facts, white):
    """Adds a game to the statistics of a move. `white`: White is to move."""
    half_points: cython.int
    column: cython.int
    mover: cython.int = facts.white_elo if white else facts.black_elo
    opponent: cython.int = facts.black_elo if white else facts.white_elo
    total.games += 1
    if traits.result <= 5:
        total.results[traits.result] += 1
    if traits.elo:
        total.elos += traits.elo
        total.rated += 1
    if mover:
        total.mover_elos += mover
        total.mover_rated += 1
    if 1 <= traits.result <= 3:
        column = 1 if traits.result == 3 else (0 if traits.result == 1 else 2)
        total.bins[3 * min(BINS - 1, traits.elo // BIN_ELO + (traits.elo > 0)) + column] += 1
        if opponent:
            half_points = 2 - column if white else column
            total.opponent_elos += opponent
            total.opponent_rated += 1
            total.half_points += half_points
    if traits.year > total.last_year:
        total.last_year = traits.year
    _rank(total.top, total.top_elos, cython.address(total.filled), TOP, game, traits.elo)
    _rank(total.latest, total.latest_days, cython.address(total.dated), LATEST, game, 512 * traits.year + facts.day)


def _fill(limits, asked):
    """Takes over the limits of a filter."""
    limits.since, limits.until, limits.least, limits.most, limits.each, limits.results, limits.speeds, limits.wanted = (
        asked
    )
    limits.rated = limits.least > 0 or limits.most < 65535


def taken(games: c_array.array, traits: bytes, facts: c_array.array, asked):
    """Returns the games that a filter takes (see tallying.pyi)."""
    table: cython.pointer(Traits) = cython.cast(cython.pointer(Traits), cython.cast(cython.p_uchar, traits))
    more: cython.pointer(Facts) = cython.cast(cython.pointer(Facts), facts.data.as_voidptr)
    known: cython.size_t = min(len(traits) // cython.sizeof(Traits), len(facts) // cython.sizeof(Facts))
    found: c_array.array = c_array.clone(games, len(games), False)
    limits: Limits
    count: cython.Py_ssize_t = 0
    index: cython.Py_ssize_t
    game: u32
    _fill(cython.address(limits), asked)
    for index in range(len(games)):
        game = games.data.as_uints[index]
        if game < known and _takes(cython.address(limits), table + game, more + game):
            found.data.as_uints[count] = game
            count += 1
    c_array.resize(found, count)
    return found


def tally(games: c_array.array, moves: c_array.array, traits: bytes, facts: c_array.array, white: cython.bint, asked):
    """Returns statistics by move (see tallying.pyi)."""
    table: cython.pointer(Traits) = cython.cast(cython.pointer(Traits), cython.cast(cython.p_uchar, traits))
    more: cython.pointer(Facts) = cython.cast(cython.pointer(Facts), facts.data.as_voidptr)
    known: cython.size_t = min(len(traits) // cython.sizeof(Traits), len(facts) // cython.sizeof(Facts))
    slots: cython.short[65536]  # by move: 1 + its place in totals
    limits: Limits
    used: cython.int = 0
    index: cython.Py_ssize_t
    size: cython.Py_ssize_t = min(len(games), len(moves))
    move: u16
    game: u32
    _fill(cython.address(limits), asked)
    totals: cython.pointer(Tally) = cython.cast(cython.pointer(Tally), calloc(MAX_MOVES, cython.sizeof(Tally)))
    if totals == cython.NULL:
        raise MemoryError
    with cython.nogil:
        memset(slots, 0, cython.sizeof(slots))
        for index in range(size):
            game = games.data.as_uints[index]
            if game >= known or not _takes(cython.address(limits), table + game, more + game):
                continue
            move = moves.data.as_ushorts[index]
            if slots[move] == 0 and used < MAX_MOVES:
                totals[used].move = move
                used += 1
                slots[move] = used
            if slots[move]:
                _count(cython.address(totals[slots[move] - 1]), game, table + game, more + game, white)
    found: dict = {}
    for index in range(used):
        total: cython.pointer(Tally) = totals + index
        found[total.move] = (
            total.games,
            total.results[1],
            total.results[3],
            total.results[2],
            total.elos,
            total.rated,
            total.mover_elos,
            total.mover_rated,
            total.opponent_elos,
            total.opponent_rated,
            total.half_points,
            total.last_year,
            [(total.top_elos[bin], total.top[bin]) for bin in range(total.filled)],
            [(total.latest_days[bin], total.latest[bin]) for bin in range(total.dated)],
            {
                bin: (total.bins[3 * bin], total.bins[3 * bin + 1], total.bins[3 * bin + 2])
                for bin in range(BINS)
                if total.bins[3 * bin] or total.bins[3 * bin + 1] or total.bins[3 * bin + 2]
            },
        )
    free(totals)
    return found
