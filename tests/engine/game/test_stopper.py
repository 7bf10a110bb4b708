"""One token ends one piece of work: whenever the stop comes, whoever says it, and nothing else ends."""

import random
import threading
from collections.abc import Callable, Sequence

import chess
import pytest

from engine.game.limits import GamePosition, Limits
from engine.game.stopper import Stopper
from engine.ground.errors import RatsuError
from engine.player import Player
from tests.helpers.doubles import ScriptedMover

ENDING = GamePosition(
    "8/2k5/8/3R4/8/8/1K2P3/8 w - - 0 1", chess960=False
)  # seven pieces at most: the tables are asked as well
STAGES = ("before", "book", "tables", "first report", "another thread", "two threads")


class Asked:
    """A book and tables in one that know nothing, and do something when they are asked."""

    problems: Sequence[RatsuError] = ()

    def __init__(self, in_book: Callable[[], None], in_tables: Callable[[], None]) -> None:
        self._in_book, self._in_tables = in_book, in_tables

    def choose(self, board: chess.Board) -> None:
        self._in_book()
        return

    def rank(self, board: chess.Board) -> None:
        self._in_tables()
        return


def _nothing(*_: object) -> None:
    """Not at this stage."""


def _stopped_at(stage: str, player: Player, stopper: Stopper, rng: random.Random) -> threading.Thread:
    """An endless choice whose stop comes at that stage."""
    stop = stopper.stop
    sources = Asked(stop if stage == "book" else _nothing, stop if stage == "tables" else _nothing)
    chain = ScriptedMover(sources, sources, player)
    limits = Limits(nodes=10**15)  # the book is not asked by an infinite search
    report = (lambda _info: stop()) if stage == "first report" else None
    if stage == "before":
        stop()
    choice = threading.Thread(target=chain.choose, args=(ENDING, limits, report, stopper))
    choice.start()
    for _ in range({"another thread": 1, "two threads": 2}.get(stage, 0)):
        threading.Timer(rng.random() * 0.004, stop).start()
    return choice


@pytest.mark.parametrize(
    ("monte_carlo", "times", "nodes"),
    [
        (False, 150, 2000),
        (True, 50, 200),
        pytest.param(False, 750, 2000, marks=pytest.mark.long),
        pytest.param(True, 250, 200, marks=pytest.mark.long),
    ],
)
def test_a_stop_is_never_lost_and_never_ends_the_next_search(monte_carlo: bool, times: int, nodes: int) -> None:
    player, rng = Player(), random.Random(11)
    player.set_option("Hash", 1)
    player.set_option("Use MCTS", monte_carlo)
    stages = [stage for stage in STAGES if not monte_carlo or stage != "first report"]  # the tree's may take seconds
    for number in range(times):
        stopper = Stopper()
        choice = _stopped_at(stages[number % len(stages)], player, stopper, rng)
        if number % 4 < 2:  # otherwise the next search waits for the player while this one is being stopped
            choice.join(60)
        late = threading.Thread(target=stopper.stop)  # comes when it likes: before, in or after the next search
        late.start()
        found = player.search(ENDING, Limits(nodes=nodes))
        choice.join(60)
        late.join()
        assert not choice.is_alive(), (number, "the stop was lost")
        assert found.nodes >= nodes, (number, "the stop of another search ended this one")


def test_stopping_reaches_only_what_is_inside() -> None:
    stopper, calls = Stopper(), list[str]()
    with stopper.reaching(lambda: calls.append("first")):
        assert calls == [] and not stopper.asked()
    stopper.stop()
    assert calls == [] and stopper.asked()
    with stopper.reaching(lambda: calls.append("second"), lambda: calls.append("hit")):
        assert calls == ["second"]
    stopper.ponder_hit()
    assert calls == ["second"]


def test_a_ponder_hit_before_the_search_begins_is_not_lost() -> None:
    stopper = Stopper()
    stopper.ponder_hit()
    limits = Limits(ponder=True, white_time_ms=300, black_time_ms=300)
    searching = threading.Thread(target=Player().search, args=(ENDING, limits, None, stopper))
    searching.start()
    searching.join(60)
    assert not searching.is_alive()


def test_who_waits_for_the_hit_is_woken_by_either_and_who_waits_for_the_stop_by_that_alone() -> None:
    stopper, woken = Stopper(), list[str]()

    def wait(name: str, or_hit: bool) -> None:
        stopper.wait(or_hit=or_hit)
        woken.append(name)

    either = threading.Thread(target=wait, args=("either", True))
    stop = threading.Thread(target=wait, args=("stop", False))
    either.start()
    stop.start()
    stopper.ponder_hit()
    stopper.wait(or_hit=True)
    either.join(60)
    assert woken == ["either"] and stop.is_alive()
    stopper.stop()
    stopper.wait(or_hit=False)
    stop.join(60)
    assert woken == ["either", "stop"]
