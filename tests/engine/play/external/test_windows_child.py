"""The child process of Windows, run here with a stand-in for its job: writing with a deadline, and the end."""

import subprocess
import sys
import time

import pytest

from engine.play.external.windows_child import KillingJob, WindowsChild

ECHO = "import sys\nfor line in sys.stdin: print(line.strip().upper(), flush=True)"
DEAF = "import time\ntime.sleep(600)"


class OneProcess(KillingJob):
    """Ends the one process that it was given."""

    def __init__(self) -> None:
        self.taken: list[subprocess.Popen[bytes]] = []

    def take(self, process: "subprocess.Popen[bytes]") -> None:
        self.taken.append(process)

    def end(self) -> None:
        for process in self.taken:
            process.kill()


class NoJob(OneProcess):
    """The system gives none."""

    def take(self, process: "subprocess.Popen[bytes]") -> None:
        super().take(process)
        raise OSError("no job")


def child(program: str) -> WindowsChild:
    return WindowsChild((sys.executable, "-c", program), "", OneProcess())


def ended(started: WindowsChild) -> None:
    started.kill()
    started.kill_group()
    started.process.wait(60)
    for stream in (started.process.stdin, started.process.stdout, started.process.stderr):
        if stream is not None:
            stream.close()


def test_lines_are_sent_in_order() -> None:
    started = child(ECHO)
    for line in (b"one\n", b"two\n"):
        started.write(line, time.monotonic() + 60)
    assert started.process.stdout is not None
    assert [started.process.stdout.readline().split() for _ in range(2)] == [[b"ONE"], [b"TWO"]]
    ended(started)


def test_who_reads_nothing_is_waited_for_until_the_deadline_and_no_longer() -> None:
    started = child(DEAF)
    began = time.monotonic()
    with pytest.raises(TimeoutError):
        started.write(b"x" * 10_000_000, began + 0.3)
    assert 0.25 < time.monotonic() - began < 60
    ended(started)


def test_who_is_gone_cannot_be_written_to() -> None:
    started = child(ECHO)
    started.kill()
    started.process.wait(60)
    with pytest.raises(OSError):
        started.write(b"x" * 1_000_000, time.monotonic() + 5)
    ended(started)


def test_an_engine_without_a_job_is_not_left_running() -> None:
    job = NoJob()
    with pytest.raises(OSError, match="no job"):
        WindowsChild((sys.executable, "-c", DEAF), "", job)
    (process,) = job.taken
    assert process.wait(60) != 0
    for stream in (process.stdin, process.stdout, process.stderr):
        assert stream is not None
        stream.close()
