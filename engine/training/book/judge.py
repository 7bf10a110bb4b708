"""An engine as a judge of book positions: a child process that searches each with a fixed number of nodes."""

import time
from typing import NamedTuple

import chess

from books.analysis import MATE_CP
from books.building.searches import MOST_PLIES, Search
from books.key import encode
from engine.ground.errors import RatsuError
from engine.play.external.launch import DEADLINES, Launch
from engine.play.external.process import EngineProcess
from engine.play.external.uci_lines import rank_of

_LONGEST_S = 600.0
_HASH_MB = 64


class JudgeError(RatsuError):
    """A judge gave an unusable answer."""


class Judge:
    """A UCI engine for one thread; `close` it. Only exact scores count: a search that ends at its node limit often ends with a
    bound."""

    def __init__(self, command: tuple[str, ...], options: tuple[tuple[str, str], ...] = ()) -> None:
        """:raises EngineUnusable: no such program. :raises EngineFault: it does not answer."""
        self._process = EngineProcess(Launch(command[0], command), DEADLINES)
        self._lines = 1
        self._process.send("uci")
        self.name = command[0]
        while (line := self._next()) != "uciok":
            if line.startswith("id name "):
                self.name = line[8:].strip()
        self._process.send(f"setoption name Hash value {_HASH_MB}")
        for name, value in options:
            self._process.send(f"setoption name {name} value {value}")
        self._process.send("isready")
        while self._next() != "readyok":
            pass

    def close(self) -> None:
        """Ends the process."""
        self._process.close()

    def search(self, board: chess.Board, nodes: int, lines: int = 1) -> Search:
        """The best moves of a position with legal moves.

        :raises EngineFault: the judge failed. :raises JudgeError: it reported no exact score.
        """
        if lines != self._lines:
            self._process.send(f"setoption name MultiPV value {lines}")
            self._lines = lines
        self._process.send(f"position fen {board.fen()}", f"go nodes {nodes}")
        reports: dict[int, str] = {}
        while not (line := self._next()).startswith("bestmove"):
            rank = rank_of(line) if line.startswith("info ") else None
            if rank and " pv " in line and " lowerbound" not in line and " upperbound" not in line:
                reports[rank] = line
        found = sorted((_read(said, board) for said in reports.values()), key=lambda report: -report.value)
        if not found:
            raise JudgeError("%1 reports no score of %2", self.name, board.fen())
        values: dict[int, int] = {}
        for report in found:  # a move may be in two reports, of different depths
            values.setdefault(report.moves[0], report.value)
        return Search(nodes, found[0].depth, tuple(values.items()), found[0].moves)

    def _next(self) -> str:
        return self._process.line(time.monotonic() + _LONGEST_S)[0].strip()


class _JudgeLine(NamedTuple):
    depth: int
    value: int
    moves: tuple[int, ...]


def _read(report: str, board: chess.Board) -> _JudgeLine:
    words = report.split()
    kind, number = words[words.index("score") + 1 : words.index("score") + 3]
    value = int(number)
    if kind == "mate":
        value = MATE_CP - value if value > 0 else -MATE_CP - value
    walk, moves = board.copy(stack=False), []
    for word in words[words.index("pv") + 1 :][:MOST_PLIES]:
        move = walk.parse_uci(word)
        moves.append(encode(walk, move))
        walk.push(move)
    return _JudgeLine(int(words[words.index("depth") + 1]), value, tuple(moves))
