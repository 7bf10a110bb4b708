"""One score with its point of view: what screens show, what files and protocols write."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.game.evaluation import Evaluation
from engine.game.info import PovScore, Score, TableResult
from engine.game.move_notes import MoveNotes, evaluation_command, evaluation_of
from engine.game.reason_words import score_words

WIN, FAR, CURSED = (Score(table=result) for result in (TableResult(2), TableResult(2, 12), TableResult(1, 130)))
SCORES = st.one_of(
    st.integers(-15_000, 15_000).map(lambda value: Score(centipawns=value)),
    st.integers(1, 200).map(lambda moves: Score(mate=moves)),
    st.integers(-200, -1).map(lambda moves: Score(mate=moves)),
    st.builds(TableResult, st.sampled_from((-2, 2)), st.integers(0, 400)).map(lambda result: Score(table=result)),
)


@pytest.mark.parametrize(
    ("score", "shown", "words"),
    [
        (PovScore(Score(31), True), "+0.31", "+0.31"),
        (PovScore(Score(31), False), "-0.31", "-0.31"),
        (PovScore(Score(0), False), "0.00", "0.00"),
        (PovScore(Score(mate=3), False), "#-3", "mate in 3"),
        (PovScore(WIN, True), "+TB", "White wins by the tables"),
        (PovScore(-FAR, True), "-TB12", "Black wins by the tables, 12 plies to a capture, pawn move or mate"),
        (PovScore(FAR, False), "-TB12", "Black wins by the tables, 12 plies to a capture, pawn move or mate"),
        (PovScore(CURSED, True), "0.00", "win, but the fifty-move rule draws it"),
        (PovScore(Score(table=TableResult(0)), True), "0.00", "0.00"),
    ],
)
def test_a_score_is_shown_from_whites_side(score: PovScore, shown: str, words: str) -> None:
    assert (str(score), score_words(score)) == (shown, words)


@pytest.mark.parametrize(
    ("score", "sent"),
    [(Score(-31), "cp -31"), (Score(mate=-3), "mate -3"), (FAR, "cp 19988"), (-FAR, "cp -19988"), (CURSED, "cp 0")],
)
def test_protocols_get_their_own_numbers(score: Score, sent: str) -> None:
    assert str(score) == sent


@given(SCORES, st.booleans())
def test_both_sides_of_a_score_are_one_value(score: Score, white: bool) -> None:
    mine, theirs = PovScore(score, white), PovScore(-score, not white)
    assert (mine.of_white, str(mine)) == (theirs.of_white, str(theirs))
    assert mine.worth(True) == -mine.worth(False) == theirs.worth(True)
    assert Evaluation(mine).white_share == pytest.approx(1 - Evaluation(PovScore(-score, white)).white_share)


@given(SCORES, st.integers(0, 99))
def test_a_pgn_gives_back_every_score_it_was_given(score: Score, depth: int) -> None:
    evaluation = Evaluation(PovScore(score, True), depth)
    assert evaluation_of(evaluation_command(evaluation)) == evaluation
    assert MoveNotes.read(MoveNotes("good", evaluation=evaluation).comments).evaluation == evaluation


def test_other_programs_read_a_win_by_tables_as_a_number() -> None:
    assert evaluation_command(Evaluation(PovScore(FAR, False), 20)) == "[%eval -199.88,20]"


def test_a_win_by_tables_is_less_than_any_mate_and_more_than_any_estimate() -> None:
    order = [Score(-15_000), CURSED, Score(1), Score(15_000), FAR, WIN, Score(mate=150), Score(mate=1)]
    assert [score.number for score in order] == sorted(score.number for score in order)
