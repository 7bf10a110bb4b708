"""A UCI engine that sees material and one capture: `python greedy_engine.py [NAME] [LOG] [BLIND]`.

It writes each search into LOG, and ends each search, as real ones do, with a bound that is no value. With BLIND it finds all
moves equal; if that is a number, in searches of so many nodes or more. A `go` whose position is checkmate's neighbour is
nothing to it.
"""

import sys
from pathlib import Path

import chess

WORTH = {chess.PAWN: 100, chess.KNIGHT: 300, chess.BISHOP: 300, chess.ROOK: 500, chess.QUEEN: 900, chess.KING: 0}


def material(board: chess.Board) -> int:
    """For the side to move, in centipawns."""
    return sum(
        WORTH[piece.piece_type] * (1 if piece.color == board.turn else -1) for piece in board.piece_map().values()
    )


def value(board: chess.Board, move: chess.Move) -> int:
    """Material after the move and the best capture that answers it, for the side that plays it."""
    board.push(move)
    best = material(board)
    for reply in list(board.generate_legal_captures()):
        board.push(reply)
        best = max(best, -material(board))
        board.pop()
    board.pop()
    return -best


def main() -> None:
    name, log, blind = [*sys.argv[1:], "", "", ""][:3]
    board, lines = chess.Board(), 1
    for command in sys.stdin:
        words = command.split()
        if words == ["uci"]:
            print(f"id name {name or 'Greedy'}", "uciok", sep="\n", flush=True)
        elif words == ["isready"]:
            print("readyok", flush=True)
        elif words[:3] == ["setoption", "name", "MultiPV"]:
            lines = int(words[-1])
        elif words[:2] == ["position", "fen"]:
            board = chess.Board(" ".join(words[2:]))
        elif words[:1] == ["go"]:
            if log:
                with Path(log).open("a") as file:
                    file.write(f"{words[-1]} {board.fen()}\n")
            sees_nothing = int(words[-1]) >= int(blind) if blind.isdigit() else bool(blind)
            worth = {move: 0 if sees_nothing else value(board, move) for move in board.legal_moves}
            best = sorted(worth, key=lambda move: (-worth[move], move.uci()))[:lines]
            for rank, move in enumerate(best, 1):
                print(f"info depth 2 multipv {rank} score cp {worth[move]} nodes 9 pv {move.uci()}")
            print(f"info depth 3 multipv 1 score cp 5000 lowerbound nodes 9 pv {best[-1].uci()}")
            print(f"bestmove {best[0].uci()}", flush=True)
        elif words == ["quit"]:
            return


if __name__ == "__main__":
    main()
