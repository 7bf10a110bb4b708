"""An engine that speaks the XBoard protocol, old ones without setboard or ping included."""

import contextlib
import shlex
import time

import chess

from engine.info import Score
from engine.play.match.contestant import READY_S, START_S, Thought, deadline_s
from engine.play.match.errors import EngineStall, IllegalMove, MatchError, Resignation
from engine.play.match.process import LineProcess
from engine.play.match.spec import EngineSpec
from engine.play.match.time_control import Clocks
from engine.uci_text import parse_integer
from engine.xboard_text import MATE_SCORE

FEATURES_WAIT_S = 2.0  # an engine that knows no features is silent; two seconds are the protocol's own limit
_WANTED = frozenset(("ping", "setboard", "usermove", "time", "myname", "variants", "done", "reuse", "analyze", "debug"))


class XBoardContestant:
    """A child process; it follows the game from the first opening move, so that it needs no setboard from the start."""

    def __init__(self, spec: EngineSpec) -> None:
        self._name = spec.name
        self._process = LineProcess(spec.name, spec.command, spec.folder)
        self._features: dict[str, str] = {}
        self._pings = 0
        self._made = 0  # moves of the current game that the engine knows
        self._following = False
        try:
            self._shake_hands()
            for name, value in spec.options:
                self._process.send(f"option {name}={value}" if name != "book" else f"book {value}")
        except BaseException:
            self.close()
            raise

    def new_game(self, board: chess.Board) -> None:
        """Starts over; a start position of its own needs setboard. Raises MatchError where the engine lacks it."""
        self._process.send("new", "force", "easy", "post")
        if board.chess960:
            if "fischerandom" not in self._features.get("variants", ""):
                raise MatchError(f"{self._name} does not play Chess960")
            self._process.send("variant fischerandom")
        root = board.root()
        if root.fen() != chess.STARTING_FEN:
            if self._features.get("setboard") != "1":
                raise MatchError(f"{self._name} cannot set up positions: give openings as moves from the start")
            self._process.send(f"setboard {root.fen()}")
        self._made = 0
        self._following = False
        self._wait_until_ready()

    def think(self, board: chess.Board, clocks: Clocks) -> Thought:
        """Tells the engine what was played since it last heard, and waits for its move."""
        news = self._news(board)
        commands = [*self._time_commands(clocks, board.turn)]
        if self._following and len(news) == 1:
            commands += news  # it plays this side already: the opponent's move makes it think
        else:
            commands = ["force", *news, *commands, "go"]
        self._made = len(board.move_stack)
        deadline = time.monotonic() + deadline_s(clocks, board.turn)
        started = time.perf_counter()
        self._process.send(*commands)
        thought = self._await_move(board, deadline, started)
        self._following = True
        self._made += 1
        return thought

    def close(self) -> None:
        """Ends the process and its group."""
        self._process.close()

    def _shake_hands(self) -> None:
        self._process.send("xboard", "protover 2")
        deadline = time.monotonic() + FEATURES_WAIT_S
        with contextlib.suppress(EngineStall):
            while self._features.get("done") != "1":
                if self._features.get("done") == "0":
                    deadline = max(deadline, time.monotonic() + START_S)
                line, _ = self._process.line(deadline)
                if line.startswith("feature "):
                    self._note_features(line)

    def _note_features(self, line: str) -> None:
        with contextlib.suppress(ValueError):
            for word in shlex.split(line)[1:]:
                key, _, value = word.partition("=")
                self._features[key] = value
                if key != "option":
                    self._process.send(f"{'accepted' if key in _WANTED else 'rejected'} {key}")

    def _wait_until_ready(self) -> None:
        if self._features.get("ping") != "1":
            return
        self._pings += 1
        self._process.send(f"ping {self._pings}")
        deadline = time.monotonic() + READY_S
        while self._process.line(deadline)[0].split() != ["pong", str(self._pings)]:
            pass

    def _news(self, board: chess.Board) -> list[str]:
        """The moves that the engine does not know yet, as it wants to read them."""
        replay = board.root()
        prefix = "usermove " if self._features.get("usermove") == "1" else ""
        news = []
        for index, move in enumerate(board.move_stack):
            if index >= self._made:
                news.append(prefix + replay.xboard(move))
            replay.push(move)
        return news

    def _time_commands(self, clocks: Clocks, side: chess.Color) -> list[str]:
        control = clocks.control
        if control.nodes is not None:
            raise MatchError(f"{self._name}: the XBoard protocol has no limit of nodes a move")
        if control.depth is not None:
            return [f"sd {control.depth}"] if not self._following else []
        if control.move_time_s is not None:
            return [f"st {max(1, round(control.move_time_s))}"] if not self._following else []
        own = max(1, int(clocks.left_s[side] * 100))
        other = max(1, int(clocks.left_s[not side] * 100))
        commands = [f"time {own}", f"otim {other}"]
        if not self._following:
            minutes, seconds = divmod(int(control.base_s or 0), 60)
            commands.insert(0, f"level {control.moves} {minutes}:{seconds:02d} {control.increment_s:g}")
        return commands

    def _await_move(self, board: chess.Board, deadline: float, started: float) -> Thought:
        score: Score | None = None
        depth: int | None = None
        nodes: int | None = None
        while True:
            line, heard = self._process.line(deadline)
            line = line.strip()
            words = line.split()
            if not words:
                continue
            if words[0] == "move" or line.lower().startswith("my move is"):
                return Thought(self._move(board, words[-1]), heard - started, score, depth, nodes)
            if words[0] in ("resign", "1-0", "0-1") or (words[0] == "tellics" and "resign" in words):
                self._check_resignation(board, words[0])
            elif words[0] == "1/2-1/2" or line == "offer draw and accept":
                return Thought(None, heard - started, score, depth, nodes, claims_draw=True)
            elif words[0] == "Illegal" or line.lower().startswith("illegal move"):
                raise IllegalMove(f"{self._name} says '{line}' to a legal move in {board.fen()}")
            else:
                found = _post(words)
                if found is not None:
                    depth, score, nodes = found

    def _move(self, board: chess.Board, text: str) -> chess.Move:
        for parse in (board.parse_xboard, board.parse_san):
            with contextlib.suppress(ValueError):
                move = parse(text)
                if move:
                    return move
        raise IllegalMove(f"{self._name} played {text}, not legal in {board.fen()}")

    def _check_resignation(self, board: chess.Board, word: str) -> None:
        """A result that is not the engine's own loss is only an opinion; its move still counts."""
        losing = "0-1" if board.turn == chess.WHITE else "1-0"
        if word in ("resign", "tellics", losing):
            raise Resignation(f"{self._name} resigns")


def _post(words: list[str]) -> tuple[int, Score, int] | None:
    """Depth, score and nodes of a line of thinking output, None if it is none."""
    if len(words) < 4:
        return None
    depth, score, _time, nodes = (parse_integer(word.rstrip(".&+-")) for word in words[:4])
    if depth is None or score is None or nodes is None or _time is None:
        return None
    if abs(score) >= MATE_SCORE:
        return depth, Score(mate=score - MATE_SCORE if score > 0 else score + MATE_SCORE), nodes
    return depth, Score(centipawns=score), nodes
