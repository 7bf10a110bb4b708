"""Moves as people type them at the console: every door reads them by the reader of PGN, and guesses nothing."""

import random

import chess
import pytest

from engine.console.game_in_terminal import ConsoleGame, ConsoleSettings
from engine.console.position_argument import position_of
from engine.console.run_drill import Show, read_move
from engine.console.typed_move import parse_move
from engine.drill.sources.endgames import EndgameQuestion
from engine.ground.errors import MoveError
from tests.helpers.doubles import RandomMover

CENTRE = "rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"
TWO = "k7/8/3p4/3pP3/4P3/8/8/K7 w - - 0 1"  # the pawns of e4 and e5 capture on d5 and d6
LAST = "6nr/5P1P/8/8/8/8/8/K1k5 w - - 0 1"


def refusal(fen: str, text: str) -> str:
    with pytest.raises(MoveError) as refused:
        parse_move(chess.Board(fen, chess960=False), text)
    return str(refused.value)


@pytest.mark.parametrize("text", ["ed", "exd", "e:d", "ed5", "exd5", "e4d5", "E4D5", "e4xd5", "exd5!?"])
def test_a_pawns_capture_is_read_by_its_files(text: str) -> None:
    assert parse_move(chess.Board(CENTRE, chess960=False), text) == chess.Move.from_uci("e4d5")


def test_what_can_be_more_than_one_move_is_asked_for() -> None:
    assert refusal(TWO, "ed") == "ed can be exd5 or exd6: type the one that you mean"
    assert refusal(LAST, "fg") == "fg can be fxg8=B, fxg8=N, fxg8=Q or fxg8=R: type the one that you mean"
    assert refusal(LAST, "f8") == "f8 can be f8=B, f8=N, f8=Q or f8=R: type the one that you mean"
    assert refusal("8/8/8/k7/8/2N5/8/K3N1N1 w - - 0 1", "Ne2").startswith("Ne2 can be Nce2 or Nge2:")
    assert refusal("b7/8/8/8/8/1R6/8/1R2K2k w - - 0 1", "Rb2").startswith("Rb2 can be R1b2 or R3b2:")


def test_nothing_is_guessed() -> None:
    """A lower-case b is a pawn's file: in PGN it may be a bishop's letter, in a game that has others like it."""
    assert refusal("k7/8/8/3p4/8/1B6/8/K7 w - - 0 1", "bxd5") == "bxd5 is refused: it is not legal here"
    assert refusal("k7/8/2p5/8/8/1P6/6B1/K7 w - - 0 1", "Bxc4") == "Bxc4 is refused: a bishop moves diagonally"
    for text in ("", "--", "0000", "e4 e5", "e", "(", "\udce4", "♘" * 40):
        assert "is not a move" in refusal(chess.STARTING_FEN, text)


def test_every_legal_move_is_read_as_it_is_written() -> None:
    dice = random.Random(53)
    for number in range(2):
        board = chess.Board.from_chess960_pos(dice.randrange(960)) if number % 2 else chess.Board()
        while not board.is_game_over() and board.ply() < 20:
            moves = [*board.legal_moves]
            for move in moves:
                for text in (board.san(move), board.uci(move), board.lan(move), board.san(move).replace("O", "0")):
                    assert parse_move(board, text) == move, (board.fen(), text)
            board.push(dice.choice(moves))


def test_each_door_of_the_console_reads_it() -> None:
    assert position_of(CENTRE, "1. ed Qxd5", chess960=False).moves == ("e4d5", "d8d5")
    with pytest.raises(MoveError, match="ed can be exd5 or exd6"):
        position_of(TWO, "ed", chess960=False)
    told: list[str] = []
    asked = iter(["ed", "exd6"])
    show = Show[EndgameQuestion](lambda _: next(asked), told.append)
    assert read_move(chess.Board(TWO), show) == "e5d6"
    ConsoleGame(RandomMover(), ConsoleSettings(fen=CENTRE), iter(["ed"]), told.append).play()
    assert told[0].startswith("ed can be exd5 or exd6") and "Ratsu plays" in "".join(told)
