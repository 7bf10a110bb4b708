"""The core agrees with python-chess on positions, moves, keys and draws, and lets nothing else in."""

import random

import chess
import chess.polyglot
import pytest

from engine.game.limits import GamePosition
from engine.ground.errors import MoveError, PositionError
from engine.rules.board import CoreBoard
from tests.helpers.positions import core_of, random_boards

# The most legal moves in a reachable position: 218 (N. Petrovic 1964; proved the most by T. Pesch 2023).
MOST_MOVES = "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1"
# From the accident table of Stockfish PR 4558: 265 moves, far too many men.
TOO_MANY_MOVES = "QQQQQQBk/Q6B/Q6Q/Q6Q/Q6Q/Q6Q/Q6Q/KQQQQQQQ w - - 0 1"


@pytest.mark.parametrize(
    ("seed", "count", "chess960"),
    [
        (1, 2_500, False),
        (2, 1_500, True),
        pytest.param(1, 16_000, False, marks=pytest.mark.long),
        pytest.param(2, 6_000, True, marks=pytest.mark.long),
    ],
)
def test_moves_keys_and_draws_equal_python_chess(seed: int, count: int, chess960: bool) -> None:
    for board in random_boards(seed, count, chess960):
        core = core_of(board)
        assert sorted(core.legal_uci_moves()) == sorted(move.uci() for move in board.legal_moves), board.fen()
        assert core.key == chess.polyglot.zobrist_hash(board), board.fen()
        assert core.in_check == board.is_check()
        assert core.is_insufficient_material() == board.is_insufficient_material(), board.fen()


@pytest.mark.parametrize("games", [15, pytest.param(60, marks=pytest.mark.long)])
@pytest.mark.parametrize("chess960", [False, True])
def test_making_moves_keeps_keys_and_unmaking_restores_everything(chess960: bool, games: int) -> None:
    source = random.Random(3)
    for _ in range(games):
        board = chess.Board.from_chess960_pos(source.randrange(960)) if chess960 else chess.Board()
        core = core_of(board)
        fens: list[tuple[str, int]] = []
        while board.legal_moves and len(fens) < 120:
            fens.append((core.fen(), core.key))
            move = source.choice(list(board.legal_moves))
            board.push(move)
            core.push_uci(move.uci())
            assert core.key == core.recomputed_key() == chess.polyglot.zobrist_hash(board)
            assert core.fen() == board.fen()
        while fens:
            core.pop()
            assert (core.fen(), core.key) == fens.pop()


def test_noisy_and_quiet_moves_together_are_the_legal_moves() -> None:
    for board in random_boards(4, 1_000):
        core = core_of(board)
        noisy, quiet = core.noisy_moves(), core.quiet_moves()
        assert sorted(noisy + quiet) == sorted(core.legal_moves())
        for text in map(core.uci, noisy):
            move = chess.Move.from_uci(text)
            assert board.is_capture(move) or move.promotion == chess.QUEEN
        for text in map(core.uci, quiet):
            move = chess.Move.from_uci(text)
            assert not board.is_capture(move) and move.promotion != chess.QUEEN


@pytest.mark.parametrize("chess960", [False, True])
def test_every_16_bits_are_judged_as_the_generator_does(chess960: bool) -> None:
    for index, board in enumerate(random_boards(5, 900, chess960)):
        if index % 60 == 0:
            core = core_of(board)
            legal = set(core.legal_moves())
            assert {move for move in range(65_536) if core.is_legal(move)} == legal, board.fen()


@pytest.mark.parametrize("chess960", [False, True])
def test_gives_check_equals_python_chess(chess960: bool) -> None:
    for board in random_boards(6, 400, chess960):
        core = core_of(board)
        for move in core.legal_moves():
            assert core.gives_check(move) == board.gives_check(chess.Move.from_uci(core.uci(move))), board.fen()


def test_repetitions_are_counted_through_the_history() -> None:
    shuffle = ("g1f3", "g8f6", "f3g1", "f6g8")
    game = GamePosition(chess.STARTING_FEN, shuffle * 2, chess960=False)
    assert game.board().repetitions() == 2
    assert GamePosition(chess.STARTING_FEN, shuffle * 2 + ("e2e4",), chess960=False).board().repetitions() == 0


def test_a_game_of_thousands_of_plies_fits() -> None:
    core = CoreBoard.start()
    for _ in range(1_500):
        core.push_all_uci(("g1f3", "g8f6", "f3g1", "f6g8"))
    assert core.halfmove_clock == 6_000
    assert core.key == CoreBoard.start().key
    assert core.repetitions() > 100


def test_the_position_with_most_moves_enters() -> None:
    assert len(CoreBoard.from_fen(MOST_MOVES, chess960=False).legal_moves()) == 218


@pytest.mark.parametrize(
    ("fen", "reason"),
    [
        ("", "the text is empty"),
        ("8/8/8/8/8/8/8/8 w - - 0 1", "the board is empty"),
        ("rnbqkbnr/pppppppp/9/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "rank 6 has “9”, which is not a piece"),
        ("999999999/8/8/8/8/8/8/8 w - - 0 1", "rank 8 has “9”, which is not a piece"),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQ1BNR w - - 0 1", "White has no king"),
        ("4k3/8/8/8/8/8/8/KK6 w - - 0 1", "more than one king"),
        ("4k2P/8/8/8/8/8/8/4K3 w - - 0 1", "a pawn is on the first or the last rank"),
        ("4k3/8/8/8/8/8/8/4K3 w KQ - 0 1", "castling is allowed, but king or rook is not in place"),
        ("4k3/8/8/8/8/8/8/4K3 w - e6 0 1", "en passant square"),
        ("4k3/8/8/8/8/8/4R3/4K3 w - - 0 1", "the side that is not to move is in check"),
        ("4k3/8/8/8/8/8/PPPPPPPP/QQ2K3 w - - 0 1", "White has more promoted pieces than missing pawns"),
        (TOO_MANY_MOVES, "more than 16 pieces"),
        ("x" * 200, "at most 128"),
    ],
)
def test_a_bad_position_is_refused_in_words(fen: str, reason: str) -> None:
    with pytest.raises(PositionError, match=reason):
        CoreBoard.from_fen(fen, chess960=False)


@pytest.mark.parametrize("text", ["e2e5", "e7e5", "", "e2e4q", "a9a8", "0000", "e1g1", "♘f3"])
def test_an_illegal_move_is_refused_and_changes_nothing(text: str) -> None:
    core = CoreBoard.start()
    before = core.fen()
    with pytest.raises(MoveError):
        core.push_uci(text)
    assert core.fen() == before
    with pytest.raises(MoveError, match="no move to take back"):
        core.pop()


def test_castling_reads_in_both_notations() -> None:
    fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
    plain, fischer = CoreBoard.from_fen(fen, chess960=False), CoreBoard.from_fen(fen, chess960=True)
    assert plain.parse_uci("e1g1") == plain.parse_uci("e1h1") == fischer.parse_uci("e1h1")
    assert plain.uci(plain.parse_uci("e1h1")) == "e1g1"
    assert fischer.uci(fischer.parse_uci("e1h1")) == "e1h1"
