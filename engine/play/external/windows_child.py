"""An engine's process on Windows: in a job object that ends all its processes when the program closes it or dies.

Windows cannot poll whether a pipe accepts data, so a thread writes. Written from Microsoft's documentation of job objects and
never run there; the tests run it elsewhere, with a substitute for the job.
"""

import ctypes
import errno
import subprocess
import sys
import threading
import time
from collections import deque
from collections.abc import Sequence
from typing import Any

from engine.ground.text import Text
from engine.ground.write_targets import RefusedError

_NO_WINDOW = 0x0800_0000  # CREATE_NO_WINDOW
_EXTENDED_LIMITS = 9  # JobObjectExtendedLimitInformation
_KILL_ON_CLOSE = 0x2000  # JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE


class WindowsChild:
    """Starts at once. :raises OSError: it cannot be started."""

    def __init__(self, command: Sequence[str], folder: str, job: "KillingJob | None" = None) -> None:
        self._job = job or KillingJob()
        self.process = subprocess.Popen(
            list(command),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
            cwd=folder or None,
            creationflags=_NO_WINDOW if sys.platform == "win32" else 0,
        )
        try:
            self._job.take(self.process)
        except OSError:
            self.process.kill()
            raise
        self._changed = threading.Condition()
        self._waiting: deque[bytes] = deque()
        self._writing = False
        self._broken: BaseException | None = None
        threading.Thread(target=self._write_all, name="input of an engine", daemon=True).start()

    def write(self, data: bytes, deadline: float) -> None:
        """Sends all data, until `deadline` (time.monotonic) at most.

        :raises TimeoutError: the engine does not read it.
        :raises OSError, ValueError: the pipe is closed.
        """
        with self._changed:
            self._waiting.append(data)
            self._changed.notify_all()
            while (self._waiting or self._writing) and self._broken is None:
                if not self._changed.wait(max(0.0, deadline - time.monotonic())):
                    raise TimeoutError
            if self._broken is not None:
                raise BrokenPipeError from self._broken

    def kill(self) -> None:
        """Ends the engine and everything that it started."""
        self._job.end()

    def kill_group(self) -> None:
        """Ends the engine itself, if the job did not."""
        self.process.kill()

    def _write_all(self) -> None:
        assert self.process.stdin is not None
        while True:
            with self._changed:
                while not self._waiting:
                    self._changed.wait(1.0)
                    if self.process.poll() is not None or self.process.stdin.closed:
                        return
                data, self._writing = self._waiting.popleft(), True
            try:
                while data:
                    data = data[self.process.stdin.write(data) or 0 :]
            except (OSError, ValueError) as error:
                with self._changed:
                    self._broken = error
                    self._changed.notify_all()
                return
            with self._changed:
                self._writing = False
                self._changed.notify_all()


class _BasicLimits(ctypes.Structure):
    _fields_ = (
        ("PerProcessUserTimeLimit", ctypes.c_int64),
        ("PerJobUserTimeLimit", ctypes.c_int64),
        ("LimitFlags", ctypes.c_uint32),
        ("MinimumWorkingSetSize", ctypes.c_size_t),
        ("MaximumWorkingSetSize", ctypes.c_size_t),
        ("ActiveProcessLimit", ctypes.c_uint32),
        ("Affinity", ctypes.c_size_t),
        ("PriorityClass", ctypes.c_uint32),
        ("SchedulingClass", ctypes.c_uint32),
    )


class _ExtendedLimits(ctypes.Structure):
    _fields_ = (
        ("BasicLimitInformation", _BasicLimits),
        ("IoInfo", ctypes.c_uint64 * 6),
        ("ProcessMemoryLimit", ctypes.c_size_t),
        ("JobMemoryLimit", ctypes.c_size_t),
        ("PeakProcessMemoryUsed", ctypes.c_size_t),
        ("PeakJobMemoryUsed", ctypes.c_size_t),
    )


class KillingJob:
    """A Windows job object that the system closes when its owner dies. :raises OSError: it cannot be created."""

    def __init__(self) -> None:
        kernel: Any = vars(ctypes)["WinDLL"]("kernel32", use_last_error=True)
        handle = ctypes.c_void_p
        kernel.CreateJobObjectW.restype = handle
        kernel.CreateJobObjectW.argtypes = (handle, ctypes.c_wchar_p)
        kernel.SetInformationJobObject.argtypes = (handle, ctypes.c_int, handle, ctypes.c_uint32)
        kernel.AssignProcessToJobObject.argtypes = (handle, handle)
        kernel.TerminateJobObject.argtypes = (handle, ctypes.c_uint32)
        kernel.CloseHandle.argtypes = (handle,)
        self._kernel = kernel
        self._job: int | None = kernel.CreateJobObjectW(None, None)
        limits = _ExtendedLimits()
        limits.BasicLimitInformation.LimitFlags = _KILL_ON_CLOSE
        if not self._job or not kernel.SetInformationJobObject(
            self._job, _EXTENDED_LIMITS, ctypes.byref(limits), ctypes.sizeof(limits)
        ):
            raise RefusedError(errno.ENOMEM, Text("no job object could be made"))

    def take(self, process: "subprocess.Popen[bytes]") -> None:
        """The process and whatever it starts from now on belongs to the job. :raises OSError:"""
        if not self._kernel.AssignProcessToJobObject(self._job, int(vars(process)["_handle"])):
            raise RefusedError(errno.EPERM, Text("the engine could not be put into a job"))

    def end(self) -> None:
        """Ends all of them; may be called twice."""
        job, self._job = self._job, None
        if job is not None:
            self._kernel.TerminateJobObject(job, 1)
            self._kernel.CloseHandle(job)
