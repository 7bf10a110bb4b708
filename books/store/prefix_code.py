"""Numbers in few bits: a canonical Huffman code for frequent ones; the others are written in full after an escape.

A code is made for the numbers to be written, stored as bytes, and read back. Bits are the digits of one large integer,
the first bit highest; a reader has the integer and the count of remaining bits. The integer ends with `PADDING` zero
bits, so that a lookup of the longest code never runs past the end.
"""

import heapq
from collections import Counter
from collections.abc import Iterator, Mapping

PADDING = 16
_LONGEST = 16  # bits of a code
_QUICK = 10  # bits for a direct table lookup (1,024 entries): nine numbers of ten
_RARE = 3  # a rarer number costs more in the table than as an escape
_LENGTH_BITS = 6  # bits for the length of an escaped number
_MOST_ESCAPED = 53  # bits of an escaped number; MOST_WHOLE of books.store.row_shapes


class CodeError(ValueError):
    """The bytes are not a valid code, or the bits not a number of it."""


class PrefixCode:
    """The code of one kind of numbers, from `least` to `most`."""

    def __init__(self, counts: list[int], symbols: list[int | None], least: int, most: int) -> None:
        """`counts`: number of codes of 1, 2 ... 16 bits; `symbols`: the numbers in the order of their codes, None for
        the escape.
        :raises CodeError: they do not form a code."""
        self._counts, self._symbols = counts, symbols
        self._least, self._most = least, most
        self._ends: list[int] = []  # the first 16-bit value above the codes of each length
        self._firsts: list[int] = []  # added to a code of that length, gives the index of its number
        end = place = 0
        for length, count in enumerate(counts, 1):
            self._firsts.append(place - (end >> _LONGEST - length))
            end += count << _LONGEST - length
            place += count
            self._ends.append(end)
        numbers = [symbol for symbol in symbols if symbol is not None]
        sound = end <= 1 << _LONGEST and place == len(symbols) == len(numbers) + 1
        if not sound or not all(least <= number <= most for number in numbers):
            raise CodeError("no code")
        self._quick: list[tuple[int, int] | None] = [None] * (1 << _QUICK)
        for symbol, (code, length) in self.codes().items():
            if symbol is not None and length <= _QUICK:
                many = 1 << _QUICK - length
                self._quick[code * many : (code + 1) * many] = [(symbol, length)] * many

    @classmethod
    def of(cls, frequency: Mapping[int, int], least: int, most: int) -> "PrefixCode":
        kept: dict[int | None, int] = {number: count for number, count in frequency.items() if count >= _RARE}
        kept[None] = max(1, sum(frequency.values()) - sum(kept.values()))
        lengths = _lengths(kept)
        order = sorted(kept, key=lambda symbol: (lengths[symbol], symbol is None, symbol or 0))
        by_length = Counter(lengths.values())
        return cls([by_length[length] for length in range(1, _LONGEST + 1)], order, least, most)

    def codes(self) -> dict[int | None, tuple[int, int]]:
        """Returns the code of each number with its length in bits; None: the escape."""
        found: dict[int | None, tuple[int, int]] = {}
        place = iter(self._symbols)
        for length, (first, count) in enumerate(zip(self._firsts, self._counts, strict=True), 1):
            for _ in range(count):
                found[next(place)] = (len(found) - first, length)
        return found

    def tables(self) -> tuple[list[tuple[int, int] | None], list[int], list[int], list[int | None]]:
        """Returns the tables of a reader: by the next 10 bits the number and its code's length (None: longer, or the
        escape); by code length minus one, the first 16-bit value above it, and the offset from a code to its number's
        index; the numbers."""
        return self._quick, self._ends, self._firsts, self._symbols

    def to_bytes(self) -> bytes:
        """Returns the code as bytes, for `from_bytes`."""
        data = bytearray()
        for count in self._counts:
            data += count.to_bytes(2, "little")
        data += self._symbols.index(None).to_bytes(2, "little")
        for symbol in self._symbols:
            value = _unsigned(symbol or 0)
            while value >= 128:  # 7 bits a byte, lowest first; the eighth bit marks that more follow
                data.append(value & 127 | 128)
                value >>= 7
            data.append(value)
        return bytes(data)

    @classmethod
    def from_bytes(cls, data: bytes, least: int, most: int) -> "PrefixCode":
        """Returns the code that `to_bytes` wrote. :raises CodeError: the bytes are invalid."""
        words = [int.from_bytes(data[at : at + 2], "little") for at in range(0, 2 * _LONGEST + 2, 2)]
        symbols: list[int | None] = list(_numbers(data[2 * _LONGEST + 2 :]))
        if words[-1] >= len(symbols):
            raise CodeError("no escape")
        symbols[words[-1]] = None
        return cls(words[:-1], symbols, least, most)


class BitWriter:
    """Collects bits; `write` adds a number in a code."""

    def __init__(self) -> None:
        self._bits = self._length = 0

    def write(self, codes: Mapping[int | None, tuple[int, int]], number: int) -> None:
        """Adds a number; `codes` are those of its code."""
        found = codes.get(number)
        if found is None:
            self._add(*codes[None])
            value = _unsigned(number)
            self._add(value.bit_length(), _LENGTH_BITS)
            self._add(value, value.bit_length())
        else:
            self._add(*found)

    def take(self) -> bytes:
        """Returns the collected bits, padded to whole bytes, and empties the writer."""
        size = (self._length + 7) // 8
        data = (self._bits << 8 * size - self._length).to_bytes(size, "big")
        self._bits = self._length = 0
        return data

    def _add(self, bits: int, length: int) -> None:
        self._bits = self._bits << length | bits
        self._length += length


def _lengths(frequency: Mapping[int | None, int]) -> dict[int | None, int]:
    """Returns the code length of each symbol, 1 to 16 bits, by Huffman. Rare symbols are given higher counts until no
    length exceeds 16."""
    counts = dict(frequency)
    while True:
        heap = [(count, place, [symbol]) for place, (symbol, count) in enumerate(counts.items())]
        heapq.heapify(heap)
        lengths = dict.fromkeys(counts, 0 if len(heap) > 1 else 1)
        while len(heap) > 1:
            (one, place, symbols), (other, _, more) = heapq.heappop(heap), heapq.heappop(heap)
            for symbol in (*symbols, *more):
                lengths[symbol] += 1
            heapq.heappush(heap, (one + other, place, symbols + more))
        if max(lengths.values()) <= _LONGEST:
            return lengths
        counts = {symbol: (count + 1) // 2 for symbol, count in counts.items()}


def _numbers(data: bytes) -> Iterator[int]:
    value = shift = 0
    for byte in data:
        value |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            yield _signed(value)
            value = shift = 0
        elif shift > 56:
            raise CodeError("a number that does not end")


def _unsigned(number: int) -> int:
    """Maps 0, -1, 1, -2 ... to 0, 1, 2, 3 ..."""
    return -2 * number - 1 if number < 0 else 2 * number


def _signed(value: int) -> int:
    return -(value + 1) // 2 if value & 1 else value // 2
