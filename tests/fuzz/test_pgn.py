"""Damaged PGN: nothing escapes the readers but their own reports, and what is written is read and written the same."""

import random
import time

import pytest

from engine.core.pgn.mainlines import MainLineReader
from engine.core.pgn.tree import TreeReader
from engine.core.pgn.values import ProblemKind
from engine.core.pgn.writer import written_game
from tests.helpers.pgn_mutator import mutant

QUICK, THOROUGH = 30_000, 1_000_000
CHUNKS = 10


def check(seed: int, fixed_point: bool) -> None:
    """Reads one mutant both ways; the law of the fixed point holds where no bytes had to be guessed."""
    content = mutant(random.Random(seed))
    began = time.process_time()
    games = TreeReader("fuzz").feed(content, True)
    lines = MainLineReader("fuzz", keys=False).feed(content, True)
    assert len(games) == len(lines)
    homeless = any(problem.kind is ProblemKind.HOMELESS_VARIATION for game in games for problem in game.problems)
    assert homeless or [game.result for game in games] == [line.result for line in lines]
    if fixed_point and not homeless and _is_utf8(content):
        text = "\n".join(written_game(game) for game in games)
        again = TreeReader("fuzz").feed(text.encode("utf-8"), True)
        assert "\n".join(written_game(game) for game in again) == text
    assert time.process_time() - began < 1  # the promise is a bound for one input, hundreds of times what it needs


def _is_utf8(content: bytes) -> bool:
    try:
        content.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_nothing_escapes_the_readers(chunk: int) -> None:
    for seed in range(chunk * QUICK // CHUNKS, (chunk + 1) * QUICK // CHUNKS):
        check(seed, fixed_point=seed % 5 == 0)


@pytest.mark.long
def test_nothing_escapes_the_readers_in_a_million_inputs() -> None:
    for seed in range(QUICK, THOROUGH):
        check(seed, fixed_point=True)


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
