"""Real games for tests: those of ../shared, and those of masters that the program ships, which are on every machine."""

import gzip
from functools import cache

from tests.helpers.shared import REPOSITORY, SHARED


@cache
def shipped_games() -> tuple[str, ...]:
    """The PGN texts of 112 games from 1848 to 1929."""
    return _split(gzip.decompress((REPOSITORY / "engine/data/master_games.pgn.gz").read_bytes()))


@cache
def sample_games() -> tuple[str, ...]:
    """The 2,000 games of ../shared where it is there, else the shipped ones."""
    sample = SHARED / "data/games/sample_2000.pgn"
    return _split(sample.read_bytes()) if sample.exists() else shipped_games()


def _split(text: bytes) -> tuple[str, ...]:
    games = text.decode(errors="replace").split("[Event ")[1:]
    return tuple(f"[Event {game.strip()}\n\n" for game in games)
