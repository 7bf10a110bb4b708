"""`ratsu tablebases`: exit codes and machine-readable output."""

import json
from pathlib import Path

import pytest

from engine import command_line as cli


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code = cli.main(["tablebases", *arguments])
    captured = capsys.readouterr()
    return code, captured.out, captured.err


def test_list_names_the_shipped_set_without_any_setting(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _err = run(capsys, "list", "--json")
    listed = json.loads(out)
    assert code == 0
    assert len(listed["tables"]) == 70
    assert {row["state"] for row in listed["tables"]} == {"verified"}


def test_list_names_a_damaged_file_and_fails(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "KQQvKQ.rtbw").write_bytes(bytes(80))
    code, out, _err = run(capsys, "list", "--folder", str(tmp_path))
    assert code == 1
    assert "KQQvKQ.rtbw" in out
    assert "damaged" in out


def test_probe_answers_with_result_distance_and_every_move(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _err = run(capsys, "probe", "8/8/8/6B1/8/8/4k3/1K5N b - - 0 1", "--json", "--line")
    answer = json.loads(out)
    assert code == 0
    assert (answer["wdl"], answer["dtz"], len(answer["moves"]), len(answer["line"])) == (-2, -66, 5, 66)


@pytest.mark.parametrize(
    "fen", ["no fen", "8/8/8/8/4k3/4K3/1Q6/8 b - - 0 1", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"]
)
def test_probe_says_in_one_line_what_it_cannot_answer(capsys: pytest.CaptureFixture[str], fen: str) -> None:
    code, out, err = run(capsys, "probe", fen)
    assert code == 1
    assert out == ""
    assert err.startswith("ratsu tablebases: ")
    assert err.count("\n") == 1


def test_generate_verify_and_generate_again(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    code, out, _err = run(capsys, "generate", "krk", "--folder", str(tmp_path), "--json")
    assert code == 0
    assert [row["signature"] for row in json.loads(out)["made"]] == ["KRvK"]
    code, out, _err = run(capsys, "verify", "KRvK", "--folder", str(tmp_path), "--positions", "500")
    assert code == 0
    assert "500 positions agree" in out
    assert run(capsys, "generate", "KRvK", "--folder", str(tmp_path))[0] == 0


def test_wrong_names_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "generate", "KXK")[0] == 1
    assert run(capsys, "generate")[0] == 1
    assert run(capsys, "verify", "KQPvKQ", "--json")[0] == 1
    assert run(capsys, "train", "KQPvKQ")[0] == 1
