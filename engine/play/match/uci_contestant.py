"""An engine that speaks UCI.

python-chess's client is not used here: it sets no deadline for a move of fixed nodes or depth (a silent engine would hang
the match), does not bound its line buffer, and charges the engine for the client's own event loop.
"""

import contextlib
import time
from itertools import pairwise

import chess

from engine.info import Score
from engine.limits import Limits
from engine.play.match.contestant import READY_S, START_S, Thought, deadline_s
from engine.play.match.errors import EngineStall, IllegalMove, MatchError
from engine.play.match.process import LineProcess
from engine.play.match.spec import EngineSpec
from engine.play.match.time_control import Clocks
from engine.uci_text import parse_integer


class UciContestant:
    """A child process in a process group of its own."""

    def __init__(self, spec: EngineSpec) -> None:
        self._name = spec.name
        self._process = LineProcess(spec.name, spec.command, spec.folder)
        self._options: dict[str, str] = {}
        self._chess960 = False
        try:
            self._shake_hands()
            for name, value in spec.options:
                self._set_option(name, value)
            self._wait_until_ready()
        except BaseException:
            self.close()
            raise

    def new_game(self, board: chess.Board) -> None:
        """Tells the engine, and waits until it has cleared its tables. Raises MatchError where it lacks Chess960."""
        if board.chess960 != self._chess960:
            self._set_option("UCI_Chess960", str(board.chess960).lower())
            self._chess960 = board.chess960
        self._process.send("ucinewgame")
        self._wait_until_ready()

    def think(self, board: chess.Board, clocks: Clocks) -> Thought:
        """Asks for a move and measures the wait."""
        deadline = time.monotonic() + deadline_s(clocks, board.turn)
        started = time.perf_counter()
        self._process.send(_position(board), _go(clocks.limits(board.turn)))
        score: Score | None = None
        depth: int | None = None
        nodes: int | None = None
        while True:
            line, heard = self._process.line(deadline)
            words = line.split()
            if words[:1] == ["bestmove"]:
                return Thought(self._move(board, words), heard - started, score, depth, nodes)
            if words[:1] == ["info"]:
                depth, score, nodes = _info(words, (depth, score, nodes))

    def close(self) -> None:
        """Ends the process and its group."""
        self._process.close()

    def _shake_hands(self) -> None:
        self._process.send("uci")
        deadline = time.monotonic() + START_S
        line = ""
        try:
            while line.strip() != "uciok":
                line, _ = self._process.line(deadline)
                if line.startswith("option name "):
                    name = line.removeprefix("option name ").split(" type ")[0].strip()
                    self._options[name.lower()] = name
        except EngineStall as stall:
            raise EngineStall(f"{self._name} did not answer uci within {START_S:g} s") from stall

    def _set_option(self, name: str, value: str) -> None:
        known = self._options.get(name.lower())
        if known is None:
            raise MatchError(f"{self._name} has no option {name}; it has: {', '.join(self._options.values())}")
        self._process.send(f"setoption name {known} value {value}")

    def _wait_until_ready(self) -> None:
        self._process.send("isready")
        deadline = time.monotonic() + READY_S
        try:
            while self._process.line(deadline)[0].strip() != "readyok":
                pass
        except EngineStall as stall:
            raise EngineStall(f"{self._name} did not answer isready within {READY_S:g} s") from stall

    def _move(self, board: chess.Board, words: list[str]) -> chess.Move:
        text = words[1] if len(words) > 1 else "nothing"
        with contextlib.suppress(ValueError):
            move = board.parse_uci(text)
            if move:
                return move
        raise IllegalMove(f"{self._name} played {text}, not legal in {board.fen()}")


def _position(board: chess.Board) -> str:
    root = board.root()
    replay = root.copy()
    moves = []
    for move in board.move_stack:
        moves.append(replay.uci(move))
        replay.push(move)
    start = "startpos" if root.fen() == chess.STARTING_FEN and not board.chess960 else f"fen {root.fen()}"
    return f"position {start} moves {' '.join(moves)}" if moves else f"position {start}"


def _go(limits: Limits) -> str:
    parts = ["go"]
    for name, value in (
        ("wtime", limits.white_time_ms),
        ("btime", limits.black_time_ms),
        ("winc", limits.white_increment_ms or None),
        ("binc", limits.black_increment_ms or None),
        ("movestogo", limits.moves_to_go),
        ("movetime", limits.move_time_ms),
        ("nodes", limits.nodes),
        ("depth", limits.depth),
    ):
        if value is not None:
            parts.append(f"{name} {value}")
    return " ".join(parts)


def _info(
    words: list[str], known: tuple[int | None, Score | None, int | None]
) -> tuple[int | None, Score | None, int | None]:
    """Depth, score and nodes as an `info` line leaves them; other lines than the first of MultiPV change nothing."""
    if "string" in words or ("multipv" in words and words[words.index("multipv") + 1 :][:1] != ["1"]):
        return known
    depth, score, nodes = known
    values = dict(pairwise(words))
    depth = parse_integer(values.get("depth", "")) or depth
    nodes = parse_integer(values.get("nodes", "")) or nodes
    number = parse_integer(values.get(values.get("score", ""), ""))
    if number is not None and values["score"] in ("cp", "mate"):
        score = Score(centipawns=number) if values["score"] == "cp" else Score(mate=number)
    return depth, score, nodes
