# The second look's shape (see second_look.py).

cdef enum:
    DEPTHS = 5          # plies 1 to 5 of the search whose scores are looked at
    FACTS = 25          # of a move
    UNITS = 24          # between facts and correction
    WEIGHTS = 649       # FACTS * UNITS + 2 * UNITS + 1

cdef void find_facts(
    float* facts, const float* logits, const int* scores, int count, int elo, int seconds
) noexcept nogil
