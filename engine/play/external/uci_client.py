"""A client for engines that speak UCI.

python-chess's client is not used: it sets no deadline for a move of fixed nodes or depth (a silent engine would hang a
match), does not bound its line buffer, and charges the engine for the client's own event loop.
"""

import contextlib
import time

import chess

from engine.game.info import Info
from engine.game.limits import Limits
from engine.game.stopper import Stopper
from engine.play.external.client import REPORT_S, Client, EngineReply, Identity, OnInfo, SearchDeadline, longest_wait_s
from engine.play.external.errors import EngineStall, EngineUnusable, IllegalMove
from engine.play.external.launch import DEADLINES, Deadlines, Dialect, Launch
from engine.play.external.options import MOST_OPTIONS, OptionKind, parse_uci_option
from engine.play.external.uci_lines import first_word, go_command, parse_info, position_command, rank_of, read_move

_LONGEST_WORDS = 100  # of a name that is shown


class UciClient(Client):
    """See `Client`."""

    def __init__(self, launch: Launch, deadlines: Deadlines = DEADLINES) -> None:
        """:raises EngineUnusable: no such program. :raises EngineFault: it does not answer."""
        self._chess960 = False
        self._pondering: str | None = None  # the position command that it ponders on
        self._doubles: bool | None = None  # whether it sends a second `bestmove`; None: not seen yet
        self._unsettled = False  # a second `bestmove` of the last search may still come
        self._asked_at = 0.0  # when the last search began (time.perf_counter): what came before answers nothing
        super().__init__(launch, deadlines)

    def set_option(self, name: str, value: str) -> None:
        """Sets an option (a button: presses it)."""
        known = self._options.get(" ".join(name.split()).lower())
        if known is None:
            names = ", ".join(option.name for option in self._options.values())
            raise EngineUnusable("%1 has no option %2; it has: %3", self._name, name, names)
        said = "" if known.kind is OptionKind.BUTTON else f" value {self._spelled(known, value) or '<empty>'}"
        self._end_pondering()
        self._process.send(f"setoption name {known.name}{said}")

    def wait_until_ready(self) -> None:
        """Waits for `readyok`; what comes before it answers nothing any more."""
        self._end_pondering()
        doubled = False

        def is_ready(line: str) -> bool:
            nonlocal doubled
            word = first_word(line)
            doubled |= word == "bestmove"
            return word == "readyok"

        self._wait_for("isready", is_ready, self._deadlines.ready_s)
        if self._unsettled or doubled:
            self._doubles = self._doubles or doubled
        self._unsettled = False

    def new_game(self, board: chess.Board) -> None:
        """Reports the engine, and waits until it has cleared its tables."""
        self._end_pondering()
        self._use_chess960(board)
        self._process.send("ucinewgame")
        self.wait_until_ready()

    def go(
        self, board: chess.Board, limits: Limits, on_info: OnInfo | None = None, stopper: Stopper | None = None
    ) -> EngineReply:
        """Asks for a move and measures the wait. A position that it pondered on is played on, another is begun again."""
        position, stopper = position_command(board), stopper or Stopper()
        if self._pondering != position:
            self._end_pondering()
        pondered, self._pondering = self._pondering is not None, None
        self._process.set_idle(False)
        if not pondered:
            self._settle()
        wait = SearchDeadline(
            self._process, longest_wait_s(limits, board.turn, self._deadlines), self._deadlines, stopper
        )
        started = time.perf_counter()
        if pondered:
            self._process.send("ponderhit")
        else:
            self._use_chess960(board)
            self._asked_at = started
            self._process.send(position, go_command(limits))
        with stopper.reaching(self._process.wake):
            reply = self._listen(board, wait, started, on_info)
        # The first search shows whether it sends its move twice; one that was stopped may answer the stop as well.
        self._unsettled = self._doubles is not False or stopper.asked()
        return reply

    def ponder(self, board: chess.Board, limits: Limits) -> None:
        """Lets it think on the opponent's time."""
        position = position_command(board)
        self._settle()
        self._asked_at = time.perf_counter()
        self._process.set_idle(True)
        self._process.send(position, go_command(limits))
        self._pondering = position

    def _shake_hands(self) -> Identity:
        declared = {"name": "", "author": ""}

        def is_over(line: str) -> bool:
            words = line.split(None, 2)
            if words[:1] == ["option"] and len(self._options) < MOST_OPTIONS:
                option = parse_uci_option(line)
                if option is not None:
                    self._options[option.name.lower()] = option
            elif words[:1] == ["id"] and len(words) > 2 and words[1] in declared:
                declared[words[1]] = words[2].strip()
            return words[:1] == ["uciok"]

        self._wait_for("uci", is_over, self._deadlines.start_s)
        options = tuple(self._options.values())
        return Identity(
            Dialect.UCI,
            printable(declared["name"]),
            printable(declared["author"]),
            options,
            chess960="uci_chess960" in self._options,
            faults=self._option_faults(),
        )

    def _use_chess960(self, board: chess.Board) -> None:
        if board.chess960 != self._chess960:
            if "uci_chess960" not in self._options:
                raise EngineUnusable("%1 does not play Chess960", self._name)
            self._process.send(f"setoption name UCI_Chess960 value {str(board.chess960).lower()}")
            self._chess960 = board.chess960

    def _end_pondering(self) -> None:
        if self._pondering is None:
            return
        self._pondering = None
        self._process.send("stop")
        allowed_s = self._deadlines.stop_s + self._deadlines.grace_s  # only its own clock waits for it
        deadline = time.monotonic() + allowed_s
        try:
            while first_word(self._process.line(deadline)[0]) != "bestmove":
                pass
        except EngineStall as stall:
            raise EngineStall("%1 did not stop within %2 s", self._name, f"{allowed_s:g}") from stall
        finally:
            self._process.set_idle(False)
            self._unsettled = True  # it may have moved by itself already, and answer the stop as well

    def _settle(self) -> None:
        """Before a search: waits until a second `bestmove` of the last one must have come."""
        if self._unsettled:
            self.wait_until_ready()

    def _listen(self, board: chess.Board, wait: SearchDeadline, started: float, on_info: OnInfo | None) -> EngineReply:
        """Until `bestmove`. Reports are read twenty times a second, the last of each rank."""
        unread: dict[int, str] = {}
        lines: dict[int, Info] = {}
        read_at = time.perf_counter()

        def read_reports() -> None:
            for report in unread.values():
                info = parse_info(report, board)
                if info is not None:
                    lines[info.multipv] = info
                    if on_info is not None:
                        on_info(info)
            unread.clear()

        while True:
            found = wait.next(lambda: self._process.send("stop"), REPORT_S)
            now = time.perf_counter()
            if unread and now - read_at >= REPORT_S:
                read_reports()
                read_at = now
            if found is None:
                continue
            line, heard = found
            word = first_word(line)
            if heard < self._asked_at:
                self._doubles = self._doubles or word == "bestmove"
            elif word == "info":
                rank = rank_of(line)
                if rank is not None and rank <= 500:
                    unread[rank] = line
            elif word == "bestmove":
                read_reports()
                move, expected = self._move(board, line.split())
                return EngineReply(move, expected, heard - started, tuple(lines[rank] for rank in sorted(lines)))

    def _move(self, board: chess.Board, words: list[str]) -> tuple[chess.Move | None, chess.Move | None]:
        text = words[1] if len(words) > 1 else "nothing"
        try:
            move = read_move(text, board)
        except ValueError as error:
            if not any(board.legal_moves):
                return None, None
            raise IllegalMove("%1 played %2, not legal in %3", self._name, printable(text), board.fen()) from error
        expected: chess.Move | None = None
        if len(words) > 3 and words[2] == "ponder":
            after = board.copy(stack=False)
            after.push(move)
            with contextlib.suppress(ValueError):
                expected = read_move(words[3], after)
        return move, expected


def printable(text: str) -> str:
    """Text from an engine, fit to be shown: one line, no control characters, not endless."""
    return "".join(c if c.isprintable() else " " for c in text)[:_LONGEST_WORDS].strip()
