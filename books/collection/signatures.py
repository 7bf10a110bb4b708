"""The signatures of all games, for finding a game that comes again.

They are stored apart from the games, in sorted blocks by run of the position index: a UNIQUE index would change a random page
for every game. A signature is that of the import and never changes. Blocks of a run also have the games that were removed
for ever since, so whoever finds a number looks at the game's row.
"""

import sqlite3
from array import array
from bisect import bisect_left
from itertools import groupby
from operator import itemgetter

import cython
from cython.cimports.cpython import array as c_array
from cython.cimports.cpython.mem import PyMem_Free, PyMem_Malloc
from cython.cimports.libc.stdlib import qsort
from cython.cimports.libc.string import memcpy

BLOCK_GAMES = 4096
_NUMBERS: c_array.array = array("I")


def _order(one, other):
    left: cython.pointer(cython.const[Signed]) = cython.cast(cython.pointer(cython.const[Signed]), one)
    right: cython.pointer(cython.const[Signed]) = cython.cast(cython.pointer(cython.const[Signed]), other)
    if left.signature != right.signature:
        return -1 if left.signature < right.signature else 1
    return -1 if left.game < right.game else left.game > right.game


def in_order(signatures: c_array.array, games: c_array.array):
    """Sorts signatures with their games (see signatures.pyi)."""
    count: cython.size_t = len(signatures)
    index: cython.size_t
    every: cython.pointer(Signed) = cython.cast(
        cython.pointer(Signed), PyMem_Malloc(max(cython.cast(cython.size_t, 1), count) * cython.sizeof(Signed))
    )
    if every == cython.NULL:
        raise MemoryError
    for index in range(count):
        every[index].signature = signatures.data.as_longlongs[index]
        every[index].game = games.data.as_uints[index]
    with cython.nogil:
        qsort(every, count, cython.sizeof(Signed), _order)
    for index in range(count):
        signatures.data.as_longlongs[index] = every[index].signature
        games.data.as_uints[index] = every[index].game
    PyMem_Free(every)


def add_signatures(db, run, signatures, games):
    """Stores the signatures of a run (see signatures.pyi)."""
    in_order(signatures, games)
    for start in range(0, len(signatures), BLOCK_GAMES):
        part = signatures[start : start + BLOCK_GAMES]
        data: bytes = part.tobytes() + games[start : start + BLOCK_GAMES].tobytes()
        db.execute("INSERT INTO signatures (run, least, data) VALUES (?, ?, ?)", (run, part[0], data))


def matches(db, wanted: c_array.array):
    """Finds the games with the wanted signatures (see signatures.pyi)."""
    places: c_array.array = array("I")
    games: c_array.array = array("I")
    blocks = db.execute("SELECT run, CAST(least AS INTEGER), id FROM signatures ORDER BY run, least").fetchall()
    for _run, found in groupby(blocks, itemgetter(0)):
        parts = list(found)
        for place, (_, least, number) in enumerate(parts):
            start: cython.size_t = bisect_left(wanted, least)
            end: cython.size_t = bisect_left(wanted, parts[place + 1][1]) if place + 1 < len(parts) else len(wanted)
            if start < end:
                data = db.execute("SELECT data FROM signatures WHERE id = ?", (number,)).fetchone()[0]
                if not isinstance(data, bytes) or len(data) % ENTRY_BYTES:
                    raise sqlite3.DatabaseError("table signatures, column data")
                _add_matches(data, wanted, start, end, places, games)
    return places, games


@cython.cfunc
def _add_matches(
    data: bytes,
    wanted: c_array.array,
    at: cython.size_t,
    end: cython.size_t,
    places: c_array.array,
    games: c_array.array,
):
    """Adds what a block has of the wanted signatures from place `at` to `end`."""
    count: cython.size_t = len(data) // ENTRY_BYTES
    text: cython.p_char = data
    here: cython.longlong
    asked: cython.longlong
    game: cython.uint
    low: cython.size_t = 0
    high: cython.size_t
    middle: cython.size_t
    while at < end:
        asked = wanted.data.as_longlongs[at]
        high = count
        while low < high:
            middle = (low + high) // 2
            memcpy(cython.address(here), text + SIGNATURE_BYTES * middle, SIGNATURE_BYTES)
            if here < asked:
                low = middle + 1
            else:
                high = middle
        middle = low
        while middle < count:
            memcpy(cython.address(here), text + SIGNATURE_BYTES * middle, SIGNATURE_BYTES)
            if here != asked:
                break
            memcpy(cython.address(game), text + SIGNATURE_BYTES * count + 4 * middle, 4)
            places.append(at)
            games.append(game)
            middle += 1
        at += 1


def games_signed(db, signature):
    """Returns the games with a signature (see signatures.pyi)."""
    _, games = matches(db, array("q", [signature]))
    query = "SELECT 1 FROM games WHERE id = ?1 AND signature = ?2 UNION ALL SELECT 1 FROM bin WHERE id = ?1 AND signature = ?2"
    return [game for game in games if db.execute(query, (game, signature)).fetchone()]
