"""A game with an unclosed comment takes no other game of a file with it, in any reader."""

import gzip
import io
from pathlib import Path

import chess.pgn
import pytest

from books.collection.export import text_of
from books.collection.game_collection import Collection
from books.collection.importing.imports import import_pgn
from engine.console.pgn.common import put_games
from engine.pgn.edit import append_games, closed_game, save_games, separate_game, undone
from engine.pgn.errors import PgnError
from engine.pgn.reader import games_of, read_games
from engine.pgn.values import PgnGame, ProblemKind

OPEN = '[Event "open"]\n[White "E"]\n\n1. c4 {never closed 1... e5 2. g3 (2. Nc3 1/2-1/2'
NEXT = '[Event "next"]\n[White "F"]\n\n1. d4 d5 1-0'


def events(text: str) -> list[str]:
    """The events that python-chess reads."""
    stream, found = io.StringIO(text), []
    while (game := chess.pgn.read_game(stream)) is not None:
        found.append(game.headers["Event"])
    return found


def test_the_other_reader_loses_the_game_after_an_open_comment() -> None:
    assert events(f"{OPEN}\n\n{NEXT}\n") == ["open"]


@pytest.mark.parametrize(
    "text",
    [
        NEXT,
        '[Event "a { b"]\n\n1. e4 {one} e5 {two\nlines} *',
        '[Event "a"]\n\n1. e4 ; half { a comment\n1... e5 *',
        '[Event "a"]\n\n% { escaped\n1. e4 (1. d4) *',
    ],
)
def test_a_text_without_an_open_comment_stays_as_it_is(text: str) -> None:
    assert closed_game(text) == text


@pytest.mark.parametrize(
    "text", ["1. d4 {a} d5 3. e3", '[Event "a"]\n\n1. e4 e5 (1... c5 2. Nf3 2. Nf3 1-0', "1. e4 *"]
)
def test_a_game_without_tags_result_or_bracket_is_still_one_game_beside_others(text: str) -> None:
    games = games_of("\n\n".join(map(separate_game, (NEXT, text, text, NEXT))))
    assert len(games) == 4 and games[3].header("Event") == "next"
    assert {problem.kind for game in games for problem in game.problems} <= {ProblemKind.ILLEGAL_MOVE}


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("photo.png", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR"),
        ("book.bin", bytes(range(64)) * 2),
        ("letter.txt", b"Dear all,\nthe meeting is on Friday.\n"),
    ],
)
def test_a_file_that_holds_something_else_gets_no_game(tmp_path: Path, name: str, content: bytes) -> None:
    path = tmp_path / name
    path.write_bytes(content)
    with pytest.raises(PgnError, match="holds no chess game, so nothing was added"):
        append_games(path, [NEXT])
    assert path.read_bytes() == content


@pytest.mark.parametrize("content", ["", "\n\n", "\ufeff1. e4 e5 *\n", "1. e4 e5\n", '[Event "x"]\n'])
def test_a_file_of_games_or_an_empty_one_gets_it(tmp_path: Path, content: str) -> None:
    path = tmp_path / "a.pgn"
    path.write_text(content, encoding="utf-8")
    append_games(path, [NEXT])
    assert "next" in events(path.read_text(encoding="utf-8-sig"))


def test_what_the_open_comment_holds_is_kept() -> None:
    closed = closed_game(OPEN)
    assert "never closed 1... e5 2. g3 (2. Nc3 1/2-1/2}" in closed and '[White "E"]' in closed


def test_games_saved_together(tmp_path: Path) -> None:
    save_games(tmp_path / "a.pgn", (OPEN, NEXT))
    assert events((tmp_path / "a.pgn").read_text()) == ["open", "next"]


@pytest.mark.parametrize("name", ["a.pgn", "a.pgn.gz"])
def test_a_game_added_behind_an_open_comment_and_its_undo(tmp_path: Path, name: str) -> None:
    path, pack = tmp_path / name, gzip.compress if name.endswith("gz") else bytes
    path.write_bytes(pack(OPEN.encode()))
    undo = append_games(path, [NEXT])
    content = path.read_bytes()
    text = (gzip.decompress(content) if name.endswith("gz") else content).decode()
    assert events(text) == ["open", "next"] and text.startswith(OPEN)
    assert undo is not None
    undone(undo)
    content = path.read_bytes()
    assert (gzip.decompress(content) if name.endswith("gz") else content) == OPEN.encode()


def test_games_of_a_collection(tmp_path: Path) -> None:
    (tmp_path / "a.pgn").write_text(f"{NEXT}\n\n{OPEN}\n")
    with Collection(tmp_path / "a.ratsugames", create=True) as collection:
        import_pgn(collection, tmp_path / "a.pgn")
        texts = [text_of(collection, game) for game in collection.games([1, 2])]
    assert sorted(events("\n\n".join(reversed(texts)))) == ["next", "open"]


def test_games_on_standard_output(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    put_games(Path("-"), (OPEN, NEXT))
    assert events(capfdbinary.readouterr().out.decode()) == ["open", "next"]


@pytest.mark.parametrize("last", [NEXT, OPEN], ids=["closed", "open too"])
@pytest.mark.parametrize("name", ["a.pgn", "a.pgn.gz"])
def test_an_open_comment_of_an_earlier_game_takes_no_later_one_when_a_game_is_added(
    tmp_path: Path, name: str, last: str
) -> None:
    """The bracket was written at the end of the file, and the comment then held the game between."""
    path, pack = tmp_path / name, gzip.compress if name.endswith("gz") else bytes
    variation = '[Event "first"]\n[White "C"]\n\n1. d4 d5 (1... Nf6 2. c4 {never closed'
    path.write_bytes(pack(f"{variation}\n\n{last}\n".encode()))
    for number, added in enumerate((NEXT, '[Event "third"]\n\n1. e4 {a comment} e5 *'), 3):
        append_games(path, [added])
        assert len(read_all(path)) == number
    found = [game.header("Event") for game in read_all(path)]
    assert found == ["first", "next" if last == NEXT else "open", "next", "third"]


def read_all(path: Path) -> list[PgnGame]:
    return [*read_games(path)]
