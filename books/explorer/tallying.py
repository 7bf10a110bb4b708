"""Statistics by move of the games that reached a position, for the explorer."""

import cython
from cython.cimports.books.collection.traits import Traits, average_elo, date_number, result, speed, year
from cython.cimports.cpython import array as c_array
from cython.cimports.engine.rules.types import MAX_MOVES, u8, u16, u32
from cython.cimports.libc.stdlib import calloc, free
from cython.cimports.libc.string import memset


def mark(marks: c_array.array, games, bit: u8):
    """Sets a mark at games (see tallying.pyi)."""
    size: cython.size_t = len(marks)
    game: cython.size_t
    for game in games:
        if game < size:
            marks.data.as_uchars[game] |= bit


def clear_marks(marks: c_array.array, bits: u8):
    """Clears marks at all games."""
    game: cython.size_t
    for game in range(len(marks)):
        marks.data.as_uchars[game] &= ~bits


def _takes(limits, traits, marks):
    """Whether the filter takes a game."""
    if marks & MARK_ELSEWHERE or (limits.wanted and not marks & limits.wanted):
        return False
    if limits.since and year(traits) < limits.since:
        return False
    if limits.until and (year(traits) == 0 or year(traits) > limits.until):
        return False
    if not (limits.results >> result(traits)) & 1 or not (limits.speeds >> speed(traits)) & 1:
        return False
    if not limits.rated:
        return True
    if limits.each:
        return (
            limits.least <= traits.white_elo <= limits.most
            and limits.least <= traits.black_elo <= limits.most
            and traits.white_elo > 0
            and traits.black_elo > 0
        )
    elo: cython.int = average_elo(traits)
    return elo > 0 and limits.least <= elo <= limits.most


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


def _count(total, game, traits, white):
    """Adds a game to the statistics of a move. `white`: White is to move."""
    half_points: cython.int
    column: cython.int
    mover: cython.int = traits.white_elo if white else traits.black_elo
    opponent: cython.int = traits.black_elo if white else traits.white_elo
    outcome: cython.int = result(traits)
    elo: cython.int = average_elo(traits)
    total.games += 1
    if outcome <= 5:
        total.results[outcome] += 1
    if elo:
        total.elos += elo
        total.rated += 1
    if mover:
        total.mover_elos += mover
        total.mover_rated += 1
    if 1 <= outcome <= 3:
        column = 1 if outcome == 3 else (0 if outcome == 1 else 2)
        total.bins[3 * min(BINS - 1, elo // BIN_ELO + (elo > 0)) + column] += 1
        if opponent:
            half_points = 2 - column if white else column
            total.opponent_elos += opponent
            total.opponent_rated += 1
            total.half_points += half_points
    if year(traits) > total.last_year:
        total.last_year = year(traits)
    _rank(total.top, total.top_elos, cython.address(total.filled), TOP, game, elo)
    _rank(total.latest, total.latest_days, cython.address(total.dated), LATEST, game, date_number(traits))


def _fill(limits, asked):
    """Takes over the limits of a filter."""
    limits.since, limits.until, limits.least, limits.most, limits.each, limits.results, limits.speeds, limits.wanted = (
        asked
    )
    limits.rated = limits.least > 0 or limits.most < 65535


def taken(games: c_array.array, traits: bytes, marks: c_array.array, asked):
    """Returns the games that a filter takes (see tallying.pyi)."""
    table: cython.pointer(Traits) = cython.cast(cython.pointer(Traits), cython.cast(cython.p_uchar, traits))
    known: cython.size_t = len(traits) // cython.sizeof(Traits)
    marked: cython.size_t = len(marks)
    found: c_array.array = c_array.clone(games, len(games), False)
    limits: Limits
    count: cython.Py_ssize_t = 0
    index: cython.Py_ssize_t
    game: u32
    _fill(cython.address(limits), asked)
    for index in range(len(games)):
        game = games.data.as_uints[index]
        if game < known and _takes(
            cython.address(limits), table + game, marks.data.as_uchars[game] if game < marked else 0
        ):
            found.data.as_uints[count] = game
            count += 1
    c_array.resize(found, count)
    return found


def tally(games: c_array.array, moves: c_array.array, traits: bytes, marks: c_array.array, white: cython.bint, asked):
    """Returns statistics by move (see tallying.pyi)."""
    table: cython.pointer(Traits) = cython.cast(cython.pointer(Traits), cython.cast(cython.p_uchar, traits))
    known: cython.size_t = len(traits) // cython.sizeof(Traits)
    marked: cython.size_t = len(marks)
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
            if game >= known or not _takes(
                cython.address(limits), table + game, marks.data.as_uchars[game] if game < marked else 0
            ):
                continue
            move = moves.data.as_ushorts[index]
            if slots[move] == 0 and used < MAX_MOVES:
                totals[used].move = move
                used += 1
                slots[move] = used
            if slots[move]:
                _count(cython.address(totals[slots[move] - 1]), game, table + game, white)
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
