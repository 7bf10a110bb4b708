"""Reduces ICU's data to the parts that Qt uses.

Qt uses ICU to sort words (`QCollator`), to name time zones and for old character sets. Two thirds of ICU's 30 MB are
for other tasks: names of languages and currencies, line breaking, spelled-out numbers.
"""

import struct
from collections.abc import Mapping
from fnmatch import fnmatchcase
from pathlib import Path

from installer.errors import PrepareError
from installer.packing.tools import call

# Patterns of the needed items: collation of all languages, time zones, and the window's two languages.
KEPT = (
    "coll/*",
    "cnvalias.icu",
    "pool.res",
    "root.res",
    "res_index.res",
    "en*.res",
    "fi*.res",
    "zone/pool.res",
    "zone/root.res",
    "zone/res_index.res",
    "zone/en*.res",
    "zone/fi*.res",
    "icustd.res",
    "icuver.res",
    "keyTypeData.res",
    "likelySubtags.res",
    "metaZones.res",
    "numberingSystems.res",
    "supplementalData.res",
    "timezoneTypes.res",
    "windowsZones.res",
    "zoneinfo64.res",
)
ALIGNED = 16  # bytes: the alignment of items in a package
SOURCE = """
    .section .note.GNU-stack,"",@progbits
    .section .rodata
    .balign 16
    .globl {symbol}
    .type {symbol}, @object
    .size {symbol}, {size}
{symbol}:
    .incbin "{data}"
"""


def shrink(library: Path) -> None:
    """Replaces a `libicudata.so.VERSION` by one of the same name with only the items in `KEPT`.
    :raises PrepareError: the library has another layout, or the compiler fails."""
    symbol = f"icudt{library.name.rsplit('.', 1)[-1]}_dat"
    package = _package_in(library.read_bytes(), library.name)
    data, source = library.with_suffix(".dat"), library.with_suffix(".s")
    small = only(package, KEPT)
    data.write_bytes(small)
    source.write_text(SOURCE.format(symbol=symbol, size=len(small), data=data), encoding="utf-8")
    try:
        call(["gcc", "-shared", "-nostdlib", f"-Wl,-soname,{library.name}", "-s", "-o", str(library), str(source)])
    finally:
        data.unlink()
        source.unlink()


def only(package: bytes, patterns: tuple[str, ...]) -> bytes:
    """Returns the package (the contents of a little-endian `.dat` file) with only the items whose names match a
    pattern.
    :raises PrepareError: it is not such a package, or nothing in it matches."""
    items = read(package)
    kept = {name: item for name, item in items.items() if any(fnmatchcase(_bare(name), one) for one in patterns)}
    if not kept:
        raise PrepareError("None of the wanted items was found in ICU's data.")
    return _head(package) + _contents(kept)


def read(package: bytes) -> dict[str, bytes]:
    """Returns the items of a package by name, in its order. :raises PrepareError: it is not a package."""
    contents = package[len(_head(package)) :]
    count = struct.unpack_from("<I", contents)[0]
    rows = list(struct.iter_unpack("<II", contents[4 : 4 + 8 * count]))
    ends = [*(row[1] for row in rows[1:]), len(contents)]
    return {
        contents[name : contents.index(b"\0", name)].decode("ascii"): contents[begin:end]
        for (name, begin), end in zip(rows, ends, strict=True)
    }


def _package_in(library: bytes, name: str) -> bytes:
    """Returns the package inside an ELF library: from its magic number to the section headers."""
    place = library.find(b"\xda\x27")
    while place >= 0 and library[place + 10 : place + 14] != b"CmnD":
        place = library.find(b"\xda\x27", place + 1)
    if place < 2:
        raise PrepareError(f"No data were found in {name}.")
    return library[place - 2 :]


def _head(package: bytes) -> bytes:
    """Returns the header: its length, the magic number, type and version of the data, a copyright."""
    length = int.from_bytes(package[:2], "little")
    if package[2:4] != b"\xda\x27" or package[12:16] != b"CmnD" or not 16 <= length < len(package):
        raise PrepareError("ICU's data have an unknown format.")
    return package[:length]


def _bare(name: str) -> str:
    """Returns the name without the package's name before the slash."""
    return name.partition("/")[2]


def _contents(items: Mapping[str, bytes]) -> bytes:
    """Returns the contents: count, table of names and offsets, names, items. Offsets start at the count; names are
    sorted."""
    names = sorted(items)
    table = 4 + 8 * len(names)
    texts = b"".join(name.encode("ascii") + b"\0" for name in names)
    place = _rounded(table + len(texts))
    rows, body, text = b"", b"", table
    for name in names:
        item = items[name]
        rows += struct.pack("<II", text, place + len(body))
        body += item + bytes(_rounded(len(item)) - len(item))
        text += len(name) + 1
    head = struct.pack("<I", len(names)) + rows + texts
    return head + bytes(place - len(head)) + body


def _rounded(size: int) -> int:
    return -(-size // ALIGNED) * ALIGNED
