"""The stop conditions: clock, stop request and node limit, checked by every thread at intervals."""

import cython
from cython.cimports.engine.rules.types import u64
from cython.cimports.engine.search.ticks import ticks_us
from cython.cimports.engine.search.transposition import table_grow
from cython.cimports.engine.search.worker import Control

POLL_NODES = cython.declare(u64, 1024)  # 1 ms at a million nodes a second; a stop may take 50 ms
SHARED_POLL_NODES = cython.declare(
    u64, 32
)  # so far past a node limit a thread may go, in the first iteration or beside others


def check_limits(worker):
    """Sets `control.stop` if a limit is reached: the main thread checks clock and stop request, all threads the node limit."""
    control: cython.pointer(Control) = worker.control
    worker.next_poll = worker.nodes + POLL_NODES
    if control.workers == cython.NULL or control.workers[0].root_depth <= 1:  # the first iteration always finishes
        if control.node_limit:
            worker.next_poll = worker.nodes + SHARED_POLL_NODES  # iteration 2 may already be over the limit
        return
    if control.node_limit:
        spent: u64 = 0
        index: cython.int
        for index in range(control.worker_count):
            spent += control.workers[index].nodes
        if spent >= control.node_limit:
            control.stop = 1
        else:
            share: u64 = (control.node_limit - spent) // cython.cast(u64, control.worker_count)
            if control.worker_count > 1:
                share = min(share, SHARED_POLL_NODES)
            worker.next_poll = min(worker.next_poll, worker.nodes + max(share, cython.cast(u64, 1)))
    if worker.index != 0:
        return
    table_grow(cython.address(control.table), worker.nodes, control.worker_count)
    if control.stop_request:
        control.stop = 1
    if control.deadline_us and not control.pondering and ticks_us() >= control.deadline_us:
        control.stop = 1
