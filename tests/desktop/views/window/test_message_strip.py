"""Messages have a strip of their own: they cover nothing, belong to a game or page, fade, and can be listed."""

import random
from collections.abc import Sequence
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QRect
from PySide6.QtGui import QAction, QCursor, QFontMetricsF
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QApplication,
    QComboBox,
    QLabel,
    QLineEdit,
    QTabBar,
    QTextEdit,
    QWidget,
)
from pytestqt.qtbot import QtBot

from books.choice.library import Library
from desktop.model.errors import Message, Severity
from desktop.views.kit import messages
from desktop.views.kit.messages import MessageBar, PastMessages
from desktop.views.main_window import MainWindow
from desktop.views.window.mode_bar import Mode
from desktop.views.window.panels import PANELS
from engine.ground.text import plain
from tests.desktop.views.conftest import MakeWindow

STEPS, MANY = 60, 1_500
WITH_TEXT = (QLabel, QAbstractButton, QLineEdit, QTabBar, QComboBox, QTextEdit, QAbstractItemView)
SIZES = ((760, 480), (960, 540), (1280, 840), (760, 1040), (1920, 1080), (1366, 720))
SETTLING = 40  # times 5 ms, for a layout that a leaving message asks for
BESIDE = 50  # milliseconds that a message is shown in these tests


def on_screen(widget: QWidget, part: QRect | None = None) -> QRect:
    return (part or widget.rect()).translated(widget.mapToGlobal(QPoint(0, 0)))


def told(text: str, severity: Severity = Severity.INFORMATION) -> Message:
    return Message(severity, plain(text))


def overlapped(window: MainWindow) -> list[str]:
    """What the message lies on, and what of itself is cut."""
    bar = window.body.messages
    if not bar.isVisible() or not bar.notices:
        return []
    place, found = on_screen(bar), []
    for widget in window.findChildren(QWidget):
        if not widget.isVisible() or not isinstance(widget, WITH_TEXT):
            continue
        if bar.isAncestorOf(widget):
            if isinstance(widget, QAbstractButton) and not place.contains(on_screen(widget)):
                found.append(f"cut: {widget.text()}")
        elif not widget.isAncestorOf(bar):
            seen = widget.visibleRegion().boundingRect()
            if not seen.isEmpty() and place.intersects(on_screen(widget, seen)):
                found.append(f"covered: {type(widget).__name__} {widget.accessibleName()}")
    if not on_screen(window).contains(place):
        found.append("outside the window")
    return found


def settled(window: MainWindow, due: Sequence[messages.Notice] = ()) -> None:
    """Waits for the one more layout that a message asks for when it leaves, and for one that the mouse held until now."""
    for _ in range(3):
        QApplication.processEvents()
    for _ in range(SETTLING):
        if not overlapped(window) and not late(window, due):
            break
        QTest.qWait(5)


def late(window: MainWindow, due: Sequence[messages.Notice]) -> list[messages.Notice]:
    """Those that should have left by now."""
    return [one for one in due if one in window.body.messages.notices and not held(one)]


def held(notice: messages.Notice) -> bool:
    """Whether the mouse or the keyboard is in it: then it stays a little longer."""
    focus = QApplication.focusWidget()
    return notice.underMouse() or (focus is not None and notice.isAncestorOf(focus))


def walk(window: MainWindow, seed: int, steps: int) -> None:
    """Pages, sizes and messages by chance; nothing is covered, and nothing is older than its time."""
    hand, bar, history = random.Random(seed), window.body.messages, []
    for _ in range(steps):
        match hand.randrange(6):
            case 0:
                window.show_mode(hand.choice(list(Mode)))
            case 1:
                window.resize(*hand.choice(SIZES))
            case 2:
                window.show_mode(Mode.PLAY)
                window.body.side.show_panel(hand.choice(PANELS).key)
            case 3 if hand.random() < 0.3:
                window.actions_by_key["panels"].trigger()
            case _:
                answers = tuple((word, lambda: None) for word in ("Undo", "Open them all")[: hand.randrange(3)])
                text = told("Some words. " * hand.randrange(1, 30), hand.choice(list(Severity)))
                bar.tell(text, answers, keep=hand.random() < 0.1)
        history.append(f"{window.modes.mode.value} {window.width()}x{window.height()} {len(bar.notices)}")
        due = [one for one in bar.notices if not one.awaits and one.age.elapsed() > 2 * BESIDE and not held(one)]
        settled(window, due)
        assert not overlapped(window), (history[-4:], overlapped(window))
        assert not late(window, due), history[-4:]
        for old in bar.notices[:-3]:
            old.dismiss()


@pytest.mark.parametrize("text_size", [100, 150])
def test_no_message_covers_a_text_or_outlives_its_time(
    make_window: MakeWindow, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, text_size: int
) -> None:
    monkeypatch.setattr(messages, "SHOWN_MS", BESIDE)
    monkeypatch.setattr(messages, "_AGAIN_MS", BESIDE)
    library = Library(tmp_path / "user.ratsubook", None, None)
    window = make_window(width=1280, height=840, library=library, text_size=text_size)
    window.start_game()
    walk(window, text_size, STEPS)


@pytest.mark.long
@pytest.mark.parametrize("language", ["en", "fi"])
def test_no_message_of_many_covers_a_text(
    make_window: MakeWindow, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, language: str
) -> None:
    monkeypatch.setattr(messages, "SHOWN_MS", BESIDE)
    monkeypatch.setattr(messages, "_AGAIN_MS", BESIDE)
    library = Library(tmp_path / "user.ratsubook", None, None)
    window = make_window(width=1280, height=840, library=library, language=language)
    window.start_game()
    walk(window, 7, MANY)


def test_a_message_fades_after_eight_seconds_and_an_error_stays(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    assert messages.SHOWN_MS == 8_000
    monkeypatch.setattr(messages, "SHOWN_MS", BESIDE)
    window = QWidget()  # away from the mouse and the keyboard, in which a message stays
    field, bar = QLineEdit(window), MessageBar(window)
    window.move(QCursor.pos() + QPoint(200, 200))
    qtbot.addWidget(window)
    window.show()
    field.setFocus()
    bar.tell(told("error", Severity.ERROR))
    bar.tell(told("question"), keep=True)
    bar.tell(told("warning", Severity.WARNING))
    bar.tell(told("done"))
    qtbot.waitUntil(lambda: len(bar.notices) == 2)
    assert [one.accessibleName() for one in bar.notices] == ["error", "question"]
    bar.notices[-1].dismiss()
    assert not bar.notices[0].isHidden(), "the error comes back after what was told later"


def test_a_message_leaves_with_its_game(make_window: MakeWindow, monkeypatch: pytest.MonkeyPatch) -> None:
    """“Game 1 of 10 counts …” stayed for five games and three pages."""
    window = make_window()
    window.start_game()
    bar = window.body.messages
    bar.tell(told("about this game"))
    window.show_mode(Mode.HOME)
    assert bar.notices, "a gesture may tell something and then lead elsewhere"
    monkeypatch.setattr(messages, "_NEW_MS", -1)
    bar.tell(told("about this page"))
    bar.tell(told("fault", Severity.ERROR))
    window.show_mode(Mode.PLAY)
    assert [one.accessibleName() for one in bar.notices] == ["fault"]


def test_past_messages_are_listed(make_window: MakeWindow) -> None:
    window = make_window()
    for text in ("first", "second"):
        window.body.messages.tell(told(text)).dismiss()
    action = window.actions_by_key["messages"]
    assert isinstance(action, QAction)
    action.trigger()
    dialog = window.findChild(PastMessages)
    assert isinstance(dialog, PastMessages)
    lines = dialog.lines.toPlainText().splitlines()
    assert [line.split("  ", 1)[1] for line in lines[:2]] == ["second", "first"]
    dialog.reject()


def test_buttons_of_panels_and_pages_stay_where_they_are(make_window: MakeWindow) -> None:
    window = make_window(width=1264, height=752)
    window.start_game()
    for mode in (Mode.TRAIN, Mode.GAMES):
        window.show_mode(mode)
        QApplication.processEvents()
        over = window.body.page or window.body.side.stack
        buttons = [one for one in over.findChildren(QAbstractButton) if one.isVisible()]
        before = [on_screen(one) for one in buttons]
        notice = window.body.messages.tell(told("Some words. " * 20), (("Undo", lambda: None),))
        QApplication.processEvents()
        assert window.body.messages.height() > 30
        assert [on_screen(one) for one in buttons] == before
        notice.dismiss()


@pytest.mark.parametrize("text_size", [100, 150])
def test_the_last_line_of_a_message_has_its_foot(make_window: MakeWindow, text_size: int) -> None:
    """The g of “forget” had lost its lower end."""
    window = make_window(width=1280, height=840, text_size=text_size)
    bar = window.body.messages
    bar.tell(
        told("Positions come back just before you would forget them. Choose what to train."), (("No", lambda: None),)
    )
    settled(window)
    (label,) = [one for one in bar.notices[0].findChildren(QLabel) if one.text()]
    assert label.height() >= label.heightForWidth(label.width()) >= 2 * QFontMetricsF(label.font()).lineSpacing()
