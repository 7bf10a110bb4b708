"""The benchmark of probing: many probes in a row without the GIL, as in the search."""

import time

import cython
from cython.cimports.libc.stdlib import free, malloc
from cython.cimports.tablebases.probe.placement import Placement
from cython.cimports.tablebases.probe.probe import probe_dtz, probe_wdl
from cython.cimports.tablebases.probe.prober import Prober, from_board


def probe_all(prober: Prober, boards: list, is_dtz: cython.bint, rounds: cython.int) -> tuple[float, list]:
    """Probes every board `rounds` times. Returns (seconds for one round, values of the last round).
    :raises MemoryError: the placements do not fit into memory."""
    count: cython.int = len(boards)
    placements: cython.pointer(Placement) = cython.cast(
        cython.pointer(Placement), malloc((count + 1) * cython.sizeof(Placement))
    )
    values: cython.p_int = cython.cast(cython.p_int, malloc((count + 1) * cython.sizeof(cython.int)))
    known: cython.bint
    i: cython.int
    _turn: cython.int
    try:
        if placements == cython.NULL or values == cython.NULL:
            raise MemoryError
        for i in range(count):
            from_board(boards[i], cython.address(placements[i]))
        started = time.thread_time()
        with cython.nogil:
            for _turn in range(rounds):
                for i in range(count):
                    if is_dtz:
                        values[i] = probe_dtz(
                            cython.address(prober.probing), cython.address(placements[i]), cython.address(known)
                        )
                    else:
                        values[i] = probe_wdl(cython.address(prober.probing), cython.address(placements[i]))
        seconds = (time.thread_time() - started) / rounds
        return seconds, [values[i] for i in range(count)]
    finally:
        free(placements)
        free(values)
