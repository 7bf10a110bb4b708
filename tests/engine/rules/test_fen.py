"""The one FEN parser and its gate agree with python-chess on what is a position, and say in words what is not."""

import random
from collections.abc import Iterator

import chess
import pytest

from engine.ground.errors import PositionError
from engine.rules.board import CoreBoard
from engine.rules.fen import FEN_LIMIT, identity, read_fields, write_fields
from tests.helpers.positions import random_boards

_LETTERS = "rnbqkpRNBQKP12345678/ wb-KQkqABHabh09e3d6~x"
_STRANGE = (  # X-FEN and Shredder-FEN, inner and outer rooks, rights of pieces that are gone
    "1r2k1r1/8/8/8/8/8/8/RR2K1RR w BGbg - 0 1",
    "rr2k1rr/8/8/8/8/8/8/RR2K1RR w AHbg - 0 1",
    "rr2k1rr/8/8/8/8/8/8/RR2K1RR w KQkq - 0 1",
    "rr2k1rr/8/8/8/8/8/8/RR2K1RR w ABkq - 0 1",
    "r3k1r1/8/8/8/8/8/8/R3K1R1 b Ga - 0 1",
    "1r3kr1/8/8/8/8/8/8/1R3KR1 w GBgb - 0 1",
    "1r3kr1/8/8/8/8/8/8/1R3KR1 w KQkq - 0 1",
    "r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1",
    "r3k2r/8/8/8/8/8/4K3/R6R w KQkq - 0 1",
    "4k3/8/8/8/8/8/8/4K3 w KQ - 0 1",
    "r3k2r/8/8/8/8/8/8/R3K2R w QKqk - 0 1",
    "r3k2r/8/8/8/8/8/8/R3K2R w KK - 0 1",
)


def theirs(fen: str, chess960: bool) -> chess.Board | None:
    """python-chess's position where it accepts it, without the ones for which the core has a reason of its own."""
    try:
        board = chess.Board(fen, chess960=chess960)
    except ValueError:
        return None
    return board if board.is_valid() else None


def own_reason(fen: str, board: chess.Board) -> bool:
    """Whether it is one of the things that python-chess accepts and we do not."""
    words = fen.split()
    if len(fen) > FEN_LIMIT or "~" in words[0]:  # too long for any program; a crazyhouse mark, and this is chess
        return True
    if any(not (word.isascii() and word.isdigit()) for word in words[4:6]):  # `int` reads "+1" and "1_0" as well
        return True
    for colour, right, row in ((chess.WHITE, "Q", chess.BB_RANK_1), (chess.BLACK, "q", chess.BB_RANK_8)):
        # Where no rook is left on the row, python-chess drops this one right without a word (and refuses K and k).
        if right in "".join(words[2:3]) and not board.pieces(chess.ROOK, colour) & row:
            return True
    for colour in chess.COLORS:  # more promoted pieces than missing pawns
        usual = ((chess.KNIGHT, 2), (chess.BISHOP, 2), (chess.ROOK, 2), (chess.QUEEN, 1))
        promoted = sum(max(0, len(board.pieces(kind, colour)) - most) for kind, most in usual)
        if len(board.pieces(chess.PAWN, colour)) + promoted > 8:
            return True
    return board.legal_moves.count() > 218


def compare(fen: str, chess960: bool) -> bool:
    """Whether both accept it; fails where they do not agree."""
    board = theirs(fen, chess960)
    try:
        core = CoreBoard.from_fen(fen, chess960)
    except PositionError as error:
        if board is not None and not own_reason(fen, board):
            pytest.fail(f"{fen!r}: {error}")
        return False
    assert board is not None, fen
    assert core.fen() == board.fen() and core.key == core.recomputed_key(), fen
    assert (core.legal_moves() and core.in_check == board.is_check()) or board.is_game_over(), fen
    return True


def spoilt(source: random.Random, fen: str) -> str:
    """With one to three letters changed, left out or put in, or a field exchanged for a likely one."""
    if source.random() < 0.5:
        words = fen.split(" ")
        at = source.randrange(1, 6)
        likely = ("w", "b", "-", "KQkq", "Kq", "HAha", "Gb", "e3", "d6", "a6", "h3", "0", "1", "-1", "99", "x", "")
        words[at] = source.choice(likely)
        return " ".join(words[: source.choice((6, 6, 6, at))])
    letters = list(fen)
    for _ in range(source.randrange(1, 4)):
        at = source.randrange(len(letters))
        letters[at : at + source.randrange(2)] = source.choice(
            ("", source.choice(_LETTERS), source.choice("KQRBNPkqrbnp1"))
        )
    return "".join(letters)


def moved_pieces(source: random.Random, board: chess.Board) -> str:
    """A position with a piece or two elsewhere, removed or added: readable, and often impossible."""
    other = board.copy(stack=False)
    for _ in range(source.randrange(1, 3)):
        square = source.randrange(64)
        piece = other.remove_piece_at(source.randrange(64)) if source.random() < 0.6 else None
        kind, colour = source.randrange(1, 7), source.random() < 0.5
        other.set_piece_at(square, piece or chess.Piece(kind, colour))
    if source.random() < 0.3:
        other.ep_square = source.choice(range(16, 24)) if not other.turn else source.choice(range(40, 48))
    return other.fen(en_passant="fen")


def cases(count: int, chess960: bool) -> Iterator[str]:
    source = random.Random(960 if chess960 else 8)
    for board in random_boards(11, count, chess960):
        whole = (
            board.shredder_fen(en_passant="fen") if chess960 and source.random() < 0.5 else board.fen(en_passant="fen")
        )
        yield whole
        yield spoilt(source, whole)
        yield spoilt(source, whole)
        yield moved_pieces(source, board)


@pytest.mark.parametrize("count", [600, pytest.param(3_500, marks=pytest.mark.long)])
@pytest.mark.parametrize("chess960", [False, True])
def test_the_same_texts_are_positions_as_for_python_chess(chess960: bool, count: int) -> None:
    asked = [*cases(count, chess960), *_STRANGE]
    accepted = sum(compare(fen, chess960) for fen in asked)
    assert len(asked) > 4 * count
    assert len(asked) // 3 < accepted < 3 * len(asked) // 4  # both kinds are plenty


def test_fields_are_written_as_they_were_read() -> None:
    for board in random_boards(12, 500):
        fen = board.fen(en_passant="fen")
        assert write_fields(read_fields(fen)) == fen
        assert identity(read_fields(fen)) == board.epd(en_passant="fen")


@pytest.mark.parametrize(
    ("fen", "fault"),
    [
        ("8/8/8", "a board has 8 ranks, separated by “/”; this one has 3"),
        ("8/8/8/8/8/8/8/9 w - - 0 1", "rank 1 has “9”, which is not a piece; pieces are KQRBNPkqrbnp"),
        ("8/8/8/8/7/8/8/8 w - - 0 1", "rank 4 has 7 squares instead of 8: “7”"),
        ("8/8/8/8/44/8/8/8 w - - 0 1", "rank 4 has two numbers in a row: “44”; write their sum"),
        ("8/8/8/8/8/8/8/8 x - - 0 1", "the side to move is “x”; write w or b"),
        ("8/8/8/8/8/8/8/8 w e3 - 0 1", "the castling rights are “e3”; write letters of KQkq, or - for none"),
        ("8/8/8/8/8/8/8/8 w - e9 0 1", "the en passant square is “e9”; write a square such as e3, or - for none"),
        ("8/8/8/8/8/8/8/8 w - - -1 1", "the moves since a capture or pawn move are “-1”; write 0 or more"),
        ("8/8/8/8/8/8/8/8 w - - 0 ²", "the move number is “²”; write 1 or more"),
        ("8/8/8/8/8/8/8/8 w - - 0 1 2", "the sixth field is followed by “2”; a FEN has six"),
    ],
)
def test_a_text_that_is_no_fen_is_told_what_and_where(fen: str, fault: str) -> None:
    with pytest.raises(PositionError) as caught:
        CoreBoard.from_fen(fen, chess960=False)
    assert str(caught.value.fault) == fault
    assert str(caught.value).endswith(f"is not a position: {fault}.")
