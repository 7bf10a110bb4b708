"""`ratsu pgn check`, `convert` and `extract` hide no fault, overwrite no result and drop no text."""

import json
import os
import re
import shutil
import subprocess
from collections import Counter
from pathlib import Path

import chess.pgn
import pytest

from engine import command_line as cli
from engine.pgn.reader import read_games
from engine.pgn.streams import Walk
from tests.helpers.program import run_ratsu
from tests.helpers.shared import shared_file

FILES = Path(__file__).parents[3] / "data" / "pgn"
PGN_EXTRACT = shutil.which("pgn-extract", path="/usr/games:/usr/bin:/usr/local/bin")
FAULTY = """% made by hand
{an introduction}
[Event "one"]
[Result "1-0"]

1. e4 e5 2. Nf3 0-1

% escaped
; remark
{between}
junk (here
[Event "two"]
[Bad-Tag "x"]
[Result "White smiles"]

1. e4 e5 2. Ke3 Nc6 {lost?} 3. Bb5 1-0

[Event "three"]

1. d4 d5 0-1 1/2-1/2
% escaped at the end
the last words
"""
TOLD = [
    (1, 6, "result that contradicts", "0-1"),
    (2, 12, "invalid Result tag", "White smiles"),
    (2, 11, "text between games", "junk (here"),
    (2, 13, "line in brackets that is not a tag", '[Bad-Tag "x"]'),
    (2, 16, "illegal move", "Ke3"),
    (3, 20, "result in the middle", "0-1"),
    (3, 22, "text that belongs to no game", "the last words"),
]
WORDS = re.compile(r"[^\W\d_]{3,}")


@pytest.fixture
def faulty(tmp_path: Path) -> Path:
    path = tmp_path / "faulty.pgn"
    path.write_text(FAULTY, encoding="utf-8", newline="\n")
    return path


def assert_told(lines: list[str], path: Path, expected: list[tuple[int, int, str, str]]) -> None:
    for line, (game, number, kind, token) in zip(lines, expected, strict=True):
        assert line.startswith(f"{path}, game {game}, line {number}: {kind}") and line.endswith(f": {token}")


def test_check_tells_every_fault_with_file_game_line_and_token(
    faulty: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["pgn", "check", str(faulty)]) == 1
    *lines, last = capsys.readouterr().out.splitlines()
    assert_told(lines, faulty, TOLD)
    assert last == "3 games, 7 problems"


def test_convert_tells_the_same_on_standard_error_and_keeps_every_word(
    faulty: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    target, again = tmp_path / "new.pgn", tmp_path / "again.pgn"
    assert cli.main(["pgn", "convert", str(faulty), str(target)]) == 1
    said = capsys.readouterr()
    assert said.out == f"3 games written to {target}, 7 problems\n"
    assert_told(said.err.splitlines(), faulty, TOLD)
    text = target.read_text(encoding="utf-8")
    places = [text.index(piece) for piece in ("% made", "{an introduction}", '[Event "one"]', "% escaped\n; remark")]
    assert places == sorted(places)
    assert "% escaped\n; remark\n{between}\njunk (here\n\n[Event" in text
    assert "2. Nf3 {0-1} 1-0" in text and "{0-1} 1/2-1/2" in text  # a contradicting result stays as a comment
    assert "2. Ke3 Nc6 {lost?} 3. Bb5" in text and "White smiles" in text
    assert text.endswith("% escaped at the end\nthe last words\n\n")
    assert cli.main(["pgn", "convert", str(target), str(again)]) == 1
    assert again.read_bytes() == target.read_bytes()


def test_convert_of_a_clean_file_is_silent(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source, target = tmp_path / "clean.pgn", tmp_path / "new.pgn"
    source.write_text('% a note\n{another}\n[Event "x"]\n\n1. e4 *\n\n% the end\n', encoding="utf-8")
    assert cli.main(["pgn", "convert", "--json", str(source), str(target)]) == 0
    said = capsys.readouterr()
    assert json.loads(said.out) == {"games": 1, "problems": 0, "file": str(target)} and not said.err
    assert "% a note\n{another}\n\n[Event" in target.read_text(encoding="utf-8")
    assert target.read_text(encoding="utf-8").endswith("1. e4 *\n\n% the end\n\n")


def test_extract_takes_the_text_before_a_game_along_and_tells_what_is_wrong_in_it(
    faulty: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["pgn", "extract", "--games", "2", str(faulty)]) == 1
    said = capsys.readouterr()
    start, end = FAULTY.index("% escaped"), FAULTY.index('\n\n[Event "three')
    assert said.out == FAULTY[start:end] + "\n"
    assert_told(said.err.splitlines(), faulty, [told for told in TOLD if told[0] == 2])


@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
def test_extract_of_all_games_is_the_whole_file(
    line_end: str, faulty: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("engine.pgn.streams.BLOCK_BYTES", 37)
    faulty.write_bytes(FAULTY.replace("\n", line_end).encode())
    target = tmp_path / "all.pgn"
    assert cli.main(["pgn", "extract", str(faulty), "-o", str(target)]) == 1
    said = capsys.readouterr()
    assert target.read_text(encoding="utf-8").split() == FAULTY.split()
    assert_told(said.err.splitlines(), faulty, TOLD)


def test_a_file_without_a_game_loses_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source, target = tmp_path / "letter.pgn", tmp_path / "new.pgn"
    source.write_text("Dear friend,\nno games today.\n", encoding="utf-8")
    assert cli.main(["pgn", "convert", str(source), str(target)]) == 1
    assert target.read_text(encoding="utf-8").strip() == "Dear friend,\nno games today."
    assert "0 games written" in capsys.readouterr().out
    target.write_text("1. e4 {mine} *", encoding="utf-8")
    assert cli.main(["pgn", "convert", str(source), str(target)]) == 1
    assert "holds no game" in capsys.readouterr().err
    assert target.read_text(encoding="utf-8") == "1. e4 {mine} *"


def test_a_walk_counts_lines_wherever_blocks_and_pieces_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "x"
    path.write_bytes(b"a\r\nb\rc\nd\r\n\r\ne")
    content = path.read_bytes()
    for block in range(1, 6):
        monkeypatch.setattr("engine.pgn.streams.BLOCK_BYTES", block)
        for start in range(len(content)):
            walk = Walk(path)
            walk.skip_to(start)
            assert (walk.at, walk.read_to(start + 3), walk.read_to(None)) == (
                start,
                content[start : start + 3],
                content[start + 3 :],
            )
            assert walk.lines == 6 - 1 and walk.at == len(content)


def words_of(path: Path) -> Counter[str]:
    """Words of three letters and more, whatever they stand in."""
    raw = path.read_bytes()
    text = raw.decode("utf-16") if raw[:2] == b"\xff\xfe" else raw.decode("utf-8", "ratsu.single-byte")
    return Counter(WORDS.findall(text.replace("\0", " ")))


@pytest.mark.parametrize("path", sorted(FILES.glob("*.pgn")), ids=lambda path: path.stem)
def test_convert_loses_no_word_and_no_game_of_any_file(path: Path, tmp_path: Path) -> None:
    target, again = tmp_path / "new.pgn", tmp_path / "again.pgn"
    problems = [problem for game in read_games(path) for problem in game.problems]
    cli.main(["pgn", "convert", str(path), str(target)])
    lost = words_of(path) - words_of(target)
    assert not {word for word in lost if word not in SPELLINGS}, problems
    assert len(list(read_games(target))) == len(list(read_games(path)))
    cli.main(["pgn", "convert", str(target), str(again)])
    assert again.read_bytes() == target.read_bytes()


SPELLINGS = {"null", "mate"}  # words that are rewritten as symbols


def totals(path: Path) -> tuple[int, int, int, int]:
    """Games, plies, comments and tags, as python-chess finds them."""
    games = plies = comments = tags = 0
    with path.open(encoding="utf-8", errors="ratsu.single-byte") as file:
        while (game := chess.pgn.read_game(file)) is not None:
            games += 1
            tags += len(game.headers)
            for node in [game, *game.mainline()]:
                plies += node.ply() > game.ply()
                comments += bool(node.comment)
    return games, plies, comments, tags


def test_a_foreign_reader_finds_as_much_after_convert_and_extract_as_before(tmp_path: Path) -> None:
    source = tmp_path / "source.pgn"
    text = shared_file("data/games/sample_2000.pgn").read_text(encoding="utf-8")
    source.write_text(text[: text.index("\n[Event ", 60_000) + 1], encoding="utf-8")
    converted, extracted = tmp_path / "converted.pgn", tmp_path / "extracted.pgn"
    assert cli.main(["pgn", "convert", str(source), str(converted)]) == 0
    assert cli.main(["pgn", "extract", str(source), "-o", str(extracted)]) == 0
    assert totals(converted) == totals(extracted) == totals(source)
    if PGN_EXTRACT is not None:
        found = {
            subprocess.run([PGN_EXTRACT, "-s", "-r", str(path)], capture_output=True, text=True, check=False).stderr
            for path in (source, converted, extracted)
        }
        assert found == {""}


@pytest.mark.parametrize(
    "command", ["convert {} -", "extract {} -o -", "extract {}", "merge {} -o -", "convert {} /dev/stdout"]
)
def test_a_dash_is_standard_output_on_which_nothing_but_games_is_written(
    command: str, faulty: Path, monkeypatch: pytest.MonkeyPatch, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    monkeypatch.chdir(faulty.parent)
    faulty.write_text('[White "Näkki ♞"]\n\n1. e4 e5 *\n\n[White "B"]\n\n1. e4 c5 *\n', encoding="utf-8")
    assert cli.main(["pgn", *command.format(faulty.name).split()]) == 0
    written = capsysbinary.readouterr().out.decode()
    assert not Path("-").exists()
    assert written.startswith("[") and written.endswith("*\n")
    assert "Näkki ♞" in written


@pytest.mark.skipif(os.name == "nt", reason="every name is Unicode there")
def test_a_name_that_is_no_utf8_and_letters_that_the_terminal_lacks_end_no_command(tmp_path: Path) -> None:
    path = tmp_path / os.fsdecode(b"v\xe4nd.pgn")
    path.write_text('[White "Näkki"]\n\n1. e4 Ke3 *\n', encoding="utf-8")
    for name in ("check", "list"):
        found = run_ratsu("pgn", name, str(path), variables={"PYTHONIOENCODING": "ascii:strict", "PYTHONUTF8": "0"})
        assert (found.returncode, found.stderr) == (name == "check", "")
        assert ("v\\udce4nd.pgn, game 1" if name == "check" else "N\\xe4kki") in found.stdout
