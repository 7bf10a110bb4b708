"""The evaluation of the network piece by piece and of the classical terms, grouped for the panel. All numbers are
pawns; totals are White's.
"""

from engine.evaluation.explain import Explanation, FormulaLine, NetworkView, TermLine
from engine.ground.text import NOTHING, Text
from engine.ground.values import dataclass

FULL_PHASE = 24

GROUPS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("Material", ("material", "bishop pair")),
    ("Placement", ("squares", "bishop pawns", "long diagonal", "outpost", "behind pawn", "king distance")),
    (
        "Mobility",
        ("knight mobility", "bishop mobility", "rook mobility", "queen mobility", "space", "restricted"),
    ),
    ("Rooks and queen", ("rook file", "rook on seventh", "trapped rook", "exposed queen")),
    ("Pawns", ("doubled", "isolated", "backward", "phalanx", "supported", "candidate")),
    (
        "Passed pawns",
        ("passed", "protected passed", "blocked passed", "safe passed", "free passed", "rook behind", "square rule"),
    ),
    ("King's cover", ("shelter", "storm")),
    ("King in danger", ("danger",)),
    ("Threats", ("threat", "hanging", "push threat", "queen hit", "pinned")),
    ("The move", ("tempo",)),
)
OTHERS = "Others"
NETWORK = "Network by piece"
_FIGURINES = str.maketrans("KQRBNPkqrbnp", "♔♕♖♗♘♙♚♛♜♝♞♟")


@dataclass(frozen=True)
class ExplainRow:
    """One row. `white` and `black` are each side's points, `total` their difference; the units of king danger are not
    pawns and have no total. `parts` are shown when the row is opened; `weight` is a part's factor.
    """

    name: str
    white: float | None
    black: float | None
    total: float | None
    weight: float | None = None
    parts: tuple["ExplainRow", ...] = ()


@dataclass(frozen=True)
class ExplainState:
    """The panel: `rows` and `total` of the classical evaluation, `network` as one row with a part per piece, None
    without a network; `counts`: whether full strength uses it here; `style` is the sum of a style of the source texts,
    if one plays. `opening_share` is the weight of the middlegame values (1: all pieces on the board).
    """

    fen: str = ""
    rows: tuple[ExplainRow, ...] = ()
    formulas: tuple[ExplainRow, ...] = ()
    total: float | None = None
    opening_share: float = 1.0
    problem: Text = NOTHING
    network: ExplainRow | None = None
    counts: bool = False
    style: ExplainRow | None = None


def explained(fen: str, explanation: Explanation) -> ExplainState:
    """Groups an explanation; terms that are zero for both sides are left out."""
    share = explanation.phase / FULL_PHASE
    grouped: dict[str, list[ExplainRow]] = {}
    for term in explanation.terms:
        if term.white != (0, 0) or term.black != (0, 0):
            grouped.setdefault(_group(term.name), []).append(_term(term, share))
    rows = [_sum(name, tuple(grouped[name])) for name in (*(name for name, _ in GROUPS), OTHERS) if name in grouped]
    formulas = _formulas(explanation.formulas)
    rest = explanation.total / 100 - sum(row.total or 0 for row in rows)
    if abs(rest) >= 0.01:  # king danger, squared; what endgame knowledge scales; rounding
        rows.append(ExplainRow("King danger squared, scaling", None, None, round(rest, 2)))
    view = explanation.network
    network, counts = (_network(view), view.plays) if view else (None, False)
    played = explanation.style
    style = ExplainRow(played.name, None, None, played.total / 100, None, _formulas(played.terms)) if played else None
    total = explanation.total / 100
    return ExplainState(fen, tuple(rows), formulas, total, share, network=network, counts=counts, style=style)


def _formulas(lines: tuple[FormulaLine, ...]) -> tuple[ExplainRow, ...]:
    return tuple(ExplainRow(line.name, line.white, line.black, line.total, line.weight) for line in lines)


def _network(view: NetworkView) -> ExplainRow:
    parts = []
    for piece in view.pieces:
        name, worth = f"{piece.letter.translate(_FIGURINES)} {piece.square}", piece.worth
        pawns = None if worth is None else worth / 100
        white = pawns if piece.letter.isupper() else None
        black = -pawns if pawns is not None and piece.letter.islower() else None
        parts.append(ExplainRow(name, white, black, pawns))
    return ExplainRow(NETWORK, None, None, view.total / 100, None, tuple(parts))


def _group(name: str) -> str:
    return next((group for group, starts in GROUPS if name.startswith(starts)), OTHERS)


def _term(term: TermLine, share: float) -> ExplainRow:
    white, black = _blended(term.white, share), _blended(term.black, share)
    if term.total is None:  # units of king danger
        return ExplainRow(term.name, term.white[0], term.black[0], None)
    parts = (
        ExplainRow("middlegame", term.white[0] / 100, term.black[0] / 100, _half(term, 0) * share, share),
        ExplainRow("endgame", term.white[1] / 100, term.black[1] / 100, _half(term, 1) * (1 - share), 1 - share),
    )
    return ExplainRow(term.name, white, black, term.total / 100, None, parts)


def _half(term: TermLine, half: int) -> float:
    return (term.white[half] - term.black[half]) / 100


def _blended(pair: tuple[int, int], share: float) -> float:
    return (pair[0] * share + pair[1] * (1 - share)) / 100


def _sum(name: str, parts: tuple[ExplainRow, ...]) -> ExplainRow:
    totals = [row.total for row in parts if row.total is not None]
    white = sum(row.white or 0 for row in parts)
    black = sum(row.black or 0 for row in parts)
    return ExplainRow(name, white, black, sum(totals) if totals else None, None, parts)
