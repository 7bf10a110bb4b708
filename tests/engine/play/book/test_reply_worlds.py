"""Gaps of a repertoire in the games of a collection, and among people of a rating."""

from collections.abc import Iterator
from pathlib import Path

import chess
import pytest

from books.choice.library import Library
from books.collection.game_collection import Collection
from books.collection.importing.imports import import_pgn
from books.explorer.counted import GameFilter
from books.repertoire.lines import BookWorld
from books.repertoire.trainer_values import Repertoire, ReplyWorldChoice
from engine.drill.sources.openings import Openings
from engine.play.book.reply_worlds import LEAST_GAMES, open_world
from tests.books.helpers import line

WHITE = Repertoire(0, "White", True)
LINES = (
    "1.e4 e5 2.Nf3 Nc6 3.Bc4 Bc5 4.c3",
    "1.e4 c5 2.Nf3",
    "1.e4 e6 2.d4",
    "1.e4 c6 2.d4",
    "1.e4 d6 2.d4",
    "1.e4 g6 2.d4",
)
FURTHER = (
    "1.e4 e5 2.Nf3 Nc6 3.Bc4 Bc5 4.c3 Nf6 5.d3",
    "1.e4 e5 2.Nf3 Nc6 3.Bc4 Nf6 4.d3 Be7 5.O-O",
    "1.e4 e5 2.Nf3 Nf6 3.Nxe5 d6 4.Nf3",
    "1.e4 e5 2.Nf3 d6 3.d4",
    "1.e4 c5 2.Nf3 d6 3.d4 cxd4 4.Nxd4 Nf6 5.Nc3",
    "1.e4 c5 2.Nf3 Nc6 3.d4 cxd4 4.Nxd4 Nf6 5.Nc3",
    "1.e4 c5 2.Nf3 e6 3.d4 cxd4 4.Nxd4",
    "1.e4 e6 2.d4 d5 3.Nc3 Nf6 4.Bg5",
    "1.e4 e6 2.d4 d5 3.Nc3 Bb4 4.e5",
    "1.e4 c6 2.d4 d5 3.Nc3 dxe4 4.Nxe4",
    "1.e4 d6 2.d4 Nf6 3.Nc3",
    "1.e4 g6 2.d4 Bg7 3.Nc3",
    "1.e4 Nf6 2.e5 Nd5 3.d4",
)  # the usual answers, all but 1...d5


@pytest.fixture
def trainer(tmp_path: Path) -> Iterator[Openings]:
    library = Library(tmp_path / "user.ratsubook", None)
    for moves in LINES:
        library.add_line(chess.Board(), line(moves))
    yield Openings(library)
    library.close()


@pytest.fixture
def games(tmp_path: Path) -> Path:
    """Of 200 games with 1.e4, 70 % go 1...e5, 4 % 1...d5 and 26 % 1...c5; 28 open with 1.d4 d5."""
    played = {"1. e4 e5 2. Nf3 Nf6": 2, "1. e4 e5 2. Nf3 d6": 3, "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. c3 Nf6": 135}
    played |= {"1. e4 d5 2. exd5": 8, "1. e4 c5": 52, "1. d4 d5": 28}
    texts = [
        f'[White "W{number}"]\n[Black "B{number}"]\n[Date "{2000 + (moves[3:5] == "d4")}.01.01"]\n\n{moves} *\n'
        for moves, count in played.items()
        for number in range(count)
    ]
    (tmp_path / "games.pgn").write_text("\n".join(texts))
    with Collection(tmp_path / "my.ratsugames", create=True) as collection:
        import_pgn(collection, tmp_path / "games.pgn")
        assert len(collection) >= 228
    return tmp_path / "my.ratsugames"


def test_gaps_are_counted_in_the_games_of_a_collection(trainer: Openings, games: Path) -> None:
    world = open_world(ReplyWorldChoice((games,), ("club.pgn",)))
    trainer.store.count_in(world)
    found = trainer.counted(WHITE)
    assert [(gap.move, gap.games) for gap in found.gaps] == [
        ("4...Nf6", 135),
        ("1...d5", 8),  # of 200, not of 228: we open with 1.e4
        ("2...d6", 3),
        ("2...Nf6", 2),  # rare replies count, too
    ]
    assert [gap.share for gap in found.gaps] == pytest.approx([0.675, 0.04, 0.015, 0.01])
    assert str(found.gaps[1]) == "no answer to 1...d5, met in 4.0% of the games of club.pgn: 8 games"
    world.close()


def test_the_explorers_filter_counts(trainer: Openings, games: Path) -> None:
    world = open_world(ReplyWorldChoice((games,), ("club.pgn",), GameFilter(until=2000)))
    assert world.games(chess.Board()) == 200
    world.close()


def test_people_answer_if_there_are_too_few_games_and_else_the_books(trainer: Openings, games: Path) -> None:
    few = GameFilter(since=2001)
    assert LEAST_GAMES > 28
    world = open_world(ReplyWorldChoice((games,), ("club.pgn",), few, elo=1500))
    for moves in FURTHER:
        trainer.store.library.add_line(chess.Board(), line(moves))
    trainer.store.count_in(world)
    found = trainer.counted(WHITE)
    assert "1...d5" in [gap.move for gap in found.gaps[:3]]
    assert str(found.gaps[0]).endswith("of the games of people rated 1500")
    assert isinstance(open_world(ReplyWorldChoice((games,), ("club.pgn",), few)), BookWorld)
