# The loops of nnue_gradient.h.
from engine.rules.types cimport i16

cdef extern from "nnue_gradient.h" nogil:
    enum:
        GRADIENT_BLOCK
    void gradient_add(float* values, const float* features, const i16* rows, int count, float sign, int hidden)
    float gradient_output(const float* values, const float* weights, int hidden)
    void gradient_back(const float* values, const float* weights, float* weight_gradient, float* value_gradient, float slope, int hidden)
    void gradient_rows(float* gradient, const float* change, const i16* rows, int count, float sign, int hidden)
