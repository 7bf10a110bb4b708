"""Hash memory costs nothing until it is used, and a new game begins with none of the old one."""

import sys
from pathlib import Path

import pytest

from engine.game.limits import GamePosition, Limits
from engine.player import Player
from engine.rules.fen import START_FEN

MEGABYTES = 256


def resident_mb() -> float:
    """Memory of this process."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * 4096 / 2**20


@pytest.mark.skipif(sys.platform != "linux", reason="looks at Linux's account of memory")
def test_a_large_table_takes_memory_only_where_a_search_writes() -> None:
    player = Player()
    before = resident_mb()
    player.set_option("Hash", MEGABYTES)
    player.new_game()
    assert resident_mb() - before < MEGABYTES / 8


def test_a_new_game_forgets_what_a_search_stored() -> None:
    player = Player()
    player.set_option("Hash", 1)
    start, limits = GamePosition(START_FEN, chess960=False), Limits(depth=8)
    first = player.search(start, limits)
    player.new_game()
    assert player.search(start, limits).nodes == first.nodes
    assert player.search(start, limits).nodes < first.nodes, "what was stored is used within a game"


def test_getting_ready_leaves_the_table_alone_while_a_search_or_a_bench_has_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """`isready` beside `bench` touched a table that the bench was giving away: a segmentation fault."""
    touched: list[str] = []

    class Watched:
        def get_ready(self) -> None:
            touched.append("table")

        def set_network(self, network: object) -> None:
            touched.append("network" if network is not None else "classical")

    player = Player()
    monkeypatch.setattr(player, "_searcher", Watched())
    with player._searching:
        player.get_ready()
    assert not touched
    player.get_ready()
    assert touched == ["network", "table"] and not player._searching.locked()


def test_getting_ready_forgets_nothing_that_a_search_stored() -> None:
    nodes = []
    for ready in (False, True):
        player = Player()
        player.search(GamePosition(START_FEN, chess960=False), Limits(depth=9))
        if ready:
            player.get_ready()
        nodes.append(player.search(GamePosition(START_FEN, chess960=False), Limits(depth=10)).nodes)
    assert nodes[0] == nodes[1]


@pytest.mark.skipif(sys.platform != "linux", reason="looks at Linux's account of memory")
@pytest.mark.parametrize("threads", [1, 2])
def test_a_table_grows_with_the_search_and_keeps_what_it_holds(threads: int) -> None:
    fen = "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10"
    position, shallow = GamePosition(fen, chess960=False), Limits(depth=17)
    player = Player()
    player.set_option("Hash", MEGABYTES)
    fresh = player.search(position, shallow).nodes
    player.new_game()
    player.set_option("Threads", threads)
    before = resident_mb()
    player.search(position, Limits(nodes=1_100_000))  # half of the first 16 MB is filled after some 700,000
    assert 16 < resident_mb() - before < MEGABYTES / 2
    player.set_option("Threads", 1)  # the nodes of a second thread would be counted as well
    known = player.search(position, shallow).nodes
    assert known < (fresh / 2 if threads == 1 else fresh)  # two threads fill the table in another way each time
    player.new_game()
    assert resident_mb() - before < 16, "a new game gives the memory back"
