"""A review in the window's game tree: the same notes as in a PGN, none of a human's touched, all of it taken out again."""

from collections.abc import Sequence

import pytest

from desktop.model.eval_graph import known_points, points_of
from desktop.model.job import JobPhase
from desktop.model.review import ReviewState
from engine.game.limits import Limits
from engine.game.tree import Game
from engine.pgn.reader import first_game
from engine.pgn.writer import written_game
from engine.play.review.annotate import with_review, without_review
from engine.play.review.judge import PositionJudge
from engine.play.review.values import GameReview
from tests.engine.play.review.games import GAME, ScriptedPlayer, review_game

TEXT = (
    '[White "A"]\n[Black "B"]\n\n1. e4 {[%clk 0:05:00] best by test} e5 {[%clk 0:05:00]} '
    "2. Bc4 {[%clk 0:04:48]} Nc6 (2... Nf6 {mine} 3. d3) 3. Qh5 $5 {wild} Nf6 {oh} 4. Qxf7# 1-0\n"
)


@pytest.fixture
def review() -> GameReview:
    found = review_game(GAME, PositionJudge(ScriptedPlayer(), Limits(nodes=1000)))
    assert found is not None
    return found


@pytest.fixture
def game() -> Game:
    return first_game(TEXT)


def words(text: str) -> Sequence[str]:
    return text.split()


def test_taken_out_again_the_game_is_as_it_was(game: Game, review: GameReview) -> None:
    reviewed = with_review(game, review)
    assert written_game(reviewed) != written_game(game)
    assert written_game(without_review(reviewed)) == written_game(game)
    assert written_game(with_review(reviewed, review)) == written_game(reviewed), "a second review replaces the first"


def test_a_line_that_somebody_added_to_is_kept(game: Game, review: GameReview) -> None:
    reviewed = with_review(game, review)
    node = next(node for node in reviewed.table if "[%review line" in node.comment)
    touched = reviewed.with_node(node.changed(comment=f"{node.comment} my thought"))
    kept = without_review(touched)
    assert kept.node(node.id).comment == "[%eval -0.40,12] my thought" or "my thought" in kept.node(node.id).comment
    assert "%review" not in written_game(kept)


def test_a_review_of_the_first_moves_is_written_to_them_and_of_another_game_refused(
    game: Game, review: GameReview
) -> None:
    longer, _ = game.add_move(game.root.children[0], "d7d5")
    assert "[%review eval ??]" in written_game(with_review(longer, review))
    other, _ = Game.new().add_move(0, "d2d4")
    with pytest.raises(ValueError, match="not the game"):
        with_review(other, review)


def test_the_graph_has_a_point_for_every_position_with_signs_and_times(game: Game, review: GameReview) -> None:
    assert known_points(points_of(game)) == 1, "only the mate on the board is known"
    points = points_of(with_review(game, review))
    assert len(points) == 8 and known_points(points) == 7  # all but the start, which no move carries
    assert (points[6].label, points[6].sign) == ("3...Nf6", "??")
    assert points[5].sign == "!?", "the human's own"
    assert points[7].share == 1.0
    assert points[3].spent_ms == 12_000 and points[4].spent_ms is None


def test_a_running_review_shows_what_it_has_judged(game: Game) -> None:
    state = ReviewState(JobPhase.RUNNING, shares=(None, None, None, None, None, 0.4, 0.9, 1.0))
    points = points_of(game, state)
    assert [point.share for point in points[5:]] == [0.4, 0.9, 1.0] and points[2].share is None
