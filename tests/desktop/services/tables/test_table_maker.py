"""Tables made from the window: a forecast first, progress, pause, cancel; what is finished answers at once."""

import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from desktop.model.endgame import MakingStage, TableMaking, TablesAnswer
from desktop.model.errors import Message, Severity
from desktop.model.game.state import GameState
from desktop.services.kit.settings_store import SettingsStore
from desktop.services.tables.table_maker import TableMaker
from desktop.services.tables.tablebase_service import TablebaseService
from engine.game.position import Position
from engine.game.tree import Game
from engine.jobs import tables
from tablebases.generate.forecast import Forecast
from tablebases.generate.make import GenerationProgress, generate
from tablebases.tables import Tablebases

KRK = "8/8/8/4k3/8/8/8/KR6 w - - 0 1"


class Folders:
    """The tables of one folder, opened anew when told; nothing is built in, so that small ones are missing."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.opened = folder, 0
        self.reopen()

    def reopen(self) -> None:
        self.tables, self.opened = Tablebases([self.folder], built_in=False), self.opened + 1


@pytest.fixture
def folders(tmp_path: Path) -> Folders:
    (tmp_path / "tables").mkdir()
    return Folders(tmp_path / "tables")


@pytest.fixture
def tablebases(folders: Folders) -> Iterator[TablebaseService]:
    service = TablebaseService(lambda: folders.tables)
    yield service
    assert service.close()


@pytest.fixture
def maker(
    tmp_path: Path, folders: Folders, tablebases: TablebaseService, monkeypatch: pytest.MonkeyPatch
) -> Iterator[TableMaker]:
    monkeypatch.setattr("tablebases.generate.make.is_present", lambda *_: False)  # or KRvK would be there: built in
    settings = SettingsStore(tmp_path / "settings.json")
    service = TableMaker(settings, tablebases, folders.reopen, folders.folder)
    yield service
    assert service.close() and settings.close()


def phase_of(maker: TableMaker) -> MakingStage:
    return maker.state.phase


def looked(qtbot: QtBot, maker: TableMaker, wanted: str, folder: Path) -> TableMaking:
    maker.look(wanted, str(folder))
    qtbot.waitUntil(lambda: maker.state.phase is not MakingStage.LOOKING, timeout=5000)
    return maker.state


def test_a_table_is_forecast_then_made_then_answers(
    qtbot: QtBot, maker: TableMaker, tablebases: TablebaseService, folders: Folders
) -> None:
    told: list[Message] = []
    maker.message.connect(told.append)
    tablebases.look_at(GameState(1, Game.new(Position.of(KRK, chess960=None)), 0))
    qtbot.waitUntil(lambda: tablebases.state.answer is TablesAnswer.TOO_MANY_MEN, timeout=5000)
    assert tablebases.state.to_make == "KRvK", "the panel offers it"
    state = looked(qtbot, maker, "krk", folders.folder)
    assert state.may_begin and state.forecast is not None and state.forecast.tables == ("KRvK",)
    assert not any(folders.folder.iterdir()), "a forecast writes nothing"
    maker.begin()
    qtbot.waitUntil(lambda: maker.state.phase is MakingStage.DONE, timeout=10_000)
    assert (maker.state.made, maker.state.bytes) == (1, sum(p.stat().st_size for p in folders.folder.glob("*.rtb?")))
    assert maker._settings.settings.text("tablebase_folders") == str(folders.folder)
    assert [(each.severity, str(each.text)) for each in told] == [
        (Severity.INFORMATION, "The endgame table KRvK is ready")
    ]
    tablebases.look_again()  # as `configure` does when the folders of the settings change
    qtbot.waitUntil(lambda: tablebases.state.answer is TablesAnswer.KNOWN, timeout=5000)
    assert tablebases.state.to_make == ""


def test_more_tables_in_a_folder_that_is_known_are_used_at_once(
    qtbot: QtBot, maker: TableMaker, tablebases: TablebaseService, folders: Folders
) -> None:
    maker._settings.set("tablebase_folders", str(folders.folder))
    tablebases.look_at(GameState(1, Game.new(Position.of(KRK, chess960=None)), 0))
    looked(qtbot, maker, "KRvK", folders.folder)
    maker.begin()
    qtbot.waitUntil(lambda: tablebases.state.answer is TablesAnswer.KNOWN, timeout=10_000)
    assert folders.opened == 2 and maker._settings.settings.text("tablebase_folders") == str(folders.folder)


def test_a_paused_making_stands_still_and_a_stopped_one_keeps_what_is_finished(
    qtbot: QtBot, maker: TableMaker, folders: Folders, monkeypatch: pytest.MonkeyPatch
) -> None:
    paused, stopped = threading.Event(), threading.Event()

    def held(*asked: object, **how: object) -> Iterator[GenerationProgress]:
        """On a busy machine tables are finished before the pause, or all before the stop."""
        assert paused.wait(60)
        for step in generate(*asked, **how):  # type: ignore[arg-type]
            assert step.signature != "KPvK" or stopped.wait(60)
            yield step

    monkeypatch.setattr(tables, "generate", held)
    assert looked(qtbot, maker, "KPvK", folders.folder).may_begin
    maker.begin()
    maker.pause(True)
    paused.set()
    qtbot.waitUntil(lambda: maker.state.step is not None, timeout=10_000)
    stood = maker.state.step
    qtbot.wait(400)
    assert maker.state.step == stood and not any(folders.folder.glob("*.rtb?"))
    assert phase_of(maker) is MakingStage.PAUSED
    maker.pause(False)
    qtbot.waitUntil(lambda: len(list(folders.folder.glob("*.rtb?"))) >= 2, timeout=10_000)
    maker.cancel()
    stopped.set()
    assert phase_of(maker) is MakingStage.STOPPING
    qtbot.waitUntil(lambda: maker.state.phase is MakingStage.STOPPED, timeout=10_000)
    finished = {path.stem for path in folders.folder.glob("*.rtb?")}
    assert finished and "KPvK" not in finished
    assert not maker.state.problem and not maker.state.at_work
    assert maker.state.may_begin, "it said that the next time continues, and could not be begun"
    maker.begin()
    qtbot.waitUntil(lambda: maker.state.phase is MakingStage.DONE, timeout=60_000)
    assert finished < {path.stem for path in folders.folder.glob("*.rtb?")} and (folders.folder / "KPvK.rtbw").exists()


def test_a_name_that_is_none_and_one_of_six_pieces_are_refused_in_words(
    qtbot: QtBot, maker: TableMaker, folders: Folders
) -> None:
    assert "is not a signature" in str(looked(qtbot, maker, "KXvK", folders.folder).problem)
    assert "up to 5 pieces" in str(looked(qtbot, maker, "KRPvKRP", folders.folder).problem)
    assert not maker.state.may_begin
    maker.begin()
    assert maker.state.phase is MakingStage.FAULT, "nothing begins"


def test_a_full_disk_is_said_and_nothing_half_written_stays(
    qtbot: QtBot, maker: TableMaker, folders: Folders, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(path: Path, content: bytes) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("tablebases.generate.make.write_atomically", full)
    told: list[Message] = []
    maker.message.connect(told.append)
    looked(qtbot, maker, "KRvK", folders.folder)
    maker.begin()
    qtbot.waitUntil(lambda: maker.state.phase is MakingStage.FAULT, timeout=10_000)
    assert "KRvK cannot be written" in str(maker.state.problem) and "No space left" in str(maker.state.problem)
    assert [each.severity for each in told] == [Severity.ERROR] and not any(folders.folder.iterdir())


def test_what_does_not_fit_into_memory_cannot_begin() -> None:
    state = TableMaking(MakingStage.FORECAST, "KRNvKR", "/x", Forecast(("KRNvKR",), 300, 1_600_000_000, 56_000_000))
    assert state.may_begin, "a system that says nothing stops nobody"
    assert replace(state, free_memory=2_000_000_000, free_disk=1).may_begin, "a full disk is survived"
    assert not replace(state, free_disk=1).fits_disk
    assert not replace(state, free_memory=1_000_000_000).may_begin


def test_the_end_of_the_program_ends_a_paused_making(qtbot: QtBot, maker: TableMaker, folders: Folders) -> None:
    looked(qtbot, maker, "KPvK", folders.folder)
    maker.begin()
    maker.pause(True)
    assert maker.close(), "within the time of a worker"
