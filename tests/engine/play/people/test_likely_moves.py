"""What people would play, as a value with its words; and whether they find the better move."""

import pytest

from engine.game.limits import GamePosition
from engine.game.reason import Reason, ReasonKind
from engine.game.reason_words import english
from engine.ground.errors import MoveError, PositionError, RatsuError
from engine.play.people.likely_moves import LikelyHumanMoves, LikelyMove, likely_human_moves, with_mistakes
from engine.play.people.move_difficulty import difficulty_of
from engine.rules.fen import START_FEN

TRAP = GamePosition(
    START_FEN, ("e2e4", "e7e5", "g1f3", "b8c6", "f1c4", "c6d4"), chess960=False
)  # the Blackburne trap: 4.Nxe5 loses
CHESS960 = "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9"  # of tests/fuzz


def said(reason: Reason | None) -> str:
    assert reason is not None
    return english(reason)


def test_the_trap_is_likely_marked_and_said() -> None:
    here = likely_human_moves(TRAP, 1200)
    assert here.wrong is None and said(here.reason).startswith("Players rated 1200: ")
    seen = with_mistakes(TRAP, here)
    taken = next(move for move in seen.moves if move.san == "Nxe5")
    assert taken.mistake and taken.chance > 0.3
    assert seen.wrong is not None and seen.wrong >= taken.chance
    assert said(seen.reason).endswith(f"{seen.wrong:.0%} go wrong here")
    assert [move.uci for move in seen.moves] == [move.uci for move in here.moves]


def test_chances_are_those_of_legal_moves_likeliest_first() -> None:
    here = likely_human_moves(GamePosition(START_FEN, chess960=False), 1500)
    chances = [move.chance for move in here.moves]
    assert chances == sorted(chances, reverse=True)
    assert 0.9 < sum(chances) <= 1.001


def test_the_words_name_the_side_by_the_number_of_the_move() -> None:
    here = LikelyHumanMoves(
        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1", 1500, (LikelyMove("e7e5", "e5", 0.5),)
    )
    assert said(here.reason) == "Players rated 1500: 50% play 1...e5"


def test_chess960_castling_is_written_as_the_variant_does() -> None:
    here = likely_human_moves(GamePosition(CHESS960, (), chess960=True), 1500)
    assert here.chess960 and here.moves
    assert said(here.reason)  # the move and the position are a pair
    castling = GamePosition("4k3/8/8/8/8/8/8/5RKR w HF - 0 1", (), chess960=True)
    assert {"g1h1", "g1f1"} & {move.uci for move in likely_human_moves(castling, 1500).moves}


@pytest.mark.parametrize("fen", ["7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1"])
def test_where_the_game_is_over_nobody_plays(fen: str) -> None:
    position = GamePosition(fen, chess960=False)
    here = likely_human_moves(position, 1500)
    assert here.moves == () and here.reason is None
    assert with_mistakes(position, here) == here


def test_what_is_no_position_is_refused() -> None:
    with pytest.raises(PositionError):
        likely_human_moves(GamePosition("8/8/8/8/8/8/8/8 w - - 0 1", chess960=False), 1500)
    with pytest.raises(MoveError):
        likely_human_moves(GamePosition(START_FEN, ("e2e5",), chess960=False), 1500)
    with pytest.raises(RatsuError, match="from 400 to 2800"):
        likely_human_moves(GamePosition(START_FEN, chess960=False), 100)


def test_a_recapture_is_found_by_most_and_a_quiet_refutation_by_few() -> None:
    recapture = GamePosition(START_FEN, ("e2e4", "d7d5", "e4d5"), chess960=False)
    found = difficulty_of(recapture, "d8d5", 1500)
    assert found.reason.kind is ReasonKind.MOST_FIND
    assert english(found.reason).startswith("Most players rated 1500 find 2...Qxd5: ")
    hidden = difficulty_of(recapture, "a7a6", 1500)
    assert hidden.reason.kind is ReasonKind.FEW_FIND and hidden.chance < 0.05


def test_ratings_beyond_the_data_count_as_its_ends_and_illegal_moves_are_refused() -> None:
    assert difficulty_of(GamePosition(START_FEN, chess960=False), "e2e4", 3200).elo == 2800
    assert difficulty_of(GamePosition(START_FEN, chess960=False), "e2e4", 120).elo == 400
    with pytest.raises(MoveError):
        difficulty_of(GamePosition(START_FEN, chess960=False), "e2e5", 1500)
