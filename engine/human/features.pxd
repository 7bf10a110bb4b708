# All that the predictor sees of a position and of each legal move (see features.py).
from engine.evaluation.nnue cimport AccumulatorStack, Weights
from engine.human.seen cimport Asked, Features
from engine.rules.position cimport Position

# Fills `features` for the side to move. The position comes back as it was; it needs two free states.
cdef void see_position(
    Features* features, Position* position, const Weights* weights, AccumulatorStack* stack, const Asked* asked
) noexcept nogil
