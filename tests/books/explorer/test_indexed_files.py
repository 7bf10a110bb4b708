"""PGN files and folders are counted like collections, and read again only if they have changed."""

import os
from pathlib import Path

import pytest

from books.explorer import indexed_files
from books.explorer.explorer import Explorer
from engine.ground.errors import RatsuError
from engine.jobs.indexing import IndexJob, IndexRequest
from engine.jobs.job import Context, findings
from engine.rules.board import CoreBoard

GAME = '[White "{0}"]\n[Black "B"]\n[Date "2001.01.0{1}"]\n[Result "1-0"]\n\n1. {2} 1-0\n\n'


def counted(folder: Path, *sources: Path) -> dict[str, int]:
    found = findings(IndexJob(), IndexRequest(sources, folder), Context())
    with Explorer.opened(one.collection for one in found) as explorer:
        return {CoreBoard.start().uci(row.move): row.games for row in explorer.moves(CoreBoard.start())}


def test_a_file_and_a_folder_are_counted_and_a_change_is_seen(tmp_path: Path) -> None:
    games, index = tmp_path / "games", tmp_path / "index"
    (games / "deep").mkdir(parents=True)
    one, two = games / "one.pgn", games / "deep" / "two.PGN"
    one.write_text(GAME.format("A", 1, "e4") + GAME.format("C", 2, "d4"))
    two.write_text(GAME.format("D", 3, "d4"))
    (games / "notes.txt").write_text("no games")
    assert counted(index, one) == {"e2e4": 1, "d2d4": 1}
    assert counted(index, games) == {"e2e4": 1, "d2d4": 2}
    assert counted(index, one, games) == {"e2e4": 1, "d2d4": 2}  # the games of the file are in the folder, too
    one.write_text(GAME.format("A", 1, "c4"))
    assert counted(index, one) == {"c2c4": 1}
    two.unlink()
    assert counted(index, games) == {"c2c4": 1}


def test_a_source_that_has_not_changed_is_not_read_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    one = tmp_path / "one.pgn"
    one.write_text(GAME.format("A", 1, "e4"))
    counted(tmp_path / "index", one)
    monkeypatch.setattr("engine.jobs.indexing.import_file", lambda *_: pytest.fail("the file was read again"))
    assert counted(tmp_path / "index", one) == {"e2e4": 1}


def test_a_stopped_count_is_not_shown_and_continues(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    one, index = tmp_path / "one.pgn", tmp_path / "index"
    one.write_text("".join(GAME.format(f"A{number}", number % 9 + 1, "e4") for number in range(600)))
    monkeypatch.setattr("engine.pgn.streams.BLOCK_BYTES", 2_000)
    context = Context()
    context.stopper.stop()
    assert list(findings(IndexJob(), IndexRequest((one,), index), context)) == []
    assert counted(index, one) == {"e2e4": 600}


def test_indexes_that_were_not_used_for_long_are_removed(tmp_path: Path) -> None:
    one, two, index = tmp_path / "one.pgn", tmp_path / "two.pgn", tmp_path / "index"
    for path in (one, two):
        path.write_text(GAME.format(path.stem, 1, "e4"))
    counted(index, one)
    old = indexed_files.index_path(index, one)
    os.utime(old, (0, 0))
    counted(index, two)
    assert not old.exists()


def test_a_folder_without_games_is_refused(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    with pytest.raises(RatsuError, match="holds no game file"):
        counted(tmp_path / "index", tmp_path / "empty")
