"""The Chess Engine Communication Protocol, version 2 (XBoard, WinBoard): reads commands, drives a Mover, writes answers.

Commands and search results meet in one queue, so all state belongs to one thread. One search runs at a time; a result carries
the number of its search, and is dropped if a command has replaced that search.
"""

import queue
import threading
from collections.abc import Callable
from dataclasses import replace
from functools import partial

import chess

from engine.game.info import Info
from engine.game.limits import Limits
from engine.game.move_choice import DrawAnswer, GameEnd, MoveChoice, Mover
from engine.game.side import Side
from engine.game.stopper import Stopper
from engine.ground.errors import OptionError, RatsuError
from engine.protocols.line_streams import MAX_LINE_BYTES, LineReader, LineWriter
from engine.protocols.protocol_task import ProtocolTask, search_result
from engine.protocols.uci_text import split_legal
from engine.protocols.xboard_game import VARIANTS, SearchPurpose, XBoardClock, XBoardGame, cecp_line
from engine.protocols.xboard_text import cecp_name, feature_block, parse_count, post_line
from engine.search.ticks import microseconds

HINT_NODES = 50_000
NEED_A_POSITION = frozenset(("go", "playother", "usermove", "undo", "remove", "hint", "bk"))
QUIT_WAIT_S = 1.0


class XBoardServer:
    """One engine on one pair of pipes."""

    def __init__(self, mover: Mover, writer: LineWriter) -> None:
        self._mover = mover
        self._writer = writer
        self._events: queue.SimpleQueue[Callable[[], bool | None]] = queue.SimpleQueue()
        self._job: ProtocolTask | None = None
        self._work = SearchPurpose.MOVE
        self._number = 0
        self._last_info: Info | None = None
        self._pondered = chess.Move.null()
        self._clock_ran_us = 0  # start of the engine's clock for its move
        self._post = False
        self._hard = False
        self._time = XBoardClock()
        self._begin(chess960=False)
        self._names = {cecp_name(name): name for name in self._option_names()}
        self._paused: SearchPurpose | None = None  # the work interrupted by `pause`
        self._commands = self._command_table()

    def run(self, reader: LineReader) -> None:
        """Serves until `quit`, the end of the input, or until the output is closed."""
        self._writer.on_closed = partial(self._events.put, lambda: False)
        threading.Thread(target=self._read, args=(reader,), name="input", daemon=True).start()
        while not self._writer.closed:
            if self._events.get()() is False:
                break
        self._quit([])

    def handle(self, line: str) -> bool:
        """Executes one line. False means quit."""
        words = line.split()
        if not words:
            return True
        command = self._commands.get(words[0])
        try:
            if self._refused and (command is None or words[0] in NEED_A_POSITION):
                self._answer_without_a_position(words, line)
                return True
            if command is not None:
                return command(words[1:]) is not False
            self._bare_move(words[0], line)
        except RatsuError as error:
            self._error(str(error), line)
        return True

    def settle(self, timeout: float) -> bool:
        """Waits for the running search and processes its result, for callers without `run`. False if it is still running."""
        done = self._job is None or self._job.wait(timeout)
        while not self._events.empty():
            self._events.get()()
        return done

    def _begin(self, chess960: bool) -> None:
        self._game = XBoardGame(chess960)
        self._engine_side: chess.Color | None = chess.BLACK
        self._analyzing = False
        self._over = False
        self._refused = False  # the last `setboard` was refused: the next one starts a game
        self._person = True  # the opponent is a person until `computer` is sent
        self._time.begin_game()
        self._last_choice: MoveChoice | None = None
        self._scores: dict[int, int] = {}  # centipawns of the engine's searched moves, by ply

    def _searching(self, work: SearchPurpose | None = None) -> bool:
        return self._job is not None and (work is None or self._work is work)

    def _abandon(self) -> bool:
        """Ends the running search and drops its result. Returns whether one was running."""
        if self._job is None:
            return False
        self._number += 1
        self._job.stopper.stop()
        self._job.wait()
        self._job = None
        return True

    def _resume(self) -> None:
        """Starts what the state requires: analysis, the engine's move, or pondering."""
        if self._job is not None or self._refused:
            return
        if self._analyzing:
            if any(self._game.board.legal_moves):
                self._start(SearchPurpose.ANALYSIS, Limits(infinite=True), ())
        elif not self._over and self._engine_side == self._game.board.turn:
            if not self._claim_result():
                self._start(SearchPurpose.MOVE, self._limits(), ())

    def _ponder(self) -> None:
        if not (self._hard and self._engine_side is not None) or self._over or self._last_choice is None:
            return
        moves = [self._last_choice.ponder_move] if self._last_choice.ponder_move else []
        legal, _ = split_legal(moves, (self._game.board.uci(move) for move in self._game.board.legal_moves))
        if not legal:
            return
        self._pondered = self._game.board.parse_uci(legal[0])
        after = self._game.board.copy(stack=False)
        after.push(self._pondered)
        if any(after.legal_moves):
            self._start(SearchPurpose.PONDER, self._limits(ponder=True), (self._pondered,))

    def _limits(self, ponder: bool = False) -> Limits:
        return self._time.limits(self._own_side(), self._moves_made(ponder), ponder)

    def _own_side(self) -> Side:
        return Side.of(self._engine_side == chess.WHITE)

    def _moves_made(self, ponder: bool = False) -> int:
        """The engine's moves so far; when it ponders, after the opponent's expected move."""
        return (len(self._game.board.move_stack) + ponder) // 2

    def _start(self, work: SearchPurpose, limits: Limits, ahead: tuple[chess.Move, ...]) -> None:
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
            if self._post and number == self._number and self._work is not SearchPurpose.HINT:
                self._writer.write(post_line(info, cecp_line(board, info.pv)))

        def search(stopper: Stopper) -> None:
            choice = search_result(partial(self._mover.choose, position, limits, report, stopper))
            stopper.wait_until_wanted(limits)
            self._events.put(partial(self._take_answer, number, choice))

        self._work = work
        self._last_info = None
        self._job = ProtocolTask(search)
        self._job.start()

    def _take_answer(self, number: int, choice: MoveChoice | RatsuError) -> None:
        for problem in () if isinstance(choice, RatsuError) else choice.problems:
            self._writer.write(f"telluser {problem}")  # even if the result itself is dropped
        if number != self._number:
            return
        self._job = None
        if isinstance(choice, RatsuError):
            self._writer.write(f"tellusererror {choice}")
            return
        if self._work is SearchPurpose.HINT:
            self._writer.write(f"Hint: {self._game.cecp(choice.move)}")
        elif self._work is SearchPurpose.MOVE:
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
        if choice.result is not None and choice.result.lines:
            self._scores[self._game.board.ply()] = choice.result.lines[0].score.number
        if not self._claim_result() and self._offers_draw():
            self._writer.write("offer draw")
        self._ponder()

    def _offers_draw(self) -> bool:
        """Whether the engine offers a draw with the move that it has just made."""
        ply = self._game.board.ply()
        return self._engine_side != self._game.board.turn and self._mover.offers_draw(
            self._game.board, (self._scores.get(at) for at in range(ply, 0, -2))
        )

    def _claim_result(self) -> bool:
        """Writes the result if the game has just ended by the rules. Returns whether it is over; an analysis never is."""
        line = "" if self._over or self._analyzing else self._game.result_line()
        if line:
            self._over = True
            self._writer.write(line)
        return self._over

    def _read(self, reader: LineReader) -> None:
        for line in reader:
            self._events.put(partial(self._take_line, line))
        self._events.put(lambda: False)

    def _take_line(self, line: str | None) -> bool:
        if line is None:
            self._error("refused", f"a line longer than {MAX_LINE_BYTES} bytes")
            return True
        return self.handle(line)

    def _command_table(self) -> dict[str, Callable[[list[str]], bool | None]]:
        def nothing(_words: list[str]) -> None:
            """Commands that are legal but have no effect."""

        ignored = ("xboard", "accepted", "rejected", "random", "name", "rating", "ics", "egtpath")
        return dict.fromkeys(ignored, nothing) | {
            "pause": self._pause,
            "resume": self._unpause,
            "bk": self._book,
            "protover": self._protover,
            "new": self._new,
            "computer": self._computer,
            "variant": self._variant,
            "quit": self._quit,
            "force": self._force,
            "go": self._go,
            "playother": self._playother,
            "level": lambda words: self._time.set_level(words),
            "st": lambda words: self._time.set_move_time(words),
            "sd": lambda words: self._time.set_depth(words),
            "nps": lambda words: self._time.set_nps(words),
            "time": lambda words: self._time.set_own_time(words),
            "otim": lambda words: self._time.set_other_time(words),
            "usermove": self._user_move,
            "?": self._move_now,
            "ping": self._ping,
            "draw": self._draw_offered,
            "result": self._result,
            "setboard": self._set_board,
            "hint": self._hint,
            "undo": lambda _: self._take_back(1),
            "remove": lambda _: self._take_back(2),
            "hard": lambda _: self._set_hard(True),
            "easy": lambda _: self._set_hard(False),
            "post": lambda _: self._set_post(True),
            "nopost": lambda _: self._set_post(False),
            "analyze": self._analyze,
            "exit": self._exit,
            ".": self._status,
            "memory": lambda words: self._set_number("Hash", words),
            "cores": lambda words: self._set_number("Threads", words),
            "option": self._option,
        }

    # Starting and configuring

    def _option_names(self) -> list[str]:
        return [line.removeprefix("option name ").split(" type ")[0] for line in self._mover.option_lines()]

    def _protover(self, _words: list[str]) -> None:
        self._writer.write_block(feature_block(self._mover.option_lines()))

    def _option(self, words: list[str]) -> None:
        name, equals, value = " ".join(words).partition("=")
        if name not in self._names:
            raise OptionError("option %1 is unknown", name)
        busy = self._abandon()
        if equals and f"name {self._names[name]} type check" in "\n".join(self._mover.option_lines()):
            value = "true" if value == "1" else "false"
        for remark in self._mover.set_option(self._names[name], value):
            self._writer.write(f"# {remark}")
        if busy:
            self._resume()

    def _set_number(self, option: str, words: list[str]) -> None:
        value = parse_count(words, 1)
        if value is None:
            raise OptionError("a whole number is needed")
        busy = self._abandon()
        self._mover.set_option(option, str(value))
        if busy:
            self._resume()

    def _new(self, _words: list[str]) -> None:
        self._abandon()
        self._begin(chess960=False)
        self._mover.set_option("UCI_Chess960", "false")
        self._mover.new_game()

    def _ping(self, words: list[str]) -> None:
        self._mover.get_ready()
        self._writer.write(f"pong {words[0] if words else ''}".rstrip())

    def _computer(self, _words: list[str]) -> None:
        self._person = False

    def _variant(self, words: list[str]) -> None:
        name = words[0] if words else ""
        if name not in VARIANTS:
            raise OptionError("unsupported variant")
        self._abandon()
        side = self._engine_side
        self._game, self._refused = XBoardGame(VARIANTS[name]), False
        self._engine_side = side
        self._mover.set_option("UCI_Chess960", str(VARIANTS[name]).lower())

    def _set_board(self, words: list[str]) -> None:
        self._abandon()
        self._refused = True  # if this one is refused, the game before is not used
        try:
            notes = self._game.set_up(" ".join(words))
            self._over = self._refused = False
            if notes:
                self._writer.write(f"telluser The position was mended: {' '.join(map(str, notes))}")
        except RatsuError as error:
            self._writer.write(f"tellusererror Illegal position: {error}")
        if self._analyzing:
            self._resume()

    def _set_post(self, post: bool) -> None:
        self._post = post

    def _set_hard(self, hard: bool) -> None:
        self._hard = hard
        if not hard and self._searching(SearchPurpose.PONDER):
            self._abandon()

    # Playing

    def _force(self, _words: list[str]) -> None:
        self._abandon()
        self._engine_side = None

    def _go(self, _words: list[str]) -> None:
        self._abandon()
        self._analyzing = self._over = False  # a result by the rules is claimed again
        self._engine_side = self._game.board.turn
        self._resume()

    def _playother(self, _words: list[str]) -> None:
        self._abandon()
        self._engine_side = not self._game.board.turn
        self._ponder()

    def _user_move(self, words: list[str]) -> None:
        text = words[0] if words else ""
        move = self._game.parse(text)
        self._over = self._over and self._engine_side is not None  # force mode: a game is shown, edited or analysed
        if move is None or self._over or self._searching(SearchPurpose.MOVE):
            self._writer.write(f"Illegal move: {text}")
            return
        pondered = self._searching(SearchPurpose.PONDER) and self._pondered == move
        if not pondered:
            self._abandon()
        self._game.board.push(move)
        if self._claim_result():
            self._abandon()
        elif pondered and self._job is not None:
            self._work, self._clock_ran_us = SearchPurpose.MOVE, microseconds()
            self._job.stopper.ponder_hit()
        else:
            self._resume()

    def _bare_move(self, word: str, line: str) -> None:
        """Plays a move without `usermove`, as old interfaces send it; reports other unknown words as an error."""
        if self._game.parse(word) is not None:
            self._user_move([word])
        else:
            self._error("unknown command", line)

    def _answer_without_a_position(self, words: list[str], line: str) -> None:
        """Refuses to play or show anything after a refused `setboard`."""
        if words[0] == "usermove" or words[0] not in NEED_A_POSITION:
            self._writer.write(f"Illegal move (no position): {words[-1]}")
        else:
            self._error("no position: the last one was refused", line)

    def _take_back(self, plies: int) -> None:
        self._abandon()
        if not self._game.take_back(plies):
            self._error("no move to take back", "undo" if plies == 1 else "remove")
        else:
            self._over = False
        if self._analyzing:
            self._resume()

    def _result(self, words: list[str]) -> None:
        """Handles `result 0-1 {White resigns}`; the words in braces name the reason."""
        self._abandon()
        self._over = True
        if self._engine_side is not None and not self._analyzing:
            how = " ".join(words[1:]).strip("{}") or "normal"
            position = self._game.position
            self._mover.game_over(GameEnd(position, words[0] if words else "*", how, own_white=self._engine_side))

    def _move_now(self, _words: list[str]) -> None:
        if self._job is not None and self._searching(SearchPurpose.MOVE):
            self._job.stopper.stop()

    def _draw_offered(self, _words: list[str]) -> None:
        is_taken = self._mover.draw_answer(self._game.board, self._last_choice) is DrawAnswer.TAKEN
        if is_taken or self._offers_draw():
            self._writer.write("offer draw")

    def _hint(self, _words: list[str]) -> None:
        if self._searching(SearchPurpose.PONDER):  # while the user thinks, the hint is the expected move
            self._writer.write(f"Hint: {self._game.cecp(self._game.board.uci(self._pondered))}")
        elif not self._searching() and any(self._game.board.legal_moves):
            self._start(SearchPurpose.HINT, Limits(nodes=HINT_NODES), ())

    # Analysing

    def _analyze(self, _words: list[str]) -> None:
        self._abandon()
        self._analyzing, self._engine_side, self._post = True, None, True
        self._resume()

    def _exit(self, _words: list[str]) -> None:
        self._abandon()
        self._analyzing = False

    def _status(self, _words: list[str]) -> None:
        info = self._last_info
        if self._analyzing and info is not None:
            self._writer.write(f"stat01: {info.time_ms // 10} {info.nodes} {info.depth} 0 0")

    def _book(self, _words: list[str]) -> None:
        """Writes the book's moves, each line indented, then an empty line, as the protocol demands."""
        lines = self._mover.book_lines(self._game.position) or ["no book moves"]
        self._writer.write_block("\n".join([*(f" {line}" for line in lines), ""]))

    def _pause(self, _words: list[str]) -> None:
        """Stops the search until `resume`, which starts it again."""
        self._paused = self._work if self._abandon() else self._paused

    def _unpause(self, _words: list[str]) -> None:
        work, self._paused = self._paused, None
        if work is SearchPurpose.PONDER:
            self._ponder()
        elif work is not None and work is not SearchPurpose.HINT:
            self._resume()

    def _quit(self, _words: list[str]) -> bool:
        self._number += 1
        if self._job is not None:
            self._job.stopper.stop()
            self._job.wait(QUIT_WAIT_S)
            self._job = None
        return False

    def _error(self, reason: str, line: str) -> None:
        self._writer.write(f"Error ({reason}): {line.strip()[:80]}")
