"""The names of charts and orderings in the editor of styles, and which term counts by which numbers."""

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication

from engine.evaluation.texts.style import Style


def _t(text: str) -> str:
    return str(QT_TRANSLATE_NOOP("Styles", text))


CHART_NAMES = {
    "values": _t("Values of the pieces, in pawns"),
    "trade": _t("Values for trading down, in centipawns"),
    "zones": _t("Zones of the enemy king, by distance"),
    "proximity": _t("Near the own king, by distance"),
    "pawns": _t("Pawn structure"),
    "passed": _t("Passed pawns, by rank"),
    "control": _t("Control board, by attacker"),
    "nearness": _t("Control board, by distance from the king"),
    "company": _t("Mop-up, by distance from the own king"),
}
ORDERING_NAMES = {
    "none": _t("as they come"),
    "captures": _t("captures first"),
    "best first": _t("best move, captures, killers, history"),
}
_READERS = {
    **dict.fromkeys(("pawn", "knight", "bishop", "rook", "queen", "king", "king in the ending"), "squares"),
    "centre": "centre control",
    "control squares": "control board",
    "hunt": "mop-up",
    "trade": "trade-down",
    "zones": "king attack",
    "proximity": "king safety",
    "pawns": "pawn structure",
    "passed": "passed pawns",
    "control": "control board",
    "nearness": "control board",
    "company": "mop-up",
}


def with_weight(hint: str, style: Style, name: str) -> str:
    """A page's hint; in front of it, if the table or chart of that name counts nothing, the weight that must be set."""
    term = _READERS.get(name)
    if term is None or any(style.weight(term)):
        return hint
    warning = QCoreApplication.translate("Styles", "This counts nothing yet: the weight of “%1” is 0.")
    return f"{warning.replace('%1', QCoreApplication.translate('Styles', term))} {hint}"
