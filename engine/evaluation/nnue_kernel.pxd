# The vector loops of nnue.h and nnue_layers.h.
from engine.rules.types cimport i8, i16

cdef extern from "nnue_layers.h" nogil:
    ctypedef struct NnueLayers:
        i8 first[256][16][4]           # groups of 4 inputs, outputs
        int first_bias[16]
        i16 second[16][32][2]          # pairs of inputs, outputs
        int second_bias[32]
        int third[32]
        int third_bias

    ctypedef struct NnuePairs:
        pass

    int nnue_use(int level)
    void* nnue_new(size_t size)
    void nnue_release(void* made)
    void nnue_begin(NnuePairs* pairs)
    void nnue_pairs(const i16* values, NnuePairs* pairs, int half)
    void nnue_update(
        i16* out, const i16* old, const i16* add, const i16* drop, const i16* add2, const i16* drop2, NnuePairs* pairs, int half
    )
    void nnue_refresh(
        i16* out, i16* kept, const i16** add, int adds, const i16** drop, int drops, NnuePairs* pairs, int half
    )
    int nnue_output(const NnuePairs* pairs, const NnueLayers* layers)
