"""Describes what an addition to the book changes: `Added to your book: 1.e4! keeps its chance of 41 %`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from desktop.model.book.books_dialog import BooksReport
from desktop.model.book.panel import BookAddition
from desktop.views.kit import words
from engine.ground.text import Text

if TYPE_CHECKING:
    from books.building.chance_changes import ChanceChange

_MOST = 8  # chances listed one by one


def addition_text(addition: BookAddition) -> str:
    """Lists every chance that changes, before and after; counts the added moves whose chance is unchanged."""
    changed = [change for change in addition.changes if not change.same]
    asked = [change for change in addition.changes if change.asked]
    same = [change for change in asked if change.same]
    if len(asked) == 1 and same:
        parts = [_unchanged(same[0]), *map(_changed, changed[:_MOST])]
    else:
        parts = [*map(_changed, changed[:_MOST])]
        if same:
            several = _tr("%1 other moves keep theirs") if parts else _tr("%1 moves keep their chances")
            text = several if len(same) > 1 else _unchanged(same[0])
            parts.append(text.replace("%1", words.whole(len(same))))
        outranked = [change for change in same if change.outranked]
        parts += [_outranked(change) for change in outranked[:1] if len(same) > 1]
    if len(changed) > _MOST:
        parts.append(words.text_of(Text("%1 more {change|changes}", len(changed) - _MOST)))
    text = _tr("Added to your book: %1.") if addition.edit else _tr("In your book already: %1.")
    if not addition.written:
        text = _tr("Not added yet. This would change: %1.")
    return text.replace("%1", ", ".join(parts))


def answer_text(addition: BookAddition) -> str:
    """Names the answer that closed the gap of a repertoire; the chances of an opponent's moves say nothing about it."""
    answer = [change for change in addition.changes if change.asked][-1]
    return _filled(_tr("Your repertoire now has %1."), answer, "")


def changes_text(news: BooksReport) -> str:
    """Returns the result of adding or building a book, and what it changes, or would change, at the start position."""
    if news.changes is None:
        return words.text_of(news.text)
    changed = [_changed(change) for change in news.changes[:_MOST] if not change.same]
    start = _tr("At the start position: %1.").replace("%1", ", ".join(changed))
    start = start if changed else _tr("No probability changes at the start position.")
    lowered = Text("In %1 other {position|positions} a move is played less often.", news.lowered)
    elsewhere = words.text_of(lowered)
    ask = _tr("It is not one of your books yet.") if news.waiting else ""
    return " ".join(part for part in (words.text_of(news.text), start, elsewhere if news.lowered else "", ask) if part)


def _unchanged(change: ChanceChange) -> str:
    if change.outranked:
        return _outranked(change)
    return _filled(_tr("%1 keeps its chance of %2"), change, words.percent(change.after))


def _outranked(change: ChanceChange) -> str:
    return _filled(_tr("%1 is not played as long as other moves there are marked !"), change, "")


def _changed(change: ChanceChange) -> str:
    return _filled("%1 %2", change, f"{change.before * 100:.0f} \u2192 {words.percent(change.after)}")


def _filled(text: str, change: ChanceChange, chance: str) -> str:
    return words.filled(text, words.moves(change.san) + change.flag, chance)


def _tr(text: str) -> str:
    return QCoreApplication.translate("BookNews", text)
