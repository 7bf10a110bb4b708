"""The rating scales: lichess, chess.com and FIDE. A number means another strength on each of them, so an estimate is made on one
scale alone, and none without knowing which."""

from collections.abc import Mapping
from enum import Enum

from engine.ground.text import Text
from engine.human.predicted_player import Site, is_over_the_board, site_of


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

LOWEST_ELO: Mapping[EloScale, int] = {EloScale.LICHESS: 400, EloScale.CHESS_COM: 100, EloScale.FIDE: 1000}
"""The sites give no lower ratings; FIDE gave none below 1000 until 2024, and none below 1400 since."""

UNKNOWN_SCALE = Text(
    "no rating: the tags do not say whose ratings are meant. Give Site: lichess.org, chess.com, or a place with its country, "
    "such as Helsinki FIN"
)

_SCALES = {Site.LICHESS: EloScale.LICHESS, Site.CHESS_COM: EloScale.CHESS_COM}


def scale_of(headers: Mapping[str, str]) -> EloScale | None:
    """The rating scale of a game by its tags (`engine.human.predicted_player.site_of`); None if that is unknown."""
    return EloScale.FIDE if is_over_the_board(headers) else _SCALES.get(site_of(headers))
