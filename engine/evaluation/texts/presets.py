"""The three programs of the texts as styles. Numbers that a text does not give are Ratsu's own (docs/texts.md lists them)."""

from engine.evaluation.texts.charts import CHOICES
from engine.evaluation.texts.style import TERMS, Style, StyleSearch, Triple

_WEIGHT = {term.name: term.weight for term in TERMS}


def _always(*terms: str) -> dict[str, Triple]:
    """Returns terms with their sources' weights in every phase."""
    return {term: (_WEIGHT[term],) * 3 for term in terms}


def _in(opening: bool, middlegame: bool, ending: bool, *terms: str) -> dict[str, Triple]:
    """Returns terms with their sources' weights in some phases."""
    return {
        term: (opening * _WEIGHT[term] + 0.0, middlegame * _WEIGHT[term] + 0.0, ending * _WEIGHT[term] + 0.0)
        for term in terms
    }


# S04 3.11: development and centre in the opening, then king safety and pawns, passed pawns and mop-up in the ending.
PERUS_SHAKKI = Style(
    "Perus-Shakki 2004",
    {
        **_always("material", "mobility", "pawn structure", "bishop pair"),
        **_in(True, False, False, "development", "centre control"),
        **_in(True, True, False, "king attack", "king safety", "pawns before the king", "rook on an open file"),
        **_in(False, True, True, "rook on the seventh", "trapped pieces"),
        **_in(False, False, True, "passed pawns", "rook behind the passed pawn", "own piece before the passed pawn"),
        **_in(False, False, True, "square rule", "mop-up", "right corner"),
    },
    charts={"values": CHOICES["values"]["bishop 3.25"]},
    search=StyleSearch(depth=4, ordering="best first", hurry=1),
)
BROWSER = Style(
    "browser 2015",
    _always("material", "control board", "pawn advance"),
    search=StyleSearch(depth=3, ordering="captures", equals=True),
    rounding=10,
)
TURSAS = Style(
    "Tursas 2011",
    _always("material", "squares", "pawns on the bishop's colour", "knights on a full board", "castling lost"),
    search=StyleSearch(depth=4, quiescence=8, ordering="best first", table=True),
    opening_moves=10,
)
PRESETS = {style.name: style for style in (PERUS_SHAKKI, BROWSER, TURSAS)}
"""The programs by name."""

EVERY_FORMULA = Style("every formula", _always(*_WEIGHT))
"""All terms with the weights of their sources, for comparison."""
