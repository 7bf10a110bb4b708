"""Parses moves as people type them at the console, and explains errors."""

import re

import chess

from engine.game.python_board import core_of
from engine.ground.errors import AmbiguousMoveError, MoveError, UnreadableMoveError
from engine.pgn.san import typed_move
from engine.play.illegal_move import why_typed

_COORDINATES = re.compile(r"[a-h][1-8][a-h][1-8][qrbn]?")
NOT_A_MOVE = "is not a move: write it as e4, Nf3 or e2e4"


def parse_move(board: chess.Board, text: str, not_a_move: str = NOT_A_MOVE) -> chess.Move:
    """The legal move for `text`: SAN (Nf3, O-O, e8=Q), coordinates (g1f3, e7e8q), and other forms accepted in PGN (ed).
    :raises MoveError: it matches no move, or several; the message explains why. `not_a_move` ends the message if the text
    does not look like a move."""
    cleaned = text.strip().rstrip("!?")
    if _COORDINATES.fullmatch(cleaned.lower()):
        cleaned = cleaned.lower()
    try:
        return board.parse_uci(typed_move(core_of(board), cleaned))
    except UnreadableMoveError:
        raise MoveError(f"{cleaned} {not_a_move}") from None
    except AmbiguousMoveError:
        raise MoveError(_question(board, cleaned)) from None
    except MoveError:
        raise MoveError(f"{cleaned} is refused: {_reason(board, cleaned)}") from None


def _question(board: chess.Board, text: str) -> str:
    """Asks which of the matching moves is meant."""
    wanted = re.sub("[^A-Za-z1-8]|x", "", text)
    can_be = [san for san in sorted(map(board.san, board.legal_moves)) if _fits(wanted, san)]
    if len(can_be) < 2:
        return f"{text} is refused: {_reason(board, text)}"
    return f"{text} can be {', '.join(can_be[:-1])} or {can_be[-1]}: type the one that you mean"


def _fits(wanted: str, san: str) -> bool:
    """Whether a text without signs can mean a move: `Rd1` can be `Rad1`, `ed` `exd5`, `a8` `a8=Q`."""
    shown = re.sub("=.|[x+#]", "", san)
    if shown[0] != (wanted[0] if wanted[0] in chess.FILE_NAMES else wanted[0].upper()):
        return False
    if not wanted[-1].isdigit():
        return shown[:-1] == wanted
    return shown[-2:] == wanted[-2:] and wanted[1:-2] in shown[1:-2]


def _reason(board: chess.Board, text: str) -> str:
    """Explains why a move in valid notation is illegal."""
    if _COORDINATES.fullmatch(text) and any(move.uci() == f"{text}q" for move in board.legal_moves):
        return f"say what the pawn becomes ({text}q)"
    reason = str(why_typed(board, text) or "It is not legal here.")
    return reason[0].lower() + reason[1:].rstrip(".")
