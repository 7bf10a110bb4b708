"""The window's own memory after some use, by its parts.

    QT_QPA_PLATFORM=offscreen python -m tests.bench.use_memory [GAMES]      (default: 20)

Opens the window with a fresh profile, analyses for 15 seconds, plays games of a dozen moves against the last level and resigns
them. Each line has the memory that is in no file (`smaps`), in MB: of all, of mappings of their own (tables of the searches,
Python's objects, networks, pictures), of the threads' heaps and of the main heap, then the largest mappings.
"""

import os
import random
import re
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

GAMES = 20
MOVES = 12
ARENA = 64 << 20  # a thread's heap begins at a multiple of it
FIRST_LINE = re.compile(r"([0-9a-f]+)-([0-9a-f]+) \S+ \S+ \S+ \S+\s*(.*)")


def parts() -> tuple[Counter[str], list[int]]:
    """Anonymous kB by the kind of mapping, and the largest mappings in MB."""
    found, largest, kind = Counter[str](), list[int](), ""
    for line in Path("/proc/self/smaps").read_text(encoding="ascii").splitlines():
        if mapping := FIRST_LINE.match(line):
            begins, ends, name = int(mapping[1], 16), int(mapping[2], 16), mapping[3]
            small = begins % ARENA == 0 and ends - begins <= ARENA
            kind = name.strip("[]").partition(":")[0] if name.startswith("[") else "files" if name else "mapped"
            kind = "threads" if kind == "mapped" and small else kind
        elif line.startswith("Anonymous:"):
            size = int(line.split()[1])
            found[kind] += size
            largest += [size >> 10] if kind == "mapped" and size > 5 << 10 else []
    return found, sorted(largest, reverse=True)


def show(said: str) -> None:
    found, largest = parts()
    columns = "  ".join(f"{kind} {found[kind] / 1024:.0f}" for kind in ("mapped", "threads", "heap"))
    print(f"{said:24} {found.total() / 1024:5.0f} MB: {columns}; largest {largest[:6]}", flush=True)


def main() -> int:
    """Runs the window, and ends it."""
    games = int(sys.argv[1]) if len(sys.argv) > 1 else GAMES
    from PySide6.QtCore import QTimer

    from desktop import main as window
    from desktop.program import Program

    begun = Program._after_show

    def used(program: Program) -> Iterator[int]:
        """Does one thing after another; yields the milliseconds until the next."""
        services, chance = program._composition.services, random.Random(3)

        def move() -> None:
            state = services.game.state
            if state.user_may_move and state.legal_moves:
                services.match.user_move(chance.choice(state.legal_moves))

        yield 5_000
        show("started")
        services.analysis.switch(True)
        for _ in range(5):
            yield 3_000
            move()
        show("analysed")
        services.analysis.switch(False)
        program._composition.sources.release()  # as after a minute
        yield 1_000
        show("analysis given back")
        for number in range(games):
            program._window.action_groups.room.start_last()
            for _ in range(MOVES):
                yield 350
                move()
            services.match.resign()
            if number % 5 == 4:
                show(f"{number + 1} games")
        program._application.exit()

    def after_show(program: Program) -> None:
        begun(program)
        waits = used(program)

        def go_on() -> None:
            for wait_ms in waits:
                QTimer.singleShot(wait_ms, go_on)
                return

        go_on()

    Program._after_show = after_show  # type: ignore[assignment, method-assign]
    with tempfile.TemporaryDirectory() as home:
        os.environ.update({f"XDG_{name}_HOME": f"{home}/{name}" for name in ("CONFIG", "DATA", "STATE", "CACHE")})
        return window.run([])


if __name__ == "__main__":
    raise SystemExit(main())
