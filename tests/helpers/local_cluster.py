"""A Dask scheduler and workers of this machine. They are waited for as long as they live, however busy the machine is."""

import contextlib
import socket
import subprocess
import time
from collections.abc import Iterator

from tests.helpers.own_processes import ended, started

LOOK_S = 0.1


class LocalCluster:
    """A scheduler at a free address, where no worker of an earlier run looks for work, and its workers."""

    def __init__(self) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self._port = free.getsockname()[1]
        self.address = f"tcp://127.0.0.1:{self._port}"
        self.workers: list[subprocess.Popen[bytes]] = []
        self._start_scheduler()

    def add_worker(self, stderr: int | None = subprocess.DEVNULL) -> "subprocess.Popen[bytes]":
        """Starts a worker of one process."""
        worker = self._worker(stderr)
        self.workers.append(worker)
        return worker

    def replace_worker(self, place: int) -> None:
        """Kills a worker and starts another in its place."""
        ended(self.workers[place])
        self.workers[place] = self._worker(subprocess.DEVNULL)

    def replace_scheduler(self) -> None:
        """Kills the scheduler and starts another at the same address."""
        ended(self._scheduler)
        self._start_scheduler()

    def close(self) -> None:
        """Kills all."""
        for one in (*self.workers, self._scheduler):
            ended(one)

    def _worker(self, stderr: int | None) -> "subprocess.Popen[bytes]":
        words = ("tests.helpers.urgent", "night", "worker", self.address, "--processes", "1")
        return started(*words, stderr=stderr)

    def _start_scheduler(self) -> None:
        """Returns when it listens. :raises RuntimeError: it has ended."""
        words = ("--host", "127.0.0.1", "--port", str(self._port), "--no-dashboard")
        self._scheduler = started("distributed.cli.dask_scheduler", *words)
        while True:
            with contextlib.suppress(ConnectionRefusedError), socket.create_connection(("127.0.0.1", self._port)):
                return
            if self._scheduler.poll() is not None:
                raise RuntimeError("the scheduler has ended")
            time.sleep(LOOK_S)


@contextlib.contextmanager
def local_cluster() -> Iterator[LocalCluster]:
    """A cluster that ends with the block."""
    cluster = LocalCluster()
    try:
        yield cluster
    finally:
        cluster.close()
