"""Machine resources for the engine: the defaults of the window and of `ratsu play`. UCI has the defaults of its protocol."""

import contextlib
import os
import threading
from pathlib import Path

from engine.ground.files import read_file

SYSTEM = Path("/sys/class")  # of Linux; without it the battery and the temperature are unknown
LEAST_HASH_MB, MOST_HASH_MB = 16, 512  # the first use of a table takes about 1 ms a MB of the engine's time
MEMORY_SHARE = 8  # of the machine's memory: the window may have several tables, one for each running engine
UNKNOWN_MEMORY_HASH_MB = 64


def spare_threads() -> int:
    """The processors that this process may use, minus one for the window; at least 1."""
    affinity = getattr(os, "sched_getaffinity", None)  # Linux only
    usable = len(affinity(0)) if affinity is not None else os.cpu_count() or 1
    return max(1, usable - 1)


def spare_hash_mb() -> int:
    """An eighth of the machine's memory in MB, within 16 to 512; 64 if it is unknown."""
    try:
        memory = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, ValueError, OSError):  # Windows has no sysconf
        return UNKNOWN_MEMORY_HASH_MB
    return min(MOST_HASH_MB, max(LEAST_HASH_MB, memory // MEMORY_SHARE // 2**20))


def lower_priority(nice: int) -> None:
    """Lowers this thread alone, as `nice` does for programs, if the system can (Linux)."""
    with contextlib.suppress(OSError, AttributeError):
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), nice)


def on_battery(system: Path = SYSTEM) -> bool:
    """Whether the machine runs on battery; False if that is unknown."""
    states = (read_state(path) for path in system.glob("power_supply/BAT*/status"))
    return any(state.lower() == "discharging" for state in states)


def read_state(path: Path) -> str:
    """A short text of the system; empty if it cannot be read."""
    try:
        return path.read_text("ascii", "replace").strip()
    except OSError:
        return ""


def free_memory_bytes() -> int | None:
    """Memory available without swapping, in bytes (Linux); None on other systems."""
    try:
        lines = read_file(Path("/proc/meminfo")).decode().splitlines()
        return next(int(line.split()[1]) * 1024 for line in lines if line.startswith("MemAvailable:"))
    except (OSError, ValueError, IndexError, StopIteration):
        return None
