"""The compiled table counts what a dictionary would."""

import struct
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.game.move_counts import MoveCounts

WIN, DRAW, LOSS = 1 << 42, 1 << 21, 1
RECORD = struct.Struct("=qQH")
KEYS = st.one_of(st.integers(-(2**63), 2**63 - 1), st.integers(-3, 3), st.integers(-3, 3).map(lambda few: few << 40))
MOVES = st.integers(0, 0xFFFF)
GAMES = st.lists(
    st.tuples(
        st.lists(st.tuples(KEYS, MOVES), max_size=30), st.sampled_from((0, WIN, DRAW)), st.sampled_from((0, LOSS))
    )
)


def records(counts: MoveCounts, least: int = 1) -> list[tuple[int, ...]]:
    return list(RECORD.iter_unpack(counts.records(least)))


@given(GAMES, st.integers(0, 30), st.integers(1, 3))
@settings(deadline=None)
def test_what_is_counted_is_what_a_dictionary_counts(
    games: list[tuple[list[tuple[int, int]], int, int]], plies: int, least: int
) -> None:
    counts, expected, played = MoveCounts(), Counter[tuple[int, int]](), Counter[tuple[int, int]]()
    for moves, first, second in games:
        counts.add([key for key, _ in moves], [move for _, move in moves], plies, first, second)
        for ply, move in enumerate(moves[:plies]):
            if increment := second if ply % 2 else first:
                expected[move] += increment
                played[move] += 1
    assert len(counts) == len(expected)
    often = [(key, sums, move) for (key, move), sums in sorted(expected.items()) if played[key, move] >= least]
    assert records(counts, least) == often


def test_the_table_grows_and_is_empty_again() -> None:
    counts = MoveCounts()
    keys = [(number * 0x9E3779B97F4A7C15) % 2**64 - 2**63 for number in range(40_000)]  # eight times what fits at first
    for _ in range(2):
        counts.add(keys, [7] * len(keys), len(keys), WIN, LOSS)
    assert [(key, sums) for key, sums, _ in records(counts)] == sorted(
        (key, 2 * (LOSS if place % 2 else WIN)) for place, key in enumerate(keys)
    )
    counts.clear()
    assert len(counts) == 0 and counts.records(1) == b""


def test_moves_of_one_position_that_meet_in_the_table_stay_apart() -> None:
    counts = MoveCounts()
    moves = list(range(7, 0x10000, 4096))  # as much apart as the table is long at first: they begin at the same place
    counts.add([5] * len(moves), moves, len(moves), WIN, LOSS)
    assert records(counts) == [(5, LOSS if ply % 2 else WIN, move) for ply, move in enumerate(moves)]


def test_moves_without_a_key_and_keys_without_a_move_are_left_out() -> None:
    counts = MoveCounts()
    counts.add([1, 2, 3], [10, 20], 24, WIN, LOSS)
    counts.add([1], [10, 20, 30], 24, WIN, LOSS)
    assert records(counts) == [(1, 2 * WIN, 10), (2, LOSS, 20)]


@pytest.mark.parametrize(("key", "move"), [(2**63, 1), (-(2**63) - 1, 1), (1, 0x10000), (1, -1)])
def test_a_key_or_move_that_has_no_room_is_refused(key: int, move: int) -> None:
    counts = MoveCounts()
    with pytest.raises(OverflowError):
        counts.add([key], [move], 1, WIN, LOSS)
    assert len(counts) == 0
