"""`ratsu book ...` from the command line."""

import io
import json
import sys
from pathlib import Path
from typing import Any

import pytest

from books.store.packed_table import PackedTable
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


COUNT = PackedTable.__dict__["counts"].func
COUNTED: dict[Path, object] = {}


@pytest.fixture(autouse=True)
def counted_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The shipped book takes half a second, and nobody changes it."""

    def counts(table: Any) -> object:
        if table._path not in COUNTED:
            COUNTED[table._path] = COUNT(table)
        return COUNTED[table._path]

    monkeypatch.setattr(PackedTable, "counts", property(counts))


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
    "command", ["build", "import", "export", "show", "health", "report", "learn", "undo", "train", "stats"]
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


def test_several_flags_and_lines_are_written_each_kind_as_one_edit(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    flags = ("--flag", "e4", "blank", "--flag", "d4", "?")
    shown = run(capsys, tmp_path, "show", *flags, "--add", "b3 e5", "--add", "g3")
    given = {move["san"]: move["flag"] for move in shown["moves"] if "user" in move["layers"]}
    assert given["e4"] == "" and given["d4"] == "?" and {"b3", "g3"} < set(given)
    assert shown["written"] and shown["changes"]
    edits = run(capsys, tmp_path, "undo", "--list")["edits"]
    assert [edit["label"] for edit in edits] == ["line added", "e4 -> normal, d4 -> ?"]


def test_an_edit_by_its_number_is_taken_back_once_and_made_again_once(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    run(capsys, tmp_path, "show", "--flag", "e4", "?")
    for more, there, told in (((), 0, "was taken back before"), (("--redo",), 1, "holds already")):
        assert run(capsys, tmp_path, "undo", "--edit", "1", *more)["edits"][0]["label"] == "e4 -> ?"
        assert run(capsys, tmp_path, "stats")["user"]["?"] == there
        assert cli.main(["book", "undo", "--edit", "1", *more, "--folder", str(tmp_path / "books")]) == 1
        assert told in capsys.readouterr().err


@pytest.mark.parametrize(
    ("wish", "told"),
    [
        (["games.pgn", "letter.txt"], "no game with moves in letter.txt"),
        (["b.ratsubook"], "b.ratsubook holds no chess game"),
        (["open.pgn"], "only finished games count"),
        (["games.pgn", "--plies", "-3"], "--plies is -3"),
        (["games.pgn", "--after-theory", "-1"], "--after-theory is -1"),
        (["games.pgn", "--min-games", "0"], "--min-games is 0"),
        (["games.pgn", "--min-score", "7"], "--min-score is 7.0"),
        (["games.pgn", "--min-score", "nan"], "--min-score is nan"),
        (["games.pgn", "--player", "Nobodyzz"], "No player in 2 finished games is called Nobodyzz"),
        (["games.pgn", "--min-games", "3"], "In 2 finished games no move"),
        (["games.pgn", "--to", "nof/x.ratsubook"], "does not exist"),
        (["games.pgn", "--to", "x.pgn"], "ends in .ratsubook"),
    ],
)
def test_a_book_of_nothing_is_refused_and_the_old_one_stays(
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    games: Path,
    monkeypatch: pytest.MonkeyPatch,
    wish: list[str],
    told: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    run(capsys, tmp_path, "build", games.name, "--to", "b.ratsubook", "--min-games", "1")
    Path("letter.txt").write_text("dear friend:x:0:0\n")
    Path("open.pgn").write_text("1. e4 e5 *\n")
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir() if path.is_file()}
    first = ["book", "build", "--to", "b.ratsubook", "--min-games", "1"]
    assert cli.main([*first, *wish, "--folder", str(tmp_path / "books")]) == 1
    assert told in capsys.readouterr().err
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir() if path.is_file()} == before


def test_a_book_is_built_exported_and_imported(capsys: pytest.CaptureFixture[str], tmp_path: Path, games: Path) -> None:
    built = run(capsys, tmp_path, "build", str(games), "--to", str(tmp_path / "b.ratsubook"), "--min-games", "1")
    assert (built["rows"], built["games"]) == (8, 2)
    for kind in ("bin", "pgn", "ratsubook"):
        target = tmp_path / f"out.{kind}"
        exported = run(capsys, tmp_path, "export", str(target), "--book", str(tmp_path / "b.ratsubook"))
        assert exported["moves"] == 8
        imported = run(capsys, tmp_path, "import", str(target), "--to", str(tmp_path / f"back-{kind}.ratsubook"))
        assert imported["rows"] == 8


class _Person(io.StringIO):
    """A terminal with somebody at it."""

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize("answer", ["y\n", "n\n", ""])
def test_what_lowers_a_chance_is_shown_and_asked_before_it_is_written(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, answer: str
) -> None:
    folder = str(tmp_path / "books")
    run(capsys, tmp_path, "stats", "--off", "shipped")
    run(capsys, tmp_path, "show", "--add", "e4 e5")
    other = tmp_path / "other.pgn"
    other.write_text("1. d4! d5 *\n")
    commands = (["show", "--add", "b3 e5"], ["import", str(other), "--merge"], ["import", str(other)])
    for command in commands:
        before = run(capsys, tmp_path, "show")["moves"]
        assert cli.main(["book", *command, "--dry-run", "--folder", folder]) == 0
        assert "1.e4 " in capsys.readouterr().out
        assert run(capsys, tmp_path, "show")["moves"] == before
        monkeypatch.setattr(sys, "stdin", _Person(answer))
        assert cli.main(["book", *command, "--folder", folder]) == 0
        told = capsys.readouterr().out
        assert "Write this to your books? [y/N]" in told.partition("1.e4 ")[2]
        assert (run(capsys, tmp_path, "show")["moves"] != before) is (answer == "y\n")
        assert (tmp_path / "books" / "other.ratsubook").exists() is (answer == "y\n" and command == commands[-1])
        run(capsys, tmp_path, "undo") if answer == "y\n" and command != commands[-1] else None


def test_what_is_written_without_asking_where_nobody_can_be_asked_is_said(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run(capsys, tmp_path, "stats", "--off", "shipped")
    run(capsys, tmp_path, "show", "--add", "e4 e5")
    monkeypatch.setattr(sys, "stdin", io.StringIO())
    for added, more in (("b3 e5", []), ("d4 d5", ["--yes"]), ("c4 e5", ["--dry-run"])):
        assert cli.main(["book", "show", "--add", added, "--folder", str(tmp_path / "books"), *more]) == 0
        assert ("written without a question" in capsys.readouterr().err) is (not more)


def test_a_book_that_was_imported_before_stays_where_the_new_one_is_declined(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run(capsys, tmp_path, "stats", "--off", "shipped")
    other = tmp_path / "other.pgn"
    other.write_text("1. d4! d5 *\n")
    run(capsys, tmp_path, "import", str(other))
    kept = (tmp_path / "books" / "other.ratsubook").read_bytes()
    other.write_text("1. c4! e5 *\n")
    monkeypatch.setattr(sys, "stdin", _Person("n\n"))
    assert cli.main(["book", "import", str(other), "--folder", str(tmp_path / "books")]) == 0
    assert "not imported" in capsys.readouterr().out
    assert (tmp_path / "books" / "other.ratsubook").read_bytes() == kept
    assert [move["san"] for move in run(capsys, tmp_path, "show")["moves"]] == ["d4"]
    assert not list((tmp_path / "books").glob(".import-*"))
    run(capsys, tmp_path, "import", str(other))
    assert [move["san"] for move in run(capsys, tmp_path, "show")["moves"]] == ["c4"]


@pytest.mark.parametrize("name", ["user", "Learned", "learned-level600"])
def test_a_book_is_never_imported_into_a_file_that_the_program_writes(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, name: str
) -> None:
    run(capsys, tmp_path, "stats", "--off", "shipped")
    other = tmp_path / f"{name}.pgn"
    other.write_text("1. d4! d5 *\n")
    for _ in range(2):
        assert Path(run(capsys, tmp_path, "import", str(other))["book"]).name == f"{name} 2.ratsubook"
        assert [move["san"] for move in run(capsys, tmp_path, "show")["moves"]] == ["d4"]


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
    assert run(capsys, tmp_path, "report", str(games), "--coverage")["agreement"] is None  # too few games
    assert "new" in run(capsys, tmp_path, "train", "--due")


@pytest.mark.long  # by day tests/engine/play/book/test_health.py looks at the same below the command line
def test_a_check_of_the_book_is_reported_shown_again_and_taken_back(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("books.repertoire.check_report.CERTAIN_NODES", 3_000)
    run(capsys, tmp_path, "show", "--moves", "e4 e5", "--flag", "Ba6", "!")  # hangs the bishop
    run(capsys, tmp_path, "show", "--add", "e4 e5 Nf3 Nf6 Nxe5 Nxe4 Qe2 Nf6")  # loses the queen
    found = run(capsys, tmp_path, "health", "--own", "--nodes", "3000", "--yes")
    changes = {finding["move"]: finding for finding in found["findings"] if finding["problem"] == "blunder"}
    assert (changes["f1a6"]["lesson"], changes["f1a6"]["proposal"]) == (None, "?")
    assert changes["e4f6"]["lesson"]
    assert run(capsys, tmp_path, "health", "--show")["findings"] == found["findings"]
    taken = run(capsys, tmp_path, "health", "--undo", str(found["findings"].index(changes["e4f6"]) + 1))["findings"]
    assert [finding["move"] for finding in taken if finding["undone"]] == ["e4f6"]
    assert cli.main(["book", "health", "--undo", "1000", "--folder", str(tmp_path / "books")]) == 1
    assert "is not a change of the last check" in capsys.readouterr().err


@pytest.mark.parametrize(
    "arguments",
    [
        ["import", "missing.bin"],
        ["import", "strange.xyz"],
        ["export", "out.doc"],
        ["show", "--fen", "nonsense"],
        ["show", "--moves", "e5"],
        ["show", "--flag", "", "!"],
        ["show", "--flag", "e4 e5", "!"],
        ["show", "--flag", "e4", "good"],
        ["show", "--flag", "e4", "!", "--flag", "e2e4", "?"],
        ["undo", "--edit", "99"],
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


def test_one_layer_is_switched_off_and_written_alone(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    run(capsys, tmp_path, "show", "--add", "b3 e5")
    assert run(capsys, tmp_path, "stats", "--off", "shipped")["off"] == ["shipped"]
    assert [move["san"] for move in run(capsys, tmp_path, "show")["moves"]] == ["b3"]
    assert run(capsys, tmp_path, "stats", "--on", "shipped")["off"] == []
    assert len(run(capsys, tmp_path, "show")["moves"]) > 5
    assert run(capsys, tmp_path, "export", str(tmp_path / "mine.bin"), "--book", "user")["moves"] == 2


def test_a_repertoire_is_begun_filled_saved_and_trained(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = run(capsys, tmp_path, "train", "--gap", "--nodes", "2000", "--elo", "1600")
    assert (found["gap"]["line"], found["candidates"][0]["san"]) == ("", "e4")
    assert found["candidates"][0]["people"] > 0.3
    assert sum(candidate["best"] for candidate in found["candidates"]) == 1
    run(capsys, tmp_path, "train", "--fill", "e4")
    assert run(capsys, tmp_path, "train", "--gap", "--nodes", "0")["gap"]["move"] == "1...c5"
    run(capsys, tmp_path, "train", "--fill", "Nf3")
    run(capsys, tmp_path, "train", "--save", "My e4", "--new-a-day", "5")
    (row,) = run(capsys, tmp_path, "train", "--due")["repertoires"]
    assert (row["name"], row["new_a_day"], row["waiting"]["new"]) == ("My e4", 5, 2)
    # Two moves are shown, then asked; what is no move is asked again.
    answers = iter(("", "", "e4", "Nf9", "12.", "--", "2.Nf3"))
    monkeypatch.setattr("builtins.input", lambda prompt: next(answers))
    cli.main(["book", "train", "--repertoire", "my e4", "--folder", str(tmp_path / "books")])
    told = capsys.readouterr().out
    assert "new: 2.Nf3, Sicilian Defense" in told
    assert told.endswith("2 of 2 right, 2 learned\n") and told.count("is not a move") == 3
    assert cli.main(["book", "train", "--repertoire", "other", "--folder", str(tmp_path / "books")]) == 1
    assert cli.main(["book", "train", "--books", "x.ratsubook", "--folder", str(tmp_path / "books")]) == 1
    assert cli.main(["book", "train", "--save", "my E4", "--folder", str(tmp_path / "books")]) == 1
    assert cli.main(["book", "train", "--fill", "", "--folder", str(tmp_path / "books")]) == 1
    assert cli.main(["book", "show", "--flag", "", "good", "--folder", str(tmp_path / "books")]) == 1


def test_a_share_of_the_day_that_is_none_is_refused(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """It was stored, and the user's whole book was called damaged from then on, in the window too."""
    for number in ("-3", "10000000000000000000", "x"):
        with pytest.raises(SystemExit):
            cli.main(["book", "train", "--save", "W", "--new-a-day", number, "--folder", str(tmp_path / "books")])
        assert "is not a whole number of at least 0" in capsys.readouterr().err
    assert run(capsys, tmp_path, "train", "--due")["repertoires"] == []


def test_the_users_mistakes_in_his_games_are_found_and_asked(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "club.pgn"
    path.write_text('[White "Virtanen"]\n[Black "Mäki"]\n[Result "0-1"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n')
    monkeypatch.setattr("builtins.input", lambda prompt: "")
    games = ("--games", str(path), "--player", "virtanen", "--nodes", "20000")
    cli.main(["book", "train", "--mistakes", *games, "--folder", str(tmp_path / "books")])
    told = capsys.readouterr().out
    assert "1 game, 1 mistake in the opening, 1 of them new" in told
    assert "2.g4 was a mistake (Virtanen - Mäki)" in told
    assert run(capsys, tmp_path, "train", "--due", "--mistakes")["new"] == 1
