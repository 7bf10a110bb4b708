"""The game of an XBoard engine: the board with its history, results, clocks, and moves in CECP notation."""

from dataclasses import replace
from enum import Enum

import chess

from engine.game.clock import Clock
from engine.game.history import parsed_position
from engine.game.limits import GamePosition, Limits
from engine.game.outcome import by_rules
from engine.game.python_board import board_of, core_of
from engine.game.side import Side
from engine.game.time_control import FixedLimits, TimeControl
from engine.ground.errors import MoveError, OptionError
from engine.ground.text import Text
from engine.pgn.san import typed_move
from engine.protocols.uci_text import MAX_MILLISECONDS
from engine.protocols.xboard_text import parse_count, parse_level, parse_seconds
from engine.rules.board import CoreBoard
from engine.rules.fen import START_FEN

VARIANTS = {"normal": False, "fischerandom": True}


class SearchPurpose(Enum):
    """The purpose of the running search."""

    MOVE = "move"
    PONDER = "ponder"
    ANALYSIS = "analysis"
    HINT = "hint"


class XBoardClock:
    """The time control (`level`, `st`, `sd`, `nps`) and the two clocks as set by `time` and `otim`."""

    def __init__(self) -> None:
        self._control = TimeControl(300_000, moves=40)
        self._depth: int | None = None
        self._nodes_per_second = 0
        self._own_ms: int | None = None
        self._other_ms: int | None = None

    def begin_game(self) -> None:
        """Handles `new`: the control remains, both clocks restart, the depth limit ends."""
        self._depth = self._own_ms = self._other_ms = None

    def set_level(self, words: list[str]) -> None:
        """`level MOVES BASE INCREMENT`. :raises OptionError: it cannot be read."""
        control = parse_level(words)
        if control is None:
            raise OptionError("level needs MOVES BASE INCREMENT")
        self._control = control

    def set_move_time(self, words: list[str]) -> None:
        """`st SECONDS`: a fixed time for each move. :raises OptionError: it cannot be read."""
        milliseconds = parse_seconds(words[0]) if words else None
        if milliseconds is None:
            raise OptionError("st needs seconds")
        self._control = TimeControl(budget=FixedLimits(max(1, milliseconds)))

    def set_depth(self, words: list[str]) -> None:
        """`sd PLIES`; anything but a number removes the limit."""
        self._depth = parse_count(words, 1)

    def set_nps(self, words: list[str]) -> None:
        """`nps N`: with `st`, N nodes count as a second; 0 returns to real time."""
        self._nodes_per_second = parse_count(words, 0) or 0

    def set_own_time(self, words: list[str]) -> None:
        """`time CENTISECONDS` on the engine's clock."""
        self._own_ms = _milliseconds(words)

    def set_other_time(self, words: list[str]) -> None:
        """`otim CENTISECONDS` on the opponent's clock."""
        self._other_ms = _milliseconds(words)

    def limits(self, side: Side, moves_made: int, ponder: bool = False) -> Limits:
        """The limits of a search for a side that has made `moves_made` moves."""
        budget = replace(self._control.budget, depth=self._depth)
        if budget.move_time_ms is not None and self._nodes_per_second:
            nodes = max(1, budget.move_time_ms * self._nodes_per_second // 1000)
            budget = FixedLimits(depth=self._depth, nodes=nodes)
        return replace(self._clock(side, moves_made).limits(side, budget), ponder=ponder)

    def count_own_move(self, side: Side, moves_made: int, took_ms: int) -> None:
        """Deducts `took_ms` for a move from the side's clock, until `time` sets it again.

        The interface sends `time` just before the opponent's move, too late for pondering.
        """
        clock = self._clock(side, moves_made).run(side).elapse(took_ms).press(side)
        left_ms = clock.remaining(side)
        self._own_ms = None if left_ms is None else max(1, left_ms)

    def _clock(self, side: Side, moves_made: int) -> Clock:
        own = (self._own_ms or self._control.base_ms) if self._control.timed else None
        both = (own, self._other_ms or own) if side is Side.WHITE else (self._other_ms or own, own)
        return Clock(self._control, *both, moves_made=(moves_made, moves_made))


def _milliseconds(words: list[str]) -> int | None:
    centiseconds = parse_count(words, 0)
    return None if centiseconds is None else min(max(1, centiseconds * 10), MAX_MILLISECONDS)


def _uci_move(board: CoreBoard, text: str) -> str:
    """Returns a move written by its squares; Chess960 castling may be a king's move of two squares or more."""
    return board.uci(board.parse_uci(text))


class XBoardGame:
    """A board with its start position and the moves since."""

    def __init__(self, chess960: bool) -> None:
        self.chess960 = chess960
        self._fen = START_FEN
        self.board = chess.Board(chess960=chess960)

    def set_up(self, fen: str) -> tuple[Text, ...]:
        """Sets up a position. Returns the corrections of its FEN.

        :raises PositionError: the FEN is refused; nothing has changed.
        """
        found = parsed_position(fen, chess960=self.chess960)
        self._fen, self.board = found.position.fen, board_of(found.position)
        return found.notes

    @property
    def position(self) -> GamePosition:
        """The game as the input of a search."""
        return self.position_after(())

    def position_after(self, moves: tuple[chess.Move, ...]) -> GamePosition:
        """The game followed by further moves, as the input of a search."""
        replay = self.board.root()
        names: list[str] = []
        for move in (*self.board.move_stack, *moves):
            names.append(replay.uci(move))
            replay.push(move)
        return GamePosition(self._fen, tuple(names), chess960=self.board.chess960)

    def parse(self, text: str) -> chess.Move | None:
        """The legal move of a text in coordinate notation or any spelling of SAN; None if it is not legal or not unique."""
        board = core_of(self.board)
        for parse in (typed_move, _uci_move):
            try:
                return self.board.parse_uci(parse(board, text))
            except (ValueError, MoveError):
                continue
        return None

    def take_back(self, plies: int) -> bool:
        """Takes back `plies` plies. Returns False, with no change, if there are fewer."""
        if len(self.board.move_stack) < plies:
            return False
        for _ in range(plies):
            self.board.pop()
        return True

    def cecp(self, uci_move: str) -> str:
        """A UCI move in CECP notation (Chess960 castling is O-O)."""
        return self.board.xboard(self.board.parse_uci(uci_move))

    def result_line(self) -> str:
        """The line that claims the result, "" while the game continues."""
        end = by_rules(self.board)
        return f"{end.result} {{{str(end)[0].upper()}{str(end)[1:]}}}" if end is not None else ""


def cecp_line(board: chess.Board, pv: tuple[str, ...]) -> list[str]:
    """A line in CECP notation: only Chess960 castling differs from UCI."""
    if not board.chess960:
        return list(pv)
    replay = board.copy(stack=False)
    names = []
    for text in pv:
        move = replay.parse_uci(text)
        names.append(replay.xboard(move))
        replay.push(move)
    return names
