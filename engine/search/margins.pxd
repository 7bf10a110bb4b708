# The margins of the search in centipawns: how far a score must be from a bound for a node or move to be pruned;
# and the late move reductions in 1/1024 ply. The values are in margins.py.
cdef enum:
    M_RAZORING              # a ply
    M_REVERSE_FUTILITY      # a ply
    M_NULL_BASE             # above beta: the static evaluation required for a null move at depth 0 ...
    M_NULL_PLY              # ... and how much lower a ply
    M_NULL_REDUCTION        # above beta: a ply more of reduction for each
    M_PROBCUT
    M_PROBCUT_IMPROVING     # less if the side to move is improving
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
    M_HINDSIGHT             # sum of both sides' static evaluations above which a reduced move is searched a ply less
    M_NULL_PLIES            # 1/1024 plies base reduction of the null-move search ...
    M_NULL_DEPTH            # ... and as many more for each ply of depth
    M_COUNT_BASE            # hundredths of a move: quiet moves searched before late move pruning ...
    M_COUNT_DEPTH           # ... and as many more for the depth squared
    M_HISTORY_PRUNING       # points of history a ply, below 0
    M_FUTILITY_HISTORY      # points of history for a centipawn of futility
    M_REDUCE_BASE           # 1/1024 plies, as all that follow: for every late move ...
    M_REDUCE_LATE           # ... and times log(depth) * log(move number)
    M_REDUCE_QUIET_HISTORY  # points of history for a ply less
    M_REDUCE_NOISY_HISTORY
    M_REDUCE_NOISY          # less
    M_REDUCE_KILLER         # less, also for the counter move
    M_REDUCE_CUT_NODE       # more
    M_REDUCE_TT_PV          # less on a former principal variation
    M_REDUCE_PV             # less
    M_REDUCE_WORSENING      # more if the side to move is not improving
    M_REDUCE_NOISY_HASH     # more if the hash move is a capture or promotion
    M_REDUCE_CHECK          # less
    M_REDUCE_CUTOFFS        # more if the replies often cut
    M_REDUCE_CORRECTION     # less for each centipawn by which the static evaluation was corrected
    M_REVERSE_WORSENING     # less reverse futility if the opponent's last move was bad for it
    M_SHALLOW_PROBCUT       # above beta: a slightly shallower table entry cuts from here; 0: never
    M_RESEARCH_HISTORY      # points of history a ply for a quiet move that was searched again
    M_LOW_PLY               # weight of the history near the root, quarters
    M_SOFTENING             # sixteenths of beta in a score above it, at a depth of 1 ply
    M_SOFTENING_QUIESCENCE  # sixty-fourths of the way back to beta
    M_RAZORING_SQUARE       # a ply squared, added to razoring
    M_IMPROVING_BETA        # above beta: our side counts as improving from here; 0: never
    M_SINGULAR_DEPTH        # plies: the least depth of a singular search
    M_SINGULAR_TT_PV        # more, on a former principal variation
    M_LATE_DEEPER           # 1/1024 plies: a reduction this far below 0 is a ply more; 0: never
    M_FUTILITY_FIRST        # more futility margin while no move has raised alpha
    M_OPTIMISM              # centipawns: most that the last score shifts the evaluation
    M_CORRECTION_RATE       # 1/128 of error times depth, in grains: the step of the correction history
    M_BONUS                 # points of history a ply for the move that cuts ...
    M_BONUS_LIMIT           # ... and no more than that
    M_MALUS                 # points a ply off for the moves tried before it ...
    M_MALUS_LIMIT           # ... and no more than that
    M_CAPTURE_BEFORE        # points a ply for a capture that no move answers
    M_ORDER_SQUARES         # weight of the butterfly history in the order of quiet moves, quarters
    M_BAD_QUIET             # points below 0: quiet moves that come after the bad captures; 0: none
    MARGINS

cdef int NETWORK_MARGINS[MARGINS]
cdef int CLASSICAL_MARGINS[MARGINS]
