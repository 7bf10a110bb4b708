# The margins of the search in centipawns: by how much a score must pass or miss a bound before the search goes without looking.
# margins.py has their values, in the same order.
cdef enum:
    M_RAZORING              # a ply
    M_REVERSE_FUTILITY      # a ply
    M_NULL_BASE             # above beta: where the static evaluation must stand for a null move at depth 0 ...
    M_NULL_PLY              # ... and how much lower a ply
    M_NULL_REDUCTION        # above beta: a ply more of reduction for each
    M_PROBCUT
    M_PROBCUT_IMPROVING     # less where the side to move has been improving
    M_NOISY_EXCHANGE        # a ply: what a capture or check may lose by static exchange
    M_QUIET_EXCHANGE        # a ply squared: the same for a quiet move
    M_FUTILITY_BASE
    M_FUTILITY_PLY
    M_SINGULAR              # sixteenths of a centipawn a ply, by which all other moves must fall short
    M_DOUBLE                # beyond that: two plies of extension
    M_DEEPER                # above the best score so far: a reduced move is searched a ply deeper than planned
    M_REWARD                # above beta: the move that cuts is rewarded as if a ply deeper
    M_DELTA                 # delta pruning of quiescence
    M_ASPIRATION            # the first window to either side of the last score
    MARGINS

cdef int NETWORK_MARGINS[MARGINS]
cdef int CLASSICAL_MARGINS[MARGINS]
