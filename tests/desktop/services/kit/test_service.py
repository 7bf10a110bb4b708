"""Services have one life: they follow, are configured and closed in loops."""

import threading
from dataclasses import fields
from pathlib import Path

from PySide6.QtCore import QTimer
from pytestqt.qtbot import QtBot

from desktop import compose
from desktop.compose import Composition
from desktop.model.game.match import NewGame
from desktop.services.all_services import Services
from desktop.services.kit.service import Service
from desktop.services.kit.tasks import Worker
from engine.game.side import Side
from tests.desktop.window_doubles import NOWHERE, ScriptedChooser, ScriptedSources

LEFT_BEHIND = 60  # seconds


class Busy(Service):
    """Two threads and a timer."""

    def __init__(self) -> None:
        super().__init__()
        self.workers = [Worker("quick", self), Worker("slow", self, close_ms=50)]
        self.timer = QTimer(self)
        self.timer.start(10)


def test_closing_ends_every_thread_and_timer_and_says_whether_all_were_in_time(qtbot: QtBot) -> None:
    service, release = Busy(), threading.Event()
    service.workers[0].submit(lambda: None, lambda _: None, lambda _: None)
    assert service.close() and service.close()
    assert not service.timer.isActive()
    late = Busy()
    late.workers[1].submit(lambda: release.wait(LEFT_BEHIND), lambda _: None, lambda _: None)
    late.workers[0].submit(lambda: None, lambda _: None, lambda _: None)
    assert not late.close()
    names = {thread.name for thread in threading.enumerate()}
    release.set()
    assert "slow" in names and "quick" not in names, "one that is late keeps no other from ending"
    qtbot.waitUntil(late.close)


def test_every_service_is_one_and_is_closed_before_what_it_uses(qtbot: QtBot) -> None:
    composition = Composition(NOWHERE, ScriptedSources(), reply_ms=0)
    services = composition.services
    assert all(service.parent() is composition for service in services)
    order = [field.name for field in fields(Services)]
    closing = list(reversed(order))
    for first, then in (
        ("match", "autosave"),  # which keeps the adjourned match
        ("match", "files"),
        ("premoves", "match"),
        ("tournaments", "externals"),
        (
            "externals",
            "match",
        ),  # it drops the search, and one in another process ends with it; the match begins no other
        ("externals", "analysis"),
        ("externals", "engines"),
    ):
        assert closing.index(first) < closing.index(then), (first, then)
    assert closing[-1] == "settings"
    assert composition.close() and composition.close()


def test_they_are_closed_in_the_opposite_order_and_the_rooms_last(qtbot: QtBot) -> None:
    rooms, closed = ScriptedSources(), list[str]()
    composition = Composition(NOWHERE, rooms, reply_ms=0)
    names = {id(getattr(composition.services, field.name)): field.name for field in fields(Services)}

    def noting(name: str, close: object) -> object:
        def noted() -> bool:
            closed.append(name)
            return bool(close())  # type: ignore[operator]

        return noted

    for service in composition.services:
        service.close = noting(names[id(service)], service.close)  # type: ignore[assignment, method-assign]
    rooms.close = noting("rooms", rooms.close)  # type: ignore[assignment, method-assign]
    assert composition.close()
    assert closed == [*reversed([field.name for field in fields(Services)]), "rooms"]


def test_composing_joins_nothing_by_itself() -> None:
    text = Path(str(compose.__file__)).read_text(encoding="utf-8")
    # The settings, and what is reported before there is a window; a service says in `follow` what it listens to.
    assert text.count(".connect(") == 2


def test_external_engines_that_end_drop_the_search_of_the_match(qtbot: QtBot) -> None:
    composition = Composition(NOWHERE, ScriptedSources(ScriptedChooser(hold=True)), reply_ms=0)
    services = composition.services
    services.match.new_game(NewGame(Side.BLACK))
    thinking = [services.match.thinking]
    services.externals.close()
    thinking.append(services.match.thinking)
    assert thinking == [True, False]
    assert composition.close()
