"""The gate for positions, and how games end (FIDE Laws of Chess, 2023)."""

import chess
import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop.model.errors import EditError
from desktop.model.game import rules
from engine.game.outcome import Outcome, Termination, by_rules
from engine.game.position import Position
from engine.game.side import Side
from engine.game.tree import ROOT, Game
from engine.ground.errors import PositionError
from engine.rules.fen import START_FEN


@pytest.mark.parametrize(
    ("fen", "words"),
    [
        ("8/8/8/8/8/8/8/8 w - - 0 1", "empty"),
        ("8/8/8/8/8/8/8/K7 w - - 0 1", "Black has no king"),
        ("k7/8/8/8/8/8/8/8 w - - 0 1", "White has no king"),
        ("kk6/8/8/8/8/8/8/K7 w - - 0 1", "more than one king"),
        ("k6P/8/8/8/8/8/8/K7 w - - 0 1", "a pawn is on the first or the last rank"),
        ("k7/8/8/8/8/PPPPPPPP/P7/K7 w - - 0 1", "White has more than 8 pawns"),
        ("4k3/8/8/8/8/8/8/4K3 w K - 0 1", "castling"),
        ("k7/8/8/8/8/8/8/K6r b - - 0 1", "not to move is in check"),
        ("k7/8/8/8/8/8/8/K7 w - e3 0 1", "en passant"),
        ("not a position", "not a position"),
        ("", "empty"),
        ("k" * 200, "at most 128"),
    ],
)
def test_every_fault_of_a_position_is_named(fen: str, words: str) -> None:
    with pytest.raises(PositionError, match=words):
        Position.of(fen, chess960=None)


def test_a_position_with_more_than_218_moves_never_enters() -> None:
    # 265 legal moves; the FEN of Stockfish pull request 4558
    with pytest.raises(PositionError, match="more than 16 pieces"):
        Position.of("QQQQQQBk/Q6B/Q6Q/Q6Q/Q6Q/Q6Q/Q6Q/KQQQQQQQ w - - 0 1", chess960=None)


def test_missing_fields_are_filled_in() -> None:
    assert Position.of(" rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR   w KQkq ", chess960=None).fen == START_FEN


@given(text=st.text(alphabet="rnbqkpRNBQKP12345678/ wb-KQkqe30 \x00é", max_size=90))
def test_any_text_is_a_position_or_one_error(text: str) -> None:
    try:
        fen = Position.of(text, chess960=None).fen
    except PositionError:
        return
    assert chess.Board(fen).is_valid()


@pytest.mark.parametrize(
    ("fen", "expected"),
    [
        ("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3", Outcome(Side.BLACK, Termination.CHECKMATE)),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", Outcome(None, Termination.STALEMATE)),
        ("8/8/8/4k3/8/8/3NK3/8 w - - 0 1", Outcome(None, Termination.INSUFFICIENT)),
        ("8/8/8/4k3/8/8/3RK3/8 w - - 100 80", Outcome(None, Termination.FIFTY_MOVES)),
        ("8/8/8/4k3/8/8/3RK3/8 w - - 99 80", None),
        ("R5k1/5ppp/8/8/8/8/8/4K3 b - - 100 80", Outcome(Side.WHITE, Termination.CHECKMATE)),  # mate comes first: 9.6.2
        (START_FEN, None),
    ],
)
def test_games_end_as_the_laws_say(fen: str, expected: Outcome | None) -> None:
    assert rules.outcome(Game.new(Position.of(fen, chess960=None)), ROOT) == expected


def line_of(*moves: str, fen: str = START_FEN) -> tuple[Game, int]:
    game, board = Game.new(Position.of(fen, chess960=None)), chess.Board(fen)
    at = ROOT
    for move in moves:
        game, at = game.add_move(at, board.push_san(move).uci())
    return game, at


def test_the_third_repetition_ends_the_game() -> None:
    dance = ("Nf3", "Nf6", "Ng1", "Ng8")
    assert rules.outcome(*line_of(*dance)) is None
    assert rules.outcome(*line_of(*dance, *dance)) == Outcome(None, Termination.THREEFOLD)


def test_lost_castling_rights_make_another_position() -> None:
    # The king moves away and back: the first position had castling rights, the later ones have not (FIDE 9.2.3.2).
    start = "4k2r/8/8/8/8/8/8/4K3 b k - 0 1"
    dance = ("Ke7", "Ke2", "Ke8", "Ke1")
    assert rules.outcome(*line_of(*dance, *dance, fen=start)) is None
    assert rules.outcome(*line_of(*dance, *dance, *dance, fen=start)) == Outcome(None, Termination.THREEFOLD)


@given(st.lists(st.integers(0, 200), max_size=60))
def test_repetitions_are_counted_as_python_chess_counts_them(choices: list[int]) -> None:
    board = chess.Board("4k3/8/8/8/8/8/3R4/4K3 w - - 0 1")
    game, at = Game.new(Position.of(board.fen(), chess960=None)), ROOT
    for choice in choices:
        legal = list(board.legal_moves)
        if not legal:
            break
        move = legal[choice % len(legal)]
        game, at = game.add_move(at, move.uci())
        board.push(move)
        if board.is_game_over():
            break
    assert rules.outcome(game, at) == by_rules(board)


@pytest.mark.parametrize("text", ["e4", "e2e4", " e4 "])
def test_typed_moves_are_read_as_san_and_as_coordinates(text: str) -> None:
    assert rules.parse_move(START_FEN, text, chess960=False) == "e2e4"


def test_a_typed_move_that_is_none_is_named() -> None:
    with pytest.raises(EditError, match="Ke5"):
        rules.parse_move(START_FEN, "Ke5", chess960=False)


def test_lines_are_written_with_numbers_up_to_the_first_bad_move() -> None:
    assert rules.line_text(START_FEN, ["e2e4", "e7e5", "g1f3", "a1a8"], chess960=False) == "1. e4 e5 2. Nf3"
    after = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"
    assert rules.line_text(after, ["e7e5", "g1f3"], chess960=False) == "1... e5 2. Nf3"
