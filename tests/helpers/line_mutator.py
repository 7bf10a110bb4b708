"""Makes engine command lines go wrong: words swapped, doubled, dropped, replaced by nonsense, characters broken."""

import random
from collections.abc import Iterator, Sequence

NONSENSE = (
    "",
    "-1",
    "0",
    "18446744073709551616",
    "99999999999999999999",
    "-" + "9" * 400,
    "1e9",
    "٣",
    "²",
    "0000",
    "e2e5",
    "e7e8k",
    "O-O-O",
    "NaN",
    "\x00",
    "\ud7ff",
    "=",
    '"',
    "%s%n",
    "9/8/8",
    "8/8/8/8/8/8/8/8",
    "KQkq-",
    "moves",
    "value",
    "name",
    "x" * 3000,
)


def mutated_lines(seeds: Sequence[str], count: int, seed: int) -> Iterator[str]:
    """`count` lines made from `seeds`; the same seed gives the same lines."""
    source = random.Random(seed)
    vocabulary = sorted({word for line in seeds for word in line.split()})
    for _ in range(count):
        words = source.choice(seeds).split()
        for _ in range(source.choice((0, 1, 1, 1, 2, 2, 3, 6))):
            _mutate(words, vocabulary, source)
        line = " ".join(words)
        if source.random() < 0.1 and line:
            at = source.randrange(len(line))
            line = line[:at] + chr(source.randrange(1, 0x250)) + line[at + 1 :]
        yield line


def _mutate(words: list[str], vocabulary: Sequence[str], source: random.Random) -> None:
    if not words:
        words.append(source.choice(vocabulary))
        return
    at = source.randrange(len(words))
    kind = source.randrange(6)
    if kind == 0:
        words[at] = source.choice(vocabulary)
    elif kind == 1:
        words[at] = source.choice(NONSENSE)
    elif kind == 2:
        del words[at]
    elif kind == 3:
        words.insert(at, source.choice((*vocabulary, *NONSENSE)))
    elif kind == 4:
        other = source.randrange(len(words))
        words[at], words[other] = words[other], words[at]
    else:
        words[at:at] = words[max(0, at - 3) : at] * source.choice((1, 2, 30))
