"""`ratsu pgn` and `ratsu games` as a user calls them."""

import json
import signal
from pathlib import Path

import pytest

from engine import command_line as cli
from engine.console.meter import Meter
from engine.pgn.reader import read_games
from engine.pgn.writer import written_game

FILES = Path(__file__).parents[2] / "data" / "pgn"
GAMES = (
    '[White "Tal"]\n[Black "Petrosian"]\n[Date "1970.01.01"]\n\n1. e4 {best} e5 2. Nf3 1-0\n\n'
    '[White "Fischer"]\n[Black "Tal"]\n\n1. d4 *\n'
)


@pytest.fixture
def pgn(tmp_path: Path) -> Path:
    path = tmp_path / "Шахматы é 'x.pgn"
    path.write_text(GAMES, encoding="utf-8", newline="\n")
    return path


def rows(capsys: pytest.CaptureFixture[str]) -> list[dict[str, object]]:
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_check_tells_game_line_and_token_and_fails(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["pgn", "check", "--json", str(FILES / "extra_bracket.pgn")]) == 1
    first, *_, last = rows(capsys)
    assert (first["game"], first["line"], first["problem"], first["token"]) == (1, 3, "illegal move", "Nf3")
    assert last == {"games": 2, "problems": 3}


def test_check_of_a_clean_file_succeeds(pgn: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["pgn", "check", str(pgn)]) == 0
    assert capsys.readouterr().out == "2 games, 0 problems\n"


def test_a_file_with_other_piece_letters_is_clean_unless_english_is_asked_for(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert cli.main(["pgn", "check", str(FILES / "german.pgn")]) == 0
    assert cli.main(["pgn", "check", "--language", "en", str(FILES / "german.pgn")]) == 1
    assert "Sf3" in capsys.readouterr().out


def test_list_finds_and_sorts(pgn: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["pgn", "list", "--json", "--find", "tal", "--sort", "White", str(pgn)]) == 0
    assert [row["game"] for row in rows(capsys)] == [2, 1]


def test_extract_writes_chosen_games_as_they_stand(pgn: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["pgn", "extract", "--games", "1", str(pgn)]) == 0
    assert capsys.readouterr().out == GAMES.split('\n\n[White "Fischer')[0] + "\n"


def test_convert_and_stats(pgn: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    target = tmp_path / "new.pgn.gz"
    assert cli.main(["pgn", "convert", str(pgn), str(target)]) == 0
    capsys.readouterr()
    assert cli.main(["pgn", "stats", "--json", str(target)]) == 0
    (value,) = rows(capsys)
    assert (value["games"], value["plies"], value["results"]) == (2, 4, {"1-0": 1, "*": 1})


def test_stats_are_told_in_words(pgn: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["pgn", "stats", str(pgn)]) == 0
    told = {line[:20].strip(): line[21:] for line in capsys.readouterr().out.splitlines()}
    assert (told["games"], told["results"]) == ("2", "1-0 1, * 1")
    nothing = tmp_path / "nothing.pgn"
    nothing.write_text("", encoding="utf-8")
    assert cli.main(["pgn", "stats", str(nothing)]) == 0
    told = {line[:20].strip(): line[21:] for line in capsys.readouterr().out.splitlines()}
    assert (told["results"], told["first year"], told["last year"]) == ("-", "-", "-")


def test_a_collection_from_import_to_export(pgn: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    collection, target = tmp_path / "my.collection", tmp_path / "out.pgn"
    assert cli.main(["games", "import", "--json", str(collection), str(pgn)]) == 0
    assert rows(capsys)[0]["added"] == 2
    assert cli.main(["games", "search", "--json", "--black", "petro", str(collection)]) == 0
    assert [row["white"] for row in rows(capsys)] == ["Tal"]
    assert cli.main(["games", "explore", "--json", str(collection)]) == 0
    assert {row["move"]: row["games"] for row in rows(capsys)} == {"e2e4": 1, "d2d4": 1}
    assert cli.main(["games", "export", "--moves", "e2e4 e7e5", "-o", str(target), str(collection)]) == 0
    assert "1. e4 {best} e5 2. Nf3 1-0" in target.read_text(encoding="utf-8")


def test_exported_games_do_not_say_where_engine_moves_came_from(tmp_path: Path) -> None:
    source, collection, target = tmp_path / "old.pgn", tmp_path / "mine.games", tmp_path / "out.pgn"
    source.write_text('[Event "x"]\n\n1. e4 {[%source book: 40 games] [%why x]} e5 {[%source search: +0.31] good} *\n')
    assert cli.main(["games", "import", str(collection), str(source)]) == 0
    assert cli.main(["games", "export", str(collection), "-o", str(target)]) == 0
    text = target.read_text("utf-8")
    assert "1. e4 e5 {good} *" in text


def test_an_export_loses_no_file(pgn: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    collection, target = tmp_path / "my.collection", tmp_path / "out.pgn"
    assert cli.main(["games", "import", str(collection), str(pgn)]) == 0
    before = collection.read_bytes()
    capsys.readouterr()
    assert cli.main(["games", "export", str(collection), "-o", str(collection)]) == 1
    assert "is the collection itself" in capsys.readouterr().err
    assert collection.read_bytes() == before
    target.write_text("mine", encoding="utf-8")
    assert cli.main(["games", "export", str(collection), "--player", "nobody", "-o", str(target)]) == 1
    assert "no game of" in capsys.readouterr().err and target.read_text(encoding="utf-8") == "mine"


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["pgn", "check", "nowhere.pgn"], "cannot read nowhere.pgn"),
        (["games", "search", "nowhere.collection"], "does not exist"),
        (["pgn", "extract", "--games", "a-b", str(FILES / "nags.pgn")], "are not written like 1,5-7"),
    ],
)
def test_mistakes_are_told_in_one_sentence(
    arguments: list[str], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(arguments) == 1
    assert words in capsys.readouterr().err


@pytest.mark.parametrize("command", ["pgn", "games"])
def test_help_has_an_example(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        cli.main([command, "--help"])
    assert f"example:\n  ratsu {command} " in capsys.readouterr().out


ALL_MEN = "KQRRBBNNPPPPPPPPvKQRRBBNNPPPPPPPP"
MANY = '[White "Tal"]\n[Black "Petrosian"]\n[Date "1970.01.01"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 {x} 1-0\n\n'


@pytest.mark.parametrize(
    "command",
    [
        ("pgn", "check", "{file}"),
        ("pgn", "list", "{file}"),
        ("pgn", "extract", "{file}", "-o", "{target}"),
        ("pgn", "convert", "{file}", "{target}"),
        ("pgn", "stats", "{file}"),
        ("games", "import", "{collection}", "{file}"),
        ("games", "export", "{collection}", "-o", "{target}"),
        ("games", "search", "{collection}", "--material", ALL_MEN, "--limit", "-1"),
    ],
    ids=lambda command: "-".join(command[:2]),
)
def test_ctrl_c_ends_a_command_and_leaves_nothing_half_written(
    command: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    # The signal is raised by the second report of progress: the same moment on any machine.
    source, target, collection = (tmp_path / name for name in ("in.pgn", "out.pgn", "my.collection"))
    source.write_text(MANY * 2000, encoding="utf-8")
    target.write_text("old", encoding="utf-8")
    if command[1] in ("export", "search"):
        different = [f'[White "W{number}"]\n\n1. e4 e5 2. Ke2 Ke7 *\n\n' for number in range(1200)]
        first = tmp_path / "first.pgn"
        first.write_text("".join(different), encoding="utf-8")
        assert cli.main(["games", "import", str(collection), str(first)]) == 0
    capsys.readouterr()
    monkeypatch.setattr("engine.pgn.streams.BLOCK_BYTES", 20_000)
    monkeypatch.setattr("books.collection.importing.imports.BATCH_GAMES", 100)
    calls = 0
    real = Meter.__call__

    def interrupting(self: Meter, done: int, total: int) -> bool:
        nonlocal calls
        calls += 1
        if calls == 2:
            signal.raise_signal(signal.SIGINT)
        return real(self, done, total)

    monkeypatch.setattr(Meter, "__call__", interrupting)
    started_with = signal.signal(signal.SIGINT, signal.default_int_handler)  # in the background that is to ignore it
    names = {"{file}": source, "{target}": target, "{collection}": collection}
    try:
        code = cli.main([str(names.get(word, word)) for word in command])
        assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    finally:
        signal.signal(signal.SIGINT, started_with)
    assert code == 1 and calls >= 2
    assert "cancelled" in capsys.readouterr().err
    assert target.read_text(encoding="utf-8") == "old"
    assert not [path for path in tmp_path.iterdir() if ".part" in path.name]
    if command[1] == "import":
        monkeypatch.setattr(Meter, "__call__", real)
        assert cli.main([str(names.get(word, word)) for word in command]) == 0


@pytest.mark.parametrize("words", [["extract", "--games", "1"], ["merge"]])
def test_a_part_of_a_file_is_not_written_over_the_file(
    pgn: Path, capsys: pytest.CaptureFixture[str], words: list[str]
) -> None:
    before = pgn.read_bytes()
    same = pgn.parent / "." / pgn.name
    assert cli.main(["pgn", *words, str(pgn), "-o", str(same)]) == 1
    assert "would lose games (1 of 2 would remain)" in capsys.readouterr().err and pgn.read_bytes() == before


@pytest.mark.parametrize("command", [["pgn", "extract", "--games", "9"], ["review", "--games", "9"]])
def test_a_game_that_is_not_there_writes_no_empty_file(
    pgn: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], command: list[str]
) -> None:
    target = tmp_path / "there.pgn"
    target.write_text('[Event "mine"]\n\n1. e4 *\n')
    assert cli.main([*command, str(pgn), "-o", str(target)]) == 1
    assert "no game of" in capsys.readouterr().err and "mine" in target.read_text()


def test_a_game_that_is_reviewed_in_its_own_file_leaves_the_others_there(pgn: Path) -> None:
    assert cli.main(["review", str(pgn), "--games", "1", "--nodes", "200", "-o", str(pgn)]) == 0
    first, second = list(read_games(pgn))
    assert "%review" in written_game(first) and "%review" not in written_game(second)
    assert second.headers["White"] == "Fischer"
