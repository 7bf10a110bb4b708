"""Two windows that share a folder: settings, training and problems."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from books.collection import editing
from books.collection.game_collection import Collection
from desktop.model.settings import HERE, TABLE, Settings
from desktop.services.files.collection_service import CollectionService
from desktop.services.kit.settings_store import SettingsStore
from desktop.services.world.sharing_service import SharingService
from engine.console.deck import deck_at
from engine.drill.sources import mistakes
from engine.ground.user_files import COLLECTION_SUFFIX, COLLECTIONS, MY_GAMES, TRAINING
from engine.pgn.reader import games_of
from engine.sharing.exchange import Exchange
from tests.engine.sharing.test_training import exercise_of

Make = Callable[[str], tuple[SettingsStore, SharingService]]


@pytest.fixture
def make(qtbot: QtBot, tmp_path: Path) -> Iterator[Make]:
    (tmp_path / "shared").mkdir()
    services: list[SharingService | SettingsStore] = []

    def made(name: str) -> tuple[SettingsStore, SharingService]:
        data = tmp_path / name
        data.mkdir()
        store = SettingsStore(data / "settings.json")
        service = SharingService(data, store)
        store.changed.connect(service.configure)
        service.window_shown()
        services.extend((service, store))
        return store, service

    yield made
    for service in services:
        assert service.close()


def exchange(qtbot: QtBot, service: SharingService) -> None:
    before = service.state.last, service.state.problem
    service.exchange()
    qtbot.waitUntil(
        lambda: not service.state.running and (service.state.last, service.state.problem) != before, timeout=30_000
    )


def share(qtbot: QtBot, service: SharingService, folder: Path) -> None:
    service.share_in(str(folder))
    qtbot.waitUntil(lambda: service.state.last > 0, timeout=30_000)


def test_a_setting_reaches_the_other_window_and_what_belongs_to_this_computer_does_not(
    qtbot: QtBot, tmp_path: Path, make: Make
) -> None:
    (one, first), (other, second) = make("one"), make("other")
    one.set("theme", "dark")
    one.set("threads", 3)
    share(qtbot, first, tmp_path / "shared")
    share(qtbot, second, tmp_path / "shared")
    assert other.settings.text("theme") == "dark" and "threads" not in other.settings.values
    other.set("theme", "system")
    other.set("player_name", "Kivimäki")
    second.exchange()  # the first window sees that the folder has changed
    qtbot.waitUntil(lambda: one.settings.text("player_name") == "Kivimäki", timeout=60_000)
    assert one.settings.text("theme") == "system" and one.settings.number("threads") == 3


def test_training_comes_without_the_window_being_closed(qtbot: QtBot, tmp_path: Path, make: Make) -> None:
    (_, first), (_, second) = make("one"), make("other")
    share(qtbot, first, tmp_path / "shared")
    share(qtbot, second, tmp_path / "shared")
    mistakes.add(deck_at(tmp_path / "one" / TRAINING), [exercise_of(1)])
    first.exchange()
    other = deck_at(tmp_path / "other" / TRAINING)
    qtbot.waitUntil(lambda: mistakes.saved(other.value()) == (exercise_of(1),), timeout=60_000)


def test_a_collection_that_arrives_is_listed(qtbot: QtBot, tmp_path: Path, make: Make) -> None:
    (store, first), (_, second) = make("one"), make("other")
    collections = CollectionService(tmp_path / "one" / MY_GAMES)
    collections.follow(store)
    first.follow(collections)
    games = tmp_path / "other" / COLLECTIONS / f"Kerho{COLLECTION_SUFFIX}"
    games.parent.mkdir()
    with Collection(games, create=True) as collection:
        editing.added(collection, games_of(b"1. e4 e5 *"))
    share(qtbot, second, tmp_path / "shared")
    share(qtbot, first, tmp_path / "shared")
    qtbot.waitUntil(lambda: [one.games for one in collections.state.entries] == [None, 1], timeout=30_000)
    assert collections.state.entries[1].path.stem == "Kerho" and "Kerho" in store.settings.text("collections")
    assert collections.close()


def test_a_folder_that_is_away_is_told_and_found_again(qtbot: QtBot, tmp_path: Path, make: Make) -> None:
    _, service = make("one")
    service.share_in(str(tmp_path / "stick"))
    qtbot.waitUntil(lambda: bool(service.state.problem), timeout=30_000)
    assert "cannot be reached" in str(service.state.problem)
    (tmp_path / "stick").mkdir()
    exchange(qtbot, service)
    assert not service.state.problem and service.state.found is not None


def test_a_value_of_a_newer_version_is_neither_taken_nor_reset(qtbot: QtBot, tmp_path: Path, make: Make) -> None:
    class Newer:
        name = "settings"

        def share(self, merge: Callable[[dict[str, object]], object]) -> None:
            merge({"theme": "violet", "newer": 1, "threads": 7, "sounds": "loud"})

    with Exchange(tmp_path / "newer", tmp_path / "shared") as found:
        found.share(Newer())
        found.finish()
    store, service = make("one")
    share(qtbot, service, tmp_path / "shared")
    exchange(qtbot, service)
    assert store.settings == Settings().with_value("shared_folder", str(tmp_path / "shared"))
    assert service.state.found is not None and service.state.found.sent == {}


def test_what_belongs_to_this_computer_are_settings() -> None:
    assert set(TABLE) >= HERE
    folders = {key for key in TABLE if "folder" in key or "file" in key or "window" in key}
    assert folders <= HERE
