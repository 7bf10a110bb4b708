"""Titles of players in tags: `GM`, `gm`, `g` of older files, `Grandmaster`, `International Master (women)`."""

import re
from functools import lru_cache

TITLES = ("GM", "IM", "WGM", "FM", "WIM", "CM", "WFM", "NM", "WCM", "WNM")
"""FIDE's titles and those of a country, the highest first."""
_WRITTEN = {
    "GM": "g gm grandmaster grand",
    "IM": "m im international",
    "FM": "f fm fide",
    "CM": "c cm candidate",
    "NM": "nm national",
}
_KINDS = {word: title for title, words in _WRITTEN.items() for word in words.split()}
_WOMEN = frozenset(("woman", "women", "womens", "womans", "w"))
_IN_NAME = re.compile(rf"(?<!\w)(?:{'|'.join(TITLES)})(?!\w)")


@lru_cache(256)
def title_in(text: str) -> str:
    """Returns the title in a tag, one of `TITLES`; empty for other text."""
    words = re.findall(r"[a-z]+", text.casefold().replace("'", ""))
    women = not _WOMEN.isdisjoint(words)
    words = [word for word in words if word not in (*_WOMEN, "master")]
    if len(words) != 1 or len(text) > 40:
        return ""
    if words[0][:1] == "w" and len(words[0]) < 4:
        words, women = [words[0][1:]], True
    kind = _KINDS.get(words[0], "")
    return f"W{kind}" if kind and women else kind


def title_in_name(name: str) -> str:
    """Returns the title written in a name: `Polgar Judit (GM) (HUN)`; empty without one."""
    found = _IN_NAME.search(name)
    return found[0] if found is not None else ""


def highest(titles: "set[str]") -> str:
    """Returns the highest of some titles; empty without one."""
    return next((title for title in TITLES if title in titles), "")
