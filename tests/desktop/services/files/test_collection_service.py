"""The collection's service: what is read in is named file by file, until the last is done."""

from pathlib import Path

from pytestqt.qtbot import QtBot

from desktop.model.collected import CollectionState
from desktop.services.files.collection_service import CollectionService

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
