"""How long people of a rating stay in the shipped book, for `engine.play.opening_knowledge`.

    python -m tests.bench.book_leaving FOLDER [GAMES]

FOLDER holds `teach.games` of `ratsu train human extract`. A side leaves the book with its first move that the shipped book does
not have as playable. Where the book has no move for it, the other side left first or the book ended: that game says only that
it stayed until then. So this is a life table: the share that stays with each own move, among those that still could.
"""

import sys
from collections import Counter, defaultdict
from pathlib import Path

import chess

from books.choice.library import Library
from books.key import decode, from_core, position_key
from engine.human.predicted_player import Site
from engine.training.human.games import read_games

BAND = 200  # Elo
SITES = (Site.LICHESS, Site.OTHER)  # the scale that levels speak of
LAST_PLY = 40


def stays(library: Library, path: Path, most: int) -> dict[int, tuple[Counter[int], Counter[int]]]:
    """By band: with each own move how many sides could stay in the book, and how many did."""
    found: dict[int, tuple[Counter[int], Counter[int]]] = defaultdict(lambda: (Counter(), Counter()))
    for number, game in enumerate(read_games(path)):
        if number >= most:
            break
        if game.site not in SITES:
            continue
        board = chess.Board()
        out: set[bool] = set()
        for ply, code in enumerate(game.moves[:LAST_PLY]):
            known = {entry.code for entry in library.moves_at(position_key(board)) if entry.flag.playable}
            if not known or out:
                break
            could, did = found[game.question(ply).elo // BAND * BAND]
            could[ply // 2] += 1
            move = decode(board, from_core(code))
            assert move is not None, "the games were legal when they were extracted"
            if from_core(code) in known:
                did[ply // 2] += 1
            else:
                out.add(board.turn)
            board.push(move)
    return found


def main() -> None:
    """Prints for each band the share still in the book after each own move."""
    folder = Path(sys.argv[1])
    library = Library(None, None)
    rows = stays(library, folder / "teach.games", int(sys.argv[2]) if len(sys.argv) > 2 else 8000)
    for band, (could, did) in sorted(rows.items()):
        left, line = 1.0, []
        for move in range(LAST_PLY // 2):
            if could[move] < 20:
                break
            left *= did[move] / could[move]
            line.append(f"{100 * left:.0f}")
        print(f"{band}-{band + BAND - 1}: {could[0]} sides, in the book after each own move (%): {' '.join(line)}")


if __name__ == "__main__":
    main()
