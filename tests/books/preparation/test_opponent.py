"""An opponent's games are found by name and counted by colour, year and result."""

from pathlib import Path

import chess
import pytest

from books.errors import BookError, CancelledError
from books.preparation.opponent import GameSelection, OpponentResults, by_year, read_opponent, results
from books.preparation.opponent_moves import OpponentMoves
from tests.books.helpers import after
from tests.books.preparation.aino import write_games
from tests.books.preparation.conftest import Explored


def test_games_of_others_are_not_the_opponents(tmp_path: Path, explored: Explored) -> None:
    names = ("Adams, Michael", "Adams,M", "Michael Adams", "Rohde Michael A (USA)", "Brooks, Michael A", "Adams, Ann")
    path = tmp_path / "names.pgn"
    moves = ("e5", "e6", "c5", "c6", "d5", "d6")
    games = zip(names, moves, strict=True)
    path.write_text("\n".join(f'[White "{name}"]\n[Black "B"]\n\n1. e4 {move} *\n' for name, move in games))
    assert set(read_opponent(explored(path), "Adams, Michael", "aino.pgn").names) == set(names[:3])


def test_the_games_are_those_counted_by_hand(tmp_path: Path, explored: Explored) -> None:
    aino = read_opponent(explored(write_games(tmp_path)), "Aino Virtanen", "aino.pgn")
    assert (len(aino.games), aino.read) == (9, 11)
    assert aino.names == {"Virtanen, Aino": 7, "Virtanen, A.": 1, "Aino Virtanen": 1}
    black, white = aino.chosen(GameSelection(white=False)), aino.chosen(GameSelection(white=True))
    assert results(black) == OpponentResults(3, 1, 2, 0)
    assert results(white) == OpponentResults(1, 1, 0, 1)
    assert results(black).score == pytest.approx(3.5 / 6)
    assert by_year(aino.games) == {
        2020: OpponentResults(2, 0, 0, 0),
        2021: OpponentResults(1, 1, 0, 0),
        2022: OpponentResults(1, 0, 2, 0),
        2023: OpponentResults(0, 0, 0, 1),
        None: OpponentResults(0, 1, 0, 0),
    }
    assert len(aino.chosen(GameSelection(since=2021, until=2022))) == 5
    assert len(aino.chosen(GameSelection(white=False, half_points=0))) == 2


def test_each_move_is_counted_with_its_results(tmp_path: Path, explored: Explored) -> None:
    choice = GameSelection(white=False).of("Virtanen, Aino", ())
    tree = OpponentMoves(explored(write_games(tmp_path)), choice)
    board = after("1.e4 c5")
    assert {board.san(move): ended for move, ended in tree.moves(board).items()} == {
        "Nf3": OpponentResults(2, 1, 0, 0),
        "c3": OpponentResults(0, 0, 2, 0),
    }
    assert tree.at(after("1.e4 c5 2.Nf3 d6")) == OpponentResults(1, 1, 0, 0)
    assert not tree.moves(after("1.e4 e5"))  # she had White there


@pytest.mark.parametrize(
    ("choice", "games"),
    [
        (GameSelection(white=False, half_points=2), 3),
        (GameSelection(white=True, half_points=2), 1),
        (GameSelection(white=False, since=2022), 3),
        (GameSelection(white=False, until=2021), 3),
    ],
)
def test_the_moves_are_those_of_the_selected_games(
    tmp_path: Path, explored: Explored, choice: GameSelection, games: int
) -> None:
    explorer = explored(write_games(tmp_path))
    aino = read_opponent(explorer, "Virtanen, Aino", "aino.pgn")
    tree = OpponentMoves(explorer, choice.of("Virtanen, Aino", ()))
    assert tree.at(chess.Board()).games == len(aino.chosen(choice)) == games


def test_a_game_that_repeats_a_position_counts_once_there(tmp_path: Path, explored: Explored) -> None:
    path = tmp_path / "one.pgn"
    path.write_text('[White "A"]\n[Black "B"]\n[Result "1-0"]\n\n1. Nf3 Nf6 2. Ng1 Ng8 3. e4 e5 1-0\n')
    tree = OpponentMoves(explored(path), GameSelection(white=True).of("A", ()))
    assert tree.at(after("1.Nf3 Nf6 2.Ng1 Ng8")).games == 1


def test_the_rating_is_the_median_of_the_latest_rated_games(tmp_path: Path, explored: Explored) -> None:
    path = write_games(tmp_path, (1500, 1600, 1900))
    assert read_opponent(explored(path), "Virtanen Aino", "aino.pgn").rating == 1600
    assert read_opponent(explored(write_games(tmp_path)), "Virtanen Aino", "aino.pgn").rating is None


def test_a_name_that_is_not_there_is_answered_with_names_like_it(tmp_path: Path, explored: Explored) -> None:
    path = write_games(tmp_path)
    with pytest.raises(BookError, match=r"No game of “Virt” in aino\.pgn\. Similar names: Virtanen, Aino"):
        read_opponent(explored(path), "Virt", "aino.pgn")
    with pytest.raises(BookError, match=r"No game of “Karpov” in aino\.pgn\."):
        read_opponent(explored(path), "Karpov", "aino.pgn")


def test_games_from_other_positions_are_left_out_and_counted(tmp_path: Path, explored: Explored) -> None:
    path = write_games(tmp_path)
    fen = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"
    extra = f'[White "Virtanen, Aino"]\n[Black "Z"]\n[Result "1-0"]\n[SetUp "1"]\n[FEN "{fen}"]\n\n1. e4 1-0\n'
    path.write_text(path.read_text() + "\n" + extra)
    aino = read_opponent(explored(path), "Virtanen, Aino", "aino.pgn")
    assert (len(aino.games), aino.set_up) == (9, 1)


def test_reading_is_stopped_by_its_progress(tmp_path: Path, explored: Explored) -> None:
    with pytest.raises(CancelledError):
        read_opponent(explored(write_games(tmp_path)), "Virtanen", "aino.pgn", lambda done, total: False)


def test_a_spelling_can_be_left_out_and_is_still_listed(tmp_path: Path, explored: Explored) -> None:
    path = write_games(tmp_path)
    explorer, without = explored(path), ("Virtanen, A.",)
    every, fewer = (read_opponent(explorer, "Virtanen, Aino", "", without=names) for names in ((), without))
    assert fewer.names == every.names
    assert len(fewer.games) == len(every.games) - every.names["Virtanen, A."]


@pytest.mark.parametrize(
    ("won", "drawn", "lost", "low", "high"),
    [(5, 0, 5, 0.2366, 0.7634), (1, 0, 0, 0.2065, 1.0), (0, 0, 2, 0.0, 0.6576), (40, 19, 40, 0.4033, 0.5967)],
)
def test_the_interval_of_a_score_is_wilsons(won: int, drawn: int, lost: int, low: float, high: float) -> None:
    assert OpponentResults(won, drawn, lost).interval == pytest.approx((low, high), abs=5e-4)


def test_no_game_and_many_games_have_no_interval() -> None:
    assert OpponentResults(unfinished=3).interval is None
    assert OpponentResults(40, 20, 40).interval is None
