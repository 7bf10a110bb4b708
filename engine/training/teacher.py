"""A UCI engine as a teacher, with many searches in flight through one pipe. Entry point: `Teacher`.

python-chess's client waits for each answer before it asks again, so with searches of a few hundred microseconds the teacher is
idle most of the time. Here up to `IN_FLIGHT` questions are written ahead, and the answers come in order.
"""

import shutil
import subprocess

from engine.ground.errors import RatsuError
from engine.ground.values import dataclass

# Questions and answers of this many searches fit into a pipe's 64 kB, so neither process can block the other.
IN_FLIGHT = 16
MATE_CENTIPAWNS = 30_000


class TeacherError(RatsuError):
    """The teacher is missing, died, or did not answer by the UCI protocol."""


@dataclass(frozen=True, slots=True)
class TeacherAnswer:
    """A teacher's answer: score in centipawns for the side to move (a mate is +-30,000) and principal variation as UCI text."""

    score: int
    line: bytes


def teacher_path(command: str) -> str:
    """Returns the path of the engine `command` (a name or a path).

    :raises TeacherError: if it is not installed.
    """
    path = shutil.which(command) or shutil.which(f"/usr/games/{command}")
    if path is None:
        raise TeacherError(
            "the teacher %1 is not on this machine: install it or name one with --teacher", repr(command)
        )
    return path


class Teacher:
    """A running UCI engine; call `answer` once for each `ask`."""

    def __init__(self, command: str, depth: int | None = None, hash_mb: int = 16, nodes: int | None = None) -> None:
        """Starts the engine; each search has a limit of `depth` plies, or of `nodes`.

        :raises TeacherError: if it cannot be started.
        """
        path = teacher_path(command)
        self._go = f"go depth {depth}\n".encode("ascii") if depth else f"go nodes {nodes}\n".encode("ascii")
        self._process = subprocess.Popen([path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=1 << 16)
        options = f"uci\nsetoption name Hash value {hash_mb}\nsetoption name Threads value 1\nisready\n"
        try:
            self._write(options.encode("ascii"))
            while self._read() != b"readyok\n":
                pass
        except TeacherError:
            self.close()
            raise

    def ask(self, position: bytes) -> None:
        """Asks for a search of a position, given as a complete UCI `position` command."""
        self._write(position + self._go)

    def answer(self) -> TeacherAnswer:
        """Returns the answer to the oldest open question.

        :raises TeacherError: if the engine ended.
        """
        told = b""
        while True:
            text = self._read()
            if text.startswith(b"bestmove"):
                return _answer_of(told, text)
            if b" score " in text:
                told = text

    def close(self) -> None:
        """Kills the engine; a second call does nothing."""
        if self._process.poll() is None:
            self._process.kill()
        self._process.communicate()  # closes both pipes and waits

    def _write(self, text: bytes) -> None:
        assert self._process.stdin is not None  # opened as a pipe above
        try:
            self._process.stdin.write(text)
            self._process.stdin.flush()
        except OSError as error:
            raise TeacherError("the teacher stopped listening (%1)", error) from error

    def _read(self) -> bytes:
        assert self._process.stdout is not None  # opened as a pipe above
        line = self._process.stdout.readline()
        if not line:
            raise TeacherError("the teacher ended in mid-work (exit code %1)", self._process.poll())
        return line


def _answer_of(told: bytes, best: bytes) -> TeacherAnswer:
    """Returns the answer from the last `info` line with a score and the `bestmove` line."""
    words = told.split()
    if b"score" not in words:
        return TeacherAnswer(0, best.split()[1])
    at = words.index(b"score")
    value = int(words[at + 2])
    mate = MATE_CENTIPAWNS if value > 0 else -MATE_CENTIPAWNS
    line = told.partition(b" pv ")[2].strip() or best.split()[1]
    return TeacherAnswer(value if words[at + 1] == b"cp" else mate, line)
