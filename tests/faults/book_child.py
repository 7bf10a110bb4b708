"""A program that learns without end: the victim of the fault tests. Prints each game's number after it is on disk.

python -m tests.faults.book_child FOLDER [GAMES]
"""

import sys
from pathlib import Path

import chess

from books.key import encode, position_key
from books.learn import Learner
from books.library import Library
from books.played import PlayedGame

OPENING = ("e2e4", "e7e5", "g1f3", "b8c6", "f1c4", "f8c5", "c2c3", "g8f6", "d2d4", "e5d4", "c3d4", "c5b4")


def start_row() -> tuple[int, int]:
    """Key and code of 1.e4: every game goes through it."""
    board = chess.Board()
    return position_key(board), encode(board, chess.Move.from_uci(OPENING[0]))


def main() -> None:
    """Learns games until it is killed, or as many as asked for."""
    folder, most = Path(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 10**9
    library = Library(folder / "user.ratsubook", folder / "learned.ratsubook", None)
    learner = Learner(library)
    for _ in range(most):
        number = learner.record(PlayedGame(OPENING, True, "1-0", book_plies=3))
        print(number, flush=True)
    library.close()


if __name__ == "__main__":
    main()
