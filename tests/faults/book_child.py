"""A program that learns without end: the victim of the fault tests. Prints each game's number after it is on disk.

python -m tests.faults.book_child FOLDER [--games N] [--analyse] [--journal DELETE]

With --analyse each game is lost in a trap and whatever waits is analysed: a number is printed when its lesson is on disk.
"""

import argparse
import os
from dataclasses import replace
from pathlib import Path

import chess

from books.choice.library import Library
from books.key import encode, position_key
from books.learning.learn import Learner
from books.learning.played import LearnedGame
from books.store import connecting as store
from tests.books.helpers import TRAP, TRAP_BOOK, TRAP_END, TableAnalyser, line, white_values

OPENING = ("e2e4", "e7e5", "g1f3", "b8c6", "f1c4", "f8c5", "c2c3", "g8f6", "d2d4", "e5d4", "c3d4", "c5b4")
WON = LearnedGame(OPENING, True, "1-0", book_plies=3)
LOST = LearnedGame(tuple(move.uci() for move in line(TRAP)), True, "0-1", book_plies=5)


def start_row() -> tuple[int, int]:
    """Key and code of 1.e4: every game goes through it."""
    board = chess.Board()
    return position_key(board), encode(board, chess.Move.from_uci(OPENING[0]))


def main() -> None:
    """Learns games until it is killed, or as many as asked for."""
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=Path)
    parser.add_argument("--games", type=int, default=10**9)
    parser.add_argument("--analyse", action="store_true")
    parser.add_argument("--journal", default=store.JOURNAL)
    wish = parser.parse_args()
    store.JOURNAL = wish.journal
    library = Library(wish.folder / "user.ratsubook", wish.folder / "learned.ratsubook", None)
    learner = Learner(library)
    analyser = TableAnalyser(white_values(f"{TRAP_BOOK} Nd4", TRAP_END))
    for count in range(wish.games):  # each is a game of its own: a game is learned once
        played = replace(LOST if wish.analyse else WON, date=f"{os.getpid()} {count}")
        number = learner.record(played)
        if wish.analyse:
            learner.analyse_pending(analyser)
        print(number, flush=True)
    library.close()


if __name__ == "__main__":
    main()
