"""Decides whether a table file's content can be trusted.

Every table ends in a 16-byte checksum of all bytes before: BLAKE2b in Ratsu's own files, CityHash in published ones
(published.py). Files of a folder with a manifest also have a SHA-256.
"""

import hashlib
import os

from tablebases.errors import CorruptTable
from tablebases.files.folders import CheckState, TableFile, TableKind
from tablebases.files.manifest import entry_of
from tablebases.files.published import published_checksum

MAGIC = {TableKind.WDL: b"\x71\xe8\x23\x5d", TableKind.DTZ: b"\xd7\x66\x0c\xa5"}
CHECKSUM_BYTES = 16


def own_checksum(body: bytes | memoryview) -> bytes:
    """Returns the checksum of a file made by Ratsu: 16 bytes of BLAKE2b."""
    return hashlib.blake2b(body, digest_size=CHECKSUM_BYTES).digest()


def check_content(file: TableFile, content: bytes) -> CheckState:
    """Returns VERIFIED if a checksum confirms the content, UNCHECKED if the file is too large for computing it.
    :raises CorruptTable: the content is not that of this table."""
    check_head(file, content, len(content))
    if file.expected is not None:
        if entry_of(content) != file.expected:
            raise CorruptTable(file.path, "differs from its checksum in the manifest")
        return CheckState.VERIFIED
    body = memoryview(content)[:-CHECKSUM_BYTES]
    if own_checksum(body) == content[-CHECKSUM_BYTES:]:
        return CheckState.VERIFIED
    published = published_checksum(content[:-CHECKSUM_BYTES])
    if published is None:
        return CheckState.UNCHECKED
    if published != content[-CHECKSUM_BYTES:]:
        raise CorruptTable(file.path, "differs from its checksum")
    return CheckState.VERIFIED


def check_head(file: TableFile, head: bytes, size: int) -> None:
    """Checks the size and the magic number. :raises CorruptTable: they are wrong."""
    if size != file.size:
        raise CorruptTable(file.path, "has changed its size from %1 to %2 bytes", file.size, size)
    if head[:4] != MAGIC[file.kind]:
        raise CorruptTable(file.path, "has the wrong file header")


def read_head(descriptor: int, needed: int) -> bytes:
    """Returns the first `needed` bytes of an open file, or all if it has fewer. :raises OSError: it cannot be read."""
    content = bytearray()
    os.lseek(descriptor, 0, os.SEEK_SET)  # resets the shared file position; later reads give their own offset
    while len(content) < needed:
        part = os.read(descriptor, needed - len(content))
        if not part:
            break
        content += part
    return bytes(content)


def is_own(file: TableFile) -> bool:
    """Whether a file ends in Ratsu's own checksum, so that its distances are exact. Reads the whole file.
    :raises OSError: it cannot be read."""
    content = file.path.read_bytes()
    return own_checksum(memoryview(content)[:-CHECKSUM_BYTES]) == content[-CHECKSUM_BYTES:]
