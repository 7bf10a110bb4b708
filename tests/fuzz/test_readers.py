"""Every reader with dozens of damaged inputs each; `make nightly` tries 100,000 and more (docs/proof.md)."""

import random
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from engine.ground.errors import RatsuError
from tests.fuzz.driver import MOST_SECONDS, Check, State, Tally, run
from tests.fuzz.targets import TARGETS
from tests.helpers.shared import REPOSITORY

TRIED = 40
SLOW = {
    "collection": 10,
    **dict.fromkeys(("games", "uci", "xboard", "nnue", "night", "predictor", "lessons"), 20),
}  # 10 ms and more
ONCE_FAILED = {"collection": (1_028_470,), "night": (1_043_779, 1_065_530)}  # the same while the files they damage are
FILES = ("fen", "epd", "polyglot", "abk", "ctg", "book-pgn", "book", "packed-book", "syzygy", "nnue", "predictor")
OTHERS = ("chessbase", "chessbase-archive", "night", "reasons", "openings", "lichess", "chesscom", "online")
REFUSING = {f"{name}:" for name in (*FILES, *OTHERS)}


def test_nothing_but_our_own_errors_escapes_a_reader() -> None:
    """In a process of its own, which a crash or a hang would end."""
    code = "import sys, logging; logging.disable()\nfrom tests.fuzz.test_readers import try_all; sys.exit(try_all())"
    done = subprocess.run(
        [sys.executable, "-X", "faulthandler", "-c", code], cwd=REPOSITORY, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout[-2_000:] + done.stderr[-4_000:]
    told = [line.split() for line in done.stdout.splitlines()]
    assert [line[0] for line in told] == [f"{name}:" for name in TARGETS]
    refusing = [(int(line[1]), int(line[3])) for line in told if line[0] in REFUSING]
    assert len(refusing) == len(REFUSING)
    assert all(0 < refused < tried for tried, refused in refusing)  # all refused, or all read, would test nothing


def try_all() -> int:
    """The process's entry; how many failed."""
    failed = 0
    with State(None) as state:
        for name, target in TARGETS.items():
            tally = Tally(name)
            again = [range(number, number + 1) for number in ONCE_FAILED.get(name, ())]
            for numbers in (range(SLOW.get(name, TRIED)), *again):
                run(tally, target, numbers, state, float("inf"), MOST_SECONDS)
            print(tally)
            failed += tally.failed
    return failed


@contextmanager
def _bad(_: Path) -> Iterator[Check]:
    def check(dice: random.Random) -> None:
        kind = dice.randrange(3)
        if kind == 0:
            raise RatsuError("refused")
        if kind == 1:
            raise ValueError("escaped")

    yield check


def test_a_refusal_is_no_failure_and_anything_else_is_one() -> None:
    tally = Tally("bad")
    with State(None) as state:
        run(tally, _bad, range(60), state, float("inf"), MOST_SECONDS)
    assert tally.tried == 60 and tally.refused > 5 and tally.failed > 5
    assert tally.refused + tally.failed < 60


def test_the_same_number_is_the_same_input() -> None:
    seen: list[list[float]] = [[], []]

    @contextmanager
    def watching(_: Path) -> Iterator[Check]:
        yield lambda dice: seen[len(seen[0]) > 4].append(dice.random())

    for _ in range(2):
        with State(None) as state:
            run(Tally("watched"), watching, range(5, 10), state, float("inf"), MOST_SECONDS)
    assert seen[0] == seen[1] and len(set(seen[0])) == 5


def test_an_input_that_hangs_ends_the_run_is_named_and_passed_by_next_time(tmp_path: Path) -> None:
    # The alarm must work inside compiled code: the loop below never comes back to Python.
    code = (
        "import itertools, pathlib, sys, collections, contextlib\n"
        "from tests.fuzz.driver import State, Tally, run\n"
        "numbers = iter(range(100))\n"
        "hang = lambda dice: collections.deque(itertools.repeat(0), 0) if next(numbers) == 2 else None\n"
        "@contextlib.contextmanager\n"
        "def target(folder):\n    yield hang\n"
        "with State(pathlib.Path(sys.argv[1])) as state:\n"
        "    run(Tally('hang'), target, range(5, 9), state, 60, 0.1)\n"
    )
    done = subprocess.run([sys.executable, "-c", code, str(tmp_path / "state")], cwd=REPOSITORY, check=False)
    assert done.returncode == -27  # SIGPROF
    with State(tmp_path / "state") as state:
        assert state.next_input("hang", 5) == 8 and state.next_input("other", 5) == 5
