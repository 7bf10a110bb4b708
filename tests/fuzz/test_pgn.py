"""Damaged PGN: nothing escapes the readers but their own reports, and what is written is read and written the same."""

import hashlib
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from engine.pgn.mainlines import MainLineReader
from engine.pgn.tree import TreeReader
from tests.fuzz.pgn_mutants import check, next_input
from tests.helpers.shared import REPOSITORY

QUICK, THOROUGH = 9_000, 1_000_000
CHUNKS = 3


def run_mutants(first: int, last: int, every: int, state: Path) -> str:
    """In a process of its own, which ends where one input takes more than 1 s or 256 MB."""
    command = [sys.executable, "-m", "tests.fuzz.pgn_mutants", str(first), str(last), "--every", str(every)]
    done = subprocess.run(
        [*command, "--state", str(state)], cwd=REPOSITORY, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, f"input {next_input(state)}: {done.stderr[-2000:]}"
    return done.stdout


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_nothing_escapes_the_readers(chunk: int, tmp_path: Path) -> None:
    first, last = chunk * QUICK // CHUNKS, (chunk + 1) * QUICK // CHUNKS
    assert f"{last:,} read" in run_mutants(first, last, 5, tmp_path / "state")
    assert next_input(tmp_path / "state") == last


@pytest.mark.parametrize("seed", [8_870, 15_590, 17_425, 20_024, 109_975, 112_622, 114_944])
def test_unread_text_at_the_start_is_written_so_that_it_stays_where_it_was(seed: int) -> None:
    assert check(seed, fixed_point=True)


@pytest.mark.long
def test_nothing_escapes_the_readers_in_a_million_inputs(request: pytest.FixtureRequest) -> None:
    # Goes on where an earlier run was killed, as long as readers, writer and mutator are the same.
    sources = hashlib.sha256()
    for path in (*sorted((REPOSITORY / "engine/pgn").rglob("*.p[xy]*")), REPOSITORY / "tests/helpers/pgn_mutator.py"):
        sources.update(path.read_bytes())
    state = request.config.cache.mkdir("pgn-mutants") / sources.hexdigest()[:16]
    run_mutants(QUICK, THOROUGH, 1, state)
    assert next_input(state) == THOROUGH


def test_an_input_that_takes_too_long_ends_the_run_and_is_named(tmp_path: Path) -> None:
    # The alarm must work inside compiled code: the loop below never comes back to Python.
    code = (
        "import itertools, pathlib, sys, collections, tests.fuzz.pgn_mutants as m\n"
        "m.check = lambda seed, fixed: collections.deque(itertools.repeat(0), 0) if seed == 7 else True\n"
        "m.run(5, 9, 1, pathlib.Path(sys.argv[1]))"
    )
    done = subprocess.run([sys.executable, "-c", code, str(tmp_path / "state")], cwd=REPOSITORY, check=False)
    assert done.returncode == -signal.SIGPROF
    assert next_input(tmp_path / "state") == 7


@pytest.mark.parametrize(
    "content",
    [
        b"1. e4 Nf3 ) e5 *",
        b"1. e4 $" + b"9" * 5000 + b" e5 *",
        b"1. e4 {" + b"x" * 50_000_000 + b"} e5 *",
        b'[Event "' + b"y" * 10_000_000 + b'"]\n\n1. e4 *',
        b"1. e4 " + b"(" * 200_000,
        b"1. e4 " + b"{" * 200_000,
        b"\x00" * 1_000_000,
        b'[Event "a"]\n' * 100_000,
        b'{\n\n[Event "a"]\n' * 50_000,
        b"1-0 " * 100_000,
        b"1. e4 " * 100_000,
        b"[" * 200_000,
        b"$" * 200_000,
        b"%\n" * 200_000,
    ],
    ids=lambda content: content[:12].decode("latin-1") + str(len(content)),
)
def test_must_have_cases_are_read_in_bounded_time(content: bytes) -> None:
    # Cases of the reliability plan. Bounds are generous: the largest input is 50 MB.
    began = time.process_time()
    games = TreeReader("case").feed(content, True)
    MainLineReader("case").feed(content, True)
    assert time.process_time() - began < 5
    assert len(games) <= len(content)


def test_a_comment_between_tags_is_written_the_same_again() -> None:
    """A control character before its words was kept by the first reading and lost by the second (input 1,066,739,101,315)."""
    assert check(1_066_739_101_315, fixed_point=True)
