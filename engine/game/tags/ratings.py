"""Ratings and opening codes in tags: `2450`, `2450 (FIDE)`, `1500?`; `B90`, `b90`, `B90/05`."""

import re
from functools import lru_cache

from engine.ground.integers import whole_number

MOST_ELO = 4999
_RATING = re.compile(
    r"(?:(?:fide|elo|uscf|dwz|ecf|cfc)[ :]*)?(\d{1,4})(?:[?*~ep]|(?: |(?=[(\[]))[(\[]?[a-z .]*[)\]]?)?", re.ASCII
)
_ECO = re.compile(r"([A-E]\d\d)(?![0-9A-Z])", re.ASCII)


@lru_cache(4096)  # an import calls it six times a game, and ratings repeat
def elo_in(text: str) -> int | None:
    """Returns the rating in a tag; None for a value without meaning (`-`, `?`, `unr.`, 0)."""
    plain = whole_number(text, 1, MOST_ELO)
    if plain is not None or len(text) < 4:
        return plain
    found = _RATING.fullmatch(" ".join(text.casefold().split()))
    return whole_number(found[1], 100, MOST_ELO) if found is not None else None


def eco_in(text: str) -> str:
    """Returns the ECO code of a tag in capitals, without the subcode; empty without one."""
    found = _ECO.match(text.strip().upper())
    return found[1] if found is not None else ""
