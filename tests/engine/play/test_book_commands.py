"""`ratsu book ...` from the command line."""

import json
from pathlib import Path
from typing import Any

import pytest

from engine import command_line as cli

GAMES = """[White "Ratsu"]
[Black "B"]
[Result "0-1"]

1. f3 e5 2. g4 Qh4# 0-1

[White "C"]
[Black "Ratsu"]
[Result "1/2-1/2"]

1. e4 e5 2. Nf3 Nc6 1/2-1/2
"""


@pytest.fixture
def games(tmp_path: Path) -> Path:
    path = tmp_path / "games.pgn"
    path.write_text(GAMES)
    return path


def run(capsys: pytest.CaptureFixture[str], tmp_path: Path, *arguments: str) -> Any:
    """The JSON that a command prints."""
    assert cli.main(["book", *arguments, "--json", "--folder", str(tmp_path / "books")]) == 0
    return json.loads(capsys.readouterr().out)


@pytest.mark.parametrize(
    "command", ["build", "import", "export", "show", "doctor", "report", "learn", "undo", "train", "stats"]
)
def test_every_command_has_help_with_an_example(capsys: pytest.CaptureFixture[str], command: str) -> None:
    with pytest.raises(SystemExit):
        cli.main(["book", command, "--help"])
    assert f"example:\n  ratsu book {command}" in capsys.readouterr().out


def test_flags_are_set_shown_and_undone(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    shown = run(capsys, tmp_path, "show", "--moves", "e4 e5", "--flag", "f4", "$")
    assert next(move["flag"] for move in shown["moves"] if move["san"] == "f4") == "$"
    assert run(capsys, tmp_path, "stats")["user"]["$"] == 1
    assert run(capsys, tmp_path, "undo")["edits"][0]["label"] == "f4 -> $"
    assert run(capsys, tmp_path, "stats")["user"]["moves"] == 0


def test_a_book_is_built_exported_and_imported(capsys: pytest.CaptureFixture[str], tmp_path: Path, games: Path) -> None:
    built = run(capsys, tmp_path, "build", str(games), "--to", str(tmp_path / "b.ratsubook"), "--min-games", "1")
    assert (built["rows"], built["games"]) == (8, 2)
    for kind in ("bin", "pgn", "ratsubook"):
        target = tmp_path / f"out.{kind}"
        exported = run(capsys, tmp_path, "export", str(target), "--book", str(tmp_path / "b.ratsubook"))
        assert exported["moves"] == 8
        imported = run(capsys, tmp_path, "import", str(target), "--to", str(tmp_path / f"back-{kind}.ratsubook"))
        assert imported["rows"] == 8


def test_games_are_learned_from_and_the_log_is_shown(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, games: Path
) -> None:
    learned = run(capsys, tmp_path, "learn", str(games), "--nodes", "20000")
    assert [lesson["game"] for lesson in learned["lessons"]] == [1]
    assert "2.g4 -> ?" in learned["lessons"][0]["text"]  # the fool's mate
    assert run(capsys, tmp_path, "learn", "--list")["lessons"] == learned["lessons"]
    run(capsys, tmp_path, "learn", "--forget-all")
    assert run(capsys, tmp_path, "stats")["learned"]["moves"] == 0


def test_games_are_compared_with_the_book(capsys: pytest.CaptureFixture[str], tmp_path: Path, games: Path) -> None:
    told = run(capsys, tmp_path, "report", str(games), "--player", "Ratsu")
    assert told["games"][0]["i_left"]["move"] == "f2f3"
    assert "agreement" in run(capsys, tmp_path, "report", str(games), "--coverage")
    assert "new" in run(capsys, tmp_path, "train", "--due")


def test_the_doctor_reports(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    run(capsys, tmp_path, "show", "--moves", "e4 e5", "--flag", "Ba6", "!")  # hangs the bishop
    found = run(capsys, tmp_path, "doctor", "--positions", "8", "--nodes", "3000")["findings"]
    assert "blunder" in [finding["problem"] for finding in found if finding["move"] == "f1a6"]


@pytest.mark.parametrize(
    "arguments",
    [
        ["import", "missing.bin"],
        ["import", "strange.xyz"],
        ["export", "out.doc"],
        ["show", "--fen", "nonsense"],
        ["show", "--moves", "e5"],
        ["build", "missing.pgn", "--to", "b.ratsubook"],
    ],
)
def test_bad_input_gives_one_sentence_and_exit_code_1(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert cli.main(["book", *arguments, "--folder", str(tmp_path / "books")]) == 1
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.startswith("ratsu book: ")
    assert told.err.count("\n") == 1
