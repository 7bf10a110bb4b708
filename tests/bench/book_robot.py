"""An adversarial robot that tries to beat the book twice from one position: 35 traps, by permutations and transpositions of both
sides' moves.

    python -m tests.bench.book_robot [GAMES] [NODES]

Our side plays from a book that holds every trap's line and, out of the book, whatever of the trap's moves it may still play:
it wants to fall in again. After each loss it learns with the real engine (NODES a search). The robot steers for the lost
position by any order of moves that is legal, then plays the refutation. Prints how many positions were lost from, and which
twice: 0 is wanted in 1,000 games.
"""

import random
import sys
import tempfile
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import chess

from books.analysis import Analyser
from books.choice.library import Library
from books.key import position_key
from books.learning.learn import Learner
from books.learning.played import LearnedGame

# Own side, the line up to and with our mistake, and the refutation. Common knowledge of opening traps.
TRAPS = (
    ("w", "f3 e5 g4", "Qh4#"),
    ("w", "f4 e5 g4", "Qh4#"),
    ("w", "f3 e6 g4", "Qh4#"),
    ("b", "e4 e5 Nf3 d6 Bc4 Bg4 Nc3 g6", "Nxe5 Bxd1 Bxf7+ Ke7 Nd5#"),
    ("b", "e4 e5 Bc4 Nc6 Qh5 Nf6", "Qxf7#"),
    ("b", "e4 e5 Bc4 Bc5 Qh5 Nf6", "Qxf7#"),
    ("b", "e4 e5 Bc4 d6 Qf3 Nc6", "Qxf7#"),
    ("b", "e4 e5 Qh5 Ke7", "Qxe5#"),
    ("b", "e4 g5 d4 f6", "Qh5#"),
    ("b", "e4 f5 exf5 g5", "Qh5#"),
    ("w", "e4 e5 Nc3 Bc5 d3 Qf6 h3", "Qxf2#"),
    ("w", "e4 e5 Nc3 Bc5 a3 Qh4 Nf3", "Qxf2#"),
    ("w", "e4 e5 Nf3 Nc6 Bc4 Nd4 Nxe5", "Qg5 Nxf7 Qxg2 Rf1 Qxe4+ Be2 Nf3#"),
    ("w", "d4 Nf6 c4 e5 dxe5 Ng4 Nf3 Nc6 Bf4 Bb4+ Nbd2 Qe7 a3 Ngxe5 axb4", "Nd3#"),
    ("w", "d4 d5 c4 e6 Nc3 Nf6 Bg5 Nbd7 cxd5 exd5 Nxd5", "Nxd5 Bxd8 Bb4+ Qd2 Kxd8"),
    ("b", "e4 c6 d4 d5 Nc3 dxe4 Nxe4 Nd7 Qe2 Ngf6", "Nd6#"),
    ("w", "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 d6 d4 b5 Bb3 Nxd4 Nxd4 exd4 Qxd4", "c5 Qd5 Be6 Qc6+ Bd7 Qd5 c4"),
    ("w", "e4 c5 d4 cxd4 c3 dxc3 Nxc3 Nc6 Nf3 e6 Bc4 Qc7 O-O Nf6 Qe2 Ng4 h3", "Nd4 Qd3 Nxf3+ Qxf3 Qh2#"),
    ("w", "d4 d5 c4 e5 dxe5 d4 e3 Bb4+ Bd2 dxe3 Bxb4", "exf2+ Ke2 fxg1=N+ Ke1 Qh4+"),
    ("w", "d4 e5 dxe5 Nc6 Nf3 Qe7 Bf4 Qb4+ Bd2 Qxb2 Bc3", "Bb4 Qd2 Bxc3 Qxc3 Qc1#"),
    ("b", "e4 e5 Nf3 Nf6 Nxe5 Nxe4 Qe2 Nf6", "Nc6+ Be7 Nxd8"),
    ("b", "e4 e5 Nf3 f6 Nxe5 fxe5", "Qh5+ Ke7 Qxe5+ Kf7 Bc4+ Kg6 Qf5+ Kh6 d4+ g5 h4"),
    ("w", "f4 e5 fxe5 d6 exd6 Bxd6 Nc3", "Qh4+ g3 Qxg3+ hxg3 Bxg3#"),
    ("b", "d4 f5 Bg5 h6 Bh4 g5 Bg3 f4 e3 h5 Bd3 Rh6", "Qxh5+ Rxh5 Bg6#"),
    ("b", "e4 e5 Nf3 d6 d4 Nd7 Bc4 Be7 dxe5 dxe5", "Qd5 Nh6 Bxh6 O-O"),
    ("w", "e4 e5 Nf3 Nc6 Bb5 Nf6 O-O Ng4 h3 h5 hxg4", "hxg4 Ne1 Qh4 f3 g3"),
    ("b", "e4 d5 exd5 Qxd5 Nc3 Qc6", "Bb5 Qxb5 Nxb5"),
    ("b", "e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 g6 Be3 Ng4", "Bb5+ Bd7 Qxg4"),
    ("w", "e4 e5 f4 Bc5 fxe5", "Qh4+ g3 Qxe4+ Qe2 Qxh1"),
    ("b", "d4 d5 c4 dxc4 e3 b5 a4 c6 axb5 cxb5", "Qf3 Nc6 Qxc6+"),
    ("b", "e4 b6 d4 Bb7 Bd3 f5 exf5 Bxg2 Qh5+ g6 fxg6 Nf6", "gxh7+ Nxh5 Bg6#"),
    ("w", "d4 Nf6 Bg5 c6 e3", "Qa5+ Nd2 Qxg5"),
    ("b", "e4 e5 Nf3 Nc6 d4 exd4 Nxd4 Nge7 Nc3 g6 Bg5 Bg7 Nd5 Bxd4", "Qxd4 Nxd4 Nf6+ Kf8 Bh6#"),
    ("w", "d4 Nf6 Nd2 e5 dxe5 Ng4 h3", "Ne3 fxe3 Qh4+ g3 Qxg3#"),
    ("b", "e4 c5 Nf3 Nc6 d4 cxd4 Nxd4 e5 Nf5 Nge7", "Nd6#"),
)


@dataclass(frozen=True)
class Trap:
    """A trap for one side; `line` ends with its mistake."""

    own_white: bool
    line: str
    refutation: str

    @cached_property
    def moves(self) -> tuple[chess.Move, ...]:
        """The line's moves."""
        board = chess.Board()
        return tuple(board.push_san(word) for word in self.line.split())

    @cached_property
    def boards(self) -> tuple[chess.Board, ...]:
        """The lost position, and those of the refutation after it."""
        board = chess.Board()
        for move in self.moves:
            board.push(move)
        found = [board.copy(stack=False)]
        for word in self.refutation.split():
            board.push_san(word)
            found.append(board.copy(stack=False))
        return tuple(found)

    @property
    def lost(self) -> int:
        """The key of the lost position."""
        return position_key(self.boards[0])


def traps() -> list[Trap]:
    """All of them, each legal as it is written."""
    return [Trap(side == "w", line, refutation) for side, line, refutation in TRAPS]


class Robot:
    """Plays games against the book and counts from which positions it won."""

    def __init__(self, library: Library, analyse: Analyser, seed: int = 1) -> None:
        self.won: Counter[int] = Counter()  # by the lost position
        self.games = 0
        self._library = library
        self._learner = Learner(library)
        self._analyse = analyse
        self._random = random.Random(seed)

    def add_to_book(self, trap: Trap) -> None:
        """Our moves of the line are in the book, to be played."""
        self._library.add_line(chess.Board(), trap.moves)

    def play(self, trap: Trap) -> bool:
        """One game; what was lost is learned. Returns whether it was lost."""
        self.games += 1
        board, left = chess.Board(), list(trap.moves)
        while left and (move := self._next(board, trap, left)) is not None:
            board.push(move)
            if move in left:
                left.remove(move)
            else:
                break  # our side played something else: the trap is off
        lost = position_key(board) == trap.lost and self._refuted(board, trap)
        if lost:
            self.won[trap.lost] += 1
            self._learn(board, trap)
        return lost

    def _learn(self, board: chess.Board, trap: Trap) -> None:
        game = LearnedGame(
            moves=tuple(move.uci() for move in board.move_stack),
            own_white=trap.own_white,
            result="0-1" if trap.own_white else "1-0",
            book_plies=len(trap.moves),
            own="Ratsu",
            opponent="Robot",
            date=str(self.games),  # no two are the same game
        )
        self._learner.analyse(self._learner.record(game), self._analyse)

    def _next(self, board: chess.Board, trap: Trap, left: Sequence[chess.Move]) -> chess.Move | None:
        parity = 0 if board.turn else 1
        mine = [move for move in left if trap.moves.index(move) % 2 == parity and board.is_legal(move)]
        if board.turn != trap.own_white:
            return self._random.choice(mine) if mine else None
        choice = self._library.chooser(None, self._random).choose(board)
        if choice is not None and choice.move is not None and choice.move in mine:
            return choice.move
        excluded = choice.excluded if choice is not None else ()
        wanted = [move for move in mine if move not in excluded and not self._known_bad(board, move)]
        return self._random.choice(wanted) if wanted else None

    def _known_bad(self, board: chess.Board, move: chess.Move) -> bool:
        """Whether our side knows that it must not play this, whatever the book's choice is; where every move is known as bad, the
        search decides, and it may be this one."""
        known = {lost.move for lost in self._library.lost_moves(board)}
        return move in known and len(known) < board.legal_moves.count()

    def _refuted(self, board: chess.Board, trap: Trap) -> bool:
        """Plays the refutation, as long as our side follows. Returns whether it did to the end."""
        for word in trap.refutation.split():
            move = board.parse_san(word)
            if board.turn == trap.own_white and self._known_bad(board, move):
                return False
            board.push(move)
        return True


def run(library: Library, analyse: Analyser, some: Sequence[Trap], games: int, seed: int = 1) -> Counter[int]:
    """Plays `games` against the book. Returns how often each lost position was lost from."""
    robot = Robot(library, analyse, seed)
    for trap in some:
        robot.add_to_book(trap)
    source = random.Random(seed)
    for _ in range(games):
        robot.play(source.choice(some))
    return robot.won


def main() -> None:
    """See the module's docstring."""
    from engine.play.book.analyser import EngineAnalyser

    games = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000
    nodes = int(sys.argv[2]) if len(sys.argv) > 2 else 10_000
    with tempfile.TemporaryDirectory() as folder:
        library = Library(Path(folder) / "user.ratsubook", Path(folder) / "learned.ratsubook", None)
        won = run(library, EngineAnalyser(nodes), traps(), games)
        library.close()
    twice = [(trap.line, won[trap.lost]) for trap in traps() if won[trap.lost] > 1]
    print(f"{games} games, {len(won)} of {len(traps())} positions lost from, {len(twice)} of them twice")
    for line, count in twice:
        print(f"{count} times: {line}")
    sys.exit(bool(twice))


if __name__ == "__main__":
    main()
