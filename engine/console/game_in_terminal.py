"""A game at the console: the human types moves and commands, the engine answers with its move and its source (book, tables,
search)."""

import math
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import chess

from engine.console.game_record import GameOnDisk, GameRecord, InterruptedGame
from engine.console.signals import ExitRequest, Signals
from engine.console.typed_move import parse_move
from engine.game.clock import Clock, pgn_time
from engine.game.limits import GamePosition, Limits
from engine.game.move_choice import REFUSALS, DrawAnswer, GameEnd, MoveChoice, Mover
from engine.game.outcome import Outcome, Termination, by_flag, by_rules
from engine.game.python_board import board_of, game_position
from engine.game.side import Side
from engine.game.stopper import Stopper
from engine.game.time_control import NO_CLOCK, TimeControl
from engine.ground.errors import MoveError, RatsuError
from engine.ground.values import dataclass
from engine.play.worker_pool import WorkerPool
from engine.rules.board_text import draw_board
from engine.rules.fen import START_FEN

COMMANDS = """\
a move          e4, Nf3, O-O, e8=Q or e2e4, g1f3, e1g1, e7e8q
takeback        takes back your last move (and the engine's answer)
hint            asks the engine what it would play for you
draw            offers or accepts one    resign   gives up
board, moves    shows the board, the legal moves
flip            turns the board          clock    shows the clocks
save FILE       writes the game as PGN
new, switch     a new game; changes sides with the engine
help, quit"""
HINT_LIMITS = Limits(move_time_ms=1000)


@dataclass
class ConsoleSettings:
    """The settings of the game. `human`: the human's colour; None: the engine plays both sides. `limited`: the engine plays
    at a level (`UCI_LimitStrength`); its hints are of full strength."""

    human: chess.Color | None = chess.WHITE
    fen: str = START_FEN
    chess960: bool = False
    control: TimeControl = NO_CLOCK
    save_to: Path | None = None
    limited: bool = False


@dataclass(frozen=True)
class _MoveRequest:
    """The position that the engine shall move in."""

    position: GamePosition
    limits: Limits
    stopper: Stopper


class _Thinker:
    """Computes the engine's moves on a separate thread, because a search on the main thread would block Ctrl+C."""

    def __init__(self, mover: Mover) -> None:
        self._mover = mover

    def work(self, question: _MoveRequest) -> MoveChoice:
        return self._mover.choose(question.position, question.limits, stopper=question.stopper)

    def close(self) -> None:
        """Ends the thread. The caller closes the mover."""


class ConsoleGame:
    """A game that reads lines and writes text. Each move is saved before the next one. `play` returns at `quit`, at the end
    of the input, or when the program is asked to end."""

    def __init__(
        self,
        mover: Mover,
        settings: ConsoleSettings,
        lines: Iterator[str],
        write: Callable[[str], None],
        disk: GameOnDisk | None = None,
        left: InterruptedGame | None = None,
    ) -> None:
        """`disk`: the caller's, which has found the games of earlier runs. `left`: the game to continue."""
        self._mover = mover
        self._disk = disk or GameOnDisk()
        self._disk.begin(settings.save_to, left)
        self._disk_problem = ""
        self._signals = Signals()
        self._stopper = Stopper()  # ends the current search
        self._settings = settings
        self._lines = lines
        self._write = write
        self._flipped = settings.human == chess.BLACK
        self._begin()
        if left is not None:
            self._resume(left)
        self._commands: dict[str, Callable[[str], None]] = {
            "takeback": self._take_back,
            "undo": self._take_back,
            "hint": self._hint,
            "draw": self._offer_draw,
            "resign": self._resign,
            "board": lambda _: self._show(),
            "moves": lambda _: self._write(" ".join(self._board.san(move) for move in self._board.legal_moves)),
            "flip": self._flip,
            "clock": lambda _: self._write(self._clock_text() or "there is no clock"),
            "save": self._save,
            "new": lambda _: self._restart(),
            "switch": self._switch,
            "help": lambda _: self._write(COMMANDS),
        }

    def play(self) -> None:
        """Plays until the human leaves or the program is asked to end."""
        try:
            with self._signals.heard(), WorkerPool(lambda: _Thinker(self._mover), 1, "console") as self._pool:
                heard = True
                try:
                    self._play()
                except ExitRequest as asked:
                    heard = asked.heard
                    self._stopper.stop()
                with self._signals.later():
                    self._leave(heard)
        except ExitRequest:
            return  # already leaving
        finally:
            self._disk.close()

    def _play(self) -> None:
        self._write("type a move (Nf3 or g1f3), help for the commands, quit to leave")
        self._show()
        while True:
            self._note_end()
            if self._over is None and self._board.turn != self._settings.human:
                self._engine_move()
                continue
            line = self._ask()
            if line is None or line in ("quit", "exit"):
                break
            self._obey(line)

    def _leave(self, heard: bool) -> None:
        """Prints how to resume the game, if the terminal is still open (`heard`)."""
        if not self._board.move_stack:
            return
        self._disk.finish(self._record, self._board, self._over, self._clock)
        notes = [f"saved to {self._disk.save_to}"] if self._disk.save_to is not None else []
        if self._over is None:
            notes.append("the game is not over: ratsu play --resume continues it")
        if notes and heard:
            with suppress(OSError):  # the terminal may be closed
                self._write(f"\n{'; '.join(notes)}")

    def _keep(self) -> None:
        """Saves the game. A problem is reported once."""
        if not self._board.move_stack:
            self._disk.forget()
            return
        problem = ""
        try:
            with self._signals.later():  # an interrupted write would leave a second copy in the file
                self._disk.keep(self._record, self._board, self._over, self._clock)
        except RatsuError as error:
            problem = str(error)
        if problem and problem != self._disk_problem:
            self._write(problem)
        self._disk_problem = problem

    def _resume(self, left: InterruptedGame) -> None:
        for node in left.game.main_line():
            self._board.push_uci(node.uci)
            self._record.add(" ".join(node.comments))
        self._clock = left.clock.run(Side.of(self._board.turn))
        if left.written is not None:
            self._record.written[left.written.path] = left.written

    def _begin(self) -> None:
        self._board = board_of(GamePosition(self._settings.fen, (), chess960=self._settings.chess960))
        self._clock = Clock.start(self._settings.control).run(Side.of(self._board.turn))
        self._record: GameRecord = GameRecord(self._settings.human, self._settings.control)
        self._over: Outcome | None = None
        self._last_choice: MoveChoice | None = None
        self._thought: dict[int, int] = {}  # by the ply of the engine's moves, in centipawns

    def _ask(self) -> str | None:
        started = time.monotonic()
        line = next(self._lines, None)
        self._spend(started)
        return line.strip() if line is not None else None

    def _spend(self, started: float) -> None:
        """Charges the side to move with the time since `started` (`time.monotonic`)."""
        if self._over is None:
            self._clock = self._clock.elapse(math.ceil(1000 * (time.monotonic() - started)))

    def _obey(self, line: str) -> None:
        word, _, rest = line.partition(" ")
        command = self._commands.get(word.lower())
        if command is not None:
            command(rest.strip())
        elif line and self._over is not None:
            self._write("the game is over; new starts another, takeback resumes this one")
        elif line:
            self._human_move(line)

    def _human_move(self, text: str) -> None:
        self._note_end()
        if self._over is not None:
            return
        try:
            move = parse_move(self._board, text, "is not a move or a command; help lists them")
        except MoveError as refused:
            self._write(str(refused))
        else:
            self._push(move)

    def _engine_move(self) -> None:
        started = time.monotonic()
        choice = self._think(self._clock.limits(Side.of(self._board.turn)))
        self._spend(started)
        self._note_end()
        if self._over is not None:
            return
        move = self._board.parse_uci(choice.move)
        san = self._board.san(move)
        self._last_choice = choice
        self._tell_problems(choice)
        human = self._settings.human
        if human is not None and choice.resigned_to(person=True):
            self._end(Outcome(Side.of(human), Termination.RESIGNATION))
            return
        self._push(move)
        if choice.result is not None and choice.result.lines:
            self._thought[self._board.ply()] = choice.result.lines[0].score.number
        self._write(f"Ratsu plays {san}   ({choice})")
        self._show()
        if self._offers_draw():
            self._write("Ratsu offers a draw: draw accepts it, a move declines it")

    def _think(self, limits: Limits) -> MoveChoice:
        self._stopper = Stopper()
        self._pool.give(_MoveRequest(self._position(), limits, self._stopper))
        done = self._pool.wait()
        assert done is not None
        if done.error is not None:
            raise done.error
        assert done.result is not None
        return done.result

    def _tell_problems(self, choice: MoveChoice) -> None:
        for problem in choice.problems:
            self._write(str(problem))

    def _push(self, move: chess.Move) -> None:
        side = Side.of(self._board.turn)
        with self._signals.later():  # the board and the record have the same moves
            self._clock = self._clock.press(side)
            self._board.push(move)
            left_ms = self._clock.remaining(side)
            self._record.add("" if left_ms is None else f"[%clk {pgn_time(left_ms)}]")
            self._keep()

    def _position(self) -> GamePosition:
        return game_position(self._settings.fen, self._board)

    def _note_end(self) -> None:
        if self._over is not None:
            return
        flagged = self._clock.flagged()
        end = by_rules(self._board) if flagged is None else by_flag(self._board, flagged)
        if end is not None:
            self._end(end)

    def _end(self, outcome: Outcome) -> None:
        self._over = outcome
        self._keep()
        self._write(f"{outcome.result}  {outcome}")
        if self._settings.human is not None:
            termination = outcome.termination.pgn
            own_white = self._settings.human == chess.BLACK
            self._mover.game_over(GameEnd(self._position(), outcome.result, termination, "Human", own_white))

    def _take_back(self, _rest: str) -> None:
        """Takes back to the human's previous move; one ply if the engine plays both sides."""
        if not self._board.move_stack:
            self._write("there is no move to take back")
            return
        if self._clock.flagged() is not None:
            self._write("the time is over: nothing is taken back; new starts another game")
            return
        with self._signals.later():
            while self._board.move_stack:
                self._clock = self._clock.taken_back(1, Side.of(self._board.turn))
                self._board.pop()
                self._record.take_back()
                if self._settings.human is None or self._board.turn == self._settings.human:
                    break
            self._over, self._record.human = None, self._settings.human
            self._clock = self._clock.run(Side.of(self._board.turn))
            self._keep()
        self._show()

    def _hint(self, _rest: str) -> None:
        if self._over is not None:
            self._write("the game is over")
            return
        choice = self._advice()
        self._tell_problems(choice)
        san = self._board.san(self._board.parse_uci(choice.move))
        self._write(f"hint: {san}   ({choice})")

    def _advice(self) -> MoveChoice:
        """The move of the engine at full strength."""
        if not self._settings.limited:
            return self._think(HINT_LIMITS)
        self._mover.set_option("UCI_LimitStrength", "false")
        try:
            return self._think(HINT_LIMITS)
        finally:
            self._mover.set_option("UCI_LimitStrength", "true")

    def _offer_draw(self, _rest: str) -> None:
        if self._over is not None:
            self._write("the game is over")
            return
        answer = self._mover.draw_answer(self._board, self._last_choice)
        if answer is DrawAnswer.TAKEN or self._offers_draw():
            self._end(Outcome(None, Termination.AGREEMENT))
        else:
            self._write(f"Ratsu refuses: {REFUSALS[answer]}")

    def _offers_draw(self) -> bool:
        """Whether the engine offers a draw with the move that it has just made."""
        ply = self._board.ply()
        if self._settings.human != self._board.turn or self._over is not None:
            return False
        return self._mover.offers_draw(self._board, (self._thought.get(at) for at in range(ply, 0, -2)))

    def _resign(self, _rest: str) -> None:
        if self._over is not None:
            self._write("the game is over")
        elif self._settings.human is not None:
            self._end(Outcome(Side.of(not self._settings.human), Termination.RESIGNATION))

    def _flip(self, _rest: str) -> None:
        self._flipped = not self._flipped
        self._show()

    def _save(self, rest: str) -> None:
        if not rest:
            self._write("save needs a file name: save game.pgn")
            return
        try:
            with self._signals.later():
                self._record.save(Path(rest), self._record.game(self._board, self._over))
        except RatsuError as error:
            self._write(str(error))
            return
        self._write(f"saved to {rest}")

    def _restart(self) -> None:
        with self._signals.later():  # a forgotten game is not offered again
            self._disk.forget()
            self._mover.new_game()
            self._begin()
        self._show()

    def _switch(self, _rest: str) -> None:
        if self._settings.human is None:
            self._write("Ratsu plays both sides. Sides cannot be changed.")
            return
        self._settings.human = not self._settings.human
        self._flipped = self._settings.human == chess.BLACK
        if self._over is None:
            self._record.human = self._settings.human
        else:  # the finished game's settings remain in its record
            self._write(f"you have {Side.of(self._settings.human)} in the next game: new starts it")

    def _show(self) -> None:
        self._write(f"\n{draw_board(self._board.fen(), self._flipped)}\n")
        self._write(f"{self._clock_text()}{Side.of(self._board.turn)} to move")

    def _clock_text(self) -> str:
        """Both clocks, with a trailing blank; empty without clocks."""
        left = {side: self._clock.remaining(side) for side in Side}
        return "".join(f"{side} {_minutes(time_ms)}  " for side, time_ms in left.items() if time_ms is not None)


def _minutes(time_ms: int) -> str:
    seconds = max(0, time_ms // 1000)
    return f"{seconds // 60}:{seconds % 60:02d}"
