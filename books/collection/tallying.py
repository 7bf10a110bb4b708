"""Statistics by move of the games that reached a position, for the explorer."""

import cython
from cython.cimports.books.collection.traits import Traits
from cython.cimports.cpython import array as c_array
from cython.cimports.engine.rules.types import MAX_MOVES, u16, u32
from cython.cimports.libc.string import memset

TOP_GAMES = cython.declare(cython.int, 5)


def _count(total, game, traits):
    """Adds a game to the statistics of a move, with the five highest Elo ratings."""
    place: cython.int
    total.games += 1
    if traits.result <= 5:
        total.results[traits.result] += 1
    if traits.elo:
        total.elos += traits.elo
        total.rated += 1
    if traits.year > total.last_year:
        total.last_year = traits.year
    if total.filled == TOP_GAMES and traits.elo <= total.top_elos[TOP_GAMES - 1]:
        return
    place = total.filled if total.filled < TOP_GAMES else TOP_GAMES - 1
    total.filled = place + 1
    while place > 0 and total.top_elos[place - 1] < traits.elo:
        total.top[place] = total.top[place - 1]
        total.top_elos[place] = total.top_elos[place - 1]
        place -= 1
    total.top[place] = game
    total.top_elos[place] = traits.elo


def tally(games: c_array.array, moves: c_array.array, traits: bytes):
    """Returns statistics by move: {move: [games, white wins, draws, black wins, Elo sum, games with Elo, last year, top
    games]}."""
    table: cython.pointer(Traits) = cython.cast(cython.pointer(Traits), cython.cast(cython.p_uchar, traits))
    known: cython.size_t = len(traits) // cython.sizeof(Traits)
    slots: cython.short[65536]  # by move: 1 + its place in totals
    totals: Tally[MAX_MOVES]
    used: cython.int = 0
    index: cython.Py_ssize_t
    size: cython.Py_ssize_t = min(len(games), len(moves))
    move: u16
    game: u32
    with cython.nogil:
        memset(slots, 0, cython.sizeof(slots))
        memset(totals, 0, cython.sizeof(totals))
        for index in range(size):
            move = moves.data.as_ushorts[index]
            game = games.data.as_uints[index]
            if slots[move] == 0 and used < MAX_MOVES:
                totals[used].move = move
                used += 1
                slots[move] = used
            if game < known and slots[move]:
                _count(cython.address(totals[slots[move] - 1]), game, table + game)
    found: dict = {}
    for index in range(used):
        top = [totals[index].top[place] for place in range(totals[index].filled)]
        found[totals[index].move] = [
            totals[index].games,
            totals[index].results[1],
            totals[index].results[3],
            totals[index].results[2],
            totals[index].elos,
            totals[index].rated,
            totals[index].last_year,
            top,
        ]
    return found
