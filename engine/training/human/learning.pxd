# The vector loops of learning.h.
cdef extern from "learning.h" nogil:
    void learn_back(float* g, const float* x, int n)
    void learn_step(float* w, float* g, float* mean, float* square, float scale, float rate, float decay, long n)
