"""Everywhere in the tests, a file that was opened for reading cannot be synced: Windows refuses it, and Linux does not."""

import errno
import os
import stat
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from _typeshed import HasFileno

if sys.platform != "win32":
    import fcntl

    _fsync = os.fsync

    def _as_on_windows(fd: "int | HasFileno") -> None:
        number = fd if isinstance(fd, int) else fd.fileno()
        only_read = fcntl.fcntl(number, fcntl.F_GETFL) & os.O_ACCMODE == os.O_RDONLY
        if only_read and stat.S_ISREG(os.fstat(number).st_mode):
            raise PermissionError(errno.EACCES, "a file opened for reading was synced, which Windows refuses")
        _fsync(number)

    os.fsync = _as_on_windows
