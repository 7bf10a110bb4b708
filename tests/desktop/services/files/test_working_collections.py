"""Games of collections are edited in the window like games of files: saved in place, deleted, moved, labelled, undone."""

import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from books.collection.editing import replaced
from books.collection.game_collection import Collection
from books.collection.importing.imports import import_pgn
from books.collection.labels import FAVOURITE, labelled, labels_by_game
from books.collection.query import Query
from books.collection.search import search
from books.explorer.explorer import explore
from desktop.model.collection import collection_name
from desktop.services.all_services import Services
from desktop.services.files.collected_games import CollectedGames
from desktop.services.kit.tasks import Worker
from engine.pgn.reader import games_of
from engine.rules.board import CoreBoard
from tests.desktop.kept_games import plies_kept
from tests.desktop.services.conftest import Heard, Make, offers_of, reopen

GAMES = "".join(
    f'[Event "Open"]\n[White "{white}"]\n[Black "Bo"]\n[Date "19{at}0.01.01"]\n[Result "1-0"]\n\n1. {moves} 1-0\n\n'
    for at, (white, moves) in enumerate(
        (
            ("Ann", "e4 e5 2. Nf3 Nc6"),
            ("Cid", "e4 e5 2. Bc4 Bc5"),
            ("Dora", "d4 d5 2. c4 e6"),
            ("Eve", "e4 c5 2. Nf3 d6"),
        )
    )
)


@pytest.fixture
def services(make: Make, qtbot: QtBot, tmp_path: Path) -> Services:
    """Services whose collection *My games* holds four games, which are listed."""
    found = make().services
    path = found.collection.path
    assert path is not None
    fill(path, tmp_path)
    found.collection.list_games()
    qtbot.waitUntil(lambda: found.lists.state.total == 4 and not found.lists.state.loading)
    return found


def fill(path: Path, folder: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    (folder / "four.pgn").write_text(GAMES)
    with Collection(path, create=True) as collection:
        import_pgn(collection, folder / "four.pgn")


def path_of(services: Services) -> Path:
    assert services.collection.path is not None
    return services.collection.path


def whites(path: Path) -> list[str]:
    """The White players of all games, by number."""
    with Collection(path) as collection:
        return [game.white for game in search(collection, Query())]


def text(path: Path, number: int) -> str:
    from books.collection.export import text_of

    with Collection(path) as collection:
        return text_of(collection, collection.games([number])[0])


def counts(path: Path) -> list[tuple[str, int]]:
    """The explorer's moves and games at the start."""
    start = CoreBoard.start()
    with Collection(path) as collection:
        return [(start.uci(row.move), row.games) for row in explore(collection, start)]


def shown(services: Services) -> list[str]:
    """The White players in the list."""
    return [services.lists.whole_row(number)[0] for number in services.lists.state.order]


@pytest.fixture
def listed(services: Services, qtbot: QtBot) -> Callable[[str], None]:
    """Waits until the list shows these White players, by their first letters, and nothing is being written."""

    def until(letters: str) -> None:
        lists = services.lists
        qtbot.waitUntil(
            lambda: (
                not lists.state.busy
                and not lists.state.loading
                and [white[:1] for white in shown(services)] == list(letters)
            )
        )

    return until


def open_game(services: Services, qtbot: QtBot, row: int, white: str) -> int:
    services.lists.open_game(row)
    qtbot.waitUntil(lambda: services.game.state.game.header("White") == white)
    return services.game.state.tab


def save(services: Services, qtbot: QtBot) -> None:
    assert services.files.save()
    qtbot.waitUntil(lambda: not services.game.state.modified)


def test_a_hundred_edits_of_a_game_leave_one_game_and_the_counts_of_the_explorer(
    services: Services, qtbot: QtBot
) -> None:
    path = path_of(services)
    before, players = counts(path), whites(path)
    open_game(services, qtbot, 0, "Ann")
    assert services.game.state.path == str(path) and not services.game.state.modified
    for edit in range(100):
        services.game.set_comment(1, f"edit {edit}")
        if edit % 10 == 0:
            services.game.play_move("a2a3" if services.game.state.node.ply == 0 else "a7a6")
            services.game.go_first()
        save(services, qtbot)
    assert whites(path) == players and counts(path) == before
    assert "edit 99" in text(path, 1) and "edit 98" not in text(path, 1)
    with Collection(path) as collection:
        assert import_pgn(collection, Path(path.parents[3] / "four.pgn")).added == 0


def test_new_moves_of_a_saved_game_are_found_and_undo_takes_them_back(
    services: Services, qtbot: QtBot, listed: Callable[[str], None]
) -> None:
    path = path_of(services)
    plain = text(path, 3)
    open_game(services, qtbot, 2, "Dora")
    services.game.delete(services.game.state.game.root.children[0])
    services.game.play_move("b2b3")
    save(services, qtbot)
    assert ("b2b3", 1) in counts(path) and ("d2d4", 1) not in counts(path)
    listed("ACDE")
    qtbot.waitUntil(lambda: bool(services.lists.state.undo))
    services.lists.take_back()
    qtbot.waitUntil(lambda: services.game.state.modified)  # its place in the collection has the older game again
    assert text(path, 3) == plain
    assert ("d2d4", 1) in counts(path) and ("b2b3", 1) not in counts(path)
    save(services, qtbot)  # the game in the tab is written again
    assert ("b2b3", 1) in counts(path)


def test_a_game_that_another_program_changed_is_not_overwritten(services: Services, qtbot: QtBot) -> None:
    path = path_of(services)
    tab = open_game(services, qtbot, 1, "Cid")
    services.game.set_comment(1, "mine")
    with Collection(path) as collection:
        replaced(collection, 2, games_of(text(path, 2).encode())[0].with_header("Annotator", "Other"))
    gone = Heard(services.files.gone)
    assert services.files.save()
    qtbot.waitUntil(lambda: gone.all == [tab])
    assert services.game.state.modified and "Other" in text(path, 2) and "mine" not in text(path, 2)
    services.files.add_back(tab)
    qtbot.waitUntil(lambda: not services.game.state.modified)
    assert whites(path) == ["Ann", "Cid", "Dora", "Eve", "Cid"] and "mine" in text(path, 5)


def test_headers_changed_in_the_list_reach_the_open_game_beside_its_unsaved_edits(
    services: Services, qtbot: QtBot
) -> None:
    from engine.pgn.edit import HeaderEdit

    open_game(services, qtbot, 0, "Ann")
    services.game.set_comment(1, "mine")
    services.lists.edit_headers([0], HeaderEdit(("Event",), "Club"))
    qtbot.waitUntil(lambda: services.game.state.game.header("Event") == "Club")
    assert services.game.state.modified
    save(services, qtbot)
    assert "mine" in text(path_of(services), 1) and '[Event "Club"]' in text(path_of(services), 1)


def test_a_kill_before_the_save_loses_no_edit_and_the_game_stays_one_of_its_collection(
    make: Make, services: Services, qtbot: QtBot, tmp_path: Path
) -> None:
    path = path_of(services)
    open_game(services, qtbot, 1, "Cid")
    services.game.go_last()
    services.game.play_move("c2c3")
    qtbot.waitUntil(lambda: plies_kept(tmp_path / "user" / "state") == 5)
    crashed = tmp_path / "crashed"
    shutil.copytree(tmp_path / "user", crashed)  # the disk as a kill at this moment leaves it
    for lock in (crashed / "state" / "open games").glob("*/owner.lock"):
        lock.unlink()
    assert "c3" not in text(path, 2)

    second = make(home=crashed).services
    (offer,) = offers_of(second.autosave)
    assert offer.path == str(path)
    reopen(second.autosave, offer)
    state = second.game.state
    assert state.modified and state.path == str(path)
    assert [node.san for node in state.game.main_line()] == ["e4", "e5", "Bc4", "Bc5", "c3"]
    assert second.files.save()
    qtbot.waitUntil(lambda: not second.game.state.modified)
    assert "c3" in text(path, 2) and whites(path) == ["Ann", "Cid", "Dora", "Eve"]


def test_a_game_of_the_last_session_opens_again_at_its_move(make: Make, services: Services, qtbot: QtBot) -> None:
    from desktop.model.stored_values import RememberedGame

    tab = open_game(services, qtbot, 3, "Eve")
    kept = RememberedGame(services.game.state.path, services.files.place_texts(tab)[0], 2)
    services.game.close_tab(tab)
    services.files.open_again(kept)
    qtbot.waitUntil(lambda: services.game.state.game.header("White") == "Eve")
    assert services.game.state.node.san == "c5" and services.game.state.path == str(path_of(services))
    services.game.set_comment(0, "again")
    save(services, qtbot)
    assert "again" in text(path_of(services), 4)


def test_deleted_games_wait_in_the_bin_and_come_back(
    services: Services, qtbot: QtBot, listed: Callable[[str], None]
) -> None:
    path, before = path_of(services), counts(path_of(services))
    services.edits.delete([0, 2])
    listed("CE")
    games = services.lists.listed
    assert isinstance(games, CollectedGames) and [games.number(row) for row in range(2)] == [2, 4]
    assert whites(path) == ["Cid", "Eve"] and counts(path) == [("e2e4", 2)]
    services.lists.take_back()
    listed("ACDE")
    assert counts(path) == before
    services.lists.take_back(back=False)
    listed("CE")
    services.collection.list_bin()
    listed("AD")
    assert services.lists.state.binned
    qtbot.waitUntil(lambda: services.collection.state.entries[0].binned == 2)
    services.edits.put_back([1])
    listed("A")
    assert whites(path) == ["Cid", "Dora", "Eve"]
    services.edits.empty([0])
    listed("")
    assert whites(path) == ["Cid", "Dora", "Eve"] and not services.lists.state.undo


def test_a_game_whose_tab_is_open_is_saved_after_its_deletion_is_undone(
    services: Services, qtbot: QtBot, listed: Callable[[str], None]
) -> None:
    tab, gone = open_game(services, qtbot, 0, "Ann"), Heard(services.files.gone)
    services.game.set_comment(1, "late")
    services.edits.delete([0])
    listed("CDE")
    services.files.save()
    qtbot.waitUntil(lambda: gone.all == [tab])
    services.lists.take_back()
    listed("ACDE")
    save(services, qtbot)
    assert "late" in text(path_of(services), 1)


def test_games_are_duplicated_with_their_labels(services: Services, listed: Callable[[str], None]) -> None:
    path = path_of(services)
    with Collection(path) as collection:
        labelled(collection, [2], FAVOURITE)
    services.edits.duplicate([1, 3])
    listed("ACDECE")
    with Collection(path) as collection:
        assert labels_by_game(collection) == {2: (FAVOURITE,), 5: (FAVOURITE,)}
    services.lists.take_back()
    listed("ACDE")


def test_games_move_to_another_collection_and_back(
    services: Services, qtbot: QtBot, tmp_path: Path, listed: Callable[[str], None]
) -> None:
    path, other = path_of(services), tmp_path / "club.ratsugames"
    with Collection(path) as collection:
        labelled(collection, [3], "Openings/Queen's gambit")
    services.edits.send([2, 0], other, move=True)
    listed("CE")
    assert sorted(whites(other)) == ["Ann", "Dora"]
    with Collection(other) as collection:
        (labels,) = labels_by_game(collection).values()
        assert labels == ("Openings/Queen's gambit",)
    services.lists.take_back()
    listed("ACDE")
    assert whites(other) == []
    services.lists.take_back(back=False)
    listed("CE")
    assert sorted(whites(other)) == ["Ann", "Dora"]
    services.edits.send([0], other, move=False)
    qtbot.waitUntil(lambda: len(whites(other)) == 3 and not services.lists.state.busy)
    assert whites(path) == ["Cid", "Eve"]


def test_a_move_that_cannot_be_undone_whole_is_left_as_it_is(
    services: Services, qtbot: QtBot, tmp_path: Path, listed: Callable[[str], None]
) -> None:
    from books.collection.editing import deleted

    other = tmp_path / "club.ratsugames"
    services.edits.send([0], other, move=True)
    listed("CDE")
    with Collection(other) as collection:
        deleted(collection, [1])
    heard = Heard(services.lists.message)
    services.lists.take_back()
    qtbot.waitUntil(lambda: "cannot be undone" in heard.texts)
    assert whites(path_of(services)) == ["Cid", "Dora", "Eve"]


def test_a_crash_in_the_middle_of_a_move_leaves_the_games_in_both_collections(
    services: Services, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from books.collection import editing
    from desktop.services.files import collection_changes

    def dies(*_: object) -> None:
        raise SystemExit(9)

    monkeypatch.setattr(editing, "deleted", dies)
    path, other = path_of(services), tmp_path / "club.ratsugames"
    with pytest.raises(SystemExit):
        collection_changes.copied(path, [1, 2], other, move=True)
    assert whites(path) == ["Ann", "Cid", "Dora", "Eve"] and whites(other) == ["Ann", "Cid"]


def test_labels_of_the_list_are_given_and_undone(services: Services, qtbot: QtBot) -> None:
    lists = services.lists
    services.edits.label([0, 3], FAVOURITE, on=True)
    qtbot.waitUntil(lambda: lists.state.labelled and not lists.state.busy)
    assert [lists.whole_row(row)[-1] for row in range(4)] == [FAVOURITE, "", "", FAVOURITE]
    qtbot.waitUntil(lambda: services.collection.state.entries[0].labels == ((FAVOURITE, 2),))
    services.collection.list_games(FAVOURITE)
    qtbot.waitUntil(lambda: shown(services) == ["Ann", "Eve"])
    services.edits.rename_label(path_of(services), FAVOURITE, "Best")
    qtbot.waitUntil(lambda: services.collection.state.entries[0].labels == (("Best", 2),))
    lists.take_back()
    qtbot.waitUntil(lambda: services.collection.state.entries[0].labels == ((FAVOURITE, 2),))


def test_a_game_without_a_file_is_kept_in_the_collection_from_then_on(services: Services, qtbot: QtBot) -> None:
    path = path_of(services)
    services.game.open_tab(games_of(b'[White "Zoe"]\n\n1. f4 *')[0], saved=False)
    services.files.append_to(path, collected=True)
    qtbot.waitUntil(lambda: not services.game.state.modified)
    assert services.game.state.path == str(path)
    services.game.set_comment(1, "mine")
    save(services, qtbot)
    assert whites(path)[4:] == ["Zoe"] and "mine" in text(path, 5)
    services.files.begin_in(path)
    qtbot.waitUntil(lambda: len(whites(path)) == 6 and services.game.state.path == str(path))


def test_collections_are_made_opened_renamed_and_taken_off_the_list(
    make: Make, services: Services, qtbot: QtBot, tmp_path: Path
) -> None:
    collection = services.collection
    mine = path_of(services)
    collection.create("Club games")
    qtbot.waitUntil(lambda: path_of(services).name == "Club games.ratsugames")
    club = path_of(services)
    assert club.parent == mine.parent and club.exists()
    collection.import_files([tmp_path / "four.pgn"])
    qtbot.waitUntil(lambda: collection.state.games == 4 and not collection.state.importing)
    assert [len(file.numbers) for file in collection.state.imported] == [4]
    collection.list_imported()
    qtbot.waitUntil(lambda: services.lists.state.total == 4 and str(services.lists.state.title).endswith("last import"))
    tab = open_game(services, qtbot, 0, "Ann")
    services.game.set_comment(1, "before the rename")
    qtbot.waitUntil(lambda: not any(worker._jobs for worker in services.lists.findChildren(Worker)))
    heard = Heard(collection.message)
    for name, importing, told in (("games", "", "already"), ("Seura", "four.pgn", "games are being imported")):
        collection._set(replace(collection.state, importing=importing))
        collection.rename(club, name)  # the first is that of My games
        assert told in heard.texts
    collection._set(replace(collection.state, importing=""))
    collection.rename(club, "Seura")
    qtbot.waitUntil(lambda: path_of(services).name == "Seura.ratsugames")
    assert str(collection_name(path_of(services))) == "Seura" and not club.exists()
    assert services.game.state.path == str(path_of(services)) and services.game.state.tab == tab
    save(services, qtbot)
    assert "before the rename" in text(path_of(services), 1)
    services.settings.flush()
    again = make().services  # the next start lists the same
    assert [one.path for one in again.collection.state.entries] == [mine, path_of(services)]
    assert again.collection.path == path_of(services)
    collection.remove(path_of(services))
    assert collection.path == mine and [one.path for one in collection.state.entries] == [mine]
    for name in ("", "a/b", ".hidden", "a\nb"):
        collection.create(name)
    (tmp_path / "no.ratsugames").write_text("no collection")
    collection.open(tmp_path / "no.ratsugames")
    qtbot.waitUntil(lambda: "is not a collection" in heard.texts)
    assert [one.path for one in collection.state.entries if one.path.name != "a b.ratsugames"] == [mine]
