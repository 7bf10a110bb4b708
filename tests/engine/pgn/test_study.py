"""Studies: chapters as lichess writes them, read back by python-chess; order changed without losing a byte."""

import io
from contextlib import closing
from pathlib import Path

import chess.pgn

from engine.game.position import Position
from engine.pgn.edit import undone
from engine.pgn.index import GameList
from engine.pgn.reader import games_of
from engine.pgn.study import ChapterName, names_of, new_chapter, swapped
from engine.pgn.writer import written_game

# As lichess exports a study (its API pages): Event is "Study: Chapter", Orientation is asked for.
LICHESS = """[Event "Albin: Lasker: the trap"]
[Site "https://lichess.org/study/abcdefgh/ijklmnop"]
[Result "*"]
[Annotator "https://lichess.org/@/someone"]
[Orientation "black"]

{ The page of the chapter. }
1. d4 d5 2. c4 e5 *
"""


def test_a_chapter_is_written_as_lichess_reads_it() -> None:
    fen = "8/8/8/8/8/4k3/4p3/4K3 w - - 0 1"
    text = written_game(
        new_chapter("My: study", "Opposition", Position.of(fen, chess960=None), white_below=False, annotator="Me")
    )
    game = chess.pgn.read_game(io.StringIO(text))
    assert game is not None and not game.errors and game.board().fen() == fen
    tags = ("Event", "Orientation", "Annotator", "SetUp", "FEN")
    assert [game.headers[name] for name in tags] == ["My study: Opposition", "black", "Me", "1", fen]


def test_names_of_a_chapter_of_lichess_are_known_and_only_its_name_changes() -> None:
    (game,) = games_of(LICHESS)
    assert names_of(game.header("Event")) == ("Albin", "Lasker: the trap")
    after = ChapterName("New name").applied(game)
    assert after.header("Event") == "Albin: New name"
    assert written_game(after).replace("New name", "Lasker: the trap") == written_game(game)
    assert game.root.comments == ("The page of the chapter.",)
    (new,) = games_of(LICHESS.replace("[Result", '[ChapterName "Lasker: the trap"]\n[Result'))
    assert ChapterName("N").applied(new).header("ChapterName") == "N"


def test_chapters_change_places_with_every_byte_and_back(tmp_path: Path) -> None:
    path = tmp_path / "study.pgn"
    chapters = [LICHESS.replace("Lasker", name) for name in "ABC"]
    path.write_bytes(("% kept\n" + "\n".join(chapters)).encode().rstrip())
    before = path.read_bytes()
    with closing(GameList(path)) as games:
        for _ in games.load():
            pass
        back = swapped(games, 1)
    with closing(GameList(path)) as games:
        for _ in games.load():
            pass
        assert [games.row(row)[6] for row in range(3)] == [f"Albin: {name}: the trap" for name in "ACB"]
    assert sorted(path.read_bytes().split()) == sorted(before.split())
    assert back is not None
    undone(back)
    assert path.read_bytes() == before
