"""The names of charts and orderings in the editor of styles."""

from PySide6.QtCore import QT_TRANSLATE_NOOP


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
