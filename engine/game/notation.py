"""Moves as people type them, and as the engine wants them."""

from collections.abc import Sequence

import chess

from engine.game.limits import GamePosition


def parse_move(board: chess.Board, text: str) -> chess.Move | None:
    """The legal move that `text` names, in SAN (Nf3, O-O, 0-0, e8=Q) or coordinates (g1f3, e7e8q); None if none."""
    cleaned = text.strip().rstrip("!?")
    for attempt in (cleaned, cleaned.replace("0", "O")):
        try:
            move = board.parse_san(attempt)
        except ValueError:
            continue
        return move or None
    try:
        move = board.parse_uci(cleaned.lower())
    except ValueError:
        return None
    return move or None


def explain_illegal(board: chess.Board, text: str, no_move: str = "is not a move: write it as e4, Nf3 or e2e4") -> str:
    """Why `text` is not a move here, in one sentence; `no_move` ends it where the text is not one in any position."""
    cleaned = text.strip().rstrip("!?")
    try:
        move = chess.Move.from_uci(cleaned.lower())
    except ValueError:
        return _explain_san(board, cleaned) or f"{cleaned} {no_move}"
    piece = board.piece_at(move.from_square)
    name = chess.square_name(move.from_square)
    if piece is None:
        return f"{text} is refused: there is no man on {name}"
    if piece.color != board.turn:
        return f"{text} is refused: the man on {name} is not yours"
    if board.is_pseudo_legal(move):
        return f"{text} is refused: your king would be in check"
    if piece.piece_type == chess.PAWN and chess.square_rank(move.to_square) in (0, 7) and not move.promotion:
        return f"{text} is refused: say what the pawn becomes ({cleaned}q)"
    return f"{text} is refused: the {chess.piece_name(piece.piece_type)} on {name} cannot go there"


def _explain_san(board: chess.Board, text: str) -> str:
    """Empty where the text is no move in any position."""
    try:
        board.parse_san(text)
    except chess.AmbiguousMoveError:
        return f"{text} is refused: more than one man can go there; name the square it comes from"
    except chess.IllegalMoveError:
        return f"{text} is refused: it is not legal here"
    except ValueError:
        pass
    return ""


def game_position(fen: str, board: chess.Board) -> GamePosition:
    """The game on `board`, begun from `fen`, as the engine takes it."""
    replay = chess.Board(fen, chess960=board.chess960)
    moves: list[str] = []
    for move in board.move_stack:
        moves.append(replay.uci(move))
        replay.push(move)
    return GamePosition(fen, tuple(moves), chess960=board.chess960)


def variation(board: chess.Board, line: Sequence[str]) -> str:
    """A line of moves in coordinates as SAN with move numbers."""
    replay = board.copy(stack=False)
    moves = []
    for text in line:
        moves.append(replay.parse_uci(text))
        replay.push(moves[-1])
    return board.variation_san(moves) if moves else ""
