# The second look's shape (see second_look.py).

cdef enum:
    DEPTHS = 6          # plies 1 to 6 of the search whose scores are looked at
    FACTS = 27          # of a move: 15 + 2 * DEPTHS
    UNITS = 24          # between facts and correction
    WEIGHTS = 697       # FACTS * UNITS + 2 * UNITS + 1

cdef void find_facts(
    float* facts, const float* logits, const int* scores, int count, int elo, int seconds
) noexcept nogil
