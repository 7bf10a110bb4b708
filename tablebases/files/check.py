"""Decides whether a table file's content can be trusted.

Every table ends in a 16-byte checksum of all bytes before: Ratsu's own in a BLAKE2b, published ones in their author's (see
published.py). Files of a folder with a manifest also have their SHA-256 there.
"""

import hashlib
import os

from tablebases.errors import CorruptTable
from tablebases.files.folders import CheckState, Kind, TableFile
from tablebases.files.manifest import entry_of
from tablebases.files.published import published_checksum

MAGIC = {Kind.WDL: b"\x71\xe8\x23\x5d", Kind.DTZ: b"\xd7\x66\x0c\xa5"}
CHECKSUM_BYTES = 16


def own_checksum(body: bytes | memoryview) -> bytes:
    """The 16 bytes that end a file made by Ratsu: BLAKE2b of everything before them."""
    return hashlib.blake2b(body, digest_size=CHECKSUM_BYTES).digest()


def check_content(file: TableFile, content: bytes) -> CheckState:
    """VERIFIED if a checksum vouches for the content, UNCHECKED if it is too large for its checksum to be computed.

    Raises CorruptTable if the content is not that of this table.
    """
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
    """Checks what the first bytes and the present size tell. Raises CorruptTable."""
    if size != file.size:
        raise CorruptTable(file.path, "has changed its size from %1 to %2 bytes", file.size, size)
    if head[:4] != MAGIC[file.kind]:
        raise CorruptTable(file.path, "does not begin like a table of its kind")


def read_head(descriptor: int, needed: int) -> bytes:
    """The first `needed` bytes of an open file, or all if it has fewer. Raises OSError."""
    content = bytearray()
    os.lseek(descriptor, 0, os.SEEK_SET)  # blocks are read at their own places, never at the file's position
    while len(content) < needed:
        part = os.read(descriptor, needed - len(content))
        if not part:
            break
        content += part
    return bytes(content)


def is_own(file: TableFile) -> bool:
    """Whether a file ends in Ratsu's own checksum, so that its distances are exact. Reads it in full; raises OSError."""
    content = file.path.read_bytes()
    return own_checksum(memoryview(content)[:-CHECKSUM_BYTES]) == content[-CHECKSUM_BYTES:]
