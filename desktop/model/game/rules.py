"""The model's one door to the rules of chess: positions as FEN text in, frozen values out.

Importing this module imports python-chess (about 45 ms), so the rest of the model imports it where a move is made,
not at start-up.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import chess

from desktop.model.errors import EditError, PositionInputError
from engine.game.outcome import Outcome, by_rules

LONGEST_FEN = 128  # characters; the limit that reliability asks to write down
FAULTS: tuple[tuple[chess.Status, str], ...] = (
    (chess.STATUS_EMPTY, "the board is empty"),
    (chess.STATUS_NO_WHITE_KING, "White has no king"),
    (chess.STATUS_NO_BLACK_KING, "Black has no king"),
    (chess.STATUS_TOO_MANY_KINGS, "a side has more than one king"),
    (chess.STATUS_TOO_MANY_WHITE_PAWNS, "White has more than 8 pawns"),
    (chess.STATUS_TOO_MANY_BLACK_PAWNS, "Black has more than 8 pawns"),
    (chess.STATUS_PAWNS_ON_BACKRANK, "a pawn stands on the first or the last rank"),
    (chess.STATUS_TOO_MANY_WHITE_PIECES, "White has more than 16 men"),
    (chess.STATUS_TOO_MANY_BLACK_PIECES, "Black has more than 16 men"),
    (
        chess.STATUS_BAD_CASTLING_RIGHTS,
        "castling is allowed where king or rook has left its place",
    ),
    (chess.STATUS_INVALID_EP_SQUARE, "the en passant square is impossible"),
    (chess.STATUS_OPPOSITE_CHECK, "the side that is not to move is in check"),
    (chess.STATUS_RACE_CHECK, "this check cannot arise in a game"),
    (chess.STATUS_RACE_OVER, "this position cannot arise in a game"),
    (chess.STATUS_RACE_MATERIAL, "this material cannot arise in a game"),
    (chess.STATUS_TOO_MANY_CHECKERS, "the king is checked by too many men at once"),
    (chess.STATUS_IMPOSSIBLE_CHECK, "this check cannot arise in a game"),
)


@dataclass(frozen=True)
class PlayedMove:
    """A legal move as it is written down: coordinates, SAN, and the position after it."""

    uci: str
    san: str
    fen: str


def checked_fen(text: str, chess960: bool = False) -> str:
    """The FEN tidied up: missing fields filled in, the rest as python-chess writes it.

    :raises PositionInputError: the text is no FEN, or the position is not possible; the message names every fault.
    """
    cleaned = " ".join(text.split())
    if len(cleaned) > LONGEST_FEN:
        raise PositionInputError(
            f"This is not a position: a FEN has at most {LONGEST_FEN} characters, not {len(cleaned)}."
        )
    if not cleaned:
        raise PositionInputError("There is no position: the text is empty.")
    try:
        board = chess.Board(cleaned, chess960=chess960)
    except ValueError as error:
        raise PositionInputError(f"“{cleaned}” is not a position: {error}.") from error
    faults = faults_of(board)
    if faults:
        raise PositionInputError(f"“{cleaned}” cannot be set up: {'; '.join(faults)}.")
    return board.fen()


def faults_of(board: chess.Board) -> tuple[str, ...]:
    """Everything that keeps a position from being played, in words."""
    status = board.status()
    return tuple(dict.fromkeys(words for flag, words in FAULTS if status & flag))


def legal_moves(fen: str, chess960: bool = False) -> tuple[str, ...]:
    """All legal moves in coordinate notation."""
    board = chess.Board(fen, chess960=chess960)
    return tuple(board.uci(move) for move in board.legal_moves)


def play(fen: str, uci: str, chess960: bool = False) -> PlayedMove:
    """Makes a legal move given in coordinates; castling also as king takes rook.

    :raises EditError: the move is not legal here.
    """
    board = chess.Board(fen, chess960=chess960)
    try:
        move = board.parse_uci(uci)
    except ValueError as error:
        raise EditError(f"{uci} is not a legal move in {fen}.") from error
    if not move:
        raise EditError("A null move cannot be played.")
    return push(board, move)


def push(board: chess.Board, move: chess.Move) -> PlayedMove:
    """Makes a legal move on a board of the caller's, which changes."""
    uci = board.uci(move)
    san = board.san_and_push(move)
    return PlayedMove(uci, san, board.fen())


def parse_move(fen: str, text: str, chess960: bool = False) -> str:
    """A typed move, SAN or coordinates, as coordinates.

    :raises EditError: it cannot be read, or is not legal here.
    """
    from desktop.model.game import typed_move

    return typed_move.read(fen, text, chess960)


def line_text(fen: str, moves: Sequence[str], chess960: bool = False) -> str:
    """Moves in coordinates as text with move numbers, up to the first that is not legal: `3. Bb5 a6 4. Ba4`."""
    board = chess.Board(fen, chess960=chess960)
    words: list[str] = []
    for uci in moves:
        try:
            move = board.parse_uci(uci)
        except ValueError:
            break
        if board.turn or not words:
            words.append(f"{board.fullmove_number}{'.' if board.turn else '...'}")
        words.append(board.san_and_push(move))
    return " ".join(words)


def line_sans(fen: str, moves: Sequence[str], chess960: bool = False) -> tuple[str, ...]:
    """Moves in coordinates as SAN, up to the first that is not legal."""
    board = chess.Board(fen, chess960=chess960)
    words: list[str] = []
    for uci in moves:
        try:
            move = board.parse_uci(uci)
        except ValueError:
            break
        words.append(board.san_and_push(move))
    return tuple(words)


def after(fen: str, moves: Sequence[str], chess960: bool = False) -> str:
    """The position after moves in coordinates, up to the first that is not legal."""
    board = chess.Board(fen, chess960=chess960)
    for uci in moves:
        try:
            board.push_uci(uci)
        except ValueError:
            break
    return board.fen()


def passed(fen: str) -> str:
    """The position with the move given to the other side: what is threatened in it. Not for a side in check."""
    board = chess.Board(fen)
    board.push(chess.Move.null())
    return board.fen()


def in_check(fen: str) -> bool:
    """Whether the side to move is in check."""
    return chess.Board(fen).is_check()


def outcome(fens: Sequence[str], moves: Sequence[str], chess960: bool = False) -> Outcome | None:
    """Whether the game is over by the rules; `fens` are the positions of the line, oldest first, `moves` lie between them."""
    reversible = min(chess.Board(fens[-1]).halfmove_clock, len(moves))  # what came before cannot be repeated
    board = chess.Board(fens[-1 - reversible], chess960=chess960)
    for uci in moves[len(moves) - reversible :]:
        board.push(chess.Move.from_uci(uci))
    return by_rules(board)
