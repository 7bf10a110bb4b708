"""A start survives every state file being something else, and every loader failing."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from desktop.compose import Composition
from desktop.services.kit import guarded_file
from desktop.views.main_window import MainWindow
from tests.desktop.services.conftest import Heard, folders_in, offers_of, reopen
from tests.desktop.state.home import FILES, INSTEAD, OTHERS, fill
from tests.desktop.window_doubles import ScriptedSources
from tests.helpers.program import ROOT

KEPT = [name for name in FILES if name.startswith(("config", "state")) or name in ("data/training.json",)]


def start(home: Path, qtbot: QtBot) -> str:
    """Everything that a start does with what was kept, up to a game on the board. Returns what the user is told."""
    composition = Composition(folders_in(home), ScriptedSources(), reply_ms=0)
    try:
        return _started(composition, qtbot)
    finally:
        assert composition.close()


def _started(composition: Composition, qtbot: QtBot) -> str:
    services = composition.services
    window = MainWindow(services)
    qtbot.addWidget(window)
    told = (services.settings, services.engines, services.autosave, services.rating, services.tournaments)
    heard = Heard(*(source.message for source in (*told, services.mistakes, services.decks)))
    window.show()
    services.settings.tell_problems()
    offers = offers_of(services.autosave)
    window.start_game()
    reopen(services.autosave, *offers)
    assert len(services.rating.state.games) in (0, 2)
    assert not services.tournaments.state.running
    with qtbot.waitSignal(services.mistakes.changed):
        services.mistakes.count()
    composition.window_shown()
    services.settings.set("volume", 33)
    assert services.game.state.fen
    return heard.texts


@pytest.mark.parametrize("kind", INSTEAD)
def test_the_window_starts_whatever_stands_in_place_of_all_its_files(qtbot: QtBot, tmp_path: Path, kind: str) -> None:
    fill(tmp_path)
    for name in FILES:
        INSTEAD[kind](tmp_path / name)
    told = start(tmp_path, qtbot)
    for name in KEPT:
        path = tmp_path / name
        assert told.count(f"{path} cannot be read") == 1, told
        aside = path.with_name(f"{path.name}.damaged")
        assert os.path.lexists(aside), f"{kind} in place of {name} is gone"
    again = start(tmp_path, qtbot)
    assert "cannot be read" not in again, "told once"


FAULTS = (OverflowError, RecursionError, MemoryError)


@pytest.mark.parametrize(
    ("failing", "fault"),
    [  # in every run each loader fails in one way
        pytest.param(failing, fault, marks=() if fault is FAULTS[failing % len(FAULTS)] else pytest.mark.long)
        for failing in range(7)
        for fault in FAULTS
    ],
)
def test_the_window_starts_though_a_loader_fails(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, failing: int, fault: type[Exception]
) -> None:
    """The n-th file that is read fails in its loader."""
    fill(tmp_path)
    read, count = guarded_file.GuardedFile.read, 0

    def failing_read(self: guarded_file.GuardedFile, load: Callable[[bytes], object], otherwise: object) -> object:
        nonlocal count
        count += 1

        def fails(content: bytes) -> object:
            raise fault("a damaged file did this")

        return read(self, fails if count == failing + 1 else load, otherwise)

    monkeypatch.setattr(guarded_file.GuardedFile, "read", failing_read)
    told = start(tmp_path, qtbot)
    assert count in (6, 7) and told.count("a damaged file did this") == 1
    assert len(list(tmp_path.rglob("*.damaged"))) == 1


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes here")
@pytest.mark.parametrize("kind", ["Infinity", "a pipe"])
def test_the_program_starts_and_ends_with_every_file_damaged(qapp: object, user_folders: Path, kind: str) -> None:
    ratsu = user_folders / "as platformdirs has it"
    variables = {}
    for name in ("config", "data", "state"):
        variables[f"XDG_{name.upper()}_HOME"] = str(ratsu / name)
    home = user_folders / "filled"
    fill(home)
    for name in ("config", "data", "state"):
        (ratsu / name).mkdir(parents=True)
        (home / name).rename(ratsu / name / "ratsu")
    for name in (*FILES, *OTHERS):
        room, _, rest = name.partition("/")
        INSTEAD[kind](ratsu / room / "ratsu" / rest)
    program = subprocess.Popen(
        [sys.executable, "-m", "desktop.command"],
        env={**os.environ, **variables, "QT_QPA_PLATFORM": "offscreen", "PYTHONPATH": str(ROOT)},
        stderr=subprocess.PIPE,
        text=True,
    )
    aside = ratsu / "config" / "ratsu" / "engines.json.damaged"
    deadline = time.monotonic() + 120
    while not os.path.lexists(aside) and time.monotonic() < deadline and program.poll() is None:
        time.sleep(0.1)
    time.sleep(2)
    program.send_signal(signal.SIGTERM)
    _, errors = program.communicate(timeout=120)
    assert os.path.lexists(aside) and "Traceback" not in errors, errors
    assert program.returncode == 0
