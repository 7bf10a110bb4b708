"""What a careful eye looks for in a window: cut words, fields that scroll sideways, controls without a name."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractScrollArea,
    QAbstractSlider,
    QAbstractSpinBox,
    QComboBox,
    QLabel,
    QLineEdit,
    QMainWindow,
    QPlainTextEdit,
    QPushButton,
    QScrollArea,
    QScrollBar,
    QStyle,
    QStyleOptionFrame,
    QTabBar,
    QTextEdit,
    QToolButton,
    QWidget,
)

from desktop.views.kit.fields import ChoiceField

NAMED = (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSlider,
    QAbstractSpinBox,
    QComboBox,
    QLineEdit,
    QPlainTextEdit,
    QTabBar,
    QTextEdit,
)

_LINE_MARGIN = 2  # pixels that Qt leaves on both sides of a line's text


def _seen(root: QWidget) -> list[QWidget]:
    return [widget for widget in root.findChildren(QWidget) if widget.isVisibleTo(root)]


def cut_texts(root: QWidget) -> list[str]:
    """Labels, buttons and choices whose text has not the room it needs."""
    cut = []
    for widget in _seen(root):
        if isinstance(widget, QLabel) and widget.text() and widget.pixmap().isNull():
            if widget.wordWrap():
                lacks = widget.height() + 1 < widget.heightForWidth(widget.width())
            else:
                lacks = widget.width() + 1 < widget.sizeHint().width()
            if lacks:
                cut.append(f"label {widget.text()!r} in {widget.width()}x{widget.height()}")
        elif isinstance(widget, QLineEdit) and widget.isEnabled() and not widget.text():
            words = widget.placeholderText()
            whole = "/" in words or widget.fontMetrics().horizontalAdvance(words) <= _room_of(widget)
            if not whole:  # a FEN as an example need not be read to its end
                cut.append(f"example {words!r} in {widget.width()}")
        elif isinstance(widget, QPushButton) and widget.width() + 1 < widget.minimumSizeHint().width():
            cut.append(f"button {widget.text()!r}")
        elif isinstance(widget, ChoiceField) and widget.shown_text != widget.currentText():
            cut.append(f"choice {widget.currentText()!r} as {widget.shown_text!r}")
    return cut


def cut_tools(root: QWidget) -> list[str]:
    """Buttons with a word below their icon that is cut. Each language chooses words that fit; a made-up longer one need not."""
    tools = [one for one in _seen(root) if isinstance(one, QToolButton)]
    under = Qt.ToolButtonStyle.ToolButtonTextUnderIcon
    return [
        f"tool button {tool.text()!r} in {tool.width()}"
        for tool in tools
        if tool.toolButtonStyle() is under and tool.fontMetrics().size(0, tool.text()).width() > tool.width()
    ]


def _room_of(line: QLineEdit) -> int:
    """The width that the text of a line has, in pixels: without frame and padding."""
    option = QStyleOptionFrame()
    line.initStyleOption(option)
    room = line.style().subElementRect(QStyle.SubElement.SE_LineEditContents, option, line)
    return room.width() - 2 * _LINE_MARGIN


def longest_choices_cut(root: QWidget) -> list[str]:
    """Texts that could be chosen and would then be cut."""
    cut = []
    for box in root.findChildren(ChoiceField):
        if not box.isVisibleTo(root):
            continue
        room = box.width() - 40  # frame, distances and arrow
        texts = [box.itemText(index) for index in range(box.count())]
        cut += [f"choice {text!r}" for text in texts if box.fontMetrics().horizontalAdvance(text) > room]
    return cut


def scrolls_sideways(root: QWidget) -> list[str]:
    """Pages that are wider than the room they have."""
    wide = []
    for area in root.findChildren(QScrollArea):
        page = area.widget()
        if area.isVisibleTo(root) and page is not None and page.width() > area.viewport().width():
            wide.append(f"{page.minimumSizeHint().width()} in {area.viewport().width()}")
    return wide


def without_name(root: QWidget) -> list[str]:
    """Controls that a screen reader has no words for: neither a name, a text, nor a label that belongs to them."""
    labelled = {label.buddy() for label in root.findChildren(QLabel) if label.buddy() is not None}
    return [
        f"{type(widget).__name__} {widget.objectName()} in {type(widget.parentWidget()).__name__}"
        for widget in _seen(root)
        if isinstance(widget, NAMED) and not is_inner(widget) and not _name(widget) and widget not in labelled
    ]


def clashing_keys(root: QWidget) -> list[str]:
    """Texts whose Alt key opens a menu of the window, or that share it with another text in sight."""
    window = root.window()
    menus = window.menuBar().actions() if isinstance(window, QMainWindow) else []
    bar = {key for menu in menus if (key := QKeySequence.mnemonic(menu.text()).toString())}
    seen: set[str] = set()
    clashes = []
    for widget in root.findChildren(QWidget):
        if not isinstance(widget, QAbstractButton | QLabel) or (isinstance(widget, QLabel) and widget.buddy() is None):
            continue
        text = widget.text()
        key = QKeySequence.mnemonic(text).toString()
        if key and (key in bar or (widget.isVisibleTo(root) and key in seen)):
            clashes.append(f"{key} of {text!r}")
        if key and widget.isVisibleTo(root):
            seen.add(key)
    return clashes


def _name(widget: QWidget) -> str:
    text = widget.text() if isinstance(widget, QAbstractButton) else ""
    return widget.accessibleName() or text


def is_inner(widget: QWidget) -> bool:
    """Whether it is a part of another control, which has the name: a scroll bar, the line of a number, a list's popup."""
    if isinstance(widget, QScrollBar) or widget.objectName().startswith("qt_"):
        return True
    parent = widget.parentWidget()
    while parent is not None:
        if isinstance(parent, QAbstractSpinBox | QComboBox | QTabBar):
            return True
        if isinstance(parent, QAbstractItemView) and not isinstance(widget, QAbstractButton | QLineEdit):
            return True
        if isinstance(parent, QAbstractScrollArea) and not isinstance(parent, QScrollArea) and parent.isWindow():
            return True
        parent = parent.parentWidget()
    return False
