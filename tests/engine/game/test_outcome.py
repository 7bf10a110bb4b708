"""How games end, by the rules and in words."""

import chess
import pytest

from engine.game.outcome import FAULTS, Outcome, Termination, by_flag, by_rules
from engine.game.side import Side
from engine.ground.text import Text

# PGN standard, 9.8.1
STANDARD = {
    "abandoned",
    "adjudication",
    "death",
    "emergency",
    "normal",
    "rules infraction",
    "time forfeit",
    "unterminated",
}


@pytest.mark.parametrize("kind", Termination)
def test_every_end_has_its_words_and_its_tag(kind: Termination) -> None:
    assert kind.pgn in STANDARD
    assert kind.label == kind.pgn or kind.label == kind.value
    for winner in (None, *Side):
        text = str(Outcome(winner, kind))
        assert text and "{" not in text
    assert str(Outcome(Side.BLACK, kind, Text("at move %1", 9))).endswith(": at move 9")


def test_the_loser_is_named_where_the_end_is_his_doing() -> None:
    assert str(Outcome(Side.BLACK, Termination.CHECKMATE)) == "Black mates"
    assert str(Outcome(Side.BLACK, Termination.RESIGNATION)) == "White resigns"
    assert all(kind.pgn != "normal" for kind in FAULTS) and len({kind.label for kind in FAULTS}) == len(FAULTS) - 1


@pytest.mark.parametrize(
    ("kind", "deed"),
    [
        (Termination.ABANDONED, "abandoned the game"),
        (Termination.ILLEGAL_MOVE, "made an illegal move"),
        (Termination.CRASH, "'s engine crashed"),
        (Termination.STALL, "'s engine did not answer"),
        (Termination.FLOOD, "'s engine wrote more than can be read"),
        (Termination.FAULT, "'s engine failed"),
    ],
)
def test_a_sentence_of_blame_names_the_winner_and_who_is_to_blame(kind: Termination, deed: str) -> None:
    """`White wins by illegal move` named nobody, and read as if White had made it."""
    for winner in Side:
        said = str(Outcome(winner, kind))
        assert said.startswith(f"{winner} wins: {winner.other}") and said.endswith(deed)
        assert said == str(Outcome(winner, kind).blame)


@pytest.mark.parametrize(("winner", "result"), [(Side.WHITE, "1-0"), (Side.BLACK, "0-1"), (None, "1/2-1/2")])
def test_the_winner_makes_the_result(winner: Side | None, result: str) -> None:
    assert Outcome(winner, Termination.ADJUDICATION).result == result


@pytest.mark.parametrize(
    ("fen", "flagged", "expected"),
    [
        ("4k3/8/8/8/8/8/8/4K2R w - - 0 1", Side.BLACK, Outcome(Side.WHITE, Termination.FLAG)),
        # a bare king, and king and knight against a bare king, cannot mate: FIDE 6.9
        ("4k3/8/8/8/8/8/8/4K2R w - - 0 1", Side.WHITE, Outcome(None, Termination.FLAG_WITHOUT_MATE)),
        ("4k3/8/8/8/8/8/8/4K1N1 w - - 0 1", Side.BLACK, Outcome(None, Termination.FLAG_WITHOUT_MATE)),
    ],
)
def test_a_fallen_flag_loses_unless_nobody_could_mate(fen: str, flagged: Side, expected: Outcome) -> None:
    assert by_flag(chess.Board(fen), flagged) == expected


def dance(times: int) -> chess.Board:
    board = chess.Board()
    for san in ("Nf3", "Nf6", "Ng1", "Ng8") * times:
        board.push_san(san)
    return board


def test_without_a_claim_only_the_fifth_repetition_and_the_seventy_fifth_move_draw() -> None:
    # FIDE 9.6
    found = [(by_rules(dance(times)), by_rules(dance(times), automatic_draws=False)) for times in (1, 2, 4)]
    third, fifth = Outcome(None, Termination.THREEFOLD), Outcome(None, Termination.FIVEFOLD)
    assert found == [(None, None), (third, None), (third, fifth)]
    fifty, seventy_five = (chess.Board(f"8/8/8/4k3/8/8/3RK3/8 w - - {plies} 90") for plies in (100, 150))
    assert by_rules(fifty) == Outcome(None, Termination.FIFTY_MOVES) and by_rules(fifty, automatic_draws=False) is None
    assert by_rules(seventy_five, automatic_draws=False) == Outcome(None, Termination.SEVENTY_FIVE_MOVES)


@pytest.mark.parametrize("line", ["f3 e5 g4 Qh4", "e4 e5 Qh5 Nc6 Bc4 Nf6 Qxf7"])
def test_rules_agree_with_python_chess(line: str) -> None:
    board = chess.Board()
    for san in line.split():
        assert by_rules(board) is None
        board.push_san(san)
    expected, found = board.outcome(), by_rules(board)
    assert expected is not None and found is not None
    assert (found.result, found.winner) == (expected.result(), Side.of(bool(expected.winner)))
