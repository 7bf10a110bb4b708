# The vector loops of kernels.h.
cdef extern from "kernels.h" nogil:
    void human_add(float* y, const float* x, int n)
    void human_add_scaled(float* y, const float* x, float a, int n)
    float human_dot(const float* x, const float* y, int n)
    void human_convolve(float* y, const float* x, const float* weights, const float* bias, int channels, int rectify)
