"""Defaults by the machine: a processor stays free, and an eighth of the memory is the table, within bounds."""

import os

import pytest

from engine.ground import machine
from engine.options import find_option


@pytest.mark.parametrize(("usable", "threads"), [(1, 1), (2, 1), (8, 7)])
def test_one_processor_stays_free(monkeypatch: pytest.MonkeyPatch, usable: int, threads: int) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", lambda _pid: set(range(usable)), raising=False)
    assert machine.spare_threads() == threads


def test_a_system_that_counts_no_processors_gets_one_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(os, "sched_getaffinity", raising=False)
    monkeypatch.setattr(os, "cpu_count", lambda: None)
    assert machine.spare_threads() == 1


@pytest.mark.parametrize(("gigabytes", "table_mb"), [(0.0625, 16), (1, 128), (2, 256), (4, 512), (64, 512)])
def test_the_table_is_an_eighth_of_the_memory(monkeypatch: pytest.MonkeyPatch, gigabytes: float, table_mb: int) -> None:
    known = {"SC_PAGE_SIZE": 4096, "SC_PHYS_PAGES": int(gigabytes * 2**30) // 4096}
    monkeypatch.setattr(os, "sysconf", known.__getitem__, raising=False)
    assert machine.spare_hash_mb() == table_mb


def test_where_memory_is_not_told_the_table_is_small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(os, "sysconf", raising=False)
    assert machine.spare_hash_mb() == machine.UNKNOWN_MEMORY_HASH_MB


def test_uci_keeps_the_defaults_of_its_protocol() -> None:
    assert (find_option("Threads").default, find_option("Hash").default) == (1, 16)
