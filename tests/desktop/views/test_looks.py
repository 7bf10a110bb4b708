"""Every panel and dialog, in both languages, as a careful eye sees it: no word is cut, nothing scrolls sideways, and every
control has a name for screen readers."""

from collections.abc import Callable, Iterator

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QLabel, QScrollArea, QWidget
from pytestqt.qtbot import QtBot

from desktop.services.kit.language import DRAFTS, LANGUAGES, language
from desktop.views.engines.engine_match_dialog import EngineMatchDialog
from desktop.views.main_window import MainWindow
from desktop.views.window.mode_bar import Mode
from desktop.views.window.pages import PAGES
from desktop.views.window.panels import PANELS
from desktop.views.window.settings_dialog import SettingsDialog
from tests.desktop import looks
from tests.desktop.views.conftest import MakeWindow

DIALOGS = (
    "new_game",
    "edit_position",
    "annotate",
    "headers",
    "settings",
    "shortcuts",
    "palette",
    "about",
    "engines",
    "engine_match",
    "rating",
    "book_habits",
    "book_health",
    "books",
    "restrict_moves",
    "search",
)


_SHOWN = [pytest.param(code, marks=[pytest.mark.long] if code in DRAFTS else []) for code in sorted(LANGUAGES)]


@pytest.fixture(params=_SHOWN)
def window(request: pytest.FixtureRequest, make_window: MakeWindow) -> Iterator[MainWindow]:
    """A small window in each language, with a move played."""
    from desktop.model.settings import Settings

    language().follow(Settings().with_value("language", request.param))
    made = make_window(language=request.param)
    made.services.game.play_move("e2e4")
    yield made
    language().follow(Settings().with_value("language", "en"))


def ugly(root: QWidget) -> list[str]:
    """What is wrong and stays wrong."""
    return settled(root, _ugly)


def settled(root: QWidget, look: Callable[[QWidget], list[str]], tries: int = 1_200) -> list[str]:
    """What a look finds and still finds later: a panel may be waiting for its service."""
    QApplication.processEvents()
    found = look(root)
    for _ in range(tries):
        if not found:
            break
        QTest.qWait(50)
        found = look(root)
    return found


def _ugly(root: QWidget) -> list[str]:
    QApplication.processEvents()
    return [
        *looks.cut_texts(root),
        *looks.cut_tools(root),
        *looks.scrolls_sideways(root),
        *looks.without_name(root),
        *looks.clashing_keys(root),
    ]


def look_at_panels(window: MainWindow) -> None:
    """Fails where a panel is ugly, or a page gives an Alt key twice."""
    for page in PAGES:
        window.show_mode(page)
        assert looks.clashing_keys(window.body) == [], page
    for panel in PANELS:
        window.show_mode(panel.modes[0])
        window.body.side.show_panel(panel.key)
        assert ugly(window.body.side) == [], panel.key


def look_at_dialogs(window: MainWindow) -> None:
    """Fails where a dialog is ugly, or has no room for its longest choice."""
    for key in DIALOGS:
        before = window.findChildren(QDialog)
        window.actions_by_key[key].trigger()
        dialog = next(one for one in window.findChildren(QDialog) if one not in before)
        assert [*ugly(dialog), *looks.longest_choices_cut(dialog)] == [], key
        dialog.close()
        QApplication.processEvents()


def test_the_number_of_due_positions_cuts_no_word(window: MainWindow) -> None:
    """In Finnish it read `Harj…le 2`."""
    bar = window.body.mode_bar
    button = bar.buttons[Mode.TRAIN]
    word = button.text()
    for due, shown in ((2, "2"), (1_234, "99+")):
        bar.show_due(due)
        assert bar.badge.isVisible() and bar.badge.text() == shown and button.text() == word
        assert looks.cut_tools(bar) == looks.cut_texts(bar) == [] and button.rect().contains(bar.badge.geometry())
        assert bar.badge.x() > (button.width() - button.iconSize().width()) // 2, "the icon is still seen"
    bar.show_due(0)
    assert not bar.badge.isVisible()


def test_no_panel_cuts_words_or_has_a_control_without_a_name(window: MainWindow) -> None:
    assert ugly(window) == []
    look_at_panels(window)


def test_no_dialog_cuts_words_or_has_a_control_without_a_name(window: MainWindow) -> None:
    look_at_dialogs(window)


@pytest.mark.parametrize("size", [(1024, 700), (1280, 800), (1400, 900)], ids=str)
def test_the_reason_of_a_move_is_read_whole(qtbot: QtBot, make_window: MakeWindow, size: tuple[int, int]) -> None:
    """Three lines of reason under an opening's name had the last one cut at 1280x800."""
    from desktop.model.game.match import NewGame
    from desktop.views.game.status_card import StatusCard
    from engine.game.info import PovScore, Score
    from engine.game.move_choice import ChoiceSource
    from engine.game.reason import (
        FlagSymbol,
        Provenance,
        Reason,
        ReasonKind,
        Share,
        SourceLayer,
        at_depth,
        listed,
        together,
    )
    from tests.desktop.window_doubles import ScriptedChooser

    figures = listed(Reason(ReasonKind.GAMES, (12345,)), at_depth(PovScore(Score(centipawns=-57), True), 15))
    says = Reason(ReasonKind.SAYS, (Provenance(SourceLayer.BOOK, "Collected openings of the club"), figures))
    chosen = Reason(ReasonKind.CHOSEN_AMONG, (2, Share(0.61)))
    reason = Reason(
        ReasonKind.FLAGGED, (FlagSymbol.STRONG, together(says, chosen, Reason(ReasonKind.LOCKED_THOUGH_BAD)))
    )
    window = make_window(ScriptedChooser([("e7e5", ChoiceSource.BOOK, reason)]), *size)
    window.services.match.new_game(NewGame())
    window.services.match.user_move("e2e4")
    card = window.body.side.panel("game")
    assert isinstance(card, StatusCard)
    qtbot.waitUntil(lambda: "12,345" in card.text, timeout=20_000)
    QApplication.processEvents()
    assert looks.cut_texts(card) == []
    shown = card.visibleRegion().boundingRect()
    assert shown.height() == card.height(), "nothing of it is scrolled out of sight"


def stops(dialog: QDialog) -> set[QWidget]:
    """What Tab should lead to."""
    wanted = set()
    for widget in dialog.findChildren(QWidget):
        reached = widget.focusPolicy() & Qt.FocusPolicy.TabFocus and widget.focusProxy() is None
        if reached and widget.isVisibleTo(dialog) and widget.isEnabled() and not isinstance(widget, QScrollArea):
            wanted.add(widget)
    return wanted


def focus_in(dialog: QDialog) -> QWidget:
    """What has the keyboard, the dialog itself where nothing in it has."""
    found: QWidget | None = dialog.focusWidget()
    return dialog if found is None else found


def test_every_dialog_is_walked_with_tab_and_left_with_escape(make_window: MakeWindow) -> None:
    window = make_window()
    window.services.game.play_move("e2e4")
    for key in DIALOGS:
        walk(window, opened(window, key))


def walk(window: MainWindow, dialog: QDialog) -> None:
    """Tab reaches every control, and Escape closes the dialog."""
    reached: set[QWidget] = set()
    for _ in range(300):
        focused = focus_in(dialog)
        if focused in reached and reached >= stops(dialog):
            break
        reached.add(focused)
        reached.update(widget for widget in dialog.findChildren(QWidget) if widget.focusProxy() is focused)
        QTest.keyClick(focused, Qt.Key.Key_Tab)
    assert stops(dialog)
    missed = [
        f"{type(one).__name__} {one.accessibleName() or getattr(one, 'text', str)()}" for one in stops(dialog) - reached
    ]
    assert missed == []
    QTest.keyClick(focus_in(dialog), Qt.Key.Key_Escape)
    QTest.qWait(20)
    assert not [one for one in window.findChildren(QDialog) if one.isVisible()], "Escape leaves it"


def opened(window: MainWindow, key: str) -> QDialog:
    """The dialog of an action, with the keyboard."""
    before = window.findChildren(QDialog)
    window.actions_by_key[key].trigger()
    dialog = next(one for one in window.findChildren(QDialog) if one not in before)
    dialog.activateWindow()
    QTest.qWait(50)
    return dialog


def test_the_groups_of_settings_are_walked_with_the_cursor_keys(make_window: MakeWindow) -> None:
    dialog = opened(make_window(), "settings")
    assert isinstance(dialog, SettingsDialog)
    QTest.keyClick(dialog.search, Qt.Key.Key_Tab)
    assert dialog.focusWidget() is dialog.groups
    for _ in range(4):
        QTest.keyClick(dialog.groups, Qt.Key.Key_Down)
    heading = dialog.groups.currentItem().text()
    top = next(label for label in dialog.findChildren(QLabel) if label.text() == heading)
    assert heading == "Engine" and 0 <= top.mapTo(dialog, QPoint()).y() - dialog.groups.y() < 40
    dialog.reject()


def test_a_match_is_set_up_with_the_keyboard_only(make_window: MakeWindow) -> None:
    window = make_window()
    dialog = opened(window, "engine_match")
    assert isinstance(dialog, EngineMatchDialog)
    setup = dialog.setup
    setup.search.setFocus()
    QTest.keyClicks(setup.search, "monte")
    QTest.keyClick(setup.search, Qt.Key.Key_Tab)
    QTest.keyClick(setup.engines, Qt.Key.Key_Down)
    QTest.keyClick(setup.engines, Qt.Key.Key_Space)
    assert {str(one.player) for one in setup.chosen()} == {"Ratsu", "Ratsu (Monte Carlo)"} and setup.fault() == ""
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    assert not dialog.isVisible()
