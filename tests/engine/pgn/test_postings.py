"""The packed index of positions names exactly the games that reached a position, and never leaves one out."""

import random
from array import array
from collections import defaultdict

import pytest

from engine.pgn.postings import PostingsBuilder, find
from engine.pgn.replay import Replay
from engine.rules.board import CoreBoard

Moves = dict[int, dict[int, int]]  # by key: the game and what it played there first


def indexed(games: int, base: int, seed: int, far: int = 1) -> tuple[Moves, list[tuple[int, bytes]]]:
    """Games that share some positions, and their blocks; each `far`th number is one."""
    chance = random.Random(seed)
    common = [chance.getrandbits(64) for _ in range(60)]
    reached: Moves = defaultdict(dict)
    builder = PostingsBuilder()
    for number in range(base, base + far * games, far):
        keys = [common[int(60 * chance.random() ** 3)] for _ in range(4)] + [chance.getrandbits(64) for _ in range(9)]
        moves = [chance.choice((0, 796, 405, 65535)) for _ in keys[1:]]
        for key, move in zip(keys, [*moves, 0], strict=True):
            reached[key].setdefault(number, move)
        builder.add(number, array("Q", keys), array("H", moves))
    assert len(builder) == 13 * games
    return reached, builder.blocks(base)


def block_of(blocks: list[tuple[int, bytes]], key: int) -> tuple[int, bytes]:
    """The last one that begins at the key or before it."""
    signed = key - (1 << 64) if key >> 63 else key
    return [block for block in blocks if block[0] <= signed][-1] if blocks[0][0] <= signed else blocks[0]


@pytest.mark.parametrize(
    ("games", "base", "far"), [(1, 1, 1), (3, 7, 1), (200, 1, 1), (6000, 20_001, 3), (50, 1, 10**7)]
)
def test_each_game_is_named_once_and_in_order(games: int, base: int, far: int) -> None:
    reached, blocks = indexed(games, base, games, far)
    assert [first for first, _ in blocks] == sorted(first for first, _ in blocks)
    often = 0
    for key, wanted in list(reached.items())[:5000]:
        found = find(*block_of(blocks, key), key, base)
        assert found is not None
        lists, rare = found
        if len(wanted) >= 16:
            often += 1
            assert (sorted(wanted), [wanted[game] for game in sorted(wanted)]) in [(list(a), list(b)) for a, b in lists]
        else:
            assert not lists and set(wanted) <= set(rare) and list(rare) == sorted(set(rare))
    assert often >= 10 or games < 200


def test_positions_that_never_occurred_name_a_few_games_at_most() -> None:
    _reached, blocks = indexed(6000, 1, 1)
    chance = random.Random(2)
    named = [find(*block_of(blocks, key), key, 1) for key in (chance.getrandbits(64) for _ in range(500))]
    assert all(found is not None and not found[0] for found in named)
    assert sum(len(found[1]) for found in named if found) / 500 < 16


def test_two_positions_that_many_reached_and_that_look_the_same_are_both_there() -> None:
    """All that a block keeps of their keys agrees; their games, played over, tell them apart."""
    builder = PostingsBuilder()
    for number in range(1, 33):
        builder.add(number, array("Q", [1 + number % 2]), array("H"))
    (block,) = builder.blocks(1)
    for key in (1, 2):
        found = find(*block, key, 1)
        assert found is not None
        assert [list(games) for games, _moves in found[0]] == [list(range(2, 33, 2)), list(range(1, 33, 2))]


def test_a_replay_says_what_was_played_the_first_time_and_stops_where_nothing_can_be() -> None:
    start = CoreBoard.start()
    moves = array("H", start.copy().legal_moves()[:1]).tobytes()
    after = start.copy()
    after.push(int.from_bytes(moves, "little"))
    assert list(Replay(start, moves).keys()) == [start.key, after.key]
    assert Replay(start, moves).reached(array("Q", [after.key, start.key])) == [
        (start.key, int.from_bytes(moves, "little")),
        (after.key, 0),
    ]
    broken = moves + b"\xff\xff"
    assert list(Replay(start, broken).keys()) == [start.key, after.key]


def test_keys_that_agree_in_their_first_bits_are_told_apart() -> None:
    """Many games go through two such positions in turn, which the sorting has to take apart without losing their order."""
    chance = random.Random(3)
    keys = [(0xABCDE << 44) | chance.getrandbits(44) for _ in range(9)]
    builder = PostingsBuilder()
    reached: Moves = defaultdict(dict)
    for number in range(1, 3001):
        played = chance.choices(keys, weights=[1, 40, 1, 1, 60, 1, 9, 1, 1], k=3)
        for key in played:
            reached[key].setdefault(number, 796)
        builder.add(number, array("Q", played), array("H", [796] * 3))
    blocks = builder.blocks(1)
    for key, wanted in reached.items():
        found = find(*block_of(blocks, key), key, 1)
        assert found is not None
        assert sorted(wanted) in [list(games) for games, _ in found[0]]


def test_games_get_their_numbers_late_and_some_get_none() -> None:
    chance = random.Random(4)
    games = [[chance.getrandbits(64) for _ in range(5)] + [1 << 60] for _ in range(400)]
    early, late = PostingsBuilder(), PostingsBuilder()
    numbers = array("I")
    for place, keys in enumerate(games):
        late.add(place, array("Q", keys), array("H", [5] * 5))
        numbers.append(0 if place % 7 == 3 else 1001 + place - len([out for out in range(place) if out % 7 == 3]))
        if numbers[-1]:
            early.add(numbers[-1], array("Q", keys), array("H", [5] * 5))
    assert late.blocks(1001, numbers) == early.blocks(1001)
    assert len(late) == 0
