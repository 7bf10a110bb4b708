"""A worker on this machine: a child process at low priority, which reads tasks and writes answers as lines.

The crash of a child does not affect the others, and all end with the program.
"""

import contextlib
import json
import os
import sys
import time
from typing import TextIO

from engine.ground.errors import RatsuError
from engine.ground.text import why
from engine.night import jobs
from engine.night.values import NightError, Task, text_as_json, text_of_json, written
from engine.play.external.errors import EngineFault
from engine.play.external.launch import Deadlines, Launch
from engine.play.external.own_command import own_command
from engine.play.external.process import EngineProcess
from engine.play.worker_pool import WorkerPool

PIECE = 60_000  # characters of an answer in one line
MOST_SECONDS = 24 * 3600.0  # of one task
LOWEST = 19  # priority


def local_pool(at_once: int) -> WorkerPool[Task, str]:
    """Child processes that run tasks; the results are the answers in JSON. Errors: NightError if a task cannot be done,
    EngineFault if a child crashed."""
    return WorkerPool(LocalWorker, at_once, "night")


class LocalWorker:
    """One child, restarted after a crash."""

    def __init__(self) -> None:
        self._process: EngineProcess | None = None

    def work(self, task: Task) -> str:
        """The answer in JSON. :raises NightError: the task cannot be done. :raises EngineFault: the child crashed."""
        if self._process is None:
            launch = Launch("worker", own_command("night", "worker", "--pipe"))
            self._process = EngineProcess(launch, Deadlines(write_s=60.0))
        question = written({"kind": task.kind, "payload": task.payload, "nodes": task.nodes})
        try:
            self._process.send(question)
            text = ""
            while True:
                line, _ = self._process.line(time.monotonic() + MOST_SECONDS)
                text += line[1:]
                if line[:1] == "=":
                    return text
                if line[:1] == "!":
                    raise NightError(text_of_json(text))
        except EngineFault:
            self.close()
            raise

    def close(self) -> None:
        """Ends the child at once, without waiting for its task."""
        if self._process is not None:
            self._process.kill()
            self._process.close(patience_s=0.0)
            self._process = None


def serve(lines: TextIO, out: TextIO) -> None:
    """The child's side: answers until the input ends."""
    with contextlib.suppress(OSError, AttributeError):  # Windows has no priorities of Unix
        os.setpriority(os.PRIO_PROCESS, 0, LOWEST)
    for line in lines:
        if line.strip() == "quit":
            return
        task = json.loads(line)
        try:
            mark, text = "=", written(jobs.answer(task["kind"], task["payload"], task["nodes"]))
        except RatsuError as error:
            mark, text = "!", text_as_json(why(error))
        *whole, last = [text[at : at + PIECE] for at in range(0, len(text), PIECE)]
        for piece in whole:
            out.write(f"+{piece}\n")
        out.write(f"{mark}{last}\n")
        out.flush()


def run_pipe() -> int:
    """`ratsu night worker --pipe`. Output of a task goes to standard error."""
    out, sys.stdout = sys.stdout, sys.stderr
    serve(sys.stdin, out)
    return 0
