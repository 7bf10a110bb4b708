"""The target of a write: which files may be replaced, and how the new content gets there. Used by all writers; cases:
docs/files.md."""

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

from engine.ground.leftovers import SHARING_VIOLATION, flush_folder, is_ours, made_beside, replace, start_of_name
from engine.ground.sqlite_handles import direct_access
from engine.ground.text import Text

PRIVATE = 0o600  # permissions of private files: games, books, settings, logs
AT_ONCE = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOCTTY", 0)  # no effect on regular files
_DATABASE = b"SQLite format 3\0"  # the header of its files
_NO_RIGHT = (errno.EACCES, errno.EPERM, errno.EROFS)
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
_MEANINGS = {  # System errors: what happened, and what to do.
    errno.ENOSPC: (Text("the disk is full"), _ROOM),
    getattr(errno, "EDQUOT", errno.ENOSPC): (Text("your disk quota is used up"), _ROOM),
    errno.EFBIG: (Text("the file is too large for this disk"), _ROOM),
    **dict.fromkeys((errno.EACCES, errno.EPERM), (Text("you may not write in this folder"), _ELSEWHERE)),
    errno.EROFS: (Text("nothing can be written on this disk"), _ELSEWHERE),
    errno.ENAMETOOLONG: (Text("the name is too long"), Text("Choose a shorter name.")),
    **dict.fromkeys((errno.ENOENT, errno.ENOTDIR), (Text("its folder does not exist"), _ELSEWHERE)),
    errno.ELOOP: (Text("the link points to itself"), _ANOTHER_NAME),
    **dict.fromkeys(
        (errno.ESTALE, errno.ETIMEDOUT, errno.EHOSTUNREACH, errno.ENETUNREACH, errno.ENETDOWN, errno.ENOTCONN),
        (Text("the network folder does not answer"), _NETWORK),
    ),
}

_lock: Callable[[int], None] | None = None  # raises BlockingIOError if another program holds a lock on the file
with contextlib.suppress(ImportError):  # Windows refuses to open it
    from fcntl import LOCK_EX, LOCK_NB, flock, lockf

    def _lock(descriptor: int) -> None:
        for lock in (flock, lockf):
            try:
                lock(descriptor, LOCK_EX | LOCK_NB)
            except PermissionError as error:  # some systems report it this way
                raise BlockingIOError(*error.args) from error


class RefusedError(OSError):
    """A file that Ratsu refuses to read or write: `text` says why, `advice` what to do."""

    def __init__(self, number: int, text: Text, advice: Text = _ANOTHER_NAME) -> None:
        super().__init__(number, str(text))
        self.text, self.advice = text, advice


def unwritten(path: Path | str, error: OSError) -> Text:
    """The message for a file that could not be written: what happened, and what to do."""
    if getattr(error, "winerror", None) in SHARING_VIOLATION:
        error = _in_use()
    number = errno.ENAMETOOLONG if _too_long_there(Path(path), error) else error.errno or 0
    meaning = _MEANINGS.get(number, (Text("%1", error), _ELSEWHERE))
    what, advice = (error.text, error.advice) if isinstance(error, RefusedError) else meaning
    return Text("%1 was not written: %2. Nothing was changed. %3", path, what, advice)


def _too_long_there(path: Path, error: OSError) -> bool:
    """Windows speaks of a missing folder, or an invalid argument, if a name has 256 characters or a path 260."""
    long = len(path.name) > 255 or len(str(path.absolute())) >= 260
    return long and os.name == "nt" and error.errno in (errno.ENOENT, errno.EINVAL)


def is_file(path: Path) -> bool:
    """True if a regular file exists, for any name."""
    return os.path.isfile(path)  # noqa: PTH113 - `Path.is_file` raises if the name is too long or its folder is closed


def is_folder(path: Path) -> bool:
    """True if a folder exists, for any name."""
    return os.path.isdir(path)  # noqa: PTH112 - as above


def check_kind(mode: int) -> None:
    """:raises RefusedError: it is not a regular file."""
    if not stat.S_ISREG(mode):
        raise RefusedError(errno.EINVAL, _KINDS.get(stat.S_IFMT(mode), Text("something else, not a file")))


def check_open(descriptor: int, private: bool) -> None:
    """Checks that an open file may be written. A `private` file is the program's own, with its own locks.

    :raises RefusedError: it is not a regular file, is read-only, or is locked by another program.
    """
    mode = os.fstat(descriptor).st_mode
    check_kind(mode)
    if not mode & 0o222:  # root could write to it, but must not
        raise _read_only(os.fstat(descriptor))
    if _lock is not None and not private:
        try:
            _lock(descriptor)
        except BlockingIOError as error:
            raise _in_use() from error
        except OSError:
            return  # the file system has no locks


def found_at(path: Path) -> os.stat_result | None:
    """The status of the file at a path, None if missing. :raises OSError: it is not a regular file, or cannot be examined."""
    try:
        found = path.stat()
    except FileNotFoundError:
        return None
    check_kind(found.st_mode)
    return found


def refused(path: Path, error: OSError) -> OSError:
    """The reason why a file could not be opened for writing."""
    if getattr(error, "winerror", None) in SHARING_VIOLATION:
        return _in_use()
    if error.errno == errno.ETXTBSY:
        return RefusedError(errno.ETXTBSY, Text("it is a program that is running"))
    try:
        found = found_at(path)
    except OSError as reason:
        return reason
    return _read_only(found) if found is not None and error.errno in _NO_RIGHT else error


def check_replaceable(path: Path) -> None:
    """Checks that a database may be replaced, without opening it: closing it would release SQLite's locks.

    :raises OSError: it is not a regular file, is read-only, or has hard links, which would refer to the old content.
    """
    if (found := found_at(path)) is None:
        return
    if not (found.st_mode & 0o222 and os.access(path, os.W_OK)):
        raise _read_only(found)
    if found.st_nlink > 1:
        raise RefusedError(errno.EMLINK, Text("it has a hard link, which would still have the old content"))


def replace_database(path: Path, made: Path) -> None:
    """Replaces a database and preserves mode, owner and ACL. :raises OSError: they cannot be preserved."""
    check_replaceable(path)
    if (before := found_at(path)) is not None and not _carried_over(path, before, made):
        raise RefusedError(errno.EPERM, Text("its owner or permissions cannot be preserved"))
    replace(made, path)
    flush_folder(path.parent)


def check_no_database(path: Path) -> None:
    """Refuses databases, which hold years of games and edits and are never written as a whole.

    :raises RefusedError: it is a database, most likely named by mistake.
    """
    start = b""
    with direct_access(path) as free, contextlib.suppress(OSError):  # it may be writable but not readable
        if not free:
            start = _DATABASE
        elif is_file(path):
            with path.open("rb", 0) as file:
                start = file.read(len(_DATABASE))
    if start == _DATABASE:
        raise RefusedError(errno.EEXIST, Text("it is a database (a book or a collection)"))


class _Stamp(NamedTuple):
    inode: int
    size: int
    changed_ns: int

    @classmethod
    def of(cls, found: os.stat_result) -> "_Stamp":
        return cls(found.st_ino, found.st_size, found.st_mtime_ns)


class WriteTarget:
    """A file that is to be written; links are followed.

    :raises OSError: it may not be written (`unwritten` puts it into words).
    """

    def __init__(self, path: Path, private: bool) -> None:
        self._path, self._private = _followed(path), private
        self._before = found_at(self._path)
        self._beside = True  # the temporary file is in the same folder
        if self._before is not None:
            check_no_database(self._path)
            self._check_writable()

    def made(self) -> tuple[int, Path]:
        """Creates a temporary file for the new content: open, empty, private. :raises OSError: it cannot be created."""
        try:
            return made_beside(self._path)
        except OSError as error:
            if self._before is None or error.errno not in _NO_RIGHT:
                raise
        self._beside = False
        return made_beside(_safe_folder() / self._path.name)

    def take(self, temporary: Path) -> None:
        """Moves the content of the temporary file to the target. Mode, owner, ACL, attributes and hard links are preserved.

        :raises OSError: it failed; the file is unchanged.
        """
        before = self._before
        self._check_unchanged()
        if before is None:
            temporary.chmod(PRIVATE if self._private else 0o666 & ~_umask())
            replace(temporary, self._path)
        elif not self._beside or before.st_nlink > 1 or not _carried_over(self._path, before, temporary, self._private):
            self._write_over(temporary)
        else:
            try:
                replace(temporary, self._path)
            except PermissionError:  # in a sticky folder only a file's owner may replace it
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
        """:raises RefusedError: another program has changed it since; for the program's own files the last writer wins."""
        now = found_at(self._path)
        if self._private or now is None:
            return
        if self._before is None or _Stamp.of(now) != _Stamp.of(self._before):
            raise RefusedError(
                errno.EAGAIN,
                Text("another program has changed the file"),
                Text("Check it there, then save again or under another name."),
            )

    def _write_over(self, temporary: Path) -> None:
        """Overwrites the file in place, after copying the old content. The copy is removed when all is on disk; after a crash
        it is left."""
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
                Text("it is damaged because the disk failed; its old content is in %1", copy),
                Text("Copy that file to another disk."),
            ) from error
        copy.unlink()


def _carried_over(path: Path, before: os.stat_result, made: Path, private: bool = False) -> bool:
    """Gives a new file the owner, attributes and permissions of the old one. Returns whether that succeeded."""
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
        errno.EACCES, Text("it belongs to another user and is read-only for you"), Text("Save under another name.")
    )


def _in_use() -> RefusedError:
    advice = Text("Close it there, or save under another name.")
    return RefusedError(errno.EBUSY, Text("another program has locked it"), advice)


def _copy(source: FileIO, target: FileIO) -> None:
    """Replaces the content of a file by that of another, and syncs it."""
    source.seek(0)
    target.seek(0)
    while block := source.read(1 << 20):
        rest = memoryview(block)
        while rest:
            rest = rest[target.write(rest) :]
    target.truncate()
    os.fsync(target.fileno())


def _make_room(file: FileIO, size: int) -> None:
    """Reserves disk space for a larger content before the old one is overwritten. :raises OSError: the disk is full."""
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
    """Copies extended attributes, including the ACL. :raises OSError: one cannot be set."""
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
    """A folder for content whose own folder accepts no new file. :raises OSError: it cannot be created."""
    if os.name == "nt":
        return Path(tempfile.gettempdir())
    folder = Path(os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state") / "ratsu"
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError:
        return Path(tempfile.gettempdir())
    return folder if os.access(folder, os.W_OK) else Path(tempfile.gettempdir())


def _followed(path: Path) -> Path:
    """The file that a link points to. :raises OSError: it cannot be read: otherwise it would be taken for a file and replaced."""
    try:
        return Path(os.path.realpath(path, strict=True))
    except FileNotFoundError:
        return Path(os.path.realpath(path))
    except OSError:
        # Windows cannot name every file that it opens: on some RAM disks and network drives, and in wine above 260 characters.
        if os.name != "nt" or os.path.islink(path):  # noqa: PTH114 - as above
            raise
        return Path(os.path.abspath(path))  # noqa: PTH100 - `Path.absolute` keeps `..`
    except ValueError as error:  # a NUL or a lone surrogate in the name
        raise RefusedError(errno.EINVAL, Text("this is not a valid file name: %1", error)) from error


def _umask() -> int:
    current = os.umask(0o077)
    os.umask(current)
    return current
