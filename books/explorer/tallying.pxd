# What the explorer counts of a position.
from books.collection.traits cimport Traits
from engine.rules.types cimport u8, u16, u32

cpdef enum:
    MARK_WHITE = 1       # the player asked for has White
    MARK_BLACK = 2
    MARK_ELSEWHERE = 4   # the game was counted in an earlier source
    BIN_ELO = 50         # of the average rating

cdef enum:
    BINS = 81            # up to 4000; the first: no rating
    TOP = 5              # games with the highest rating
    LATEST = 3

cdef struct Limits:
    int since
    int until
    int least
    int most
    bint each            # least and most are for both players, not for their average
    bint rated           # whether least or most is a limit
    int results          # a bit for each RESULT_...
    int speeds           # a bit for each speed of Traits
    int wanted           # marks, of which a game needs one; 0: any game

# What a collection says of one move.
cdef struct Tally:
    long long games
    long long results[6]     # by RESULT_...
    long long elos           # average ratings
    long long rated
    long long mover_elos
    long long mover_rated
    long long opponent_elos  # in the games with a result
    long long opponent_rated
    long long half_points    # of the side to move in these games
    u32 bins[BINS * 3]       # games by average rating: won by White, drawn, won by Black
    u32 top[TOP]             # the games with the highest rating, best first
    int top_elos[TOP]
    u32 latest[LATEST]       # the latest games, latest first
    int latest_days[LATEST]
    int filled
    int dated
    int last_year
    u16 move

# Not for other modules.
cdef void _count(Tally* total, u32 game, const Traits* traits, bint white) noexcept nogil
cdef bint _takes(Limits* limits, const Traits* traits, u8 marks) noexcept nogil
cdef void _rank(u32* games, int* values, int* filled, int most, u32 game, int value) noexcept nogil
cdef _fill(Limits* limits, asked)
