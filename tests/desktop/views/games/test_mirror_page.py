"""The page of the mirror: reached by its action, numbers that open the moves behind them."""

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel

from desktop.model.job import JobPhase, JobState
from desktop.views.games.mirror_page import MirrorPage
from desktop.views.games.mirror_plot import BarRow
from desktop.views.help.first_use_hints import HINTS
from desktop.views.main_window import MainWindow
from desktop.views.window.mode_bar import Mode
from engine.jobs.mirror import MirrorProgress, MirrorRequest
from engine.play.review.mirror import MoveReference, Section
from tests.desktop.looks import cut_texts
from tests.desktop.views.conftest import MakeWindow
from tests.helpers.mirror_games import mirror

FOUND = MirrorProgress((("Virtanen", 12),), "Virtanen", 12, mirror(), {3: "Virtanen – Aalto"})
WISH = MirrorRequest(Path("a.pgn"), "Virtanen")
STATE = JobState(JobPhase.DONE, WISH, rows=(FOUND,))


def shown(make_window: MakeWindow) -> tuple[MainWindow, MirrorPage]:
    window = make_window()
    window.actions_by_key["mirror"].trigger()
    page = window.findChild(MirrorPage)
    assert isinstance(page, MirrorPage)
    return window, page


def bars(page: MirrorPage) -> list[BarRow]:
    return [bar for bar in page.rows.buttons() if isinstance(bar, BarRow)]


def test_the_page_begins_empty_says_what_to_do_and_escape_leaves(make_window: MakeWindow) -> None:
    window, page = shown(make_window)
    assert page.isVisible()
    words = next(label for label in page.empty.findChildren(QLabel) if label.text())
    assert "Choose a PGN file" in words.text() and page.empty.isVisible()
    assert not cut_texts(page)
    assert not bars(page)
    QTest.keyClick(page, Qt.Key.Key_Escape)
    assert not page.isVisible()
    assert window.body.panel.isVisible()


def test_each_row_says_its_numbers_and_opens_the_moves_behind_it(make_window: MakeWindow) -> None:
    window, page = shown(make_window)
    opened: list[MoveReference] = []
    window.services.mirror.show = opened.append  # type: ignore[method-assign, assignment]
    window.services.mirror.changed.emit(STATE)
    assert FOUND.mirror is not None
    assert [bar.row for bar in bars(page)] == [row for rows in FOUND.mirror.sections.values() for row in rows]
    bar = next(bar for bar in bars(page) if bar.section is Section.PHASE and bar.row.key == "middlegame")
    assert bar.accessibleName().startswith("Middlegame: 234 moves, 2.7\u00a0% lost a move, 36 mistakes; people")
    QTest.keyClick(bar, Qt.Key.Key_Space)
    assert page.places.count() == len(bar.row.places) == 36
    item = page.places.item([place.game for place in bar.row.places].index(3))
    assert item.text().endswith("\nVirtanen – Aalto")
    page.places.itemActivated.emit(item)
    assert [place.game for place in opened] == [3]
    assert not page.isVisible()


def test_progress_can_be_stopped_and_a_rating_is_shown(make_window: MakeWindow) -> None:
    window, page = shown(make_window)
    window.services.mirror.changed.emit(JobState(JobPhase.RUNNING, WISH, 3, 12, (MirrorProgress((), "Virtanen", 12),)))
    assert page.stop.isVisible()
    assert (page.bar.value(), page.bar.maximum()) == (3, 12)
    window.services.mirror.changed.emit(STATE)
    assert not page.stop.isVisible()
    assert page.figures.text.startswith("Lichess, between 1390 and 1650: 1520")
    assert page.scale.accessibleName() == "Estimated rating 1520, between 1390 and 1650"


def test_every_mode_has_a_hint() -> None:
    assert set(HINTS) == set(Mode) - {Mode.PLAY}, "the tour"


def test_train_leads_back_from_the_mirror(make_window: MakeWindow) -> None:
    window, page = shown(make_window)
    assert window.body.mode_bar.buttons[Mode.TRAIN].isChecked()
    window.body.mode_bar.buttons[Mode.TRAIN].click()
    assert not page.isVisible()
