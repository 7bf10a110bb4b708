"""The page of the night's jobs: reached by its action, every state in words, a line of the report opens what is behind it."""

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPoint, Qt, QUrl
from PySide6.QtGui import QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QPushButton

from desktop.model.night import NightState
from desktop.services.all_services import Services
from desktop.views.kit.words import text_of
from desktop.views.main_window import MainWindow
from desktop.views.night.add_job_dialog import AddJobDialog
from desktop.views.night.night_page import NightPage
from desktop.views.night.night_words import KINDS
from engine.ground.text import Text
from engine.night.job_request import NODES, JobRequest
from engine.night.jobs import KINDS as ALL_KINDS
from engine.night.report_values import ReportLine, ReportRow
from engine.night.values import NightJobState
from engine.play.match.spec import distinct, parse_engine
from tests.desktop.looks import cut_texts
from tests.desktop.views.conftest import Compose, MakeView, MakeWindow
from tests.helpers.night_state import BOOK, LINES, REVIEW, STATE


def shown(make_window: MakeWindow, state: NightState = STATE) -> tuple[MainWindow, NightPage]:
    window = make_window()
    window.services.night.watch = lambda shown: None  # type: ignore[method-assign]
    window.actions_by_key["night"].trigger()
    page = window.findChild(NightPage)
    assert isinstance(page, NightPage)
    window.services.night.changed.emit(state)
    return window, page


def alone(
    compose: Compose, make_view: MakeView, state: NightState = STATE, language: str = "en"
) -> tuple[Services, NightPage]:
    """The page without a window around it."""
    services = compose(language=language)
    services.night.watch = lambda shown: None  # type: ignore[method-assign]
    page = make_view(NightPage, services=services, width=1024, height=700).view
    services.night.changed.emit(state)
    return services, page


def test_every_kind_of_job_has_a_name() -> None:
    assert set(KINDS) == set(ALL_KINDS)


def test_an_empty_page_says_what_it_is_for_and_escape_leaves(make_window: MakeWindow) -> None:
    window, page = shown(make_window, NightState(True))
    words = next(label for label in page.empty.findChildren(QLabel) if label.text())
    assert "done while you sleep" in words.text() and page.empty.isVisible()
    assert not cut_texts(page)
    assert not page.start.isEnabled()
    QTest.keyClick(page, Qt.Key.Key_Escape)
    assert not page.isVisible() and window.body.panel.isVisible()


def test_jobs_show_how_far_they_are_and_what_can_be_done_with_them(compose: Compose, make_view: MakeView) -> None:
    services, page = alone(compose, make_view)
    cards = list(page._cards.values())
    assert [card.far.text() for card in cards] == [
        "217 of 1,000, 3 failed, about 3 h 55 min left",
        "0 of 1, paused",
        "30 of 30, done",
    ]
    assert [card.pause.accessibleName() for card in cards[:2]] == ["Pause", "Resume"]
    assert [card.end.accessibleName() for card in cards] == ["Cancel", "Cancel", "Remove"]
    assert not cards[2].pause.isVisible() and not cards[0].up.isEnabled() and cards[1].up.isEnabled()
    called: list[tuple[int, NightJobState]] = []
    services.night.set_state = lambda number, state: called.append((number, state))  # type: ignore[method-assign]
    for button in (cards[0].pause, cards[1].pause, cards[1].end):
        button.click()
    assert called == [(3, NightJobState.PAUSED), (2, NightJobState.WAITING), (2, NightJobState.CANCELLED)]


@pytest.mark.parametrize(
    ("state", "words"),
    [
        (replace(STATE, resting=Text("Resting while you play")), "Resting while you play"),
        (replace(STATE, working=False), "The work begins …"),
        (replace(STATE, own=False), "Another Ratsu works on these jobs."),
        (replace(STATE, own=False, working=False), "Press “Start”"),
        (replace(STATE, adding="mine.pgn"), "Adding mine.pgn"),
        (replace(STATE, jobs=STATE.jobs[2:], own=False, working=False), "Everything is done."),
        (replace(STATE, problem=Text("no room")), "No room"),
    ],
)
def test_the_state_is_told_in_words(compose: Compose, make_view: MakeView, state: NightState, words: str) -> None:
    _, page = alone(compose, make_view, state)
    assert words in page.line.text()
    assert page.stop.isVisible() is (state.own or bool(state.adding))


def test_a_line_of_the_report_opens_what_is_behind_it(make_window: MakeWindow) -> None:
    window, page = shown(make_window)
    opened: list[ReportRow] = []
    window.services.night.open_row = opened.append  # type: ignore[method-assign, assignment]
    tree = page.report
    assert [tree.model().index(at, 0).data() for at in range(4)] == [text_of(line.text) for line in LINES]
    tree.setFocus()
    tree.setCurrentIndex(tree.model().index(0, 0, tree.model().index(0, 0)))
    QTest.keyClick(tree, Qt.Key.Key_Return)
    assert opened == [LINES[0].rows[0]]
    assert not page.isVisible()


def test_a_long_list_starts_closed_so_that_the_other_lines_are_seen(compose: Compose, make_view: MakeView) -> None:
    long = replace(LINES[0], rows=LINES[0].rows * 10)
    _, page = alone(compose, make_view, replace(STATE, lines=(long, *LINES[1:])))
    model = page.report.model()
    assert not any(page.report.isExpanded(model.index(at, 0)) for at in range(4))
    _, page = alone(compose, make_view)
    assert page.report.isExpanded(page.report.model().index(0, 0))


def test_the_report_grows_without_closing_what_was_opened(compose: Compose, make_view: MakeView) -> None:
    services, page = alone(compose, make_view)
    model = page.report.model()
    page.report.expand(model.index(2, 0))
    services.night.changed.emit(
        replace(STATE, lines=(replace(LINES[0], text=Text("Games reviewed: %1", 215)), *LINES[1:]))
    )
    assert model.index(0, 0).data() == "Games reviewed: 215"
    assert [page.report.isExpanded(model.index(at, 0)) for at in range(4)] == [True, False, True, False]


def test_what_is_dropped_becomes_a_job(compose: Compose, make_view: MakeView, tmp_path: Path) -> None:
    services, page = alone(compose, make_view)
    requests: list[JobRequest] = []
    services.night.add = requests.append  # type: ignore[method-assign, assignment]
    services.settings.set("player_name", "Virtanen")
    for name in ("mine.pgn", "a.epd", "."):
        data = QMimeData()
        data.setUrls([QUrl.fromLocalFile(str(tmp_path / name))])
        event = QDropEvent(
            QPoint(5, 5), Qt.DropAction.CopyAction, data, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
        )
        page.dropEvent(event)
    assert [(request.kind, request.player) for request in requests] == [
        ("review", "Virtanen"),
        ("deepen", ""),
        ("tables", ""),
    ]


def test_the_dialog_asks_only_what_a_kind_needs(compose: Compose, make_view: MakeView, tmp_path: Path) -> None:
    services, page = alone(compose, make_view, NightState(True))
    requests: list[JobRequest] = []
    services.night.add = requests.append  # type: ignore[method-assign, assignment]
    page.add.click()
    dialog = page.findChild(AddJobDialog)
    assert isinstance(dialog, AddJobDialog)
    assert not dialog.add.isEnabled() and dialog.player.isVisible()
    dialog.kind.setCurrentIndex(dialog.kind.findData("book"))
    assert dialog.add.isEnabled() and not dialog.player.isVisible() and not dialog.choose.isVisible()
    dialog.kind.setCurrentIndex(dialog.kind.findData("review"))
    dialog.show_files((tmp_path / "mine.pgn",))
    dialog.nodes.setValue(5_000)
    dialog.add.click()
    assert requests == [JobRequest("review", (tmp_path / "mine.pgn",), 5_000, player="You")]


def test_a_match_is_added_with_its_engines_and_a_file_for_its_games(
    compose: Compose, make_view: MakeView, tmp_path: Path
) -> None:
    services, page = alone(compose, make_view, NightState(True))
    requests: list[JobRequest] = []
    services.night.add = requests.append  # type: ignore[method-assign, assignment]
    services.tournaments._folder = tmp_path / "matches"
    page.add.click()
    dialog = page.findChild(AddJobDialog)
    assert isinstance(dialog, AddJobDialog) and not dialog.participants.isVisible()
    dialog.kind.setCurrentIndex(dialog.kind.findData("match"))
    assert dialog.participants.isVisible() and dialog.rounds.isVisible() and not dialog.player.isVisible()
    assert not dialog.add.isEnabled()  # Ratsu alone
    keys = [dialog.participants.engines.item(row).data(256).key for row in range(dialog.participants.engines.count())]
    assert "ratsu book" not in keys and "ratsu tree" in keys
    dialog.participants.choose("ratsu", "ratsu tree")
    dialog.rounds.setValue(6)
    dialog.system.setCurrentIndex(1)
    dialog.show_files((tmp_path / "openings.epd",))
    dialog.add.click()
    (request,) = requests
    assert (request.kind, request.games, request.gauntlet, request.nodes) == ("match", 6, True, NODES["match"])
    assert (
        request.files == (tmp_path / "openings.epd",)
        and request.output is not None
        and request.output.parent == tmp_path / "matches"
    )
    assert ("Use MCTS", "true") in distinct([parse_engine(text) for text in request.engines])[1].options


def test_the_first_job_and_a_stop_keep_the_focus_on_the_page(make_window: MakeWindow) -> None:
    window, page = shown(make_window, NightState(True))
    page.empty.findChildren(QPushButton)[0].setFocus()
    window.services.night.changed.emit(replace(STATE, adding="mine.pgn"))
    assert page.isAncestorOf(window.focusWidget())
    working = replace(STATE, own=True)
    window.services.night.changed.emit(working)
    page.stop.setFocus()
    window.services.night.changed.emit(replace(working, own=False, working=False))
    assert window.focusWidget() is page.start


def test_a_card_keeps_the_focus_when_the_order_changes(make_window: MakeWindow) -> None:
    window, page = shown(make_window)
    button = page._cards[BOOK.id].pause
    button.setFocus()
    window.services.night.changed.emit(replace(STATE, jobs=(BOOK, REVIEW)))
    assert page._cards[BOOK.id].pause is button and list(page._cards) == [BOOK.id, REVIEW.id]


def test_the_first_list_of_a_report_is_open_also_below_a_figure_without_one(
    compose: Compose, make_view: MakeView
) -> None:
    lines = (ReportLine(Text("Solved: 1 of 2")), ReportLine(Text("Not solved: 1"), (ReportRow(1, Text("one")),)))
    _, page = alone(compose, make_view, replace(STATE, lines=lines))
    assert [page.report.isExpanded(page.report.model().index(at, 0)) for at in (0, 1)] == [False, True]
