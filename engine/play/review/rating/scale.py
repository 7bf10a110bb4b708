"""The rating scales: lichess, chess.com and FIDE. A number means another strength on each of them, so an estimate is made on one
scale alone, and none without knowing which."""

from collections.abc import Mapping
from enum import Enum

from engine.ground.text import Text


class EloScale(Enum):
    """Whose ratings are meant; the value is for files and `--scale`."""

    LICHESS = "lichess"
    CHESS_COM = "chess.com"
    FIDE = "fide"


SCALE_NAMES: Mapping[EloScale, str] = {
    EloScale.LICHESS: "Lichess",
    EloScale.CHESS_COM: "Chess.com",
    EloScale.FIDE: "FIDE",
}

UNKNOWN_SCALE = Text(
    "no rating: the tags do not say whose ratings are meant. Give Site: lichess.org, chess.com, or a place with its country, "
    "such as Helsinki FIN"
)

RATSU = "in ratsu"
"""In the event of a game in the window; the ratings of its opponents are lichess'."""


def scale_of(headers: Mapping[str, str]) -> EloScale | None:
    """The rating scale of a game by its tags; None if that is unknown. FIDE's games have its numbers of the players, or a place
    with a country; other games name lichess or chess.com in Site, Source or Link."""
    if headers.get("WhiteFideId") or headers.get("BlackFideId") or _is_place(headers.get("Site", "")):
        return EloScale.FIDE
    text = " ".join(headers.get(tag, "") for tag in ("Site", "Source", "Link")).lower()
    if "lichess" in text or RATSU in headers.get("Event", "").lower():
        return EloScale.LICHESS
    if "chess.com" in text or "chesscom" in text:
        return EloScale.CHESS_COM
    return None


def _is_place(site: str) -> bool:
    """Whether this is a place as the PGN standard writes it, with the country's code of three letters: `Helsinki FIN`."""
    *town, country = site.replace(",", " ").split() or [""]
    return bool(town) and len(country) == 3 and country.isascii() and country.isalpha() and country.isupper()
