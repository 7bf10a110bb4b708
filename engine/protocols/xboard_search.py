"""The game that XBoard plays or analyses, and the one search at a time that belongs to it.

Commands and the answers of the search meet in one queue, so all state belongs to one thread. An answer carries the
number of the search that it belongs to; one that was overtaken by a command is dropped.
"""

import queue
from collections.abc import Callable
from dataclasses import replace
from enum import Enum
from functools import partial

import chess

from engine.game.info import Info
from engine.game.limits import Limits
from engine.game.move_choice import MoveChoice, Mover
from engine.game.side import Side
from engine.game.stopper import Stopper
from engine.ground.errors import RatsuError
from engine.protocols.job import Job, settled
from engine.protocols.line_streams import LineWriter
from engine.protocols.uci_text import keep_legal
from engine.protocols.xboard_game import ToldTime, XBoardGame, cecp_line
from engine.protocols.xboard_text import post_line
from engine.search.ticks import microseconds


class Work(Enum):
    """What the running search is for."""

    MOVE = "move"
    PONDER = "ponder"
    ANALYSIS = "analysis"
    HINT = "hint"


class XBoardSearch:
    """Starts, drops and answers searches. The commands are its subclass's."""

    def __init__(self, mover: Mover, writer: LineWriter) -> None:
        self._mover = mover
        self._writer = writer
        self._events: queue.SimpleQueue[Callable[[], bool | None]] = queue.SimpleQueue()
        self._job: Job | None = None
        self._work = Work.MOVE
        self._number = 0
        self._last_info: Info | None = None
        self._pondered = chess.Move.null()
        self._clock_ran_us = 0  # since when the engine's clock runs for its move
        self._post = False
        self._hard = False
        self._time = ToldTime()
        self._begin(chess960=False)

    def _begin(self, chess960: bool) -> None:
        self._game = XBoardGame(chess960)
        self._engine_side: chess.Color | None = chess.BLACK
        self._analyzing = False
        self._over = False
        self._refused = False  # the last `setboard`: there is no game until the next
        self._person = True  # the opponent, until `computer` says otherwise
        self._time.begin_game()
        self._last_choice: MoveChoice | None = None

    def _searching(self, work: Work | None = None) -> bool:
        return self._job is not None and (work is None or self._work is work)

    def _abandon(self) -> bool:
        """Ends whatever is searched; its answer will be dropped. Returns whether anything was."""
        if self._job is None:
            return False
        self._number += 1
        self._job.stopper.stop()
        self._job.wait()
        self._job = None
        return True

    def _resume(self) -> None:
        """Starts what the state asks for: analysis, the engine's move, or pondering."""
        if self._job is not None or self._refused:
            return
        if self._analyzing:
            if any(self._game.board.legal_moves):
                self._start(Work.ANALYSIS, Limits(infinite=True), ())
        elif not self._over and self._engine_side == self._game.board.turn:
            if not self._claim_result():
                self._start(Work.MOVE, self._limits(), ())

    def _ponder(self) -> None:
        if not (self._hard and self._engine_side is not None) or self._over or self._last_choice is None:
            return
        moves = [self._last_choice.ponder_move] if self._last_choice.ponder_move else []
        legal, _ = keep_legal(moves, (self._game.board.uci(move) for move in self._game.board.legal_moves))
        if not legal:
            return
        self._pondered = self._game.board.parse_uci(legal[0])
        after = self._game.board.copy(stack=False)
        after.push(self._pondered)
        if any(after.legal_moves):
            self._start(Work.PONDER, self._limits(ponder=True), (self._pondered,))

    def _limits(self, ponder: bool = False) -> Limits:
        return self._time.limits(self._own_side(), self._moves_made(ponder), ponder)

    def _own_side(self) -> Side:
        return Side.of(self._engine_side == chess.WHITE)

    def _moves_made(self, ponder: bool = False) -> int:
        """By the engine; when it ponders, after the opponent's move."""
        return (len(self._game.board.move_stack) + ponder) // 2

    def _start(self, work: Work, limits: Limits, ahead: tuple[chess.Move, ...]) -> None:
        self._number += 1
        number = self._number
        self._clock_ran_us = microseconds()
        limits = replace(limits, asked_at_us=self._clock_ran_us)
        position = self._game.position_after(ahead)
        board = self._game.board.copy(stack=False)
        for move in ahead:
            board.push(move)

        def report(info: Info) -> None:
            self._last_info = info
            if self._post and number == self._number and self._work is not Work.HINT:
                self._writer.write(post_line(info, cecp_line(board, info.pv)))

        def search(stopper: Stopper) -> None:
            choice = settled(partial(self._mover.choose, position, limits, report, stopper))
            stopper.wait_until_wanted(limits)
            self._events.put(partial(self._take_answer, number, choice))

        self._work = work
        self._last_info = None
        self._job = Job(search)
        self._job.start()

    def _take_answer(self, number: int, choice: MoveChoice | RatsuError) -> None:
        for problem in () if isinstance(choice, RatsuError) else choice.problems:
            self._writer.write(f"telluser {problem}")  # also with an answer that nobody waits for any more
        if number != self._number:
            return
        self._job = None
        if isinstance(choice, RatsuError):
            self._writer.write(f"tellusererror {choice}")
            return
        if self._work is Work.HINT:
            self._writer.write(f"Hint: {self._game.cecp(choice.move)}")
        elif self._work is Work.MOVE:
            self._play(choice)

    def _play(self, choice: MoveChoice) -> None:
        if choice.resigned_to(self._person):
            self._over = True
            self._writer.write("resign")
            return
        name = self._game.cecp(choice.move)
        self._time.count_own_move(self._own_side(), self._moves_made(), (microseconds() - self._clock_ran_us) // 1000)
        self._game.board.push_uci(choice.move)
        self._last_choice = choice
        self._writer.write(f"# {choice.move}: {choice}")
        self._writer.write(f"move {name}")
        self._claim_result()
        self._ponder()

    def _claim_result(self) -> bool:
        """Says the result if the game has just ended by the rules. Returns whether it is over; an analysis never is."""
        line = "" if self._over or self._analyzing else self._game.result_line()
        if line:
            self._over = True
            self._writer.write(line)
        return self._over
