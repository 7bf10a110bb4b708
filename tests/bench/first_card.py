"""Processor time until the first training card of a large repertoire, after the start and after an edit of the book.

    python -m tests.bench.first_card [POSITIONS ...]      (default: 5000 20000)

The repertoire: main lines of shared games, all in the user's own book. For each number of positions, the time of the first count
with its first card, of both again after one move was added, and after that was undone.
"""

import sys
import tempfile
import time
from pathlib import Path

import chess

from books.choice.library import Library
from books.key import position_key
from engine.drill.sources.openings import Openings
from engine.pgn.reader import read_games
from tests.helpers.shared import SHARED

GAMES = "sample_2000.pgn"
PLIES = 60


def fill(library: Library, positions: int) -> None:
    """Adds main lines until the book has so many positions in which White moves."""
    lines: list[list[chess.Move]] = []
    seen: set[int] = set()
    for game in read_games(SHARED / "data" / "games" / GAMES):
        board, line = chess.Board(), list[chess.Move]()
        for node in game.main_line()[:PLIES]:
            move = chess.Move.from_uci(node.uci)
            if board.turn:
                seen.add(position_key(board))
            line.append(move)
            board.push(move)
        lines.append(line)
        if len(seen) >= positions:
            break
    library.add_lines(chess.Board(), lines)


def first_card_s(trainer: Openings) -> float:
    """Processor time of counting the repertoires and of the first card."""
    began = time.process_time()
    row = trainer.repertoires().rows[0]
    assert trainer.begin(row) is not None
    return time.process_time() - began


def main(arguments: list[str]) -> None:
    """Prints a row for each size."""
    for positions in map(int, arguments or ("5000", "20000")):
        with tempfile.TemporaryDirectory() as folder:
            library = Library(Path(folder) / "user.ratsubook", Path(folder) / "learned.ratsubook", None)
            fill(library, positions)
            trainer = Openings(library)
            trainer.add("White", True, chess.STARTING_FEN)
            library.close()
            library = Library(Path(folder) / "user.ratsubook", Path(folder) / "learned.ratsubook", None)
            trainer = Openings(library)
            first = first_card_s(trainer)
            row = trainer.store.all()[0]
            spots, asked = len(trainer.store.spots(row)), len(trainer.store.asked(row))
            again = first_card_s(trainer)
            library.add_lines(chess.Board(), [[chess.Move.from_uci("a2a3")]])
            edited = first_card_s(trainer)
            library.undo()
            undone = first_card_s(trainer)
            library.close()
        print(
            f"{positions} positions wanted: {spots} grown, {asked} cards; first {1000 * first:.0f} ms, "
            f"again {1000 * again:.0f} ms, after an edit {1000 * edited:.0f} ms, after its undo {1000 * undone:.0f} ms",
            flush=True,
        )


if __name__ == "__main__":
    main(sys.argv[1:])
