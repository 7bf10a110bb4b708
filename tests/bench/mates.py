"""Mate problems solved by `go mate N`: `python -m tests.bench.mates` (tests/data/mates, or any EPD file with `dm N`).

`--compose COUNT` makes problems instead: positions, found by chance, whose mate in 5 to 8 has one key, which is no check, no
capture and no promotion. Each is printed as EPD; `--seed` begins elsewhere.
"""

import argparse
import random
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import chess

from engine.game.limits import GamePosition, Limits
from engine.game.stopper import Stopper
from engine.ground.errors import PositionError
from engine.player import Player
from engine.rules.board import CoreBoard
from engine.search.mates import MateSearcher

PROBLEMS = Path(__file__).parent.parent / "data" / "mates" / "composed.epd"
SHORTEST, LONGEST = 5, 8  # moves of a problem that is composed
TRIALS = 400  # changes of one position
NODES = 50_000  # of a random position: what is not solved with them is left out


def problems(path: Path) -> list[tuple[str, int]]:
    """FEN and moves to mate of each line of an EPD file."""
    found = []
    for line in path.read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            board, operations = chess.Board.from_epd(line)
            found.append((board.fen(), int(str(operations["dm"]))))
    return found


def solve(fen: str, moves: int, seconds: float) -> tuple[int | None, float]:
    """The mate that `go mate` proves within so many seconds, and the seconds it took."""
    stopper, began = Stopper(), time.monotonic()
    limits = Limits(mate=moves, move_time_ms=int(2000 * seconds))  # the proof gets half of the time
    result = Player().search(GamePosition(fen, chess960=False), limits, lambda _: stopper.stop(), stopper)
    mate = None if result.remark else result.lines[0].score.mate
    return mate, time.monotonic() - began


def composed(seed: int) -> Iterator[str]:
    """Problems without end: a random position with a mate is changed, piece by piece, as long as the mate gets no shorter. One
    problem is taken from each."""
    dice = random.Random(seed)
    while True:
        pieces = _random_pieces(dice)
        length = 0
        for _ in range(TRIALS):
            tried = _changed(dice, pieces) if length else _random_pieces(dice)
            fen = _fen(tried)
            line = _mate_line(fen)
            if line is None or len(line) < max(length, 3):
                continue
            pieces, length = tried, len(line)
            if (length + 1) // 2 >= SHORTEST and _is_quiet(fen, line[0]) and _is_only_key(fen, line):
                board = chess.Board(fen)
                yield f"{board.epd()} dm {(length + 1) // 2}; bm {board.san(chess.Move.from_uci(line[0]))};"
                break


def _random_pieces(dice: random.Random) -> dict[int, str]:
    """Two kings, two to four white pieces, and pawns and pieces that stand in the way, all near a corner or an edge."""
    white = dice.choices("NBRQ", (4, 4, 3, 1), k=dice.randint(2, 4)) + ["P"] * dice.randint(0, 3)
    black = dice.choices("nbrq", (4, 4, 2, 1), k=dice.randint(0, 3)) + ["p"] * dice.randint(1, 5)
    pieces: dict[int, str] = {}
    for letter in ("k", "K", *white, *black):
        pieces.setdefault(_square(dice, letter), letter)
    return pieces


def _square(dice: random.Random, letter: str) -> int:
    ranks = (1, 6) if letter in "Pp" else (0, 7)
    return chess.square(dice.randint(0, 7), dice.randint(*ranks))


def _changed(dice: random.Random, pieces: dict[int, str]) -> dict[int, str]:
    """One piece moved, added or taken away."""
    after = dict(pieces)
    square = dice.choice(list(after))
    letter = after[square] if dice.random() < 0.6 else dice.choice("NBRPPnbrqpppp")
    if letter == after[square] or (dice.random() < 0.5 and after[square] not in "Kk"):
        del after[square]
    if letter not in "Kk" or letter not in after.values():
        after.setdefault(_square(dice, letter), letter)
    return after


def _fen(pieces: dict[int, str]) -> str:
    board = chess.Board(None)
    for square, letter in pieces.items():
        board.set_piece_at(square, chess.Piece.from_symbol(letter))
    return board.fen()


def _mate_line(fen: str) -> list[str] | None:
    """The shortest mate in at most LONGEST, if it is found with NODES."""
    try:
        board = CoreBoard.from_fen(fen, chess960=False)
    except PositionError:
        return None
    line = _mate(board, LONGEST)
    return [*map(board.uci, line[:1]), *[""] * (len(line) - 1)] if line else None


def _is_only_key(fen: str, line: list[str]) -> bool:
    """Whether there is no shorter mate, and no other first move mates in as many."""
    board, moves = CoreBoard.from_fen(fen, chess960=False), (len(line) + 1) // 2
    return _mate(board, moves - 1, 10 * NODES) == [] and not any(
        _mates_after(board, move, moves) for move in board.legal_moves() if board.uci(move) != line[0]
    )


def _mate(board: CoreBoard, moves: int, nodes: int = NODES) -> list[int] | None:
    solver = MateSearcher()
    solver.begin()
    return solver.run(board, moves, nodes, 0)


def _mates_after(board: CoreBoard, move: int, moves: int) -> bool:
    """Whether a move mates in so many moves as well, or may."""
    after = board.copy()
    after.push(move)
    replies = after.legal_moves()
    for reply in replies:
        after.push(reply)
        refuted = _mate(after, moves - 1, 10 * NODES) == []
        after.pop()
        if refuted:
            return False
    return bool(replies) or after.in_check


def _is_quiet(fen: str, key: str) -> bool:
    board, move = chess.Board(fen), chess.Move.from_uci(key)
    return not (board.gives_check(move) or board.is_capture(move) or move.promotion)


def main() -> None:
    """Solves or composes."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path, nargs="?", default=PROBLEMS)
    parser.add_argument("--seconds", type=float, default=10.0, help="for each proof (default 10)")
    parser.add_argument("--compose", type=int, metavar="COUNT")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    if arguments.compose:
        for _, line in zip(range(arguments.compose), composed(arguments.seed), strict=False):
            print(line, flush=True)
        return
    solved: Counter[int] = Counter()
    asked: Counter[int] = Counter()
    times = []
    for fen, moves in problems(arguments.file):
        mate, seconds = solve(fen, moves, arguments.seconds)
        asked[moves] += 1
        solved[moves] += mate == moves
        times.append(seconds)
        print(
            f"mate in {moves}: {f'proved in {mate}' if mate else 'not proved':<12} {seconds:7.2f} s  {fen}", flush=True
        )
    for moves in sorted(asked):
        print(f"mate in {moves}: {solved[moves]} of {asked[moves]}")
    print(f"all: {solved.total()} of {asked.total()}, {sum(times):.1f} s, the longest {max(times):.2f} s")


if __name__ == "__main__":
    main()
