"""A conversation with an engine, line by line, for a case of the conformance check."""

import time
from collections.abc import Callable

import chess

from engine.ground.errors import RatsuError
from engine.play.external.errors import EngineCrash
from engine.play.external.launch import Deadlines, Launch
from engine.play.external.process import EngineProcess
from engine.play.external.uci_lines import first_word, position_command

MOVE_S = 10.0  # the longest wait for a move of a tiny search, also on a busy machine
SILENT_S = 0.3  # the wait for what should not come


class NotConformingError(RatsuError):
    """The engine broke a rule of its protocol; the message says which, and how."""


class CaseSkippedError(RatsuError):
    """The case does not apply: the engine has no such option or feature."""


class Dialogue:
    """One process and all that it said. Not a client: it accepts nothing but what the protocol allows."""

    def __init__(self, launch: Launch, deadlines: Deadlines, patience: float = 1.0) -> None:
        """`patience`: a factor of every wait for what should come. :raises EngineUnusable: the program cannot be started."""
        self.deadlines, self._patience = deadlines, patience
        self._process = EngineProcess(launch, deadlines)

    def send(self, *lines: str) -> None:
        """Sends lines. :raises EngineFault: it has ended, or does not read."""
        self._process.send(*lines)

    def until(self, wanted: Callable[[str], bool], seconds: float, expected: str) -> list[str]:
        """Returns the lines up to the one that is wanted, which is the last.

        :raises NotConformingError: it does not come within `seconds` times the patience, or the engine has ended;
            `expected` names it.
        """
        seconds *= self._patience
        end, lines = time.monotonic() + seconds, list[str]()
        while True:
            try:
                found = self._process.line_within(max(0.0, end - time.monotonic()))
            except EngineCrash as error:
                raise NotConformingError("it ended instead of %1: %2", expected, error) from error
            if found is not None:
                lines.append(found[0])
                if wanted(found[0]):
                    return lines
            elif time.monotonic() >= end:
                raise NotConformingError("no %1 within %2 s", expected, f"{seconds:g}")

    def word(self, word: str, seconds: float | None = None) -> list[str]:
        """Returns the lines up to the one that begins with `word`. :raises NotConformingError: it does not come."""
        return self.until(lambda line: first_word(line) == word, seconds or self.deadlines.ready_s, word)

    def silence(self, word: str, seconds: float = SILENT_S) -> None:
        """Waits. :raises NotConformingError: a line that begins with `word` comes."""
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            found = self._process.line_within(left)
            if found is not None and first_word(found[0]) == word:
                raise NotConformingError("unexpected line: %1", found[0][:100])

    def ready(self) -> list[str]:
        """Sends `isready` and returns the lines up to `readyok`. :raises NotConformingError: it does not come."""
        self.send("isready")
        return self.word("readyok")

    def search(self, board: chess.Board, go: str, seconds: float = MOVE_S) -> tuple[chess.Move, list[str]]:
        """Sends a position and `go`; returns the move and all lines. :raises NotConformingError: no legal move comes in time."""
        self.send(position_command(board), go)
        lines = self.word("bestmove", seconds)
        return self.move_of(board, lines[-1]), lines

    def move_of(self, board: chess.Board, line: str) -> chess.Move:
        """Returns the move of a `bestmove` line, which must be in the notation of UCI and legal."""
        words = line.split()
        text = words[1] if len(words) > 1 else ""
        try:
            move = chess.Move.from_uci(text)
        except ValueError as error:
            raise NotConformingError("“%1” is not a move in coordinate notation", line[:100]) from error
        if move not in board.legal_moves:
            raise NotConformingError("%1 is not legal in %2", text, board.fen())
        return move

    def ends(self) -> None:
        """Waits for the end of the process. :raises NotConformingError: it still runs after the deadline."""
        seconds = self.deadlines.quit_s * self._patience
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            try:
                self._process.line_within(end - time.monotonic())
            except EngineCrash:
                return
        raise NotConformingError("it still runs %1 s after quit", f"{seconds:g}")

    def close(self) -> None:
        self._process.close(patience_s=0.0)
