# The vector loops of nnue.h.
from engine.rules.types cimport i16
from libc.stdint cimport int64_t

cdef extern from "nnue.h" nogil:
    void* nnue_new(size_t size)
    void nnue_release(void* made)
    void nnue_add(i16* out, const i16* add)
    void nnue_move(i16* out, const i16* old, const i16* add, const i16* drop)
    void nnue_capture(i16* out, const i16* old, const i16* add, const i16* drop, const i16* taken)
    void nnue_castle(i16* out, const i16* old, const i16* add, const i16* drop, const i16* add2, const i16* drop2)
    int64_t nnue_output(const i16* own, const i16* other, const i16* weights)
