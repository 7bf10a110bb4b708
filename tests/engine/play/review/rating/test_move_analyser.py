"""Looks at games: the same each time, and true of mistakes that need no engine to be seen."""

import math
from collections.abc import Sequence
from statistics import fmean

import pytest

from engine.human.predicted_player import PredictedPlayer
from engine.human.predictor import Predictor
from engine.pgn.reader import first_game
from engine.play.review.rating.estimate import tables
from engine.play.review.rating.features import (
    AT_RATINGS,
    BELIEFS,
    FEWEST_MOVES,
    TAGS,
    USUAL_PACE,
    features,
    points_lost,
)
from engine.play.review.rating.games import guess_of, is_program, look_at, side_of
from engine.play.review.rating.move_analyser import RATINGS, MoveAnalyser, MoveFeatures, is_endgame
from engine.play.review.rating.scale import EloScale
from engine.rules.board import CoreBoard
from engine.rules.fen import read_fields

OPENING = [
    "e2e4",
    "e7e5",
    "g1f3",
    "b8c6",
    "f1b5",
    "a7a6",
    "b5a4",
    "g8f6",
    "e1g1",
    "f8e7",
    "h2h3",
    "e7a3",
]  # the bishop gives itself up
PGN = '[White "Virtanen, A"]\n[Black "Ratsu 1500"]\n[Result "*"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *\n'


@pytest.fixture(scope="module")
def looks() -> tuple[MoveFeatures, ...]:
    return _look()


def _look() -> tuple[MoveFeatures, ...]:
    board, moves = CoreBoard.start(), []
    for text in OPENING:
        moves.append(board.parse_uci(text))
        board.push(moves[-1])
    found = MoveAnalyser().look(CoreBoard.start(), moves)
    assert found is not None
    return found


def test_the_same_game_gets_the_same_look(looks: tuple[MoveFeatures, ...]) -> None:
    assert _look() == looks


def test_a_piece_given_away_is_dear_and_a_book_move_is_not(looks: tuple[MoveFeatures, ...]) -> None:
    assert looks[-1].lost > 150
    assert points_lost(looks[-1]) > 20
    assert looks[2].lost < 60


def test_what_everybody_plays_is_likelier_than_a_piece_given_away(looks: tuple[MoveFeatures, ...]) -> None:
    for natural, absurd in zip(looks[2].chances, looks[-1].chances, strict=True):
        assert 0 > natural > absurd
    assert len(looks[2].chances) == len(RATINGS)


def test_the_likelihoods_of_all_moves_make_one_whole() -> None:
    board, asked = CoreBoard.start(), [PredictedPlayer(1000, 1000), PredictedPlayer(2000, 2000)]
    predictor = Predictor()
    rows = [predictor.likelihoods(board, move, asked) for move in board.legal_moves()]
    assert [sum(row[at] for row in rows) for at in range(2)] == pytest.approx([1.0, 1.0])


def test_a_look_can_be_stopped() -> None:
    board = CoreBoard.start()
    assert MoveAnalyser().look(board, [board.parse_uci("e2e4")], progress=lambda done, plies: False) is None


def test_the_numbers_of_a_short_game_say_nothing(looks: tuple[MoveFeatures, ...]) -> None:
    assert features(looks[: 2 * FEWEST_MOVES - 1], False, (300, 0), EloScale.LICHESS) is None


def test_the_opponents_numbers_come_last(looks: tuple[MoveFeatures, ...]) -> None:
    both = features(looks, True, (300, 0), EloScale.LICHESS)
    alone = features(looks, True, (300, 0), EloScale.LICHESS, with_opponent=False)
    other = features(looks, False, (300, 0), EloScale.LICHESS, with_opponent=False)
    assert both is not None
    assert alone is not None
    assert other is not None
    assert both == alone + other[TAGS:]


def _alone(looks: Sequence[MoveFeatures], seconds: int) -> tuple[list[float], list[float]]:
    """White's numbers behind the tags, and the same weighed by the pace."""
    found = features(looks, True, (seconds, 0), EloScale.LICHESS, with_opponent=False)
    assert found is not None
    half = (len(found) - TAGS) // 2
    assert len(found) == TAGS + 2 * half
    return found[TAGS : TAGS + half], found[TAGS + half :]


def test_each_number_stands_there_once_more_weighed_by_the_pace(looks: tuple[MoveFeatures, ...]) -> None:
    numbers, weighed = _alone(looks, 60)
    assert weighed == pytest.approx([number * (math.log(60) - USUAL_PACE) for number in numbers])
    assert all(abs(value) < 1e-2 * max(1.0, abs(number)) for number, value in zip(*_alone(looks, 545), strict=True))


def test_who_plays_as_strong_people_do_is_foreseen_as_strong() -> None:
    def game(chances: Sequence[float]) -> list[MoveFeatures]:
        return [MoveFeatures(1, 1, 0, 0, tuple(chances), 30, "N", False)] * 40

    strong, weak, nobody = (
        _alone(game(chances), 300)[0][-2 * len(BELIEFS) :] for chances in ((-3, -2, -1), (-1, -2, -3), (-1, -1, -1))
    )
    assert nobody == pytest.approx([fmean(AT_RATINGS)] * 6)
    assert all(AT_RATINGS[0] <= low < 1450 < high <= AT_RATINGS[-1] for low, high in zip(weak, strong, strict=True))
    assert strong[0] > strong[1] > strong[2], "the less is believed, the nearer to the middle"


def test_the_shipped_tables_have_a_weight_for_each_number(looks: tuple[MoveFeatures, ...]) -> None:
    for scale, found in tables().items():
        for with_opponent, table in found.items():
            numbers = features(looks, True, (300, 0), scale, with_opponent)
            assert numbers is not None and len(table.weights) == 1 + len(numbers)


def test_a_program_is_known_by_its_name_and_a_player_by_a_part_of_it() -> None:
    game = first_game(PGN)
    assert side_of(game, "virtanen") is True
    assert side_of(game, "ratsu 1500") is False
    assert side_of(game, "Nobody") is None
    assert is_program(game, False)
    assert not is_program(game, True)


def test_too_short_a_game_has_no_guess() -> None:
    game = first_game(PGN)
    looks = look_at(MoveAnalyser(), game)
    assert looks is not None
    assert len(looks) == 6
    assert guess_of(game, looks, True) is None


def test_pieces_and_endgames_are_read_from_the_board() -> None:
    assert not is_endgame(read_fields("r3k2r/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR").pieces)
    assert is_endgame(read_fields("4k2r/8/8/8/8/8/8/R3K2R").pieces)
    looks = look_at(MoveAnalyser(), first_game(PGN))
    assert looks is not None
    assert [look.piece for look in looks] == ["P", "P", "N", "N", "B", "P"]


def test_games_of_fides_scale_have_no_clock(looks: tuple[MoveFeatures, ...]) -> None:
    """Whatever the tag says: their numbers are those of a game without one."""
    found = [features(looks, True, clock, EloScale.FIDE) for clock in ((300, 2), (0, 0))]
    assert found[0] == found[1]
    assert found[0] is not None and found[0][2:4] == [6.0, 1.0]


def test_a_loss_is_never_below_nothing_and_the_best_move_has_none() -> None:
    move = MoveFeatures(1, 2, before=80, after=30, chances=(), choices=20, piece="P", endgame=False)
    assert move.lost == 50 and move._replace(after=90).lost == 0
    assert move._replace(best=1).lost == 0, "a search of the position after it may value it lower"
