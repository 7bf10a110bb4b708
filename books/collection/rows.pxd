# Games on their way into the tables.
from books.collection.traits cimport Traits
from cpython.array cimport array
from engine.pgn.mainlines cimport MainLine
from engine.pgn.postings cimport PostingsBuilder

cdef enum:
    KEPT = 5                 # texts and bytes of a game that are stored unchanged

# A game as far as it consists of numbers.
cdef struct Row:
    unsigned int white       # places of names
    unsigned int black
    unsigned int event
    unsigned int tags        # how many
    size_t first_tag         # in RowBatch.tags
    long long signature
    bint chess960
    bint known               # another game may have the signature
    Traits traits

cdef class NameIndex:
    cdef readonly list names       # by place
    cdef readonly list numbers     # of the table; those of the last names are not known yet
    cdef dict places

    cdef unsigned int of(self, object name)

cdef class RowBatch:
    cdef readonly NameIndex players
    cdef readonly NameIndex events
    cdef readonly NameIndex tags
    cdef readonly int problems     # games with problems
    cdef readonly dict unread      # tags without a readable value, by name, over all batches
    cdef dict moveless             # how many games without moves had a signature, over all batches
    cdef long long source
    cdef PostingsBuilder postings
    cdef Row* rows
    cdef size_t count
    cdef size_t room
    cdef list kept
    cdef dict texts                # packed, by the place of the game
    cdef unsigned int* used        # places of tags, game after game
    cdef size_t used_count
    cdef size_t used_room
    cdef array numbers             # of the games that are inserted, by place; 0: left out
    cdef array signatures          # of all games, in order, and the places of the games
    cdef array places
    cdef dict stored               # games of the collection that may have the signature, by place
    cdef dict derived              # games inserted with another signature than their own

    cdef object _count_unread(self, str name)
    cdef object _nth(self, object signature)
    cdef object _tags(self, Row* row, dict headers, bint plain)
    cdef object _find_known(self, db)
    cdef bint _insert_known(self, cursor, other, db, size_t place, number) except -1
    cdef object _insert_text(self, cursor, size_t place, number)
    cdef list _in_batch(self, signature)
    cdef tuple _inserted(self, long long first, size_t count)
    cdef tuple _values(self, size_t place, object number)
    cdef bytes _numbers_of_tags(self, const Row* row)

# Not for other modules.
cdef int _elo(object value, bint* plain)
cdef bint _is_odd_rating(object value)
cdef bint _has_column(str name, object value)
