"""Who takes a draw: one rule, asked by the console, XBoard and the window."""

import chess
import pytest

from engine.game.info import Info, Score, SearchResult
from engine.game.move_choice import ChoiceSource, DrawAnswer, MoveChoice
from engine.game.reason import text_reason
from engine.play.mover import RatsuMover
from engine.play.people.draw_offer import (
    AGAIN,
    DEAD_MOVES,
    ENDGAME_PIECES,
    EQUAL_CP,
    EQUAL_MOVES,
    FIRST_PLY,
    PEOPLES_FIRST_PLY,
    age,
    answer,
    offers,
)


@pytest.mark.parametrize(
    ("ply", "centipawns", "elo", "expected"),
    [
        (FIRST_PLY - 1, -300, None, DrawAnswer.EARLY),
        (FIRST_PLY, None, None, DrawAnswer.UNKNOWN),
        (FIRST_PLY, 0, None, DrawAnswer.TAKEN),
        (FIRST_PLY, 1, None, DrawAnswer.BETTER),
        (FIRST_PLY, 1, 2600, DrawAnswer.BETTER),
        (PEOPLES_FIRST_PLY - 1, -300, 1500, DrawAnswer.EARLY),
        (PEOPLES_FIRST_PLY, 100, 1400, DrawAnswer.TAKEN),
        (PEOPLES_FIRST_PLY, 100, 1900, DrawAnswer.BETTER),
        (PEOPLES_FIRST_PLY, 200, 900, DrawAnswer.TAKEN),
        (PEOPLES_FIRST_PLY, 300, 900, DrawAnswer.BETTER),
    ],
)
def test_full_strength_wants_more_than_people(
    ply: int, centipawns: int | None, elo: int | None, expected: DrawAnswer
) -> None:
    score = Score(centipawns=centipawns) if centipawns is not None else None
    assert answer(ply, score, elo) is expected


def test_a_mate_is_never_given_away() -> None:
    assert answer(100, Score(mate=3), 800) is DrawAnswer.BETTER
    assert answer(100, Score(mate=-3), 2800) is DrawAnswer.TAKEN


def test_the_mover_answers_as_its_level() -> None:
    mover = RatsuMover()
    board = chess.Board(chess.STARTING_FEN.replace(" 1", f" {FIRST_PLY // 2}"))
    assert mover.draw_answer(board, None) is DrawAnswer.EARLY
    mover.set_option("UCI_LimitStrength", "true")
    mover.set_option("UCI_Elo", "1200")
    assert mover.draw_answer(board, None) is DrawAnswer.UNKNOWN
    mover.close()


LATE = FIRST_PLY + 200


def test_a_draw_is_offered_when_the_position_has_long_been_equal_or_dead() -> None:
    equal, dead = [EQUAL_CP, -EQUAL_CP] * EQUAL_MOVES, [0] * DEAD_MOVES
    assert offers(LATE, [*equal[:EQUAL_MOVES], 90]) and not offers(LATE, [*equal[: EQUAL_MOVES - 1], 90])
    assert offers(LATE, [*dead, 90]) and not offers(LATE, [*dead[1:], 90])
    assert not offers(LATE, [None, *equal]) and not offers(LATE, [EQUAL_CP + 1, *equal])


def test_a_declined_offer_is_not_repeated_at_once() -> None:
    found = [moves for moves in range(70) if offers(LATE, [0] * moves)]
    assert found == [DEAD_MOVES, DEAD_MOVES + AGAIN, DEAD_MOVES + 2 * AGAIN, DEAD_MOVES + 3 * AGAIN]


def test_no_draw_is_offered_early() -> None:
    first = FIRST_PLY + 2 * (DEAD_MOVES - 1)
    assert [ply for ply in range(0, first + 4, 2) if offers(ply, [0] * ply)] == [first]


def test_a_huge_move_number_of_a_fen_costs_nothing() -> None:
    assert not offers(10**20, (None for _ in iter(int, 1)))


def test_an_endgame_that_was_set_up_is_not_early() -> None:
    queens = chess.Board("7k/8/8/4q3/8/8/8/Q6K w - - 0 1")
    assert age(0, ENDGAME_PIECES) == FIRST_PLY and age(6, ENDGAME_PIECES + 1) == 6
    mover = RatsuMover()
    line = Info(9, 9, 1, Score(centipawns=0), 10, 1, ("a1a2",))
    last = MoveChoice("a1a2", ChoiceSource.SEARCH, text_reason(""), SearchResult("a1a2", None, (line,)))
    assert mover.draw_answer(queens, last) is DrawAnswer.TAKEN
    queens.set_fen("7k/8/8/4q3/8/8/8/Q6K w - - 0 12")
    assert mover.offers_draw(queens, [0] * DEAD_MOVES)
    mover.close()
