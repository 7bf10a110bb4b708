"""Games from a site in the window: nothing is sent before it is on; what came stays, however the fetching ends."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from books.collection.game_collection import Collection
from books.collection.stored_games import StoredChange
from desktop.compose import Composition
from desktop.services.world.world_service import WorldService
from engine.play.world.downloads import DownloadFilter
from engine.play.world.fetching import DownloadReport
from tests.desktop.services.conftest import Make
from tests.engine.play.world.replaying_server import Server, cut_unnoticed, limited, page

LONG = 30_000


@pytest.fixture
def server() -> Iterator[Server]:
    made = Server(30)
    yield made
    made.close()


def world_of(composition: Composition, server: Server, path: Path, pause_s: float = 0.1) -> WorldService:
    """The service with the server of the test in place of the sites."""
    world = WorldService(path, {"lichess": server.base, "chesscom": server.base}, pause_s)
    world.setParent(composition)
    composition.services.settings.changed.connect(world.configure)
    world.configure(composition.services.settings.settings)
    return world


def over(qtbot: QtBot, world: WorldService) -> None:
    qtbot.waitUntil(lambda: not world.state.running, timeout=LONG)


def added(world: WorldService) -> int:
    assert world.state.last is not None
    return world.state.last.added


def test_nothing_is_sent_before_the_site_is_on(qtbot: QtBot, make: Make, server: Server, tmp_path: Path) -> None:
    made = make()
    world = world_of(made, server, tmp_path / "c")
    world.fetch("lichess", DownloadFilter("virtanen"))
    assert not world.state.running and "lichess.org is off: nothing was sent" in str(world.state.problem)
    made.services.settings.set("net_chesscom", True)
    assert world.allowed("chesscom") and not world.allowed("lichess")
    assert server.asked == [] and not (tmp_path / "c").exists()
    assert world.close()


@pytest.mark.parametrize("site", ["lichess", "chesscom"])
def test_games_come_and_the_second_time_only_the_new_ones(
    qtbot: QtBot, make: Make, server: Server, tmp_path: Path, site: str
) -> None:
    made = make()
    made.services.settings.set(f"net_{site}", True)
    world = world_of(made, server, tmp_path / "c")
    with qtbot.waitSignal(world.fetched, timeout=LONG) as told:
        world.fetch(site, DownloadFilter("virtanen"))
        assert world.state.running
    assert told.args is not None
    path, undo, words = told.args
    assert world.state.last == DownloadReport(30, 30, 1, undo=undo) and not world.state.problem
    assert path == tmp_path / "c" and isinstance(undo, StoredChange) and undo.moved == range(1, 31)
    assert str(words).startswith("downloading games of virtanen from ")
    world.fetch(site, DownloadFilter("virtanen"))
    over(qtbot, world)
    assert world.state.last is not None
    assert (world.state.last.added, world.state.last.first) == (0, 0)
    assert world.close()


def test_only_games_since_a_day_come(qtbot: QtBot, make: Make, server: Server, tmp_path: Path) -> None:
    made = make()
    for site in ("lichess", "chesscom"):
        made.services.settings.set(f"net_{site}", True)
        world = world_of(made, server, tmp_path / site)
        world.fetch(site, DownloadFilter("virtanen", since_ms=1000 * (1_700_000_000 + 20)))
        over(qtbot, world)
        assert added(world) == 10
        assert world.close()


def test_a_site_that_asks_for_a_pause_is_told_and_then_it_continues(
    qtbot: QtBot, make: Make, server: Server, tmp_path: Path
) -> None:
    made = make()
    made.services.settings.set("net_lichess", True)
    world = world_of(made, server, tmp_path / "c", pause_s=0.6)
    server.faults = [limited]
    world.fetch("lichess", DownloadFilter("virtanen"))
    qtbot.waitUntil(lambda: "asks for a pause" in str(world.state.waiting), timeout=LONG)
    over(qtbot, world)
    assert added(world) == 30 and not world.state.waiting
    assert world.close()


def test_offline_or_a_web_page_is_one_sentence_and_what_came_is_kept(
    qtbot: QtBot, make: Make, server: Server, tmp_path: Path
) -> None:
    made = make()
    made.services.settings.set("net_lichess", True)
    world = world_of(made, server, tmp_path / "c")
    server.faults = [cut_unnoticed, page]
    with qtbot.waitSignal(world.fetched, timeout=LONG):
        world.fetch("lichess", DownloadFilter("virtanen"))
    assert "web page instead of games" in str(world.state.problem) and 0 < added(world) < 30
    assert world.state.last is not None and world.state.last.first == 1
    with Collection(tmp_path / "c") as games:
        assert len(games) == added(world)
    nobody = WorldService(tmp_path / "c", {"lichess": "http://127.0.0.1:9"}, 0.1)
    nobody.setParent(made)
    nobody.configure(made.services.settings.settings)
    nobody.fetch("lichess", DownloadFilter("virtanen"))
    over(qtbot, nobody)
    assert "cannot be reached; is this machine online?" in str(nobody.state.problem)
    assert world.close() and nobody.close()


def test_stopping_is_no_fault(qtbot: QtBot, make: Make, server: Server, tmp_path: Path) -> None:
    made = make()
    made.services.settings.set("net_lichess", True)
    world = world_of(made, server, tmp_path / "c", pause_s=60)
    server.faults = [limited]
    world.fetch("lichess", DownloadFilter("virtanen"))
    qtbot.waitUntil(lambda: bool(world.state.waiting), timeout=LONG)
    world.stop()
    over(qtbot, world)
    assert not world.state.problem and not world.state.waiting
    assert world.close()


def test_a_site_that_is_turned_off_is_asked_no_more(qtbot: QtBot, make: Make, server: Server, tmp_path: Path) -> None:
    """A fetching that was on went on for as long as there were games."""
    made = make()
    made.services.settings.set("net_lichess", True)
    world = world_of(made, server, tmp_path / "c", pause_s=60)
    server.faults = [limited]
    world.fetch("lichess", DownloadFilter("virtanen"))
    qtbot.waitUntil(lambda: bool(world.state.waiting), timeout=LONG)
    made.services.settings.set("net_lichess", False)
    over(qtbot, world)
    assert len(server.asked) == 1 and not world.state.problem
    assert world.close()
