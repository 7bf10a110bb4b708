"""A run of damaged PGN inputs in a process of its own: one second and 256 MB for each, resumable, to be killed at will.

    python -m tests.fuzz.pgn_mutants 30000 1000000 --state mutants.bin

The state file says which input comes next; the same command goes on there. An input that hangs, or takes too much
memory, ends the process, even inside compiled code: the state file then names it.
"""

import argparse
import mmap
import random
import resource
import signal
import struct
import sys
import time
from pathlib import Path

from engine.pgn.listing import ListReader
from engine.pgn.mainlines import MainLine, MainLineReader
from engine.pgn.tree import TreeReader
from engine.pgn.values import PgnGame, ProblemKind
from engine.pgn.writer import written_game
from tests.helpers.pgn_mutator import mutant

SECONDS_EACH = 1.0
BYTES_EACH = 256 << 20  # above what the process takes before the first input
TELL_EVERY = 50_000
HEADERS = ("Event", "White", "Result")
_STATE = struct.Struct("<QQ")  # the input that comes next, the inputs whose written text was compared


def check(seed: int, fixed_point: bool) -> bool:
    """Reads one mutant with both readers. Whether the law of the fixed point was tried, too: it holds where no bytes had
    to be guessed.
    """
    content = mutant(random.Random(seed))
    reader = TreeReader("fuzz")
    games = reader.feed(content, True)
    lines = MainLineReader("fuzz", keys=False).feed(content, True)
    assert len(games) == len(lines), seed
    _check_list(content, lines, seed)
    homeless = any(problem.kind is ProblemKind.HOMELESS_VARIATION for game in games for problem in game.problems)
    assert homeless or [game.result for game in games] == [line.result for line in lines], seed
    if not fixed_point or homeless or not _is_utf8(content):
        return False
    text = _written(games, reader)
    again = TreeReader("fuzz")
    assert _written(again.feed(text.encode("utf-8"), True), again) == text, seed
    return True


def _written(games: list[PgnGame], reader: TreeReader) -> str:
    return "\n".join([*(written_game(game, game.prelude) for game in games), reader.tail])


def _check_list(content: bytes, lines: list[MainLine], seed: int) -> None:
    """The list has the same games in the same places with the same headers, also when it is fed in two blocks."""
    listed = ListReader(HEADERS)
    cut = seed % (len(content) + 1)
    listed.feed(content[:cut])
    listed.feed(content[cut:], True)
    columns = [[listed.texts[place] for place in column] for column in listed.columns]
    assert list(zip(*columns, strict=True)) == [
        tuple(line.headers.get(name, "") for name in HEADERS) for line in lines
    ], seed
    assert list(listed.ends) == [line.offset + line.length for line in lines], seed


def _is_utf8(content: bytes) -> bool:
    try:
        content.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def next_input(state: Path) -> int:
    """The first input that is not done; 0 if the file is not there."""
    return int(_STATE.unpack(state.read_bytes())[0]) if state.exists() else 0


def run(first: int, last: int, every: int, state: Path) -> int:
    """Checks the inputs `first` to `last` (not included); returns how many texts were written and read again."""
    if not state.exists():
        state.write_bytes(_STATE.pack(first, 0))
    with state.open("r+b") as file, mmap.mmap(file.fileno(), _STATE.size) as place:
        seed, compared = _STATE.unpack_from(place)
        _limit_memory()
        while seed < last:
            signal.setitimer(signal.ITIMER_PROF, SECONDS_EACH)  # SIGPROF ends the process, in C code too
            compared += check(seed, seed % every == 0)
            seed += 1
            _STATE.pack_into(place, 0, seed, compared)
            if seed % TELL_EVERY == 0:
                print(f"{time.strftime('%H:%M:%S')} {seed:,} inputs, {compared:,} written again", flush=True)
        signal.setitimer(signal.ITIMER_PROF, 0)
    return int(compared)


def _limit_memory() -> None:
    check(0, True)  # everything imported
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0])
    most = pages * resource.getpagesize() + BYTES_EACH
    resource.setrlimit(resource.RLIMIT_AS, (most, most))


def main() -> int:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("first", type=int, help="number of the first input")
    parser.add_argument("last", type=int, help="number behind the last")
    parser.add_argument("--every", type=int, default=1, help="write and read again each so many-th input")
    parser.add_argument("--state", type=Path, required=True, help="file that remembers how far the run is")
    arguments = parser.parse_args()
    compared = run(arguments.first, arguments.last, arguments.every, arguments.state)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    print(f"all of {arguments.first:,} to {arguments.last:,} read; {compared:,} written and read again; {peak} MB")
    return 0


if __name__ == "__main__":
    sys.exit(main())
