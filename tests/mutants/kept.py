"""The list of mutants: `*.txt` in this folder.

    = engine/game/clock.py tests/engine/game/test_clock.py
    - self.white_ms if side is Side.WHITE else self.black_ms
    + self.black_ms if side is Side.WHITE else self.white_ms

A line `=` names the file and the test (a file, or one test of it) for the pairs of lines that follow. The text behind `-` stands
in the file once, and is replaced by that behind `+`. Lines that begin with `#` say why.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

FOLDER = Path(__file__).parent


@dataclass(frozen=True)
class Mutant:
    """One wrong change, and the test that finds it; `place` is where it stands in the list."""

    place: str
    file: str
    old: str
    new: str
    test: str


def mutants() -> Iterator[Mutant]:
    """All of them.

    :raises ValueError: a line that cannot be read.
    """
    for path in sorted(FOLDER.glob("*.txt")):
        file = test = old = ""
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
            place = f"{path.name}:{number}"
            match line[:2]:
                case "= ":
                    file, test = line[2:].split()
                case "- ":
                    old = line[2:]
                case "+ " if old and file:
                    yield Mutant(place, file, old, line[2:], test)
                    old = ""
                case "# " | "":
                    pass
                case _:
                    raise ValueError(f"{place}: {line}")
