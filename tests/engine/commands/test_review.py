"""`ratsu review` as a user calls it."""

import json
import subprocess
import sys
import time
from pathlib import Path

import pytest

from engine import command_line as cli
from engine.commands import review

GAME = '[White "A"]\n[Black "B"]\n\n1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 {oh} 4. Qxf7# 1-0\n'


@pytest.fixture
def pgn(tmp_path: Path) -> Path:
    path = tmp_path / "games.pgn"
    path.write_text(GAME + "\n" + GAME.replace("A", "C"), encoding="utf-8")
    return path


def test_a_review_is_told_as_json_and_written_into_a_new_file(
    pgn: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    target = tmp_path / "out.pgn"
    arguments = ["review", str(pgn), "--games", "1", "--nodes", "3000", "--json", "-o", str(target)]
    assert cli.main(arguments) == 0
    (line,) = capsys.readouterr().out.splitlines()
    told = json.loads(line)
    assert (told["White"], told["Black"], told["game"]) == ("A", "B", 1)
    blunder = told["moves"][5]
    assert (blunder["san"], blunder["judgement"]) == ("Nf6", "??") and blunder["better_san"]
    assert told["players"]["black"]["blunders"] == 1
    assert told["moves"][6]["told_by"] == "rules"
    text = " ".join(target.read_text(encoding="utf-8").split())  # where lines break depends on the evaluations' lengths
    assert "Nf6 $4" in text and "oh}" in text and "[%eval" in text
    assert text.count("[White ") == 1


def test_a_game_that_is_added_during_the_review_of_a_file_into_itself_is_not_lost(
    pgn: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def add_one(*_: object) -> None:
        with pgn.open("a") as file:
            file.write("\n1. d4 {mine} *\n")

    monkeypatch.setattr(review, "_show", add_one)
    assert cli.main(["review", str(pgn), "--games", "1", "--nodes", "500", "-o", str(pgn)]) == 1
    assert "changed by another program" in capsys.readouterr().err
    assert "{mine}" in pgn.read_text(encoding="utf-8")


def test_a_review_is_told_in_words(pgn: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["review", str(pgn), "--nodes", "1000", "--no-book", "--no-tables"]) == 0
    out = capsys.readouterr().out
    assert "A - B  1-0" in out and "C - B  1-0" in out and "3...Nf6??" in out and "accuracy" in out


def test_a_review_that_is_killed_goes_on_where_it_was(
    pgn: Path, user_folders: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    command = [sys.executable, "-m", "desktop.command", "review", str(pgn), "--games", "1", "--nodes", "150000"]
    folder = user_folders / "data" / "ratsu" / "reviews"
    with subprocess.Popen(command, stdout=subprocess.DEVNULL) as process:
        deadline = time.monotonic() + 120
        while _judged(folder) < 3 and process.poll() is None and time.monotonic() < deadline:
            time.sleep(0.005)
        process.kill()
    before = _judged(folder)
    assert before >= 3
    assert cli.main(["review", str(pgn), "--games", "1", "--nodes", "150000", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["moves"][5]["judgement"] == "??"
    (journal,) = folder.glob("*.jsonl")
    lines = [json.loads(line) for line in journal.read_text().splitlines()[1:] if line.endswith("]")]
    plies = [line[0] for line in lines if isinstance(line[0], int)]  # beside what the coach says of them
    assert sorted(plies) == list(range(8)), "each position was judged once, before the kill or after it"


def _judged(folder: Path) -> int:
    return sum(max(0, path.read_bytes().count(b"\n") - 1) for path in folder.glob("*.jsonl"))


def test_a_game_that_cannot_be_reviewed_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "bad.pgn"
    path.write_text('[Variant "Atomic"]\n\n1. e4 *\n', encoding="utf-8")
    assert cli.main(["review", str(path)]) == 1
    assert "game 1 cannot be reviewed" in capsys.readouterr().err


NOT_REVIEWABLE = (
    '[White "A"]\n[Black "B"]\n[Variant "Atomic"]\n\n1. Nf3 f6 2. Nd4 *\n',
    '[White "A"]\n[Black "B"]\n\n1. e4 -- 2. d4 *\n',
)


@pytest.mark.parametrize("bad", NOT_REVIEWABLE)
def test_a_game_that_cannot_be_reviewed_is_left_out_and_the_others_are_reviewed(
    bad: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, target = tmp_path / "games.pgn", tmp_path / "out.pgn"
    path.write_text("\n".join((GAME, bad, GAME.replace("A", "C"))), encoding="utf-8")
    assert cli.main(["review", str(path), "--nodes", "1000", "--json", "-o", str(target)]) == 1
    told = capsys.readouterr()
    assert [json.loads(line)["game"] for line in told.out.splitlines()] == [1, 3]
    assert "game 2 cannot be reviewed" in told.err
    text = target.read_text(encoding="utf-8")
    assert text.count("[White ") == 3 and bad.splitlines()[-1] in text


@pytest.mark.parametrize("bad", NOT_REVIEWABLE)
def test_mistakes_are_collected_from_the_games_that_can_be_reviewed(
    bad: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "mine.pgn"
    path.write_text("\n".join((bad, GAME)), encoding="utf-8")
    assert cli.main(["mistakes", str(path), "--player", "B", "--nodes", "3000"]) == 1
    told = capsys.readouterr()
    assert "game 1 cannot be reviewed" in told.err
    assert "1 game, 1 mistake of B" in told.out


def test_a_dash_puts_the_games_on_standard_output_and_the_reports_on_the_other(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "mine.pgn"
    path.write_text(GAME, encoding="utf-8")
    assert cli.main(["review", str(path), "--nodes", "1000", "-o", "-"]) == 0
    told = capsys.readouterr()
    assert told.out.startswith("[Event") and "accuracy" not in told.out
    assert "accuracy" in told.err


CUT = '[White "A"]\n[Black "B"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Bxa7 Nf6 5. O-O 1-0\n'
READ = "read to move 3; Bxa7 is not legal"


@pytest.mark.parametrize(
    ("moves", "unread"),
    [
        ("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Bxa7 Nf6", READ),
        ("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 (3... Bxa2) 4. Ba4 (4. Bxa7) Nf6", ""),  # only variations are cut
        ("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 {Bxa7?} (3... Nf6) 4. Bxa7", READ),
        ("1. Ne4 e5", "no move was read; Ne4 is not legal"),
        (
            "1. e4 e5 2. d3 d6 3. Nd2 c6 4. f3 Nd7 5. Ne2 b6 6. Nc4 a6 7. Ne3 h6 8. Nd5 Rh7 9. Nc3",
            "read to move 8; Nc3 is ambiguous",
        ),
        ("1. e4 e5 2. castles", "read to move 1; castles is not a move"),
    ],
)
def test_a_game_says_how_far_it_was_read(moves: str, unread: str) -> None:
    from engine.pgn.reader import games_of

    assert str(games_of(f"{moves} *")[0].unread) == unread


@pytest.mark.parametrize("command", ["review", "mistakes", "rating", "mirror"])
@pytest.mark.parametrize("as_json", [False, True])
def test_figures_say_how_much_of_a_game_they_rest_on(
    command: str, as_json: bool, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "cut.pgn"
    path.write_text(CUT, encoding="utf-8")
    search = ["--nodes", "200", "--no-book", "--no-tables"] if command in ("review", "mistakes") else []
    player = ["--player", "A"] if command != "review" else []
    assert cli.main([command, str(path), *player, *search, *(("--json",) if as_json else ())]) == 0
    told = capsys.readouterr()
    if as_json:
        assert f'"unread": "{READ}"' in told.out
        assert all(isinstance(json.loads(line), dict) for line in told.out.splitlines())
    else:
        assert READ in told.out + told.err
