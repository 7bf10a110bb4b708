"""A player's games of a file: what they say of the clock is learned with them."""

from pathlib import Path

from books.choice.library import Library
from books.learning.evidence_weight import TIME_TROUBLE, trust
from books.learning.learn import Learner
from engine.play.book.own_games import games_to_learn

GAMES = """[White "Somebody"]
[Black "Ratsu"]
[Result "1-0"]

1. e4 {[%clk 0:02:00]} e5 {[%clk 0:01:58]} (1... c5 {[%clk 0:00:01]}) 2. Qh5 {[%clk 0:01:50]} Ke7
{[%clk 0:00:03.5]} 3. Qxe5# {[%clk 0:01:49]} 1-0

[White "Ratsu"]
[Black "Somebody"]
[Result "1-0"]

1. e4 {[%clk 0:02:00]} e5 {[%clk 0:00:01]} 2. Qh5 {[%clk 0:01:50]} Ke7 3. Qxe5# 1-0

[White "Nobody"]
[Black "Somebody"]
[Result "*"]

1. e4 {[%clk 0:02:00]} *

[White "Ratsu"]
[Black "Somebody"]
[Result "1-0"]

1. f4 e6 2. g3 1-0
"""


def test_what_was_left_on_our_clock_is_read(tmp_path: Path) -> None:
    path = tmp_path / "games.pgn"
    path.write_text(GAMES)
    library = Library(None, tmp_path / "learned.ratsubook", None)
    learner = Learner(library)
    games = games_to_learn(learner, path, "Ratsu")
    assert [(game.own_white, game.time_left_s) for game in games] == [(False, 3.5), (True, 110.0), (True, None)]
    assert trust(games[0]) == TIME_TROUBLE * trust(games[1]) == TIME_TROUBLE * trust(games[2])
    learner.record_all(games)
    library.close()
    again = Library(None, tmp_path / "learned.ratsubook", None)
    assert again.learned is not None
    assert again.learned.query("SELECT time_left_s FROM games ORDER BY id") == [(3.5,), (110.0,), (None,)]
    again.close()


def test_the_evaluations_of_our_moves_are_read(tmp_path: Path) -> None:
    path = tmp_path / "games.pgn"
    path.write_text(
        '[White "Somebody"]\n[Black "Ratsu"]\n[Result "1-0"]\n\n1. e4 {[%eval 0.3]} e5 {[%eval 0.25]} 2. Qh5 {[%eval -0.4]}'
        ' Ke7 {[%eval #1]} 3. Qxe5# 1-0\n\n[White "Ratsu"]\n[Black "Somebody"]\n[Result "1-0"]\n\n'
        "1. e4 e5 {[%eval 0.2]} 2. Qh5 {[%eval -0.4,12]} Ke7 3. Qxe5# 1-0\n\n" + GAMES
    )
    library = Library(None, tmp_path / "learned.ratsubook", None)
    games = games_to_learn(Learner(library), path, "Ratsu")
    assert [game.evaluations for game in games] == [(-25, -29_999), (None, -40, None), (), (), ()]
    library.close()
