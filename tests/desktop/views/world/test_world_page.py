"""The page that gets games: off at first, every state in words, and what is offered afterwards."""

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QDate, Qt
from PySide6.QtTest import QTest

from desktop.model.job import JobPhase, JobState
from desktop.model.settings import SETTINGS, Settings
from desktop.views.main_window import MainWindow
from desktop.views.night.night_page import NightPage
from desktop.views.world.world_page import WorldPage
from engine.ground.text import Text
from engine.jobs.fetching import DownloadRequest
from engine.night.job_request import JobRequest
from engine.play.world.addresses import ADDRESSES
from engine.play.world.downloads import DownloadFilter
from engine.play.world.fetching import DownloadReport
from tests.desktop.views.conftest import MakeWindow

State = JobState[DownloadRequest, DownloadReport]


def shown(make_window: MakeWindow) -> tuple[MainWindow, WorldPage]:
    window = make_window()
    window.actions_by_key["get_games"].trigger()
    page = window.findChild(WorldPage)
    assert isinstance(page, WorldPage)
    return window, page


def test_every_address_is_a_setting_that_is_off_and_says_what_it_sends() -> None:
    rows = {setting.key: setting for setting in SETTINGS}
    for address in ADDRESSES:
        row = rows[address.setting]
        assert row.default is False and not row.hidden and not Settings().flag(row.key)
        assert address.host in row.sentence and str(address.sends) in row.sentence
    assert len({address.setting for address in ADDRESSES}) == len(ADDRESSES)


def test_nothing_can_be_fetched_before_the_site_is_on(make_window: MakeWindow) -> None:
    window, page = shown(make_window)
    asked: list[tuple[str, DownloadFilter]] = []
    window.services.world.fetch = lambda site, wanted: asked.append((site, wanted))  # type: ignore[method-assign]
    assert "player name" in page.sends.text()
    page.fetch.click()
    assert asked == [] and "first tick “Ratsu may ask lichess.org”" in page.problem.text()
    assert window.focusWidget() is page.allow
    page.allow.setChecked(True)
    assert window.services.settings.settings.flag("net_lichess") and page.problem.isHidden()
    page.fetch.click()
    assert asked == [] and "is not a player name" in page.problem.text()
    page.name.setText(" virtanen ")
    page.since.setDate(QDate(2024, 1, 31))
    page.rated.setChecked(True)
    page.speed.setCurrentIndex(page.speed.findData("rapid"))
    page.colour.setCurrentIndex(page.colour.findData("black"))
    page.fetch.click()
    ((site, wanted),) = asked
    assert (site, wanted.name, wanted.rated_only, wanted.speeds, wanted.colour) == (
        *("lichess", "virtanen", True),
        *(("rapid",), "black"),
    )
    assert abs(wanted.since_ms - 1_706_659_200_000) <= 14 * 3_600_000, "midnight of that day, wherever this runs"
    page.site.setCurrentIndex(1)
    assert not page.allow.isChecked(), "the other site is still off"
    page.fetch.click()
    assert len(asked) == 1


@pytest.mark.parametrize(
    ("state", "words", "problem"),
    [
        (State(), "", ""),
        (State(JobPhase.RUNNING), "Asking the site", ""),
        (State(JobPhase.RUNNING, rows=(DownloadReport(120, 100),)), "120 games came, 100 of them are new.", ""),
        (
            State(JobPhase.RUNNING, waiting=Text("%1 asks for a pause; Ratsu continues in %2 seconds", "x", 60)),
            "x asks for",
            "",
        ),
        (State(problem=Text("%1 cannot be reached", "x")), "", "x cannot be reached"),
        (
            State(JobPhase.FAILED, rows=(DownloadReport(5, 5),), problem=Text("broken")),
            "The games received are saved",
            "Broken",
        ),
        (State(JobPhase.DONE, rows=(DownloadReport(5, 5),)), "5 games came, 5 of them are new in the collection.", ""),
    ],
)
def test_the_state_is_told_in_words(make_window: MakeWindow, state: State, words: str, problem: str) -> None:
    window, page = shown(make_window)
    window.services.world.changed.emit(state)
    assert words in page.far.text() and page.problem.text() == problem
    assert (page.stop.isVisible(), page.fetch.isVisible()) == (state.running, not state.running)
    assert page.name.isEnabled() is not state.running
    QTest.keyClick(page, Qt.Key.Key_Escape)
    assert not page.isVisible()


def test_the_new_ones_are_reviewed_tonight(make_window: MakeWindow, tmp_path: Path) -> None:
    window, page = shown(make_window)
    requests: list[JobRequest] = []
    window.services.night.add = requests.append  # type: ignore[method-assign, assignment]
    request = DownloadRequest(tmp_path / "c", "lichess", DownloadFilter("virtanen"))
    state = State(JobPhase.DONE, request, rows=(DownloadReport(9, 4, 6),))
    window.services.world._set(state)
    assert page.report.isVisible() and page.games.isVisible()
    page.review.click()
    assert requests == [JobRequest("review", (tmp_path / "c",), player="virtanen", first=6)]
    assert isinstance(window.findChild(NightPage), NightPage) and not page.isVisible()
    nothing_new = State(JobPhase.DONE, request, rows=(DownloadReport(9, 0),))
    window.services.world.changed.emit(nothing_new)
    assert page.review.isHidden()


def test_the_keyboard_is_at_the_button_that_stops_and_then_at_the_one_that_begins(make_window: MakeWindow) -> None:
    window, page = shown(make_window)
    page.allow.setChecked(True)
    page.fetch.setFocus()
    running = State(JobPhase.RUNNING, rows=(DownloadReport(5, 5),))
    window.services.world.changed.emit(running)
    assert page.window().focusWidget() is page.stop and page.since.lineEdit().selectedText() == ""
    page.stop.clearFocus()
    window.services.world.changed.emit(replace(running, rows=(DownloadReport(6, 5),)))
    assert page.window().focusWidget() is not page.stop, "only at the beginning"
    page.stop.setFocus()
    window.services.world.changed.emit(replace(running, phase=JobPhase.DONE))
    assert page.window().focusWidget() is page.fetch
