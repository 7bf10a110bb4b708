"""What lies in the place of a file that is to be written, and how the new content gets there: one decision for every writer.
The table in docs/files.md lists the cases.
"""

import contextlib
import errno
import os
import shutil
import stat
import sys
import tempfile
from collections.abc import Callable
from io import FileIO
from pathlib import Path
from typing import NamedTuple

from engine.ground.in_use import looking
from engine.ground.leftovers import is_ours, made_beside, start_of_name
from engine.ground.text import Text

PRIVATE = 0o600  # rights of what is nobody else's business: games, books, settings, logs
AT_ONCE = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOCTTY", 0)  # for a file they mean nothing
_DATABASE = b"SQLite format 3\0"  # how its files begin
_NO_RIGHT = (errno.EACCES, errno.EPERM, errno.EROFS)
_SHARING_VIOLATION = (32, 33)  # Windows: another program has the file open, or has locked a part of it
_KINDS = {
    stat.S_IFIFO: Text("a pipe, not a file"),
    stat.S_IFDIR: Text("a folder, not a file"),
    stat.S_IFSOCK: Text("a socket, not a file"),
    stat.S_IFCHR: Text("a device, not a file"),
    stat.S_IFBLK: Text("a device, not a file"),
}
_ANOTHER_NAME = Text("Choose another name.")
_ELSEWHERE = Text("Choose another folder.")
_ROOM = Text("Make room or save it elsewhere.")
_NETWORK = Text("Try again when the network is back, or save it elsewhere.")
_MEANINGS = {  # of what the system says: what happened, and what to do
    errno.ENOSPC: (Text("the disk is full"), _ROOM),
    getattr(errno, "EDQUOT", errno.ENOSPC): (Text("your share of the disk is used up"), _ROOM),
    errno.EFBIG: (Text("it would be larger than a file may be here"), _ROOM),
    **dict.fromkeys((errno.EACCES, errno.EPERM), (Text("you may not write in this folder"), _ELSEWHERE)),
    errno.EROFS: (Text("nothing can be written on this disk"), _ELSEWHERE),
    errno.ENAMETOOLONG: (Text("the name is too long"), Text("Choose a shorter name.")),
    **dict.fromkeys((errno.ENOENT, errno.ENOTDIR), (Text("its folder does not exist"), _ELSEWHERE)),
    errno.ELOOP: (Text("it is a link that leads back to itself"), _ANOTHER_NAME),
    **dict.fromkeys(
        (errno.ESTALE, errno.ETIMEDOUT, errno.EHOSTUNREACH, errno.ENETUNREACH, errno.ENETDOWN, errno.ENOTCONN),
        (Text("the network folder does not answer"), _NETWORK),
    ),
}

_lock: Callable[[int], None] | None = None  # raises BlockingIOError if another program holds a lock of the file
with contextlib.suppress(ImportError):  # Windows refuses to open it
    from fcntl import LOCK_EX, LOCK_NB, flock, lockf

    def _lock(descriptor: int) -> None:
        for lock in (flock, lockf):
            try:
                lock(descriptor, LOCK_EX | LOCK_NB)
            except PermissionError as error:  # some systems say it so
                raise BlockingIOError(*error.args) from error


class RefusedError(OSError):
    """A file that is not read or written, though the system might: `text` says why, `advice` what to do."""

    def __init__(self, number: int, text: Text, advice: Text = _ANOTHER_NAME) -> None:
        super().__init__(number, str(text))
        self.text, self.advice = text, advice


def unwritten(path: Path | str, error: OSError) -> Text:
    """What a user is told about a file that a writer of `engine.ground.files` did not write: what happened, and what to do."""
    if isinstance(error, RefusedError):
        what, advice = error.text, error.advice
    else:
        what, advice = _MEANINGS.get(error.errno or 0, (Text("%1", error), _ELSEWHERE))
    return Text("%1 was not written: %2. Nothing was changed. %3", path, what, advice)


def is_file(path: Path) -> bool:
    """Whether a file is there, whatever the name."""
    return os.path.isfile(path)  # noqa: PTH113 - `Path.is_file` raises if the name is too long or its folder is closed


def is_folder(path: Path) -> bool:
    """Whether a folder is there, whatever the name."""
    return os.path.isdir(path)  # noqa: PTH112 - as above


def check_kind(mode: int) -> None:
    """:raises RefusedError: it is no file."""
    if not stat.S_ISREG(mode):
        raise RefusedError(errno.EINVAL, _KINDS.get(stat.S_IFMT(mode), Text("something else, not a file")))


def check_open(descriptor: int, private: bool) -> None:
    """Whether an open file may be written. A `private` one is the program's own, which has locks of its own on it.

    :raises RefusedError: it is no file, or read-only, or locked by another program.
    """
    mode = os.fstat(descriptor).st_mode
    check_kind(mode)
    if not mode & 0o222:  # root may write to it all the same, and must not
        raise _read_only(os.fstat(descriptor))
    if _lock is not None and not private:
        try:
            _lock(descriptor)
        except BlockingIOError as error:
            raise _in_use() from error
        except OSError:
            return  # the file system has no locks


def found_at(path: Path) -> os.stat_result | None:
    """What is in the place of a file; None: nothing. :raises OSError: it is no file, or cannot be looked at."""
    try:
        found = path.stat()
    except FileNotFoundError:
        return None
    check_kind(found.st_mode)
    return found


def refused(path: Path, error: OSError) -> OSError:
    """Why a file could not be opened for writing."""
    if getattr(error, "winerror", None) in _SHARING_VIOLATION:
        return _in_use()
    if error.errno == errno.ETXTBSY:
        return RefusedError(errno.ETXTBSY, Text("it is a program that is running"))
    try:
        found = found_at(path)
    except OSError as reason:
        return reason
    return _read_only(found) if found is not None and error.errno in _NO_RIGHT else error


def check_replaceable(path: Path) -> None:
    """Whether a database may be replaced. It is not opened: closing it would take away SQLite's locks.

    :raises OSError: it is no file, read-only, or has other names, which would keep the old content.
    """
    found = found_at(path)
    if found is not None and not (found.st_mode & 0o222 and os.access(path, os.W_OK)):
        raise _read_only(found)
    if found is not None and found.st_nlink > 1:
        raise RefusedError(errno.EMLINK, Text("it has another name (a hard link), which would keep the old content"))


def replace_database(path: Path, made: Path) -> None:
    """Puts a finished database in the place of another, whose mode, owner and ACL stay. :raises OSError: they cannot stay."""
    check_replaceable(path)
    if (before := found_at(path)) is not None and not _carried_over(path, before, made):
        raise RefusedError(errno.EPERM, Text("its owner or its rights cannot stay"))
    made.replace(path)
    flush_folder(path.parent)


def check_no_database(path: Path) -> None:
    """Years of games and edits are in such a file, and nothing that is written as a whole is one.

    :raises RefusedError: it is a database, most likely named by mistake.
    """
    start = b""
    with looking(path) as free, contextlib.suppress(OSError):  # it may be writable and not readable
        if not free:
            start = _DATABASE
        elif is_file(path):
            with path.open("rb", 0) as file:
                start = file.read(len(_DATABASE))
    if start == _DATABASE:
        raise RefusedError(
            errno.EEXIST, Text("a book, a collection or another database, where nothing else is written")
        )


class _Stamp(NamedTuple):
    inode: int
    size: int
    changed_ns: int

    @classmethod
    def of(cls, found: os.stat_result) -> "_Stamp":
        return cls(found.st_ino, found.st_size, found.st_mtime_ns)


class Target:
    """The place of a file that is to be written. Links are followed.

    :raises OSError: it may not be written (`unwritten` says it in words).
    """

    def __init__(self, path: Path, private: bool) -> None:
        self._path, self._private = _followed(path), private
        self._before = found_at(self._path)
        self._beside = True  # the new content waits in the same folder
        if self._before is not None:
            check_no_database(self._path)
            self._check_writable()

    def made(self) -> tuple[int, Path]:
        """A new temporary file for the new content: open, empty, the user's alone. :raises OSError: it cannot be made."""
        try:
            return made_beside(self._path)
        except OSError as error:
            if self._before is None or error.errno not in _NO_RIGHT:
                raise
        self._beside = False
        return made_beside(_safe_folder() / self._path.name)

    def take(self, temporary: Path) -> None:
        """Gives the file the content of the temporary one, which may be gone afterwards. Mode, owner, ACL, attributes and
        other names of the file stay.

        :raises OSError: it cannot be done; the file is as it was.
        """
        before = self._before
        self._check_unchanged()
        if before is None:
            temporary.chmod(PRIVATE if self._private else 0o666 & ~_umask())
            temporary.replace(self._path)
        elif not self._beside or before.st_nlink > 1 or not _carried_over(self._path, before, temporary, self._private):
            self._write_over(temporary)
        else:
            try:
                temporary.replace(self._path)
            except PermissionError:  # a folder in which each file is only its owner's to replace
                self._write_over(temporary)
        flush_folder(self._path.parent)

    def _check_writable(self) -> None:
        try:
            descriptor = os.open(self._path, os.O_WRONLY | AT_ONCE)
        except OSError as error:
            raise refused(self._path, error) from error
        try:
            check_open(descriptor, self._private)
        finally:
            os.close(descriptor)

    def _check_unchanged(self) -> None:
        """:raises RefusedError: another program has written it since; of the program's own files the last writer wins."""
        now = found_at(self._path)
        if self._private or now is None:
            return
        if self._before is None or _Stamp.of(now) != _Stamp.of(self._before):
            raise RefusedError(
                errno.EAGAIN,
                Text("another program has changed it meanwhile"),
                Text("Look at it there, then save again or under another name."),
            )

    def _write_over(self, temporary: Path) -> None:
        """Writes into the file itself, after a copy of the old content was made. That goes when all is on the disk; after
        a crash it is there."""
        folder = self._path.parent if self._beside else _safe_folder()
        descriptor, name = tempfile.mkstemp(
            f".before-saving{self._path.suffix}", f"{start_of_name(self._path)}.", folder
        )
        with os.fdopen(descriptor, "wb", 0) as copy, self._path.open("r+b", 0) as file:
            try:
                _copy(file, copy)
                size = os.fstat(file.fileno()).st_size
                _make_room(file, temporary.stat().st_size)
            except BaseException:
                Path(name).unlink()
                raise
            try:
                with temporary.open("rb", 0) as new:
                    _copy(new, file)
                if self._private:
                    self._path.chmod(PRIVATE)
            except BaseException:
                self._write_back(Path(name), file, size)
                raise
        Path(name).unlink()

    def _write_back(self, copy: Path, file: FileIO, size: int) -> None:
        try:
            with copy.open("rb", 0) as old:
                _copy(old, file)
        except OSError as error:
            raise RefusedError(
                error.errno or errno.EIO,
                Text("it is damaged, since the disk failed; what was in it before is in %1", copy),
                Text("Copy that file to another disk."),
            ) from error
        copy.unlink()


def _carried_over(path: Path, before: os.stat_result, made: Path, private: bool = False) -> bool:
    """Whether a new file has the owner, the attributes and the rights of the old one now."""
    try:
        new = made.stat()
        if (new.st_uid, new.st_gid) != (before.st_uid, before.st_gid):
            shutil.chown(made, before.st_uid, before.st_gid)
        if not private:
            _copy_attributes(path, made)
        made.chmod(PRIVATE if private else stat.S_IMODE(before.st_mode))
    except OSError:
        return False
    return True


def _read_only(found: os.stat_result) -> RefusedError:
    if is_ours(found):
        return RefusedError(errno.EACCES, Text("it is read-only"), Text("Make it writable or save under another name."))
    return RefusedError(
        errno.EACCES, Text("it belongs to another user, who lets you only read it"), Text("Save under another name.")
    )


def _in_use() -> RefusedError:
    return RefusedError(
        errno.EBUSY, Text("another program has locked it"), Text("Close it there, or save under another name.")
    )


def _copy(source: FileIO, target: FileIO) -> None:
    """All of a file in place of another one's content, to the disk."""
    source.seek(0)
    target.seek(0)
    while block := source.read(1 << 20):
        rest = memoryview(block)
        while rest:
            rest = rest[target.write(rest) :]
    target.truncate()
    os.fsync(target.fileno())


def _make_room(file: FileIO, size: int) -> None:
    """Reserves what a larger content needs, before the smaller one is touched. :raises OSError: the disk is full."""
    now = os.fstat(file.fileno()).st_size
    if size > now and sys.platform == "linux":
        try:
            os.posix_fallocate(file.fileno(), now, size - now)
        except OSError as error:
            file.truncate(now)
            if error.errno not in (errno.EOPNOTSUPP, errno.EINVAL, errno.ENOSYS):
                raise
        file.truncate(now)


def _copy_attributes(source: Path, target: Path) -> None:
    """Extended attributes, among them the ACL. :raises OSError: one cannot be set."""
    if sys.platform != "linux":
        return
    try:
        wanted = {name: os.getxattr(source, name) for name in os.listxattr(source)}
        had = {name: os.getxattr(target, name) for name in os.listxattr(target)}
    except OSError as error:
        if error.errno == errno.EOPNOTSUPP:
            return
        raise
    for name in had.keys() - wanted.keys():
        os.removexattr(target, name)
    for name, value in wanted.items():
        if had.get(name) != value:
            os.setxattr(target, name, value)


def _safe_folder() -> Path:
    """Where a content waits whose own folder takes no new file. :raises OSError: there is no such folder."""
    if os.name == "nt":
        return Path(tempfile.gettempdir())
    folder = Path(os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state") / "ratsu"
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError:
        return Path(tempfile.gettempdir())
    return folder if os.access(folder, os.W_OK) else Path(tempfile.gettempdir())


def _followed(path: Path) -> Path:
    """The file that a link names. A link that cannot be read is an error: it would be taken for a file and replaced.

    :raises OSError: if it cannot be looked at.
    """
    try:
        return Path(os.path.realpath(path, strict=True))
    except FileNotFoundError:
        return Path(os.path.realpath(path))
    except ValueError as error:  # a NUL or half a character in the name
        raise RefusedError(errno.EINVAL, Text("no file can have this name: %1", error)) from error


def flush_folder(folder: Path) -> None:
    """Makes the rename itself last, where the system lets a folder be flushed (Windows does not)."""
    with contextlib.suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def _umask() -> int:
    current = os.umask(0o077)
    os.umask(current)
    return current
