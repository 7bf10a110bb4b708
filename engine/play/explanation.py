"""The terms of the evaluation as a table and as data."""

from dataclasses import asdict
from itertools import zip_longest
from typing import Any

from engine.evaluation.explain import Explanation, FormulaLine, NetworkPieceValue, NetworkView, StyleView

_RULE = "-" * 74


def explanation_table(explanation: Explanation) -> str:
    """The network's table, if there is a network, then the classical evaluation's: one row for each term other than zero, White
    and Black as middlegame/endgame, and the difference, in pawns."""
    lines = _network_rows(explanation.network, explanation.total) if explanation.network else []
    lines += [f"{'term':<30}{'White mg/eg':>16}{'Black mg/eg':>16}{'total':>12}", _RULE]
    for term in explanation.terms:
        if term.white == (0, 0) and term.black == (0, 0):
            continue
        if term.total is None:  # king danger has its own units and is squared as a sum
            lines.append(f"{term.name:<30}{term.white[0]:>16}{term.black[0]:>16}{'(units)':>12}")
        else:
            lines.append(f"{term.name:<30}{_halves(term.white):>16}{_halves(term.black):>16}{term.total / 100:>+12.2f}")
    lines += [
        _RULE,
        f"{'classical total, from White (phase ' + str(explanation.phase) + ' of 24)':<62}{_pawns(explanation):>12}",
    ]
    if explanation.style:
        return "\n".join(_style_rows(explanation.style))
    if explanation.formulas:
        lines += ["", *_formula_rows("formula of the source texts", explanation.formulas)]
        lines += [_RULE, "The formulas are shown for comparison; they are not part of the total."]
    return "\n".join(lines)


def _formula_rows(title: str, formulas: tuple[FormulaLine, ...]) -> list[str]:
    return [
        f"{title:<36}{'White':>9}{'Black':>9}{'weight':>9}{'pawns':>11}",
        _RULE,
        *(
            f"{line.name:<36}{line.white:>9.2f}{line.black:>9.2f}{line.weight:>9.3g}{line.total:>+11.2f}"
            for line in formulas
        ),
    ]


def _style_rows(style: StyleView) -> list[str]:
    """The evaluation that the style plays by: the sum is what a leaf is worth to its search."""
    from engine.evaluation.texts.style import PHASES

    return [
        *_formula_rows(f"{style.name}, {PHASES[style.phase]}", style.terms),
        _RULE,
        f"{'total, from White':<62}{style.total / 100:>+12.2f}",
    ]


def _network_rows(network: NetworkView, classical: int) -> list[str]:
    """The network's total, and the value of each piece, White's and Black's side by side."""
    both = f"network {network.total / 100:+.2f}, classical {classical / 100:+.2f}"
    plays = "Full strength plays by the network; levels and styles by the classical evaluation."
    if not network.plays:
        plays = "As a side has only its king, the classical evaluation is what counts here."
    white = [_worth(piece) for piece in network.pieces if piece.letter.isupper()]
    black = [_worth(piece) for piece in network.pieces if piece.letter.islower()]
    rows = [f"{own:<37}{other}".rstrip() for own, other in zip_longest(white, black, fillvalue="")]
    return [
        f"In pawns from White's side: {both}.",
        plays,
        "",
        "network, by what changes if a piece is taken off",
        _RULE,
        *rows,
        _RULE,
        f"{'network total, from White':<62}{network.total / 100:>+12.2f}",
        "",
    ]


def _worth(piece: NetworkPieceValue) -> str:
    """`N f3 +3.41`; a dash if removing the piece would leave the opposing king in check."""
    return f"{piece.letter} {piece.square}{'-' if piece.worth is None else f'{piece.worth / 100:+.2f}':>14}"


def explanation_data(explanation: Explanation) -> dict[str, Any]:
    """The evaluation for `--json`, in centipawns from White's side: `total` and `terms` are the classical evaluation's."""
    network = asdict(explanation.network) if explanation.network else None
    return {
        "network": network,
        "phase": explanation.phase,
        "total": explanation.total,
        "terms": [
            {"name": term.name, "white": list(term.white), "black": list(term.black), "total": term.total}
            for term in explanation.terms
        ],
        "formulas": [
            {"name": line.name, "white": line.white, "black": line.black, "weight": line.weight, "pawns": line.total}
            for line in explanation.formulas
        ],
        **({"style": asdict(explanation.style)} if explanation.style else {}),
    }


def _halves(pair: tuple[int, int]) -> str:
    return f"{pair[0] / 100:+.2f}/{pair[1] / 100:+.2f}"


def _pawns(explanation: Explanation) -> str:
    return f"{explanation.total / 100:+.2f}"
