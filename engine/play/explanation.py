"""The evaluation's terms as a table for people and as data for programs."""

from typing import Any

from engine.evaluation.explain import Explanation

_RULE = "-" * 74


def explanation_table(explanation: Explanation) -> str:
    """One row a term that is not zero: White and Black as middlegame/endgame, and the difference, in pawns."""
    lines = [f"{'term':<30}{'White mg/eg':>16}{'Black mg/eg':>16}{'total':>12}", _RULE]
    for term in explanation.terms:
        if term.white == (0, 0) and term.black == (0, 0):
            continue
        if term.total is None:  # king danger has units of its own and counts squared, all terms together
            lines.append(f"{term.name:<30}{term.white[0]:>16}{term.black[0]:>16}{'(units)':>12}")
        else:
            lines.append(f"{term.name:<30}{_halves(term.white):>16}{_halves(term.black):>16}{term.total / 100:>+12.2f}")
    lines += [_RULE, f"{'total, from White (phase ' + str(explanation.phase) + ' of 24)':<62}{_pawns(explanation):>12}"]
    if explanation.formulas:
        lines += ["", f"{'formula of the literature':<30}{'White':>11}{'Black':>11}{'weight':>10}{'pawns':>12}", _RULE]
        lines += [
            f"{line.name:<30}{line.white:>11.2f}{line.black:>11.2f}{line.weight:>10g}{line.total:>+12.2f}"
            for line in explanation.formulas
        ]
        lines += [_RULE, "The formulas are shown for comparison; they are not part of the total."]
    return "\n".join(lines)


def explanation_data(explanation: Explanation) -> dict[str, Any]:
    """The same for `--json`, in centipawns from White's side."""
    return {
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
    }


def _halves(pair: tuple[int, int]) -> str:
    return f"{pair[0] / 100:+.2f}/{pair[1] / 100:+.2f}"


def _pawns(explanation: Explanation) -> str:
    return f"{explanation.total / 100:+.2f}"
