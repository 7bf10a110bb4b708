"""The available piece sets as SVG; `board_pieces` renders them.

`modern`, the default, has few lines and a lighter black, which are clear in small sizes too. It, `symbols`, `letters` and
`discs` were drawn for Ratsu; `standard` is the set of the `chess` package; `own` is a folder of the user's.
"""

from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path

from PySide6.QtCore import QT_TRANSLATE_NOOP

from desktop.services.kit.language import language
from desktop.views.board.board_pieces import svg
from engine.game.letters import ENGLISH
from engine.ground.values import dataclass

MEN = "KQRBNPkqrbnp"
_FOLDER = Path(__file__).parents[2] / "resources" / "pieces"
_WHITE = {"@body": "#fffdf6", "@line": "#2a2622", "@shade": "#2a2622"}
_BLACK = {"@body": "#4b515a", "@line": "#14171a", "@shade": "#e3e7ea"}
# Letters as strokes in a box of 40 by 48, so that no font is needed and every size is sharp.
_STROKES = {
    "K": "M2 0V48M36 0L4 26M13 19L38 48",
    "Q": "M20 0C8 0 1 10 1 24S8 48 20 48S39 38 39 24S32 0 20 0M25 34L39 50",
    "R": "M3 48V0H20C40 0 40 25 20 25H3M20 25L37 48",
    "B": "M3 0V48H21C41 48 41 23 21 23H3M3 0H20C36 0 36 23 20 23",
    "N": "M3 48V0L37 48V0",
    "P": "M4 48V0H21C41 0 41 27 21 27H4",
    "D": "M3 0V48H16C46 48 46 0 16 0Z",
    "T": "M1 0H39M20 0V48",
    "L": "M5 0V48H36",
}


@dataclass(frozen=True)
class PieceDrawings:
    """A piece set with its key; `drawing` returns the SVG of a piece's letter."""

    key: str
    name: str
    drawing: Callable[[str], bytes]


def _t(text: str) -> str:
    return str(QT_TRANSLATE_NOOP("PieceSets", text))


def _coloured(template: str, letter: str) -> bytes:
    for place, colour in (_WHITE if letter.isupper() else _BLACK).items():
        template = template.replace(place, colour)
    return template.encode()


@cache
def _template(folder: str, kind: str) -> str:
    return (_FOLDER / folder / f"{kind}.svg").read_text("utf-8")


def _from_files(folder: str) -> Callable[[str], bytes]:
    return lambda letter: _coloured(_template(folder, letter.upper()), letter)


def _disc(inside: str, reach: int = 40) -> str:
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">'
        f'<circle cx="50" cy="50" r="{reach}" fill="@body" stroke="@line" stroke-width="4"/>{inside}</svg>'
    )


def _letter_disc(letter: str) -> bytes:
    """Returns a disc with the piece's letter in the user's language; a pawn's disc is smaller."""
    pawn = letter in "Pp"
    letters = language().letters
    word = letter.upper() if pawn else letters[ENGLISH.index(letter.upper())]
    strokes = _STROKES.get(word, _STROKES[letter.upper()])
    scale = 0.62 if pawn else 0.86
    left, top = 50 - 20 * scale, 50 - 24 * scale
    inside = (
        f'<g transform="translate({left:g} {top:g}) scale({scale:g})" fill="none" stroke="@shade" stroke-width="8.5" '
        f'stroke-linecap="round" stroke-linejoin="round"><path d="{strokes}"/></g>'
    )
    return _coloured(_disc(inside, 30 if pawn else 40), letter)


def _plain_disc(letter: str) -> bytes:
    """Returns the same disc for every piece of a colour, for practising blindfold play."""
    return _coloured(_disc('<circle cx="50" cy="50" r="26" fill="none" stroke="@shade" stroke-width="2"/>'), letter)


SETS: tuple[PieceDrawings, ...] = (
    PieceDrawings("modern", _t("Modern"), _from_files("modern")),
    PieceDrawings("standard", _t("Classic"), svg),
    PieceDrawings("letters", _t("Letters"), _letter_disc),
    PieceDrawings("symbols", _t("How they move"), _from_files("symbols")),
    PieceDrawings("discs", _t("Identical discs"), _plain_disc),
)
OWN = "own"


def set_named(key: str) -> PieceDrawings:
    """Returns the set with that key; the first set if the key is unknown."""
    return next((found for found in SETS if found.key == key), SETS[0])


def set_of(drawings: Mapping[str, bytes]) -> PieceDrawings:
    """Returns the user's own set, from drawings that were checked."""
    return PieceDrawings(OWN, _t("Your own folder"), drawings.__getitem__)
