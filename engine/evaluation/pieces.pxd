# Knights, bishops, rooks and queens: material, placement, mobility, attack maps.
from engine.rules.position cimport Position
from engine.evaluation.terms cimport Eval

cdef void prepare(Eval* e) noexcept nogil                       # attack maps of kings and pawns, mobility areas, king rings
cdef void evaluate_pieces(Eval* e, int side) noexcept nogil     # for both sides, after prepare
