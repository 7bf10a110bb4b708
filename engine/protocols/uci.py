"""The Universal Chess Interface: reads commands, drives a Mover, writes answers. No input can crash it."""

import threading
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import partial

from engine.game.history import ParsedPosition, parsed_position
from engine.game.info import Info
from engine.game.limits import GamePosition, Limits
from engine.game.move_choice import GameEnd, MoveChoice, Mover
from engine.game.stopper import Stopper
from engine.ground.errors import OptionError, PositionError, RatsuError
from engine.ground.text import Text
from engine.protocols.line_streams import MAX_LINE_BYTES, LineWriter, read_ahead
from engine.protocols.protocol_task import ProtocolTask, search_result
from engine.protocols.uci_greeting import greeting
from engine.protocols.uci_text import (
    bestmove_line,
    info_line,
    parse_go,
    parse_integer,
    parse_position,
    parse_setoption,
    progress_line,
    split_legal,
)
from engine.rules.board_text import draw_board
from engine.rules.fen import START_FEN
from engine.rules.perft import divide
from engine.search.ticks import microseconds

MAX_PERFT_DEPTH = 20
MAX_BENCH_DEPTH = 30
PROGRESS_AFTER_S = 3.0  # earlier, the user has no time to read it
PROGRESS_EVERY_S = 1.0
COUNT_WAIT_S = 60.0  # for scripts that write `go perft 6` and then `quit`: `quit` waits this long for the count
QUIT_WAIT_S = 1.0  # a search answers a stop within 50 ms; a longer delay is a fault and must not keep the process alive


class UciServer:
    """One engine on one pair of pipes. `handle` takes a line and returns False on `quit`."""

    def __init__(self, mover: Mover, writer: LineWriter) -> None:
        self._mover = mover
        self._writer = writer
        self._asked: ParsedPosition | None = parsed_position(
            START_FEN, chess960=False
        )  # None: the last `position` was refused
        self._mended: tuple[Text, ...] = ()  # corrections reported for the last `position`
        self._chess960 = False
        self._show_wdl = False
        self._debug = False
        self._job: ProtocolTask | None = None
        self._commands: dict[str, Callable[[Sequence[str]], bool | None]] = {
            "uci": self._uci,
            "debug": self._set_debug,
            "isready": self._is_ready,
            "setoption": self._set_option,
            "register": self._register,
            "ucinewgame": self._new_game,
            "position": self._set_position,
            "go": self._go,
            "stop": self._stop,
            "ponderhit": self._ponder_hit,
            "quit": self._quit,
            "d": self._display,
            "eval": self._eval,
            "bench": self._bench,
            "perft": self._perft,
        }

    def run(self, lines: Iterable[str | None]) -> None:
        """Serves until `quit`, the end of the input, or until the output is closed. A None line was too long."""
        for line in read_ahead(lines, self._writer):
            if line is None:
                self._say(f"line refused: longer than {MAX_LINE_BYTES} bytes")
            elif not self.handle(line):
                return
            if self._writer.closed:
                break
        self.handle("quit")

    def handle(self, line: str) -> bool:
        """Executes one line; False means quit. Unknown words before a command are skipped, as UCI demands."""
        tokens = line.split()
        for index, token in enumerate(tokens):
            command = self._commands.get(token)
            if command is None:
                continue
            if index and self._debug:
                self._say(f"skipped before {token}: {' '.join(tokens[:index])[:80]}")
            try:
                return command(tokens[index + 1 :]) is not False
            except RatsuError as error:
                self._say(f"error: {error}")
                return token != "quit"  # `quit` cannot be refused
        if tokens:
            self._say(f"unknown command: {line.strip()[:80]}")
        return True

    def wait(self, timeout: float | None = None) -> bool:
        """Waits until no search is running. Returns whether that is so."""
        return self._job is None or self._job.wait(timeout)

    def _say(self, text: str) -> None:
        self._writer.write(f"info string {text}")

    def _uci(self, _words: Sequence[str]) -> None:
        self._writer.write_block(greeting(self._mover.option_lines()))

    def _set_debug(self, words: Sequence[str]) -> None:
        self._debug = list(words[:1]) == ["on"]

    def _is_ready(self, _words: Sequence[str]) -> None:
        if self.wait(0):  # the hash table must not change during a search or a bench
            self._mover.get_ready()
            parse_go(("depth", "1"))  # the first use builds the methods of the dataclasses; not on the clock
        self._writer.write("readyok")

    def _register(self, _words: Sequence[str]) -> None:
        """Does nothing: Ratsu needs no registration."""

    def _set_option(self, words: Sequence[str]) -> None:
        self._end_search()
        name, value = parse_setoption(words)
        if not name:
            raise OptionError("setoption must be written 'setoption name NAME value VALUE'")
        for remark in self._mover.set_option(name, value):
            self._say(str(remark))
        if name.lower() == "uci_chess960":
            self._chess960 = value.lower() == "true"
        if name.lower() == "uci_showwdl":
            self._show_wdl = value.lower() == "true"

    def _new_game(self, _words: Sequence[str]) -> None:
        self._end_search()
        self._mover.new_game()

    def _set_position(self, words: Sequence[str]) -> None:
        self._asked = None  # if this one is refused, the position before is not used
        self._asked = parsed_position(*parse_position(words), chess960=self._chess960)
        if self._asked.notes and self._asked.notes != self._mended:
            self._say(f"position corrected: {' '.join(map(str, self._asked.notes))}")
        self._mended = self._asked.notes

    def _position(self) -> ParsedPosition:
        """The current position. :raises PositionError: the last `position` was refused."""
        if self._asked is None:
            raise PositionError("The last position was refused. Send another one.")
        return self._asked

    def _go(self, words: Sequence[str]) -> None:
        asked_at_us = microseconds()  # the clock runs from here, even if the search starts later
        self._end_search()
        command = parse_go(words)
        for remark in command.remarks:
            self._say(str(remark))
        if command.perft_depth is not None:
            self._count_leaves(command.perft_depth)
            return
        self._start_search(replace(command.limits, asked_at_us=asked_at_us))

    def _start_search(self, limits: Limits) -> None:
        legal = self._asked.board.legal_uci_moves() if self._asked is not None else []
        if self._asked is None or not legal:
            if self._asked is None:
                self._say("no move: the last position was refused")
            else:
                self._writer.write(f"info depth 0 score {'mate 0' if self._asked.board.in_check else 'cp 0'}")
            self._job = ProtocolTask(partial(self._no_move, limits))
            self._job.start()
            return
        if limits.search_moves:
            kept, refused = split_legal(limits.search_moves, legal)
            if refused:
                self._say(f"searchmoves: not legal here: {' '.join(refused)}")
            limits = replace(limits, search_moves=kept)
        self._job = ProtocolTask(partial(self._search, self._asked.position, limits))
        self._job.start()
        threading.Thread(target=self._report_progress, args=(self._job,), name="progress", daemon=True).start()

    def _search(self, position: GamePosition, limits: Limits, stopper: Stopper) -> None:
        answer = search_result(partial(self._mover.choose, position, limits, self._report, stopper))
        stopper.wait_until_wanted(limits)
        self._answer(answer)

    def _no_move(self, limits: Limits, stopper: Stopper) -> None:
        """Answers if the game is over or the position was refused; `go infinite` and `go ponder` still wait for `stop` or
        `ponderhit`."""
        stopper.wait_until_wanted(limits)
        self._writer.write(bestmove_line(None, None))

    def _report_progress(self, job: ProtocolTask) -> None:
        """Reports `currmove` and counts every second, once a search has lasted PROGRESS_AFTER_S."""
        began = time.monotonic()
        while not job.wait(PROGRESS_EVERY_S):
            progress = self._mover.progress()
            elapsed_s = time.monotonic() - began
            if progress is not None and elapsed_s >= PROGRESS_AFTER_S and job.running and not job.stopper.asked():
                self._writer.write(progress_line(progress, int(1000 * elapsed_s)))

    def _report(self, info: Info) -> None:
        self._writer.write(info_line(info, self._show_wdl))

    def _answer(self, answer: MoveChoice | RatsuError) -> None:
        if isinstance(answer, RatsuError):
            self._say(f"error: {answer}")
            self._writer.write(bestmove_line(None, None))
            return
        for problem in answer.problems:
            self._say(str(problem))
        self._say(f"{answer.move}: {answer}")
        self._writer.write(bestmove_line(answer.move, answer.ponder_move))

    def _end_search(self) -> None:
        """Ends a running search before a command that cannot be executed during it; the GUI gets its bestmove."""
        if self._job is not None and self._job.running:
            self._job.stopper.stop()
            self._job.wait()

    def _stop(self, _words: Sequence[str]) -> None:
        if self._job is not None:
            self._job.stopper.stop()

    def _ponder_hit(self, _words: Sequence[str]) -> None:
        if self._job is not None and self._job.running:
            self._job.stopper.ponder_hit()

    def _quit(self, _words: Sequence[str]) -> bool:
        if self._job is not None:
            self._job.wait(0 if self._writer.closed else self._job.grace_s)
            self._job.stopper.stop()
            self._job.wait(QUIT_WAIT_S)
        self._mover.game_over(GameEnd())  # the last game ends here: no `ucinewgame` follows
        return False

    def _display(self, _words: Sequence[str]) -> None:
        board = self._position().board
        state = f"FEN: {board.fen()}\nKey: {board.key:016X}\nIn check: {'yes' if board.in_check else 'no'}"
        self._writer.write_block(f"{draw_board(board.fen())}\n\n{state}")

    def _eval(self, _words: Sequence[str]) -> None:
        self._end_search()
        self._writer.write_block(self._mover.explain(self._position().position))

    def _bench(self, words: Sequence[str]) -> None:
        asked = parse_integer(words[0]) if words else None
        depth = None if asked is None else min(max(asked, 1), MAX_BENCH_DEPTH)
        self._start_task(partial(self._mover.bench, depth, self._writer.write))

    def _perft(self, words: Sequence[str]) -> None:
        depth = parse_integer(words[0]) if words else None
        if depth is None:
            raise OptionError("perft needs a depth: perft 5")
        self._count_leaves(depth)

    def _count_leaves(self, depth: int) -> None:
        board = self._position().board.copy()

        def count(stopper: Stopper) -> None:
            counts = divide(board, min(depth, MAX_PERFT_DEPTH), stopper.asked)
            rows = [f"{move}: {leaves}" for move, leaves in counts]
            total = sum(leaves for _, leaves in counts) if depth > 0 else 1
            end = (
                "info string perft was stopped"
                if len(counts) < len(board.legal_moves()) and depth > 0
                else f"nodes {total}"
            )
            self._writer.write_block("\n".join([*rows, "", end]))

        self._start_task(count, COUNT_WAIT_S)

    def _start_task(self, task: Callable[[Stopper], None], grace_s: float = 0.0) -> None:
        self._end_search()
        self._job = ProtocolTask(task, grace_s)
        self._job.start()
