"""A game that is changed in a file, or added to it, is written as the file's other games are: encoding and line ends."""

from pathlib import Path

import pytest

from engine.pgn.edit import append_games, change_games, undone
from engine.pgn.index import GameList
from engine.pgn.reader import read_games

TWO = '[White "Müller"]\n[Black "Öström"]\n\n1. e4 e5 *\n\n[White "Grünfeld"]\n[Black "B"]\n\n1. d4 *\n\n'
NEW = '[White "Żółw"]\n\n1. c4 *'  # not in cp1252


def listed(path: Path) -> GameList:
    games = GameList(path)
    for _ in games.load():
        pass
    return games


@pytest.mark.parametrize("encoding", ["cp1252", "utf-8"])
@pytest.mark.parametrize("line_end", ["\n", "\r\n"], ids=["LF", "CRLF"])
def test_a_file_keeps_its_encoding_and_line_ends(tmp_path: Path, encoding: str, line_end: str) -> None:
    """The changed game was UTF-8 with LF in a file of Latin-1 with CRLF: every other program read one name wrong."""
    path = tmp_path / "old.pgn"
    path.write_bytes(TWO.rstrip().replace("\n", line_end).encode(encoding))
    undo = change_games(listed(path), {0: TWO.split("\n\n[White")[0].replace("e5", "e5 2. Nf3")})
    append_games(path, ['[White "Čech?"]\n[Black "Søren"]\n\n1. a3 *'.replace("Č", "C")])
    content = path.read_bytes()
    text = content.decode(encoding)
    assert content.count(b"\r\n") == (content.count(b"\n") if line_end == "\r\n" else 0)
    assert [name in text for name in ("Müller", "Öström", "Grünfeld", "Søren", "e5 2. Nf3")] == [True] * 5
    assert [game.header("White") for game in read_games(path)] == ["Müller", "Grünfeld", "Cech?"]
    assert undo is not None


def test_an_undo_restores_the_bytes(tmp_path: Path) -> None:
    path = tmp_path / "old.pgn"
    before = TWO.replace("\n", "\r\n").encode("cp1252")
    path.write_bytes(before)
    undo = change_games(listed(path), {1: '[White "Grünfeld"]\n\n1. d4 d5 *'})
    assert undo is not None
    undone(undo)
    assert path.read_bytes() == before


def test_a_letter_that_the_file_cannot_hold_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "old.pgn"
    path.write_bytes(TWO.encode("cp1252"))
    append_games(path, [NEW])
    assert [game.header("White") for game in read_games(path)] == ["Müller", "Grünfeld", "Żółw"]
