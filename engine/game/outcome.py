"""When a game is over by the rules, as a referee calls it who needs no claim."""

import chess

FIFTY_MOVES_PLIES = 100


def game_end(board: chess.Board) -> tuple[str, str] | None:
    """(result, reason) if the game on `board` is over, else None. The result is 1-0, 0-1 or 1/2-1/2.

    The third repetition and the fiftieth move draw at once, as match runners and interfaces play it.
    """
    if not any(board.legal_moves):
        if not board.is_check():
            return "1/2-1/2", "stalemate"
        return ("0-1", "Black mates") if board.turn else ("1-0", "White mates")
    if board.is_insufficient_material():
        return "1/2-1/2", "draw by insufficient material"
    if board.halfmove_clock >= FIFTY_MOVES_PLIES:
        return "1/2-1/2", "draw by the fifty-move rule"
    if board.halfmove_clock >= 8 and board.is_repetition(3):
        return "1/2-1/2", "draw by repetition"
    return None
