"""A FEN with one wrong field is mended or refused, and the same at every door: never is a move of another position played."""

import io
import json
import random
from collections.abc import Iterator

import chess
import pytest

from engine import command_line as cli
from engine.console.position_argument import position_of
from engine.game.position import Position
from engine.ground.errors import RatsuError
from engine.pgn.start import start_of
from engine.protocols.line_streams import LineWriter
from engine.protocols.uci import UciServer
from engine.protocols.xboard import XBoardServer
from tests.helpers.doubles import RandomMover
from tests.helpers.positions import random_boards

# placement, side, castling, en passant, halfmoves, number: what programs and people write instead of what is right
WRONG = (
    ("{0}/8", "{0}p", "x{0}", "8/8/8/8/8/8/8/8", "{0}/", "K{0}"),
    ("B", "W", "x", "-", "white", "black", "0", ""),
    ("KQkq", "K", "q", "HAha", "abc", "KK", "--", "x", "0", "qkQK", "Kq", "FBfb", "", "33"),
    ("e3", "e6", "E3", "a6", "h3", "e9", "d4", "z", "33", "KQkq", "e.p.", ""),
    ("-1", "x", "1.5", "-", "999999999999999999999", "hmvc 1;", "e3", ""),
    ("0", "-3", "1.5", "x", "-", "fmvn 7;", "999999999999999999999", "1 c0 x", ""),
)
REFUSED = (
    "k6K/QQQQQQQQ/QQQQQQQQ/8/8/8/8/8 w - - 0 1",  # Stockfish 15.1 crashes
    "4k3/8/8/8/8/8/8/8 w - - 0 1",
    "4k3/4Q3/8/8/8/8/8/4K3 w - - 0 1",  # White takes the king
)


def with_a_wrong_field(seed: int, count: int) -> Iterator[str]:
    """FENs of random games, of Chess960 too, each with one field replaced."""
    source = random.Random(seed)
    for board in random_boards(seed, count, chess960=bool(seed % 2)):
        fields = board.fen().split()
        field = source.randrange(6)
        fields[field] = source.choice(WRONG[field]).format(fields[field])
        yield " ".join(fields)


def boards_of(fen: str) -> list[chess.Board]:
    """What a text can mean: its pieces and side to move, with every castling right and en passant square, and without."""
    placement, side, *_ = (*fen.split(), "w")
    black = side.lower() in ("b", "black")
    plain = chess.Board(None, chess960=True)
    plain.set_board_fen(placement.rstrip("/"))
    plain.turn = not black
    free = plain.copy()
    free.castling_rights = free.rooks
    passed = [plain.copy() for _ in range(8)]
    for file, board in enumerate(passed):
        board.ep_square = chess.square(file, 2 if black else 5)
    return [plain, free, *passed]


def is_move_of(move: str, fen: str) -> bool:
    """Whether a move can be played in the position that a text means."""
    return any(board.is_legal(board.parse_uci(move)) for board in boards_of(fen) if _reads(board, move))


def _reads(board: chess.Board, move: str) -> bool:
    try:
        board.parse_uci(move)
    except ValueError:
        return False
    return True


def uci_answer(server: UciServer, out: io.BytesIO, fen: str) -> str | None:
    """The move that UCI plays, None for a refusal."""
    out.seek(0)
    out.truncate()
    for line in ("position startpos moves e2e4", f"position fen {fen}", "go depth 1"):
        server.handle(line)
    assert server.wait(60)
    lines = out.getvalue().decode().splitlines()
    move = lines[-1].removeprefix("bestmove ").split()[0]
    if move != "(none)":
        return move
    assert lines[0].startswith("info string error: ") or lines[-2].startswith("info depth 0 score"), lines
    return None


def xboard_answer(server: XBoardServer, out: io.BytesIO, fen: str) -> str | None:
    """The move that XBoard's engine plays, None for a refusal."""
    out.seek(0)
    out.truncate()
    for line in ("new", "force", "usermove e2e4", f"setboard {fen}", "go"):
        server.handle(line)
    assert server.settle(60)
    lines = out.getvalue().decode().splitlines()
    moves = [line.removeprefix("move ") for line in lines if line.startswith("move ")]
    if not moves:
        assert any(line.startswith(("tellusererror Illegal position", "1-0", "0-1", "1/2")) for line in lines), lines
        return None
    castling = {"O-O": chess.KING, "O-O-O": chess.QUEEN}
    return moves[0] if moves[0] not in castling else None


def accepted_by_reading(fen: str) -> list[bool]:
    """Whether console, paste and PGN can set up a position from the text."""
    found = []
    for read in (lambda: position_of(fen, chess960=False), lambda: Position.repaired(fen, None)):
        try:
            read()
            found.append(True)
        except RatsuError:
            found.append(False)
    return [*found, start_of(fen, "", "1").board is not None]


def all_doors_agree(seed: int, count: int) -> None:
    """Each text is set up by all doors or by none, and a move that is played can be played there."""
    out, other = io.BytesIO(), io.BytesIO()
    uci = UciServer(RandomMover(), LineWriter(out))
    xboard = XBoardServer(RandomMover(), LineWriter(other))
    for fen in with_a_wrong_field(seed, count):
        accepted = accepted_by_reading(fen)
        assert len(set(accepted)) == 1, (fen, accepted)
        for move in (uci_answer(uci, out, fen), xboard_answer(xboard, other, fen)):
            assert move is None or (accepted[0] and is_move_of(move, fen)), (fen, move)
    uci.handle("quit")


@pytest.mark.parametrize("seed", [1, 2])
def test_a_wrong_field_never_gives_a_move_of_another_position(seed: int) -> None:
    all_doors_agree(seed, 50)


@pytest.mark.long
@pytest.mark.parametrize("seed", [3, 4])
def test_a_wrong_field_never_gives_a_move_of_another_position_in_2000_positions(seed: int) -> None:
    all_doors_agree(seed, 1000)


def analysed(fen: str, capsys: pytest.CaptureFixture[str]) -> tuple[str | None, str]:
    """The best move of `ratsu analyse`, and what it says."""
    code = cli.main(["analyse", fen, "--nodes", "20", "--json"])
    said = capsys.readouterr()
    return (json.loads(said.out)["best_move"] if code == 0 else None), said.err


def test_analyse_mends_or_refuses_too(capsys: pytest.CaptureFixture[str]) -> None:
    for fen in with_a_wrong_field(5, 12):
        move, said = analysed(fen, capsys)
        assert said.startswith("ratsu analyse: ") if move is None else is_move_of(move, fen), (fen, said)


@pytest.mark.long
def test_analyse_mends_or_refuses_300_positions(capsys: pytest.CaptureFixture[str]) -> None:
    for fen in with_a_wrong_field(6, 300):
        move, said = analysed(fen, capsys)
        assert said.startswith("ratsu analyse: ") if move is None else is_move_of(move, fen), (fen, said)


def test_analyse_says_what_it_mended(capsys: pytest.CaptureFixture[str]) -> None:
    move, said = analysed("4k3/8/8/8/8/8/8/4K2R w KQ - 0 1", capsys)
    assert move is not None
    assert said == "ratsu: Castling Q was left out: king or rook is not in place.\n"


@pytest.mark.parametrize("fen", REFUSED)
def test_nothing_is_played_in_a_position_that_cannot_be_set_up(fen: str) -> None:
    out = io.BytesIO()
    server = UciServer(RandomMover(), LineWriter(out))
    assert uci_answer(server, out, fen) is None
    server.handle("quit")
    assert xboard_answer(XBoardServer(RandomMover(), LineWriter(out)), out, fen) is None


@pytest.mark.parametrize("number", range(0, 960, 137))
@pytest.mark.parametrize("shredder", [False, True])
def test_chess960_is_played_although_the_option_is_off(number: int, shredder: bool) -> None:
    out = io.BytesIO()
    server = UciServer(RandomMover(), LineWriter(out))
    board = chess.Board.from_chess960_pos(number)
    fen = board.shredder_fen() if shredder else board.fen()
    server.handle(f"position fen {fen}")
    server.handle("d")
    assert f"FEN: {board.fen()}" in out.getvalue().decode()
    server.handle("quit")
