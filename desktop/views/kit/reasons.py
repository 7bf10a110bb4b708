"""Why a move was played, learned or found wrong, in the language in force: the book, the tables and the search say it in
English, clause by clause; here every clause is recognised by its words and written anew, numbers and moves included."""

import re
from collections.abc import Mapping
from functools import cache

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication

from desktop.views.kit import words


def _t(text: str) -> str:
    return str(QT_TRANSLATE_NOOP("Reasons", text))


# As in engine/play/chain.py, tablebases/probe/rank.py and books (choose, layers, learn, report, doctor, habits).
CLAUSES = (
    *(_t("%1 at depth %2"), _t("%1 nodes"), _t("mate in %1"), _t("mated in %1"), _t("mated"), _t("mate")),
    *(_t("the only legal move"), _t("left out: %1"), _t("%1 moves are as good"), _t("draw with best play")),
    *(_t("win"), _t("loss"), _t("win, but the fifty-move rule draws it")),
    *(_t("loss, but the fifty-move rule saves it"), _t("%1 plies of the hundred are gone")),
    _t("%1 plies to the next capture, pawn move or mate"),
    *(_t("out of book"), _t("%1 known bad move avoided"), _t("%1 known bad moves avoided"), _t("your flag")),
    *(_t("shipped book"), _t("shipped book: %1"), _t("learned"), _t("learned: %1"), _t("%1 games")),
    *(_t("learned (%1)"), _t("learned (%1): %2"), _t("learned as losing: %1"), _t("learned (%1) as losing: %2")),
    *(_t("game %1"), _t("book %1"), _t("book %1: %2"), _t("added by you, without a flag")),
    _t("proposed by the doctor, taken by you"),
    *(_t("chosen among %1 with %2"), _t("learning thinks it bad, but you locked it")),
    *(_t("%1 -> ?"), _t("better %1"), _t("every way on is lost (%1)"), _t("%1 cleared"), _t("the mistake came later")),
    *(_t("checked again: %1 is playable after all"), _t("%1 (no single mistake)"), _t("no mistake was found")),
    *(_t("checked again: %1 -> ?"), _t("%1 is not repeated until a deeper look clears it")),
    _t("you locked it, so it is played all the same"),
    *(_t("%1: you left the book"), _t("%1: your opponent left the book"), _t("the book plays %1")),
    *(_t("%1: you played a move with the flag %2"), _t("%1: your opponent played a move with the flag %2")),
    *(_t("nothing better"), _t("%1: %2 times"), _t("%1: once"), _t("%1 of the points")),
    *(_t("%1 gives up %2: %3"), _t("%1 is playable: %2"), _t("%1 ends the book at %2")),
    *(_t("%1 loses: %2"), _t("%1 misses the mate: %2")),
)
_HOLE = re.compile(r"%(\d)")
_NUMBER = re.compile(  # a day, a score, a large number, a share
    r"(?<![\w.])(?:(\d{4}\.\d\d\.\d\d)|([+-]?\d+\.\d+)|(\d{4,})|(\d+)%)(?![\w.]*\w)"
)


def reason_text(english: str) -> str:
    """A reason in the language in force; a clause that is not known stays as it is."""
    known = words.sentence(english)  # such as what is wrong with a file
    if known != english:
        return known
    parts = english.split("; ")
    if len(parts) > 1:
        return "; ".join(reason_text(part) for part in parts)
    for clause, pattern in _patterns().items():
        match = pattern.fullmatch(english)
        if match is not None:
            return _filled(QCoreApplication.translate("Reasons", clause), match.groupdict())
    parts = english.split(", ")
    if len(parts) > 1:
        return ", ".join(reason_text(part) for part in parts)
    return _NUMBER.sub(_localised, words.moves(english))


def _filled(text: str, values: Mapping[str, str]) -> str:
    return _HOLE.sub(lambda hole: reason_text(values[f"h{hole[1]}"]), text).replace("->", "→")


def _localised(found: re.Match[str]) -> str:
    day, score, large, share = found.groups()
    if day is not None:
        return words.date(day)
    if share is not None:
        return words.percent(int(share) / 100)
    return words.figures(score) if score is not None else words.whole(int(large))


@cache
def _patterns() -> dict[str, re.Pattern[str]]:
    """The clauses, those with most words of their own first."""
    by_words = sorted(CLAUSES, key=lambda clause: len(_HOLE.sub("", clause)), reverse=True)
    return {clause: re.compile(_HOLE.sub(r"(?P<h\1>.+?)", re.escape(clause)), re.DOTALL) for clause in by_words}
