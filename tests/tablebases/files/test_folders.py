"""Discovery: exact names, size rule, a bad file named and left out (reliability rules: stray files, short files)."""

import os
import shutil
from pathlib import Path

import chess
import pytest

from tablebases.errors import CorruptTable
from tablebases.files.check import own_checksum
from tablebases.files.folders import CheckState, TableKind, find_tables
from tablebases.files.manifest import entry_of, read_manifest, write_manifest
from tablebases.tables import Tablebases
from tests.helpers.shared import shared_file

KQK_WIN = chess.Board("8/8/8/8/4k3/8/1Q6/K7 b - - 0 1")  # vectors of the format description: WDL -2, DTZ -20


def copy_tables(folder: Path, *names: str) -> None:
    for name in names:
        shutil.copyfile(shared_file(f"data/syzygy/{name}"), folder / name)


def only(folder: Path) -> Tablebases:
    return Tablebases([folder], built_in=False)


def test_a_folder_of_strays_holds_no_table(tmp_path: Path) -> None:
    for name in ("KRvKQ.rtbw", "KQvK.rtbw.part", "readme.txt", "kqkv.rtbw", "kqk.RTBW"):
        (tmp_path / name).write_bytes(bytes(80))
    (tmp_path / "sub").mkdir()
    found = find_tables([tmp_path])
    assert found.files == ()
    assert found.problems == ()


def test_the_case_of_a_name_does_not_matter(tmp_path: Path) -> None:
    for name in ("kqvk.rtbw", "KRVK.RTBZ", "krpvkr.RTBW"):
        (tmp_path / name).write_bytes(bytes(80))
    assert {(file.signature, file.kind.value) for file in find_tables([tmp_path]).files} == {
        *(("KQvK", ".rtbw"), ("KRvK", ".rtbz"), ("KRPvKR", ".rtbw")),
    }


def test_wrong_sizes_folders_and_loops_are_named_and_left_out(tmp_path: Path) -> None:
    (tmp_path / "KQvK.rtbw").write_bytes(b"")
    (tmp_path / "KRvK.rtbw").write_bytes(bytes(128))
    (tmp_path / "KBvK.rtbw").mkdir()
    os.symlink("KNvK.rtbw", tmp_path / "KNvK.rtbw")
    found = find_tables([tmp_path])
    assert found.files == ()
    assert {str(problem).split(":")[0].rsplit("/", 1)[1] for problem in found.problems} == {
        "KQvK.rtbw", "KRvK.rtbw", "KBvK.rtbw", "KNvK.rtbw",
    }  # fmt: skip


def test_a_missing_folder_is_a_named_problem_and_no_exception(tmp_path: Path) -> None:
    with only(tmp_path / "nowhere") as tables:
        assert "nowhere" in str(tables.problems[0])
        assert tables.probe_wdl(KQK_WIN) is None


def test_a_manifest_tells_a_changed_file(tmp_path: Path) -> None:
    copy_tables(tmp_path, "KQvK.rtbw", "KQvK.rtbz")
    write_manifest(tmp_path, {path.name: entry_of(path.read_bytes()) for path in tmp_path.glob("KQvK.*")})
    with only(tmp_path) as tables:
        assert tables.probe_dtz(KQK_WIN) == -20
        assert {info.state for info in tables.tables()} == {CheckState.VERIFIED}
    content = bytearray((tmp_path / "KQvK.rtbw").read_bytes())
    content[100] ^= 4
    (tmp_path / "KQvK.rtbw").write_bytes(content)
    with only(tmp_path) as tables:
        assert tables.probe_wdl(KQK_WIN) is None
        assert [type(problem) for problem in tables.problems] == [CorruptTable]
        assert "KQvK.rtbw" in str(tables.problems[0])
        assert [info.state for info in tables.tables() if info.file.kind is TableKind.WDL] == [CheckState.DAMAGED]


def test_an_unreadable_manifest_is_named(tmp_path: Path) -> None:
    (tmp_path / "manifest.json").write_text('{"files": 3}')
    assert "manifest" in str(find_tables([tmp_path]).problems[0])


def test_manifests_read_back_as_written(tmp_path: Path) -> None:
    entries = {"KQvK.rtbw": entry_of(b"abc"), "KRvK.rtbz": entry_of(b"")}
    write_manifest(tmp_path, entries)
    assert read_manifest(tmp_path) == entries


def test_a_sound_copy_in_another_folder_takes_the_place_of_a_damaged_one(tmp_path: Path) -> None:
    for name in ("bad", "good"):
        (tmp_path / name).mkdir()
        copy_tables(tmp_path / name, "KQvK.rtbw", "KQvK.rtbz")
    content = bytearray((tmp_path / "bad" / "KQvK.rtbw").read_bytes())
    content[0] = 0
    (tmp_path / "bad" / "KQvK.rtbw").write_bytes(content)
    with Tablebases([tmp_path / "bad", tmp_path / "good"], built_in=False) as tables:
        assert tables.probe_wdl(KQK_WIN) == -2
        assert "bad" in str(tables.problems[0])


def test_published_files_vouch_for_themselves() -> None:
    with only(shared_file("data/syzygy")) as tables:
        files = [info.file for info in tables.tables()]
        assert len(files) == 20
        assert {tables.check(file) for file in files} == {CheckState.VERIFIED}


def test_any_changed_bit_of_a_published_file_is_noticed(tmp_path: Path) -> None:
    content = shared_file("data/syzygy/KQvK.rtbz").read_bytes()
    for place in range(5, len(content), 97):
        changed = bytearray(content)
        changed[place] ^= 1 << place % 8
        (tmp_path / "KQvK.rtbz").write_bytes(changed)
        with only(tmp_path) as tables:
            assert tables.check(tables.tables()[0].file) is CheckState.DAMAGED


def test_a_file_made_by_ratsu_vouches_for_itself(tmp_path: Path) -> None:
    copy_tables(tmp_path, "KQvK.rtbw")
    content = (tmp_path / "KQvK.rtbw").read_bytes()
    (tmp_path / "KQvK.rtbw").write_bytes(content[:-16] + own_checksum(content[:-16]))
    with only(tmp_path) as tables:
        assert tables.probe_wdl(KQK_WIN) == -2
        assert tables.tables()[0].state is CheckState.VERIFIED


@pytest.mark.parametrize(
    "fen",
    [
        "4k2r/8/8/8/8/8/8/4K3 b k - 0 1",  # a castling right: tables do not know it
        "8/8/8/8/4k3/4K3/1Q6/8 b - - 0 1",  # illegal: kings touch
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1",
    ],
)
def test_what_tables_do_not_know_is_not_answered(fen: str) -> None:
    with Tablebases([shared_file("data/syzygy")]) as tables:
        board = chess.Board(fen)
        assert tables.probe_wdl(board) is None
        assert tables.probe_dtz(board) is None
