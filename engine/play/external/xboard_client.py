"""A client for engines that speak the XBoard protocol, old ones without setboard or ping included.

It follows the game from its first move, so that an engine without setboard can play too.
"""

import contextlib
import math
import shlex
import time

import chess

from engine.game.info import Info, Score
from engine.game.limits import Limits
from engine.game.stopper import Stopper
from engine.play.external.client import REPORT_S, Client, EngineReply, Identity, OnInfo, SearchDeadline, longest_wait_s
from engine.play.external.errors import EngineStall, EngineUnusable, IllegalMove, Resignation
from engine.play.external.launch import DEADLINES, Deadlines, Dialect, Launch
from engine.play.external.options import MOST_OPTIONS, OptionKind, parse_xboard_option
from engine.play.external.uci_client import printable
from engine.play.external.uci_lines import MOST_PLIES, legal_line, read_move
from engine.protocols.uci_text import MAX_INTEGER, parse_integer
from engine.protocols.xboard_text import MATE_SCORE

_WANTED = frozenset(("ping", "setboard", "usermove", "time", "myname", "variants", "done", "reuse", "analyze", "debug"))
_RESIGNS = (["computer", "resigns"], ["i", "resign"])  # of old engines, without a result
_DRAINED_S = 0.3  # an engine without ping is left so long to say what it still had to say


def time_commands(limits: Limits, white: bool, name: str, *, first: bool) -> list[str]:
    """The commands that say how long an engine may think. `first`: it does not know this game's control yet.

    :raises EngineUnusable: a limit that the protocol does not have.
    """
    if limits.nodes is not None:
        raise EngineUnusable("%1: the XBoard protocol has no limit of nodes a move", name)
    commands = [f"sd {limits.depth}"] if first and limits.depth is not None else []
    if limits.move_time_ms is not None:
        seconds = max(
            1, math.ceil(limits.move_time_ms / 1000)
        )  # rounded up; the client asks the engine to move in time
        return [*commands, f"st {seconds}"] if first else commands
    if limits.white_time_ms is None and limits.black_time_ms is None:
        return commands
    own_ms, other_ms = limits.white_time_ms or 0, limits.black_time_ms or 0
    increment_ms = limits.white_increment_ms if white else limits.black_increment_ms
    if not white:
        own_ms, other_ms = other_ms, own_ms
    if first:
        minutes, seconds = divmod(own_ms // 1000, 60)
        commands.append(f"level {limits.moves_to_go or 0} {minutes}:{seconds:02d} {increment_ms / 1000:g}")
    return [*commands, f"time {max(1, own_ms // 10)}", f"otim {max(1, other_ms // 10)}"]


def parse_report(line: str, board: chess.Board) -> Info | None:
    """Parses `PLY SCORE TIME NODES [SELDEPTH SPEED TBHITS TAB] PV`, time in centiseconds; None if the line has another form."""
    head, tab, tail = line.partition("\t")
    words = head.split()
    if len(words) < 4:
        return None
    depth, score, time_cs, nodes = (parse_integer(word.rstrip(".&+-")) for word in words[:4])
    if depth is None or score is None or nodes is None or time_cs is None:
        return None
    extra = [parse_integer(word) for word in words[4:7]] if tab else []
    moves = tail.split() if tab else words[4:]
    selective = extra[0] if extra and extra[0] is not None else depth
    return Info(
        depth=max(0, min(1_000, depth)),
        selective_depth=max(0, min(1_000, selective)),
        multipv=1,
        score=_score(score),
        nodes=max(0, min(MAX_INTEGER, nodes)),
        time_ms=max(0, min(MAX_INTEGER, time_cs * 10)),
        pv=legal_line([word for word in moves if not word.rstrip(".").isdigit()][:MOST_PLIES], board),
    )


def _score(number: int) -> Score:
    if abs(number) >= MATE_SCORE:
        return Score(mate=number - MATE_SCORE if number > 0 else number + MATE_SCORE)
    return Score(centipawns=number)


class XBoardClient(Client):
    """See `Client`."""

    def __init__(self, launch: Launch, deadlines: Deadlines = DEADLINES) -> None:
        """:raises EngineUnusable: no such program. :raises EngineFault: it ends or floods at once."""
        self._features: dict[str, str] = {}
        self._pings = 0
        self._root = ""  # the position its game began with; empty before the first game
        self._known: list[chess.Move] = []  # the moves of it that the engine knows
        self._following = False  # it plays the side on move, and waits for the opponent
        self._ponders = False
        self._doubles: bool | None = None  # whether it says a move twice; None: not seen yet
        self._left: list[tuple[str, float]] = []  # what it said between two questions, its moves left out
        super().__init__(launch, deadlines)

    def set_option(self, name: str, value: str) -> None:
        """Sets an option, as `option` if the engine has declared it, else as a command (`book off`)."""
        known = self._options.get(" ".join(name.split()).lower())
        if known is None:
            self._process.send(f"{name} {value}".strip())
            return
        if known.kind is OptionKind.CHECK:  # the protocol writes 1 and 0
            value = "1" if self._spelled(known, {"1": "true", "0": "false"}.get(value, value)) == "true" else "0"
        elif known.kind is not OptionKind.BUTTON:
            value = self._spelled(known, value)
        self._process.send(f"option {known.name}={value}" if value else f"option {known.name}")

    def wait_until_ready(self) -> None:
        """Waits for `pong`; an engine without ping is believed to be ready."""
        if self._features.get("ping") != "1":
            return
        self._pings += 1
        pong = ["pong", str(self._pings)]
        self._wait_for(f"ping {self._pings}", lambda line: line.split() == pong, self._deadlines.ready_s)

    def new_game(self, board: chess.Board) -> None:
        """Starts over; a start position of its own needs setboard. What it still says of an earlier game is passed over: the
        result of that one would be taken for a resignation or a claim in this one."""
        played = bool(self._root)
        self._begin(board)
        self.wait_until_ready()
        if played and self._features.get("ping") != "1":
            self._drain()

    def go(
        self, board: chess.Board, limits: Limits, on_info: OnInfo | None = None, stopper: Stopper | None = None
    ) -> EngineReply:
        """Reports the engine what was played since it last heard, and waits for its move."""
        stopper = stopper or Stopper()
        self._process.set_idle(False)
        if limits.infinite:
            with stopper.reaching(self._process.wake):
                return self._analyse(board, limits, on_info, stopper)
        self._settle()
        news = self._news(board)
        times = time_commands(limits, board.turn, self._name, first=not self._following)
        if self._following and news is not None and len(news) == 1:
            commands = [*times, *news]  # it plays this side already: the opponent's move makes it think
        else:
            if news is None:
                self.new_game(board)
                news = self._news(board) or []
            commands = ["force", *news, *times, "go"]
        longest_s = longest_wait_s(limits, board.turn, self._deadlines)
        hurry_s = None if limits.move_time_ms is None else limits.move_time_ms / 1000
        wait = SearchDeadline(self._process, longest_s, self._deadlines, stopper, hurry_s)
        started = time.perf_counter()
        self._process.send(*commands)
        self._known = list(board.move_stack)
        with stopper.reaching(self._process.wake):
            reply = self._listen(board, wait, started, on_info)
        if reply.move is not None:
            self._known.append(reply.move)
            self._following = True
            self._process.set_idle(True)
        return reply

    def ponder(self, board: chess.Board, limits: Limits) -> None:
        """From now on it thinks on the opponent's time, by itself."""
        if not self._ponders:
            self._ponders = True
            self._process.send("hard")

    # Inside: what the engine knows

    def _begin(self, board: chess.Board) -> None:
        commands = ["new", "force", "hard" if self._ponders else "easy", "post"]
        if board.chess960:
            if not self.identity.chess960:
                raise EngineUnusable("%1 does not play Chess960", self._name)
            commands.append("variant fischerandom")
        root = board.root()
        if root.fen() != chess.STARTING_FEN:
            if not self.identity.sets_up:
                raise EngineUnusable("%1 cannot set up positions: it needs games from the first move on", self._name)
            commands.append(f"setboard {root.fen()}")
        self._process.send(*commands)
        self._root, self._known, self._following = root.fen(), [], False
        self._left.clear()

    def _news(self, board: chess.Board) -> list[str] | None:
        """The moves that the engine has not received, in its notation; None if it must start over."""
        known = len(self._known)
        if board.root().fen() != self._root or board.move_stack[:known] != self._known:
            return None
        replay = board.root()
        prefix = "usermove " if self._features.get("usermove") == "1" else ""
        news = []
        for index, move in enumerate(board.move_stack):
            if index >= known:
                news.append(prefix + replay.xboard(move))
            replay.push(move)
        return news

    # Inside: the greeting

    def _shake_hands(self) -> Identity:
        self._process.send("xboard", "protover 2")
        deadline = time.monotonic() + self._deadlines.features_s
        with contextlib.suppress(EngineStall):
            while self._features.get("done") != "1":
                if self._features.get("done") == "0":
                    deadline = max(deadline, time.monotonic() + self._deadlines.start_s)
                line, _ = self._process.line(deadline)
                if line.split(None, 1)[:1] == ["feature"]:
                    self._note_features(line)
        variants = self._features.get("variants", "")
        options = tuple(self._options.values())
        return Identity(
            Dialect.XBOARD,
            printable(self._features.get("myname", "")),
            "",
            options,
            chess960="fischerandom" in variants,
            analyses=self._features.get("analyze", "1" if self._features else "0") == "1",
            sets_up=self._features.get("setboard") == "1",
            faults=self._option_faults(),
        )

    def _note_features(self, line: str) -> None:
        with contextlib.suppress(ValueError):
            for word in shlex.split(line)[1:]:
                key, _, value = word.partition("=")
                if key == "option":
                    option = parse_xboard_option(value)
                    if option is not None and len(self._options) < MOST_OPTIONS:
                        self._options[option.name.lower()] = option
                    continue
                self._features[key] = value
                self._process.send(f"{'accepted' if key in _WANTED else 'rejected'} {key}")

    # Inside: thinking

    def _settle(self) -> None:
        """Before the next question: a second move for the last one answers nothing. The first move shows whether one comes."""
        if not self._following or self._doubles is False or self._features.get("ping") != "1":
            return
        self._pings += 1
        pong = ["pong", str(self._pings)]
        doubled = False

        def is_over(line: str) -> bool:
            nonlocal doubled
            words = line.split()
            if _says_move(words):
                doubled = True
            elif words != pong:
                self._left.append((line, time.perf_counter()))
            return words == pong

        with contextlib.suppress(EngineStall):  # a ping in a game is more than some old engines know
            self._wait_for(f"ping {self._pings}", is_over, self._deadlines.ready_s)
        self._doubles = self._doubles or doubled

    def _listen(self, board: chess.Board, wait: SearchDeadline, started: float, on_info: OnInfo | None) -> EngineReply:
        best: Info | None = None
        unread = ""
        read_at = time.perf_counter()
        while True:
            found = self._left.pop(0) if self._left else wait.next(lambda: self._process.send("?"), REPORT_S)
            now = time.perf_counter()
            line = found[0].strip() if found else ""
            words = line.split()
            if found is not None and found[1] < started and _says_move(words):
                continue  # said twice: the answer to an earlier question
            move = self._move_in(board, words) if _says_move(words) else None
            if unread and (move is not None or now - read_at >= REPORT_S):
                best = parse_report(unread, board) or best
                unread, read_at = "", now
                if on_info is not None and best is not None:
                    on_info(best)
            if found is None or not words:
                continue
            lines = () if best is None else (best,)
            if move is not None:
                return EngineReply(move, None, found[1] - started, lines)
            if words[0] == "1/2-1/2" or line == "offer draw and accept":
                return EngineReply(None, None, found[1] - started, lines, claims_draw=True)
            self._check_words(board, words, line)
            if words[0].rstrip(".&+-").isdigit():
                unread = line

    def _move_in(self, board: chess.Board, words: list[str]) -> chess.Move:
        try:
            return read_move(words[-1], board)
        except ValueError as error:
            raise IllegalMove("%1 played %2, not legal in %3", self._name, printable(words[-1]), board.fen()) from error

    def _check_words(self, board: chess.Board, words: list[str], line: str) -> None:
        """Resignation and refusals. A result that is not the engine's own loss is only an opinion; its move counts."""
        losing = "0-1" if board.turn == chess.WHITE else "1-0"
        resigned = words[0] == "tellics" and "resign" in words
        if resigned or words[0] in ("resign", losing) or [word.lower().rstrip(".!") for word in words] in _RESIGNS:
            raise Resignation("%1 resigns", self._name)
        if words[0] == "Illegal" or line.lower().startswith("illegal move"):
            raise IllegalMove("%1 says '%2' to a legal move in %3", self._name, printable(line), board.fen())

    def _analyse(self, board: chess.Board, limits: Limits, on_info: OnInfo | None, stopper: Stopper) -> EngineReply:
        """Reports until it is stopped; the move is the last line's first."""
        if not self.identity.analyses:
            raise EngineUnusable("%1 plays, but cannot analyse", self._name)
        if limits.search_moves:
            raise EngineUnusable("%1 speaks XBoard and cannot be restricted to some moves", self._name)
        self._begin(board)
        news = self._news(board) or []
        started = time.perf_counter()
        self._process.send(*news, "analyze")
        wait = SearchDeadline(self._process, None, self._deadlines, Stopper())
        best: Info | None = None
        unread = ""
        read_at = started
        while not stopper.asked():
            found = wait.next(_nothing, REPORT_S)
            if unread and time.perf_counter() - read_at >= REPORT_S:
                best, unread, read_at = parse_report(unread, board) or best, "", time.perf_counter()
                if on_info is not None and best is not None:
                    on_info(best)
            if found is not None and found[0].split()[:1] and found[0].split()[0].rstrip(".&+-").isdigit():
                unread = found[0].strip()
        self._process.send("exit", "force")
        self._root = ""  # the next game begins again
        if self._features.get("ping") == "1":
            self.wait_until_ready()
        else:
            self._drain()
        move = read_move(best.pv[0], board) if best is not None and best.pv else next(iter(board.legal_moves), None)
        return EngineReply(move, None, time.perf_counter() - started, () if best is None else (best,))

    def _drain(self) -> None:
        end = time.monotonic() + _DRAINED_S
        while (left := end - time.monotonic()) > 0:
            self._process.line_within(left)


def _says_move(words: list[str]) -> bool:
    return words[:1] == ["move"] or " ".join(words[:3]).lower().rstrip(":") == "my move is"


def _nothing() -> None:
    """An analysis is not stopped by its `SearchDeadline`."""
