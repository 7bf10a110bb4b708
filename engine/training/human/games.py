"""Games of people in a compact file, split by player into the parts "sealed", "test", "tune" and "teach".

A hash of the name decides the part of a player, and the strictest part of both players that of a game. So no player is measured
with games of players who were trained on.

A game, little-endian: both ratings (u16), base time (u16, seconds), increment (u8, seconds), site (u8), shares of White's and
Black's positions to train on (u8, 1/255), number of plies (u16), core moves (u16 each).
"""

from __future__ import annotations  # array[int] cannot be written at run time before Python 3.12

import gzip
import hashlib
import re
import struct
from array import array
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import NamedTuple

from engine.ground.errors import RatsuError
from engine.ground.files import replacing
from engine.human.predicted_player import PredictedPlayer, Site, seconds_of, site_of
from engine.pgn.mainlines import MainLine, MainLineReader
from engine.pgn.streams import blocks

HEADER = struct.Struct("<HHHBBBBH")
HEADERS = ("White", "Black", "WhiteElo", "BlackElo", "TimeControl", "Site", "Source", "Event")
FEWEST_PLIES = 14
TEST_SHARE, TUNE_SHARE = 26, 8  # of 256 players: 10 % test, 3 % tune
PROLIFIC = 150  # games: with n times as many, a player counts only sqrt(n) times as much


class HumanGame(NamedTuple):
    """A game; `shares`: the probability, 0 to 1, that a position with White or Black to move is trained on."""

    white: int
    black: int
    base_s: int
    increment_s: int
    site: Site
    shares: tuple[float, float]
    moves: array[int]

    @property
    def asked(self) -> tuple[int, int, int, int, int]:
        """Both ratings, base time, increment and site, for `BoardRecorder.add`."""
        return self.white, self.black, self.base_s, self.increment_s, self.site

    def question(self, ply: int) -> PredictedPlayer:
        """Returns the ratings, time control and site for the side to move after `ply` plies."""
        own, other = (self.white, self.black) if ply % 2 == 0 else (self.black, self.white)
        return PredictedPlayer(own, other, self.base_s, self.increment_s, self.site)


def part_of(*names: str) -> str:
    """Returns the part of a game between these players, the first of "sealed", "test", "tune", "teach" among theirs."""
    parts = {_part(name.lower()) for name in names}
    return next(part for part in ("sealed", "test", "tune", "teach") if part in parts)


def _part(name: str) -> str:
    if hashlib.sha1(("ratsu" + name).encode()).digest()[0] % 10 == 0:
        return "sealed"
    byte = hashlib.sha1(("ratsu human" + name).encode()).digest()[0]
    return "test" if byte < TEST_SHARE else "tune" if byte < TEST_SHARE + TUNE_SHARE else "teach"


def extract(sources: list[Path], folder: Path) -> Counter[str]:
    """Writes `teach.games`, `tune.games`, `test.games` and `test.pgn`; returns the number of games in each part.

    :raises PgnError: if a source cannot be read. :raises OSError: if the folder cannot be written.
    """
    folder.mkdir(parents=True, exist_ok=True)
    lines = [line for source in sources for line in people_games(source)]
    played = Counter(line.headers[side].lower() for line in lines for side in ("White", "Black"))
    counts: Counter[str] = Counter()
    with ExitStack() as stack:
        files = {part: stack.enter_context(replacing(folder / f"{part}.games")) for part in ("teach", "tune", "test")}
        for line in sorted(lines, key=lambda line: hashlib.sha1(line.moves.tobytes()).digest()):
            part = part_of(line.headers["White"], line.headers["Black"])
            counts[part] += 1
            if part in files:
                files[part].write(_packed(line, played))
    _copy_tests(sources, folder / "test.pgn")
    return counts


def people_games(source: Path) -> Iterator[MainLine]:
    """Yields the usable games of a PGN file: both ratings, from the start position, FEWEST_PLIES or longer."""
    reader = MainLineReader(str(source), HEADERS, keys=False)
    for block in blocks(source):
        yield from (line for line in reader.feed(block) if _usable(line))
    yield from (line for line in reader.feed(b"", True) if _usable(line))


def _usable(line: MainLine) -> bool:
    rated = all(line.headers.get(tag, "").isdigit() for tag in ("WhiteElo", "BlackElo"))
    return rated and line.start_fen is None and len(line.moves) >= FEWEST_PLIES and 0 not in line.moves


def _packed(line: MainLine, played: Counter[str]) -> bytes:
    tags = line.headers
    base_s, increment_s = seconds_of(tags.get("TimeControl", ""))
    shares = [_share(played[tags[side].lower()]) for side in ("White", "Black")]
    head = HEADER.pack(
        int(tags["WhiteElo"]),
        int(tags["BlackElo"]),
        base_s,
        increment_s,
        site_of(tags),
        *(round(255 * share) for share in shares),
        len(line.moves),
    )
    return head + line.moves.tobytes()


def _share(games: int) -> float:
    return min(1.0, (PROLIFIC / games) ** 0.5)


def _copy_tests(sources: list[Path], target: Path) -> None:
    with replacing(target) as out:
        for source in sources:
            text = gzip.decompress(source.read_bytes()) if source.suffix == ".gz" else source.read_bytes()
            for game in re.split(r"\n(?=\[Event )", text.decode("utf-8", errors="replace")):
                names = re.findall(r'^\[(?:White|Black) "(.*)"\]', game, re.MULTILINE)
                if len(names) == 2 and part_of(*names) == "test":
                    out.write(f"{game.strip()}\n\n".encode())


def read_games(path: Path) -> Iterator[HumanGame]:
    """Yields the games of a file that `extract` wrote.

    :raises RatsuError: if the file cannot be read or ends within a game.
    """
    try:
        data = path.read_bytes()
    except OSError as error:
        raise RatsuError("%1 cannot be read: %2; make it with `ratsu train human extract`", path, error) from error
    at = 0
    while at < len(data):
        if at + HEADER.size > len(data):
            raise RatsuError("%1 ends within a game: make it again with `ratsu train human extract`", path)
        white, black, base_s, increment_s, site, first, second, plies = HEADER.unpack_from(data, at)
        at += HEADER.size
        moves = array("H", data[at : at + 2 * plies])
        at += 2 * plies
        yield HumanGame(white, black, base_s, increment_s, Site(site), (first / 255, second / 255), moves)
