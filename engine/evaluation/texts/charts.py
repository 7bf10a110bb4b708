"""The charts and piece-square tables of the texts, numbered as in S04. Charts of the same length are interchangeable."""

from collections.abc import Mapping, Sequence

Numbers = tuple[float, ...]


def _mirrored(quarter: Sequence[Sequence[float]]) -> Numbers:
    """Returns a table with four equal quarters, from its a1 corner."""
    return tuple(quarter[min(rank, 7 - rank)][min(file, 7 - file)] for rank in range(8) for file in range(8))


def _halved(rows: Sequence[Sequence[float]], scale: float = 1.0) -> Numbers:
    """Returns a table with two equal wings, from the files a to d of each rank."""
    return tuple(scale * row[min(file, 7 - file)] for row in rows for file in range(8))


_RINGS = ((1, 1, 1, 1), (1, 2, 2, 2), (1, 2, 4, 4), (1, 2, 4, 8))
_LEVY = ((1, 2, 3, 4), (2, 5, 6, 7), (3, 6, 8, 9), (4, 7, 9, 10))  # Levy 1984, p. 19
_SHARP = ((2, 3, 4, 5), (3, 6, 8, 10), (4, 8, 18, 20), (5, 10, 20, 40))  # S04's own
_CHART_4 = _mirrored(_LEVY)
_LINE = (1, 2, 3, 4, 4, 3, 2, 1)  # JS18
# Chart 4 with the edge one lower and the rest two lower: it drives a bare king to the edge (Gillogly 1972).
_HUNT = tuple(value - (1 if at % 8 in (0, 7) or at // 8 in (0, 7) else 2) for at, value in enumerate(_CHART_4))

CENTRE_CHARTS: Mapping[str, Numbers] = {
    "chart 3": _mirrored(_RINGS),
    "chart 4": _CHART_4,
    "chart 5": _mirrored(_SHARP),
    "chart 6, attacking": tuple(value + (at >= 32) for at, value in enumerate(_CHART_4)),
    "chart 7, defending": tuple(value + (at < 32) for at, value in enumerate(_CHART_4)),
    "chart 4 and the rank": tuple(value + at // 8 + 1 for at, value in enumerate(_CHART_4)),
    "chart 4 and the mirrored rank": tuple(value + 8 - at // 8 for at, value in enumerate(_CHART_4)),
}
"""Values of an attack on a square."""

CHARTS: Mapping[str, Numbers] = {
    "values": (1, 3, 3, 5, 9, 4),
    "trade": (100, 325, 350, 500, 900),
    "zones": (7, 7, 6, 5, 4, 3, 2, 1),
    "proximity": (0, 8, 4, 2, 1, 0, 0, 0),
    "pawns": (-0.05, -0.25, -0.15, 0.5, 0),
    "passed": (0, 0.1, 0.1, 0.2, 0.4, 0.7, 1.2, 0),
    "control": (9, 7, 7, 5, 1, 6),
    "nearness": (16, 14, 12, 10, 8, 6, 4, 2),
    "company": (0, 10, 9, 6, 10, 10, 10, 5, 9, 10, 8, 4, 6, 5, 4, 4),
}
"""The default charts. `values`: in pawns, pawn to queen, then the king as attacker or defender; `trade`: in centipawns.
`zones`, `proximity`, `nearness`: by distance from a king; `company`: by ranks * 4 + files. `pawns`: isolated, backward, doubled,
passed, isolated and doubled. `passed`: by rank. `control`: by attacker."""

CHOICES: Mapping[str, Mapping[str, Numbers]] = {
    "values": {
        "Shannon 1950": CHARTS["values"],
        "bishop 3.25": (1, 3, 3.25, 5, 9, 4),
        "bishop 3.5": (1, 3, 3.5, 5, 9, 4),
    },
    "zones": {"Levy": CHARTS["zones"], "attacking": (8, 8, 4, 2, 1, 0, 0, 0)},
    "proximity": {"Levy": CHARTS["proximity"], "without the outer ring": (0, 8, 4, 2, 0, 0, 0, 0)},
    "pawns": {
        "Kotok 1962": CHARTS["pawns"],
        "Levy 1984": (-0.1, -0.025, -0.075, 0, 0),
        "Shannon 1950": (-0.5, -0.5, -0.5, 0.5, -0.5),
    },
    "centre": CENTRE_CHARTS,
}
"""The alternatives to a chart, by name."""

# Piece-square tables as M11 describes them; the text gives no numbers, so these, in tenths of a pawn, are Ratsu's own.
_PAWN = (
    (0, 0, 0, 0),
    (0, 0, 0, -1),
    (0, 0, 0, 0.5),
    (0, 0, 0.5, 1.5),
    (0.5, 0.5, 1, 1.5),
    (0.5, 0.5, 1, 1.5),
    (1, 1, 1, 1),
    (0, 0, 0, 0),
)
_KNIGHT = ((-1, -0.5, -0.5, -0.5), (-0.5, -0.5, 0, 0.5), (-0.5, 0, 1, 1), (-0.5, 0, 1, 1))
_BISHOP = ((-1, -1, -1, -1), (-1, 0.5, 0, 0), (-1, 0.5, 0.5, 1), (-0.5, 0, 1, 1))
_ROOK = ((0, 0, 0, 0.5), *((-0.5, 0, 0, 0),) * 5, (0.5, 1, 1, 1), (0, 0, 0, 0))
_QUEEN = ((-0.5, -0.5, -0.5, 0), (-0.5, 0, 0, 0), (-0.5, 0, 0.5, 0.5), (0, 0, 0.5, 0.5))
_KING = ((1, 1.5, 0.5, 0), (0, 0, -0.5, -1), *((-1.5, -1.5, -2, -2),) * 6)
_KING_ENDING = ((-1.5, -1, -1, -1), (-1, -0.5, 0, 0), (-1, 0, 1, 1), (-1, 0, 1, 1.5))

TABLES: Mapping[str, Numbers] = {
    "pawn": _halved(_PAWN, 0.1),
    "knight": tuple(value / 10 for value in _mirrored(_KNIGHT)),
    "bishop": tuple(value / 10 for value in _mirrored(_BISHOP)),
    "rook": _halved(_ROOK, 0.1),
    "queen": tuple(value / 10 for value in _mirrored(_QUEEN)),
    "king": _halved(_KING, 0.1),
    "king in the ending": tuple(value / 10 for value in _mirrored(_KING_ENDING)),
    "centre": CENTRE_CHARTS["chart 5"],
    "control squares": tuple(float(file * rank) for rank in _LINE for file in _LINE),
    "hunt": _HUNT,
}
"""The default piece-square tables, in the order of engine/evaluation/charted_view.pxd: the value of a piece on a square in pawns;
the value of an attack on a square (centre, control squares); the value of a bare king's square (hunt)."""

TRAPS = (
    *("Ba7 pb6", "Bh7 pg6", "Ba6 pb5", "Bh6 pg5", "Na8 pa7", "Nh8 ph7", "Na7 pb7", "Nh7 pg7"),
    *("Rh1 Kg1", "Rh1 Kf1", "Rg1 Kf1", "Ra1 Kb1", "Ra1 Kc1", "Rb1 Kc1", "Bc1 Pb2 Pd2", "Bf1 Pe2 Pg2"),
)
"""The default traps; see `Style` for the notation."""
