"""The collection's service: what is read in is named file by file, until the last is done."""

import threading
from pathlib import Path
from typing import Any

import pytest
from pytestqt.qtbot import QtBot

from books.collection import any_file
from books.collection.game_collection import Collection
from books.collection.importing.imports import ImportReport
from desktop.model.collection import CollectionState
from desktop.services.files.collected_place import CollectedPlace, read_again
from desktop.services.files.collection_service import CollectionService
from engine.ground.errors import RatsuError
from engine.ground.user_files import MY_GAMES

GAME = '[White "A"]\n[Black "B"]\n[Result "*"]\n\n1. {0} *\n'


def test_each_of_several_files_is_named_while_it_is_read_in(qtbot: QtBot, tmp_path: Path) -> None:
    paths = [tmp_path / f"{move}.pgn" for move in ("e4", "d4", "c4")]
    for path in paths:
        path.write_text(GAME.format(path.stem))
    paths.insert(1, tmp_path / "missing.pgn")
    service = CollectionService(tmp_path / "my.collection")
    named: list[str] = []

    def note(state: CollectionState) -> None:
        if state.importing not in named[-1:]:
            named.append(state.importing)

    service.changed.connect(note)
    service.import_files(paths[:2])
    service.import_files(paths[2:])  # before the first are done
    qtbot.waitUntil(lambda: named[-1:] == [""], timeout=10_000)
    assert named == [*(path.name for path in paths), ""]
    assert service.close()


def test_an_import_that_was_stopped_stays_so_where_another_begins(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It went on, as did those that waited behind it."""
    gate, begun, may_continue = threading.Event(), threading.Event(), {}

    def import_file(_collection: Any, path: Path, progress: Any, *_rest: Any) -> Any:
        begun.set()
        assert gate.wait(60)
        may_continue[path.name] = progress(1, 2)
        return ImportReport(games=1, added=1, duplicates=0, problems=0, done=True)

    monkeypatch.setattr(any_file, "import_file", import_file)
    service = CollectionService(tmp_path / "my.collection")
    service.import_files([tmp_path / "a.pgn", tmp_path / "b.pgn"])
    qtbot.waitUntil(begun.is_set)
    service.stop()
    service.import_files([tmp_path / "c.pgn"])
    gate.set()
    qtbot.waitUntil(lambda: not service.state.importing)
    assert may_continue == {"a.pgn": False, "c.pgn": True}
    assert service.close()


def test_results_that_contradict_are_listed_in_the_message(qtbot: QtBot, tmp_path: Path) -> None:
    moves = " ".join(f"{number}. Nf3 Nf6 {number + 1}. Ng1 Ng8" for number in range(1, 13, 2))
    text = "".join(
        f'[White "A"]\n[Black "B"]\n[Result "{result}"]\n\n{moves} {result}\n\n' for result in ("1-0", "0-1")
    )
    path = tmp_path / "two.pgn"
    path.write_text(text, encoding="utf-8")
    service = CollectionService(tmp_path / "my.collection")
    service.import_files([path])
    qtbot.waitUntil(lambda: bool(service.state.imported), timeout=60_000)
    told = str(service.state.imported[0].text)
    assert "2 games of two.pgn were added" in told
    assert "1 game has another result than the same game that was there; both were added: A – B" in told
    service.close()


def test_a_deleted_game_is_reported_with_the_name_of_the_collection_as_it_is_shown(tmp_path: Path) -> None:
    path = tmp_path / MY_GAMES
    path.parent.mkdir(parents=True)
    Collection(path, create=True).close()
    with pytest.raises(RatsuError, match=r"Game 3 was deleted from My games\."):
        read_again(path, CollectedPlace.of(3, b""))
