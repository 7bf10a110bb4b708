# The shape of the search correction (see search_correction.py).

cdef enum:
    DEPTHS = 6          # scores at plies 1 to 6 of the search
    FACTS = 27          # inputs of a move: 15 + 2 * DEPTHS
    UNITS = 24          # hidden units
    WEIGHTS = 697       # FACTS * UNITS + 2 * UNITS + 1

cdef void find_facts(
    float* facts, const float* logits, const int* scores, int count, int elo, int seconds
) noexcept nogil
