"""Games made for tests: random moves, but who can take takes the dearest, and the weaker takes less often."""

import random

import chess
import chess.pgn


def made_pgn(games: int, seed: int, white: str | None = None, plies: int = 30) -> str:
    """PGN of that many games with ratings; players are called player0, player1 ... (White `white` where it is given)."""
    dice = random.Random(seed)
    return "\n".join(_game(dice, number, white, plies) for number in range(games))


def _game(dice: random.Random, number: int, white: str | None, plies: int) -> str:
    names = white or f"player{dice.randrange(400)}", f"player{dice.randrange(400)}"
    elos = dice.choice((900, 2100)), dice.choice((900, 2100))
    board = chess.Board()
    while len(board.move_stack) < plies and any(board.legal_moves):
        board.push(_chosen(board, elos[len(board.move_stack) % 2], dice))
    game = chess.pgn.Game.from_board(board)
    game.headers.update({"Event": f"Rated game {number}", "Site": "https://lichess.org/x", "TimeControl": "300+3"})
    game.headers.update({"White": names[0], "Black": names[1], "WhiteElo": str(elos[0]), "BlackElo": str(elos[1])})
    return str(game) + "\n"


def _chosen(board: chess.Board, elo: int, dice: random.Random) -> chess.Move:
    moves = list(board.legal_moves)
    takes = [move for move in moves if board.is_capture(move)]
    if takes and dice.random() < (0.95 if elo > 1500 else 0.5):
        return max(takes, key=lambda move: (board.piece_type_at(move.to_square) or 1, move.uci()))
    return dice.choice(moves)
