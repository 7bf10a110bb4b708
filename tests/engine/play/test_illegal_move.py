"""Why a move is not legal: each rule by name, and some reason for every illegal move of thousands of positions."""

import random

import chess
import pytest

from engine.play.illegal_move import why_illegal, why_typed

START = chess.STARTING_FEN


def why(fen: str, move: str, *, chess960: bool = False) -> str:
    board = chess.Board(fen, chess960=chess960)
    reason = str(why_illegal(board, chess.parse_square(move[:2]), chess.parse_square(move[2:4])))
    assert board.fen() == chess.Board(fen, chess960=chess960).fen(), "the board is left as it is"
    return reason


@pytest.mark.parametrize(
    ("fen", "move", "reason"),
    [
        (START, "e4e5", "There is no piece on e4."),
        (START, "e7e5", "The piece on e7 is not yours."),
        (START, "d1d2", "Your own piece is on d2."),
        (START, "d1d4", "The piece on d2 is in the way."),
        (START, "g1g3", "A knight moves two squares straight and one to the side."),
        (START, "f1b4", "A bishop moves diagonally."),
        (START, "a1b3", "A rook moves along ranks and files."),
        (START, "d1e3", "A queen moves along ranks, files and diagonals."),
        (START, "e1e3", "A king moves one square in any direction."),
        (START, "e2e5", "A pawn moves one square straight ahead, or two from its first square, and captures diagonally."),
        (START, "e2d3", "A pawn moves diagonally only to capture, and d3 is empty."),
        ("4k3/8/8/4p3/4P3/8/8/4K3 w - - 0 1", "e4e5", "The piece on e5 is in the way: a pawn captures only diagonally."),
        ("4k3/8/8/8/4P3/8/8/4K3 w - - 0 1", "e4e6", "Only from its first square may a pawn move two squares."),
        ("4k3/8/8/8/8/4n3/4P3/4K3 w - - 0 1", "e2e4", "The piece on e3 is in the way."),
        ("4k3/8/8/8/4n3/8/4P3/4K3 w - - 0 1", "e2e4", "The piece on e4 is in the way."),
        ("4k3/4r3/8/8/8/8/4N3/4K3 w - - 0 1", "e2c3", "Your king would be in check from e7."),
        ("4k3/8/8/8/8/8/3r4/4K2R w - - 0 1", "e1d1", "Your king would be in check from d2."),
        ("4k3/8/8/8/1b6/8/8/R3K3 w - - 0 1", "a1a2", "Your king is in check from b4, and this move does not stop it."),
        ("4k3/8/8/8/1b6/8/8/R3K2R w KQ - 0 1", "e1g1", "A king in check may not castle."),
        ("4k3/8/8/8/2b5/8/8/R3K2R w KQ - 0 1", "e1g1", "Castling would take your king over f1, which is attacked."),
        ("4k3/8/8/8/3b4/8/8/R3K2R w KQ - 0 1", "e1g1", "Castling would take your king over g1, which is attacked."),
        ("4k3/8/8/8/8/8/8/RN2K2R w KQ - 0 1", "e1c1", "The piece on b1 is in the way."),
        ("r3k3/8/8/8/8/8/8/4K3 b - - 0 1", "e8c8",
         "Castling on this side is no longer possible: the king or the rook has moved, or the rook is gone."),
    ],
)  # fmt: skip
def test_each_rule_has_its_sentence(fen: str, move: str, reason: str) -> None:
    assert why(fen, move) == reason


def test_a_king_on_its_own_rook_castles_in_chess960() -> None:
    assert why("4k3/8/8/8/8/8/8/1RN1K2R w HB - 0 1", "e1b1", chess960=True) == "The piece on c1 is in the way."
    assert why("4k3/8/8/8/8/8/8/1R2K1NR w HB - 0 1", "e1h1", chess960=True) == "The piece on g1 is in the way."


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("Ke7", "A king moves one square in any direction."),
        ("Bb5", "The piece on e2 is in the way."),
        ("Nd2", "Your own piece is on d2."),
        ("e5", "A pawn moves one square straight ahead, or two from its first square, and captures diagonally."),
        ("exd3", "A pawn moves diagonally only to capture, and d3 is empty."),
        ("O-O", "The piece on f1 is in the way."),
        ("0-0-0", "The piece on b1 is in the way."),
        ("E2-E5", "A pawn moves one square straight ahead, or two from its first square, and captures diagonally."),
        ("hello", None),
        ("", None),
    ],
)
def test_what_is_typed_gets_the_same_sentences(text: str, reason: str | None) -> None:
    found = why_typed(chess.Board(), text)
    assert (None if found is None else str(found)) == reason


def test_every_illegal_move_of_random_games_has_a_reason_that_names_a_rule() -> None:
    draw = random.Random(20261201)
    seen = 0
    for game in range(12):
        board = chess.Board.from_chess960_pos(draw.randrange(960)) if game % 3 == 2 else chess.Board()
        for _ in range(60):
            legal = {(move.from_square, move.to_square) for move in board.legal_moves}
            for _ in range(40):
                start, end = draw.choice(list(board.piece_map())), draw.randrange(64)
                castles = board.is_castling(chess.Move(start, end))
                if (
                    start != end
                    and (start, end) not in legal
                    and not (castles and board.is_legal(chess.Move(start, end)))
                ):
                    assert str(why_illegal(board, start, end)) != "It is not legal here.", (board.fen(), start, end)
                    seen += 1
            if board.is_game_over():
                break
            board.push(draw.choice(list(board.legal_moves)))
    assert seen > 10_000
