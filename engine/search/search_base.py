"""SearchBase: the settings and signals shared by alpha-beta and Monte Carlo tree search: weights, noise, tablebases, start,
stop and ponder hit."""

import cython
from cython.cimports.cpython.pycapsule import PyCapsule_GetContext, PyCapsule_GetPointer
from cython.cimports.engine.evaluation.classical import DEFAULT_WEIGHTS, EvalCache
from cython.cimports.engine.evaluation.terms import packed
from cython.cimports.engine.rules.types import MAX_PLY, NO_MOVE, SCORE_NONE
from cython.cimports.engine.search.history import Histories
from cython.cimports.engine.search.margins import CLASSICAL_MARGINS, MARGINS, NETWORK_MARGINS
from cython.cimports.engine.search.worker import FRAMES_BEFORE, NO_ROW, Frame, WdlProbe
from cython.cimports.libc.string import memset

from engine.search.margins import MARGIN_TABLE


class SearchBase:
    """Settings and signals of one search; `Searcher` and `TreeSearcher` derive from it."""

    def __cinit__(self):
        self.control.fifty_move_rule = True
        index: cython.int
        for index in range(WEIGHTS):
            self.weights[index] = DEFAULT_WEIGHTS[index]
        self._use_network(None)

    def clear(self):
        """Clears all results found with other settings."""
        raise NotImplementedError

    def set_eval_noise(self, amplitude: cython.int, seed: cython.ulonglong):
        """Adds -amplitude..amplitude centipawns to every evaluation, reproducible for a position and seed."""
        if amplitude != self.control.eval_noise or seed != self.control.noise_seed:
            self.clear()  # scores with other noise must not stay in the table
        self.control.eval_noise = amplitude
        self.control.noise_seed = seed

    def set_weights(self, weights):
        """Sets the weights (middlegame, endgame) of the classical evaluation for this search, in the order of
        engine.evaluation.terms.

        :raises ValueError: not exactly one pair for each weight.
        """
        if len(weights) != WEIGHTS:
            raise ValueError(f"{len(weights)} weights given, the evaluation has {WEIGHTS}")
        index: cython.int
        for index in range(WEIGHTS):
            self.weights[index] = packed(weights[index][0], weights[index][1])
        self.clear()

    def _use_network(self, network):
        """Stores the network (None: the classical evaluation) and sets the margins tuned for it."""
        self.network = network
        index: cython.int
        for index in range(MARGINS):
            self.control.margins[index] = CLASSICAL_MARGINS[index] if network is None else NETWORK_MARGINS[index]

    def set_margins(self, margins):
        """Sets the margins until the next change of network, in the order of `MARGIN_TABLE`.

        :raises ValueError: their number is wrong, or one is outside its range.
        """
        if len(margins) != MARGINS:
            raise ValueError(f"{len(margins)} margins given, the search has {MARGINS}")
        for margin, value in zip(MARGIN_TABLE, margins, strict=True):
            if not margin.low <= value <= margin.high:
                raise ValueError(f"margin '{margin.name}': {value} is outside {margin.low} to {margin.high}")
        index: cython.int
        for index in range(MARGINS):
            self.control.margins[index] = margins[index]
        self.clear()

    def set_tablebase_probe(self, capsule, men: cython.int, depth: cython.int = 1, fifty_move_rule: cython.bint = True):
        """Sets the tablebase prober: a capsule named "ratsu.wdl_probe" with a `WdlProbe` (worker.pxd) and its context.

        `men`: the largest number of pieces in the tables; None or 0: no probing. May be called during a search: the current and
        the previous prober stay alive until they are replaced.
        """
        if capsule is None or men <= 0:
            self.control.probe_men = 0
            return
        pointer: cython.p_void = PyCapsule_GetPointer(capsule, b"ratsu.wdl_probe")
        self.control.probe = cython.cast(WdlProbe, pointer)
        self.control.probe_context = PyCapsule_GetContext(capsule)
        self.control.probe_depth = depth
        self.control.fifty_move_rule = fifty_move_rule
        if self.probe_owner is None or self.probe_owner[0] is not capsule:
            self.probe_owner = (capsule, self.probe_owner[0] if self.probe_owner is not None else None)
        self.control.probe_men = men

    def begin(self, pondering: cython.bint = False):
        """Prepares a search: a stop from now on ends it."""
        self.control.stop = 0
        self.control.stop_request = 0
        self.control.pondering = pondering

    def stop(self):
        """Asks the search to end: alpha-beta after its first iteration, the tree search after its playout. Thread-safe."""
        self.control.stop_request = 1

    def is_stopped(self) -> bool:
        """True if `stop` was called since `begin`."""
        return self.control.stop_request != 0

    def is_pondering(self) -> bool:
        """True while the search waits for `ponder_hit`."""
        return self.control.pondering != 0

    def ponder_hit(self, deadline_us: cython.longlong = 0):
        """The expected move was played: sets the deadline (clock of ticks.h; 0: none), and the search counts as ordinary from
        now on."""
        self.control.deadline_us = deadline_us
        self.control.pondering = 0


def prepare_worker(worker):
    """Resets frames and counters before a search."""
    index: cython.int
    for index in range(MAX_PLY + FRAMES_BEFORE + 4):
        frame: cython.pointer(Frame) = cython.address(worker.frames[index])
        frame.ply = index - FRAMES_BEFORE
        frame.move = NO_MOVE
        frame.row = NO_ROW
        frame.excluded = NO_MOVE
        frame.killers[0] = NO_MOVE
        frame.killers[1] = NO_MOVE
        frame.static_eval = SCORE_NONE
        frame.correction = 0
        frame.doubles = 0
        frame.cutoffs = 0
        frame.history = 0
        frame.tt_pv = False
        frame.pv_length = 0
    memset(worker.histories.low_ply, 0, cython.sizeof(worker.histories.low_ply))
    worker.nodes = 0
    worker.next_poll = 0
    worker.tablebase_hits = 0
    worker.root_depth = 0
    worker.selective_depth = 0
    worker.null_from_ply = 0
    worker.optimism = 0
    worker.pv_first = 0
    worker.done_depth = 0
    worker.root_side = worker.position.side


def forget(worker):
    """Clears histories and caches for a new game."""
    memset(cython.address(worker.histories), 0, cython.sizeof(Histories))
    memset(cython.address(worker.cache), 0, cython.sizeof(EvalCache))
