"""Opening names by position. `write_table` makes the table books/data/openings.bin from openings.tsv (CC0, see
SOURCE.txt there)."""

import csv
import sys
from array import array
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache, partial
from pathlib import Path
from typing import NamedTuple

import chess

from books.errors import DamagedBookError
from books.key import position_key
from engine.game.tree import Game
from engine.ground.files import write_atomically
from engine.pgn.mainlines import MainLineReader

_MAGIC = b"RatsuNames2\n"
DEEPEST = 60  # plies of the deepest named position


OR = " / "  # in no name
_WITHOUT_MARKS = str.maketrans("", "", ":,")


class OpeningName(NamedTuple):
    """ECO code and name. Names are hierarchical: "Family: Variation, Subvariation"."""

    eco: str
    name: str

    @property
    def family(self) -> str:
        """The part before the colon."""
        return self.name.partition(":")[0]

    def __str__(self) -> str:
        return f"{self.eco} {self.name}"


class OpeningNames:
    """A table from position keys to names, and the moves that lead there."""

    def __init__(self, keys: Iterable[int], names: Iterable[str], moves: Iterable[str]) -> None:
        """`moves` as movetext: `1. e4 e5`."""
        self._names = dict(zip(keys, names, strict=True))
        self._moves = tuple(moves)

    def __len__(self) -> int:
        return len(self._names)

    def at(self, key: int) -> OpeningName | None:
        """Returns the name of exactly this position (signed key), or None."""
        text = self._names.get(key)
        return OpeningName(text[:3], text[4:]) if text else None

    def lines(self) -> list[tuple[OpeningName, str]]:
        """Returns every opening with the moves that lead to it, as movetext."""
        return [
            (OpeningName(text[:3], text[4:]), moves)
            for text, moves in zip(self._names.values(), self._moves, strict=True)
        ]

    def keys_of(self, words: str) -> list[int]:
        """Returns the positions (signed keys) whose ECO code and name contain all these words, ignoring case. ` / ` between
        words: the names with the words before it, and those with the words after it."""
        ways = [way.casefold().split() for way in words.split(OR)]
        return [key for key, text in self._names.items() if any(map(partial(_has, text.casefold()), ways))]

    def english_words(self, words: str, shown: Callable[[str], str]) -> str:
        """Returns words for `keys_of` that find the openings whose names in another language have all these words. `shown`:
        translates an English name. The words themselves if an English name has them, or if none has."""
        wanted = words.casefold().split()
        if not wanted or self.keys_of(words):
            return words
        families: dict[str, list[list[str]]] = {}
        for text in dict.fromkeys(self._names.values()):
            if _has(shown(text[4:]).casefold(), wanted):
                families.setdefault(text[4:].partition(":")[0], []).append(text[4:].translate(_WITHOUT_MARKS).split())
        most_first = sorted(families.values(), key=len, reverse=True)
        ways = (" ".join(word for word in names[0] if all(word in name for name in names)) for names in most_first)
        return OR.join(ways) or words

    def family_of(self, eco: str) -> str:
        """Returns the common family (the part before the colon) of all names of an ECO code; empty if they differ."""
        families = {text[4:].partition(":")[0] for text in self._names.values() if text.startswith(eco)}
        return families.pop() if len(families) == 1 else ""

    def of_board(self, board: chess.Board) -> OpeningName | None:
        """Returns the last named position on the way to this one in the board's move stack."""
        walk = board.copy()
        while True:
            found = self.at(position_key(walk))
            if found or not walk.move_stack:
                return found
            walk.pop()


def _has(text: str, words: Sequence[str]) -> bool:
    return all(word in text for word in words)


@lru_cache(maxsize=1)
def shipped_names() -> OpeningNames:
    """Returns the table of the package (3,810 names), read once."""
    return read_table((Path(__file__).parent / "data" / "openings.bin").read_bytes())


def last_named(keys: Iterable[int]) -> OpeningName | None:
    """Returns the opening of the last named one of these positions (unsigned keys)."""
    names = shipped_names()
    found = (names.at(key - (1 << 64) if key >> 63 else key) for key in reversed(list(keys)))
    return next((name for name in found if name is not None), None)


def opening_of(game: Game) -> tuple[str, str]:
    """Returns ECO code and name of a game's opening: from its tags, otherwise from the last named position of the main
    line."""
    eco, name = (game.header(tag).strip("?-. ") for tag in ("ECO", "Opening"))
    if name or game.refused:
        return eco, name
    board, keys = game.board(), array("Q")
    for node in game.main_line(most=DEEPEST):
        board.push(node.move) if node.move else board.push_null()
        keys.append(board.key)
    found = last_named(keys)
    if found is None:
        return eco, ""
    told = bool(eco) and eco[0] != found.eco[0]  # the moves transposed to another opening, which the tag knows
    return eco or found.eco, shipped_names().family_of(eco) if told else found.name


def read_table(content: bytes) -> OpeningNames:
    """Reads a table written by `write_table`. :raises DamagedBookError: the content is damaged."""
    head = len(_MAGIC) + 4
    count = int.from_bytes(content[len(_MAGIC) : head], "little")
    if not content.startswith(_MAGIC) or len(content) < head + 8 * count:
        raise DamagedBookError("The table of opening names is damaged. Install Ratsu again.")
    keys = array("q")
    keys.frombytes(content[head : head + 8 * count])
    if sys.byteorder == "big":
        keys.byteswap()
    names, _, moves = (part.split("\n") for part in content[head + 8 * count :].decode("utf-8").partition("\0"))
    if len(names) != count or len(moves) != count:
        raise DamagedBookError("The table of opening names is damaged. Install Ratsu again.")
    return OpeningNames(keys, names, moves)


def write_table(tsv: Path, target: Path) -> int:
    """Writes the compact table from a TSV file with the columns eco, name, pgn. Returns the number of positions. The
    first name of a position wins."""
    names: dict[int, str] = {}
    moves: dict[int, str] = {}
    with tsv.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file, delimiter="\t"):
            (line,) = MainLineReader(str(tsv)).feed(row["pgn"].encode(), True)
            if line.keys and not line.problems:
                key = line.keys[-1] - (1 << 64) if line.keys[-1] >> 63 else line.keys[-1]
                names.setdefault(key, f"{row['eco']} {row['name']}")
                moves.setdefault(key, row["pgn"])
    keys = array("q", names)
    if sys.byteorder == "big":
        keys.byteswap()
    texts = "\0".join("\n".join(column.values()) for column in (names, moves))
    write_atomically(target, _MAGIC + len(keys).to_bytes(4, "little") + keys.tobytes() + texts.encode())
    return len(keys)
