"""The quick reading of plain moves takes no move that is not one; python-chess is the judge."""

import random

import chess
import chess.polyglot
import pytest

from engine.game.tree import Game
from engine.pgn.mainlines import MainLineReader
from engine.pgn.reader import games_of

CASES = {
    "a pinned knight leaves the other one": ("4k3/8/8/8/1b6/2N5/4N3/4K3 w - - 0 1", "Nd4"),
    "two knights": ("4k3/8/8/8/8/2N5/4N3/4K3 w - - 0 1", "Nd1"),
    "two knights that reach it": ("4k3/8/8/8/8/2N5/6N1/4K3 w - - 0 1", "Ne4"),
    "a pinned rook": ("4k3/8/8/4r3/8/8/4R3/4K3 w - - 0 1", "Rd2"),
    "a pinned rook on its line": ("4k3/8/8/4r3/8/8/4R3/4K3 w - - 0 1", "Rxe5"),
    "the king beside the other": ("8/8/8/3k4/8/3K4/8/8 w - - 0 1", "Kd4"),
    "the king goes on along the line of a check": ("4k3/8/8/8/8/8/8/r3K3 w - - 0 1", "Kf1"),
    "castling through a check": ("4k3/8/8/8/8/5r2/8/R3K2R w KQ - 0 1", "O-O"),
    "castling the other way": ("4k3/8/8/8/8/5r2/8/R3K2R w KQ - 0 1", "O-O-O"),
    "castling over a piece": ("4k3/8/8/8/8/8/8/RN2K2R w KQ - 0 1", "O-O-O"),
    "castling without the right": ("4k3/8/8/8/8/8/8/R3K2R w Q - 0 1", "O-O"),
    "e.p. that bares the king": ("4k3/8/8/r2pP2K/8/8/8/8 w - d6 0 1", "exd6"),
    "e.p. that is well": ("4k3/8/8/3pP2K/8/8/8/8 w - d6 0 1", "exd6"),
    "a pawn takes nothing": ("4k3/8/8/4P2K/8/8/8/8 w - - 0 1", "exd6"),
    "a pawn jumps over a piece": ("4k3/8/8/8/8/4n3/4P3/4K3 w - - 0 1", "e4"),
    "a pawn leaves a check": ("4k3/8/8/8/7b/8/4P3/4K3 w - - 0 1", "e4"),
    "an own piece on the square": ("4k3/8/8/8/8/8/4P3/3QK3 w - - 0 1", "Qe2"),
    "promotion": ("3rk3/4P3/8/8/8/8/8/4K3 w - - 0 1", "exd8=N"),
}


def read(fen: str, movetext: str) -> list[int]:
    """The moves of one game."""
    content = f'[FEN "{fen}"]\n[SetUp "1"]\n\n{movetext} *\n'.encode()
    return list(MainLineReader("test").feed(content, True)[0].moves)


@pytest.mark.parametrize("name", CASES)
def test_a_move_is_read_only_where_python_chess_reads_it(name: str) -> None:
    fen, written = CASES[name]
    try:
        chess.Board(fen).parse_san(written)
    except ValueError:
        assert read(fen, f"1. {written}") == []
    else:
        assert len(read(fen, f"1. {written}")) == 1


@pytest.mark.parametrize("seed", range(30))
def test_the_positions_of_any_game_are_those_of_python_chess(seed: int) -> None:
    chance = random.Random(seed)
    board, words, keys = chess.Board(), list[str](), [chess.polyglot.zobrist_hash(chess.Board())]
    while not board.is_game_over() and board.ply() < 160:
        move = chance.choice(list(board.legal_moves))
        words.append(f"{board.fullmove_number}. {board.san(move)}" if board.turn else board.san(move))
        board.push(move)
        keys.append(chess.polyglot.zobrist_hash(board))
    game = MainLineReader("test").feed((" ".join(words) + " *\n").encode(), True)[0]
    assert game.keys is not None
    assert (list(game.keys), game.problems) == (keys, ())


def _line(board: chess.Board, plies: int, chance: random.Random) -> str:
    """Random moves with variations, as a file has them; the board advances."""
    words = []
    for _ in range(plies):
        if board.is_game_over():
            break
        moves = list(board.legal_moves)
        move = chance.choice(moves)
        words.append(f"{board.fullmove_number}{'.' if board.turn else '...'} {board.san(move)}")
        if chance.random() < 0.2:
            side = board.copy()
            words.append(f"({_line(side, chance.randint(1, 4), chance)})")
        if chance.random() < 0.1:
            words.append(chance.choice(("$1", "{said}", "!?")))
        board.push(move)
    return " ".join(words)


def _check(game: Game, at: int, board: chess.Board) -> None:
    for child in game.children(at):
        move = board.parse_san(child.san)
        assert (board.san(move), move.uci()) == (child.san, child.uci)
        after = board.copy(stack=False)
        after.push(move)
        assert game.board(child.id).fen() == after.fen(en_passant="legal" if after.has_legal_en_passant() else "xfen")
        _check(game, child.id, after)


@pytest.mark.parametrize("seed", range(12))
def test_trees_have_the_moves_and_signs_of_python_chess(seed: int) -> None:
    text = _line(chess.Board(), 90, random.Random(seed))
    (game,) = games_of(text + " *")
    assert not game.problems
    _check(game, 0, chess.Board())
    (loose,) = games_of(text.replace("+", "").replace("#", "").replace("x", "") + " *")  # signs and captures are added
    if not loose.problems:
        assert [node.san for node in loose.table] == [node.san for node in game.table]


def test_an_invalid_start_has_no_number_of_the_game_before() -> None:
    games = games_of('[White "a"]\n\n1. e4 e5 2. Nf3 *\n\n[FEN "nonsense"]\n[SetUp "1"]\n\n1. e4 *\n')
    assert [game.root.half_moves for game in games] == [0, 0]
