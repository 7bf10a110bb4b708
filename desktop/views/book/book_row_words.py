"""Texts for the rows of the book."""

from PySide6.QtWidgets import QWidget

from desktop.model.book.expected import ExpectedScores
from desktop.model.book.panel import BookRow
from desktop.views.kit.words import moves, opening, percent, score, shared, text_of
from engine.ground.text import Text


def chances(row: BookRow) -> str:
    """Returns a move's chance: `61 %`, a dash if the book does not play it, `48 → 61 %` after an edit that changed it."""
    if row.chance is None:
        return ""
    now = percent(row.chance) if row.chance >= 0.005 else "–"
    if row.chance_before is None:
        return now
    return f"{row.chance_before * 100:.0f} → {percent(row.chance)}"


def expected_words(expected: ExpectedScores, uci: str) -> str:
    """Returns a move's expected score `against 1600: 61 % (55–67 %), 120 games of the explorer`; empty if it is unknown."""
    score = expected.scores.get(uci)
    if score is None:
        return ""
    games, elo = round(expected.games.get(uci, 0)), str(expected.elo)
    share = shared(score, expected.intervals.get(uci))
    if not games:
        return text_of(Text("against %1: %2, predicted", elo, share))
    return text_of(Text("against %1: %2, %3 {game|games} of the explorer", elo, share, games))


def layer_word(widget: QWidget, row: BookRow) -> str:
    """Returns whose move it is: the user's, the opponent's in the user's lines, otherwise that of the layer that decided the
    flag."""
    if row.off:
        return widget.tr("switched off")
    if row.mine:
        return widget.tr("your book") if row.title else widget.tr("yours")
    if row.reply:
        return widget.tr("in your lines")
    words = {
        "user": widget.tr("yours"),
        "book": widget.tr("your book"),
        "learned": widget.tr("learned"),
        "shipped": widget.tr("shipped"),
    }
    return words.get(row.layer, row.layer)


def flagged(widget: QWidget, row: BookRow) -> str:
    words = {
        "!": widget.tr("strong"),
        "": widget.tr("normal"),
        "$": widget.tr("dubious"),
        "?": widget.tr("bad"),
        "–": widget.tr("unchecked"),
    }
    return f"{moves(row.san)}, {words[row.shown_flag]}"


def spoken(widget: QWidget, row: BookRow) -> str:
    parts = [flagged(widget, row), chances(row), score(row.evaluation), layer_word(widget, row)]
    parts += [widget.tr("locked") if row.locked else "", opening(row.opening), row.comment]
    return ", ".join(part for part in parts if part)
