"""Whether files, copies and exports say where an engine's moves came from: the setting decides at every door."""

from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from tests.desktop.services.conftest import Heard, Make


@pytest.mark.parametrize("wanted", [False, True])
def test_no_file_or_copy_says_where_engine_moves_came_from_unless_that_is_set(
    make: Make, qtbot: QtBot, tmp_path: Path, wanted: bool
) -> None:
    note = '[%source book: your flag] [%why ("YOUR_FLAG")]'
    path = tmp_path / "old.pgn"
    old = f'[Event "Old"]\n\n1. e4 {{[%clk 0:01:00] {note}}} e5 {{{note}}} *\n\n'
    path.write_text(old + old.replace("e5", "c5"))
    services = make().services
    services.settings.set("write_sources", wanted)
    copies: list[str] = []
    services.lists.copied.connect(lambda text, _games: copies.append(text))
    services.lists.open(path)
    qtbot.waitUntil(lambda: services.lists.state.total == 2 and not services.lists.state.loading)
    services.lists.copy((0, 1))
    services.lists.save_as((0, 1), tmp_path / "list.pgn")
    qtbot.waitUntil(lambda: bool(copies) and (tmp_path / "list.pgn").exists())
    services.files.open_file(path, 0)
    qtbot.waitUntil(lambda: services.game.state.path == str(path))
    assert services.game.state.game.node(1).origin is not None, "old files are read"
    copied = services.files.pgn_text()
    written = Heard(services.files.written)
    services.files.append_to(tmp_path / "appended.pgn")
    qtbot.waitUntil(lambda: len(written.all) == 1)
    services.files.save_as(tmp_path / "alone.pgn")
    qtbot.waitUntil(lambda: (tmp_path / "alone.pgn").exists() and not services.game.state.modified)
    services.files.open_file(path, 1)
    qtbot.waitUntil(lambda: services.game.state.path == str(path) and "c7c5" in services.game.state.game.moves(2))
    services.game.set_comment(1, "first")
    assert services.files.save()
    qtbot.waitUntil(lambda: "{first}" in path.read_text() or " first}" in path.read_text())
    texts = [copied, copies[0], path.read_text().split("[Event ")[2]]
    texts += [(tmp_path / name).read_text() for name in ("list.pgn", "appended.pgn", "alone.pgn")]
    for text in texts:
        assert ("%source" in text) is ("%why" in text) is wanted and "{}" not in text and "[%clk 0:01:00]" in text
