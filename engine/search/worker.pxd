# The data of one search thread, and the data shared by all threads of a search.
from engine.rules.types cimport u64, i16, Move, MAX_MOVES, MAX_PLY
from engine.rules.position cimport Position, Threats
from engine.search.history cimport Histories
from engine.evaluation.classical cimport EvalCache
from engine.evaluation.nnue cimport AccumulatorStack, Weights
from engine.search.position_table cimport LearnedTable
from engine.search.margins cimport MARGINS
from engine.search.transposition cimport Table

cdef enum:
    FRAMES_BEFORE = 8               # frames before the root, so that "six plies ago" always exists
    NO_ROW = 768                    # continuation row of "no move"
    WDL_UNKNOWN = 100

# A tablebase prober: win 2, cursed win 1, draw 0, blessed loss -1, loss -2 for the side to move, or WDL_UNKNOWN.
# Must be thread-safe; `context` is its own data.
ctypedef int (*WdlProbe)(const Position* position, void* context) noexcept nogil

# One ply of the line being searched.
cdef struct Frame:
    int ply
    Move move                       # the move being searched; NO_MOVE for a null move
    int row                         # its continuation row: piece * 64 + target
    Move excluded                   # the move left out by a singular search
    Move killers[2]
    int static_eval                 # SCORE_NONE in check
    int correction                  # size of the correction history's part of it, in centipawns
    int doubles                     # double extensions on the way here
    int cutoffs                     # beta cutoffs among the children
    int history                     # history of the move being searched
    int reduction                   # plies by which that search is reduced
    Threats threats                 # squares that the other side attacks
    bint tt_pv                      # is or was on a principal variation
    int pv_length
    Move pv[MAX_PLY + 2]

cdef struct RootMove:
    Move move
    int score                       # of this iteration, -SCORE_INFINITE if not yet searched exactly
    int previous                    # of the iteration before
    int selective_depth
    int bound                       # BOUND_EXACT, or a failed aspiration's
    u64 nodes                       # of this move's subtree, all iterations
    int pv_length
    Move pv[MAX_PLY + 2]

cdef struct Worker

# Shared by all threads of a Searcher.
cdef struct Control:
    Worker** workers                # of the running search, the main thread's first; NULL in tree search
    int worker_count
    int stop                        # read at every node; set by the main thread's poll or at the end of the search
    int stop_request                # set by `stop`, read by the poll; the first iteration always finishes
    int pondering
    u64 node_limit                  # of all threads together; 0: none
    long long deadline_us           # hard end on the clock of ticks.h; 0: none
    int contempt                    # centipawns that a draw is worse than even for the side to move at the root
    int eval_noise                  # amplitude in centipawns; 0: none
    u64 noise_seed
    WdlProbe probe                  # NULL: none
    void* probe_context
    int probe_men
    int probe_depth
    bint fifty_move_rule
    Table table
    LearnedTable learned
    int current_move                # root move that the main thread searches, and its number: for `info currmove`
    int current_number
    int margins[MARGINS]            # centipawns, see margins.pxd
    bint selective                  # type B: only the most plausible moves of each node, without the modern pruning

cdef struct Worker:
    Control* control
    int index                       # 0: the main thread
    Position position
    const int* weights              # of the classical evaluation
    const Weights* network          # NULL: the classical evaluation is used
    AccumulatorStack* accumulators
    u64 nodes
    u64 next_poll
    u64 tablebase_hits
    int root_depth
    int root_side
    int root_count
    int pv_first                    # root moves before it are better lines of MultiPV
    int selective_depth
    int optimism                    # centipawns by which the side to move at the root likes its position more
    int null_from_ply               # no null move before this ply (verification search)
    Histories histories
    Frame frames[MAX_PLY + FRAMES_BEFORE + 4]
    RootMove roots[MAX_MOVES]
    int done_depth                  # last finished iteration and its best line: a helper's vote
    RootMove done
    EvalCache cache
