"""Explains a control of the window by the texts that exist: its names, its tool tip, its description, and the handbook."""

from PySide6.QtCore import QPoint
from PySide6.QtWidgets import (
    QAbstractButton,
    QGroupBox,
    QLabel,
    QLineEdit,
    QMainWindow,
    QMenuBar,
    QTabBar,
    QToolButton,
    QWidget,
)

from desktop.views.kit.foreign_text import ForeignText, caption_text
from desktop.views.window.handbook_dialog import passage
from engine.ground.values import dataclass

_CHAPTERS = {
    "analysis.review_panel": "03-review",
    "analysis.mistakes_page": "06-training",
    "analysis.practice_page": "06-training",
    "analysis.tactics_page": "06-training",
    "book.opening_trainer": "06-training",
    "tables.endgame_trainer": "06-training",
    "game.annotate_dialog": "09-annotate",
    "game.publish_dialog": "09-annotate",
    "kit": "",
    "home": "01-first-game",
    "board": "01-first-game",
    "game": "01-first-game",
    "window": "01-first-game",
    "setup": "02-opponents",
    "engines": "02-opponents",
    "style": "02-opponents",
    "analysis": "04-analysis",
    "book": "05-book",
    "games": "07-games",
    "world": "07-games",
    "tables": "08-tables",
    "night": "10-overnight",
}
"""The chapter of the handbook for each room of the window, and for modules that another chapter is about."""
_FIRST = "01-first-game"


@dataclass(frozen=True)
class ControlHelp:
    """The explanation of a control: its name, sentences, and the chapter of the handbook (its file name)."""

    name: str
    sentences: tuple[str, ...]
    chapter: str


def help_for(widget: QWidget, at: QPoint | None = None) -> ControlHelp:
    """The help for a control, or for the nearest part of the window around it that has a name. `at`: a point in the control,
    for menus and tabs."""
    found: QWidget | None = widget
    while found is not None:
        name = _name(found, at)
        if name:
            return _help(found, name, at)
        found, at = (found.parentWidget() if not found.isWindow() else None), None
    return ControlHelp(widget.window().windowTitle(), (), chapter_of(widget))


def _help(widget: QWidget, name: str, at: QPoint | None) -> ControlHelp:
    tip = widget.toolTip()
    if isinstance(widget, QTabBar) and at is not None:
        tip = widget.tabToolTip(widget.tabAt(at))
    hint = widget.placeholderText() if isinstance(widget, QLineEdit) else ""
    chapter = chapter_of(widget)
    sentences = [tip, widget.accessibleDescription(), hint, passage(name, _key(widget), chapter)]
    known = {name.casefold(), ForeignText(name).tip.casefold()}
    return ControlHelp(
        name, tuple(line for line in dict.fromkeys(sentences) if line and line.casefold() not in known), chapter
    )


def _key(widget: QWidget) -> str:
    action = widget.defaultAction() if isinstance(widget, QToolButton) else None
    return action.shortcut().toString() if action is not None else ""


def _name(widget: QWidget, at: QPoint | None) -> str:
    """The name that a person would use: its caption, else its name for screen readers, else the label before it."""
    text = ""
    if isinstance(widget, QToolButton) and widget.defaultAction() is not None:
        text = widget.defaultAction().text()
    elif isinstance(widget, QAbstractButton | QLabel):
        text = widget.text()
    elif isinstance(widget, QGroupBox):
        text = widget.title()
    elif isinstance(widget, QMenuBar) and at is not None and (action := widget.actionAt(at)) is not None:
        text = action.text()
    elif isinstance(widget, QTabBar) and at is not None and widget.tabAt(at) >= 0:
        text = widget.tabText(widget.tabAt(at))
    if isinstance(widget, QLabel) and widget.buddy() is not None:
        return _name(widget.buddy(), None) or _bare(text)
    return _bare(text) or widget.accessibleName() or _label_of(widget) or _title(widget)


def _label_of(widget: QWidget) -> str:
    labels = widget.window().findChildren(QLabel)
    return next((_bare(label.text()) for label in labels if label.buddy() is widget), "")


def _title(widget: QWidget) -> str:
    return widget.windowTitle() if widget.isWindow() and not isinstance(widget, QMainWindow) else ""


def _bare(text: str) -> str:
    return caption_text(text).removesuffix(":").strip()


def chapter_of(widget: QWidget) -> str:
    """The chapter about the room of the window that a control belongs to."""
    part: QWidget | None = widget
    while part is not None:
        for kind in type(part).__mro__:
            module = kind.__module__.removeprefix("desktop.views.")
            chapter = _CHAPTERS.get(module) or _CHAPTERS.get(module.partition(".")[0], "")
            if module != kind.__module__ and chapter:
                return chapter
        part = part.parentWidget()
    return _FIRST
