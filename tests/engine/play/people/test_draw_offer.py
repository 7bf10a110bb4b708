"""Who takes a draw: one rule, asked by the console, XBoard and the window."""

from collections.abc import Iterable

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
    TAKEN_CP,
    answer,
    offer_chance,
    offers,
)

MANY = 32


@pytest.mark.parametrize(
    ("ply", "centipawns", "elo", "expected"),
    [
        (FIRST_PLY - 1, -300, None, DrawAnswer.EARLY),
        (FIRST_PLY, None, None, DrawAnswer.UNKNOWN),
        (FIRST_PLY, 0, None, DrawAnswer.TAKEN),
        (FIRST_PLY, 1, None, DrawAnswer.BETTER),
        (FIRST_PLY, 1, 2600, DrawAnswer.BETTER),
        (PEOPLES_FIRST_PLY - 1, -300, 1500, DrawAnswer.EARLY),
        (PEOPLES_FIRST_PLY, TAKEN_CP, 1400, DrawAnswer.TAKEN),
        (PEOPLES_FIRST_PLY, TAKEN_CP + 1, 1400, DrawAnswer.BETTER),
        (PEOPLES_FIRST_PLY, TAKEN_CP, 900, DrawAnswer.TAKEN),
    ],
)
def test_full_strength_wants_more_than_people(
    ply: int, centipawns: int | None, elo: int | None, expected: DrawAnswer
) -> None:
    score = Score(centipawns=centipawns) if centipawns is not None else None
    assert answer(ply, MANY, score, elo) is expected


def test_a_mate_is_never_given_away() -> None:
    assert answer(100, MANY, Score(mate=3), 800) is DrawAnswer.BETTER
    assert answer(100, MANY, Score(mate=-3), 2800) is DrawAnswer.TAKEN


def test_the_mover_answers_as_its_level() -> None:
    mover = RatsuMover()
    board = chess.Board(chess.STARTING_FEN.replace(" 1", f" {FIRST_PLY // 2}"))
    assert mover.draw_answer(board, None) is DrawAnswer.EARLY
    mover.set_option("UCI_LimitStrength", "true")
    mover.set_option("UCI_Elo", "1200")
    assert mover.draw_answer(board, None) is DrawAnswer.UNKNOWN
    mover.close()


LATE = FIRST_PLY + 200


def offered(ply: int, numbers: Iterable[int | None]) -> bool:
    return offers(chess.STARTING_FEN, ply, MANY, numbers)


def test_a_draw_is_offered_when_the_position_has_long_been_equal_or_dead() -> None:
    equal, dead = [EQUAL_CP, -EQUAL_CP] * EQUAL_MOVES, [0] * DEAD_MOVES
    assert offered(LATE, [*equal[:EQUAL_MOVES], 90]) and not offered(LATE, [*equal[: EQUAL_MOVES - 1], 90])
    assert offered(LATE, [*dead, 90]) and not offered(LATE, [*dead[1:], 90])
    assert not offered(LATE, [None, *equal]) and not offered(LATE, [EQUAL_CP + 1, *equal])


def test_a_declined_offer_is_not_repeated_at_once() -> None:
    found = [moves for moves in range(70) if offered(LATE, [0] * moves)]
    assert found == [DEAD_MOVES, DEAD_MOVES + AGAIN, DEAD_MOVES + 2 * AGAIN, DEAD_MOVES + 3 * AGAIN]


def test_no_draw_is_offered_early() -> None:
    first = FIRST_PLY + 2 * (DEAD_MOVES - 1)
    assert [ply for ply in range(0, first + 4, 2) if offered(ply, [0] * ply)] == [first]


def test_a_huge_move_number_of_a_fen_costs_nothing() -> None:
    assert not offered(10**20, (None for _ in iter(int, 1)))


def test_an_endgame_that_was_set_up_is_not_early() -> None:
    assert answer(0, ENDGAME_PIECES, Score(centipawns=0)) is DrawAnswer.TAKEN
    assert answer(6, ENDGAME_PIECES + 1, Score(centipawns=0)) is DrawAnswer.EARLY
    queens = chess.Board("7k/8/8/4q3/8/8/8/Q6K w - - 0 1")
    mover = RatsuMover()
    line = Info(9, 9, 1, Score(centipawns=0), 10, 1, ("a1a2",))
    last = MoveChoice("a1a2", ChoiceSource.SEARCH, text_reason(""), SearchResult("a1a2", None, (line,)))
    assert mover.draw_answer(queens, last) is DrawAnswer.TAKEN
    queens.set_fen("7k/8/8/4q3/8/8/8/Q6K w - - 0 12")
    assert mover.offers_draw(queens, [0] * DEAD_MOVES)
    mover.close()


@pytest.mark.parametrize(
    ("fen", "drawn"),
    [
        ("k7/8/8/8/4q3/8/8/K1Q5 w - - 0 1", True),
        ("1k6/8/8/3r4/8/8/R7/6K1 w - - 0 60", True),
        ("1k6/8/8/8/8/8/8/Q6K w - - 0 60", False),
    ],
)
def test_an_endgame_of_the_tables_needs_no_search(fen: str, drawn: bool) -> None:
    """K+Q v K+Q was "too early" after a set-up, and K+R v K+R "not thought about" at move 60."""
    mover = RatsuMover()
    assert mover.draw_answer(chess.Board(fen), None) is (DrawAnswer.TAKEN if drawn else DrawAnswer.UNKNOWN)
    mover.set_option("Use Tablebases", "false")
    assert mover.draw_answer(chess.Board(fen), None) is DrawAnswer.UNKNOWN
    mover.close()


def test_the_tables_come_before_the_age_and_the_score() -> None:
    assert answer(0, 4, None, None, 0) is answer(0, 4, Score(centipawns=90), 800, -1) is DrawAnswer.TAKEN
    assert answer(0, 4, Score(centipawns=0), 800, 1) is DrawAnswer.BETTER


def endgames(elo: int, number: int | None) -> int:
    """In how many of so many endgames of four pieces a level offers a draw."""
    fens = (f"7k/8/8/4q3/8/8/8/Q6K w - - 0 {at}" for at in range(1, 2001))
    return sum(offers(fen, LATE, 4, [number] * DEAD_MOVES, elo) for fen in fens)


def test_levels_offer_a_draw_as_rarely_as_people_and_stronger_ones_more_often() -> None:
    assert 0 < endgames(1200, 0) < endgames(2200, 0) < 60
    assert not endgames(2200, TAKEN_CP + 1) and not endgames(2200, None)
    assert offer_chance(1500, 5, 0) > 20 * offer_chance(1500, 26, 0)
    assert endgames(2200, 0) == endgames(2200, 0)


def test_the_mover_offers_as_its_level() -> None:
    mover = RatsuMover()
    board = chess.Board("7k/8/8/4q3/8/8/8/Q6K w - - 0 12")
    assert mover.offers_draw(board, [0] * DEAD_MOVES)
    mover.set_option("UCI_LimitStrength", "true")
    mover.set_option("UCI_Elo", "1200")
    found = []
    for number in range(12, 60):
        board.fullmove_number = number
        found.append(mover.offers_draw(board, [0] * DEAD_MOVES))
    assert found.count(True) < 4
    mover.close()
