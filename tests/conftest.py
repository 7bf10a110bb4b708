"""What every test gets: its own user folders, no display of ours, and a look at what a window test left behind."""

import gc
import importlib
import os
import sys
from collections.abc import Callable, Generator, Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, settings
from pytestqt.qtbot import QtBot

from engine.ground import machine

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

# No deadlines: a slow machine is not a bug. A failing example is printed as code and not kept in a database.
# Properties get 40 examples, and 300 at night.
settings.register_profile(
    "ratsu", deadline=None, database=None, suppress_health_check=[HealthCheck.too_slow], max_examples=40
)
settings.load_profile("ratsu")
settings.register_profile("night", settings.get_profile("ratsu"), max_examples=300)
# For mutants, of which only counts that they are found: the smallest example takes minutes. Asked for by --hypothesis-profile.
# With and without the mutant the examples are the same.
settings.register_profile(
    "found",
    settings.get_profile("ratsu"),
    phases=[Phase.explicit, Phase.generate],
    max_examples=100,
    derandomize=True,
    suppress_health_check=list(HealthCheck),
)

# Hundreds of windows are opened here, each with an engine: a table of 512 MB each would cost half a second and all memory.
_MOST_HASH_MB, machine.MOST_HASH_MB = machine.MOST_HASH_MB, 32
importlib.import_module("desktop.model.settings")  # takes its default
machine.MOST_HASH_MB = _MOST_HASH_MB

PATIENCE_MS = int(os.environ.get("RATSU_PATIENCE_MS", "60000"))  # less for a mutant: what it prevents never comes


def _patient(wait: Callable[..., object]) -> Callable[..., object]:
    def patient(*given: object, timeout: int = 0, **more: object) -> object:
        return wait(*given, timeout=max(timeout, PATIENCE_MS), **more)

    return patient


# What must come may come late: no test says less than a minute, and some say more.
for _name in ("waitUntil", "waitSignal", "waitSignals"):
    setattr(QtBot, _name, _patient(getattr(QtBot, _name)))

pytest_plugins = [
    "tests.helpers.leaks",
    "tests.helpers.not_on_windows",
    "tests.helpers.skips",
    "tests.helpers.windows_fsync",
]


@pytest.fixture(autouse=True)
def user_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Every test has a user of its own: settings, books and journals lie under the returned folder.

    The program makes the folders that it needs, as it does for a new user: on a slow disk each folder costs a test 2 ms.
    """
    home = tmp_path / "home"
    home.mkdir(mode=0o700)
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(home))
    for name in ("data", "config", "state", "cache"):
        monkeypatch.setenv(f"XDG_{name.upper()}_HOME", str(home / name))
    if sys.platform == "win32":
        monkeypatch.setenv("USERPROFILE", str(home))
        for name in ("APPDATA", "LOCAL_APPDATA", "PERSONAL"):  # where platformdirs looks before it asks Windows
            monkeypatch.setenv(f"WIN_PD_OVERRIDE_{name}", str(home / name.lower()))
    return home


@pytest.fixture(autouse=True)
def english_again() -> Iterator[None]:
    """One language serves the whole application, so a test that chose another would be the next one's surprise."""
    yield
    core, settings = sys.modules.get("PySide6.QtCore"), sys.modules.get("desktop.model.settings")
    application = core.QCoreApplication.instance() if core is not None else None
    chosen = application.property("ratsu_language") if application is not None else None
    if chosen is not None and settings is not None:
        chosen.follow(settings.Settings().with_value("language", "en"))


@pytest.fixture(autouse=True)
def garbage_in_the_main_thread() -> Iterator[None]:
    """As in the program (`desktop/services/kit/garbage.py`). A worker that collected what an earlier test had left deleted its
    Qt objects: a segmentation fault once in ten thousand tests, also in a test of threads that knows nothing of Qt."""
    gc.disable()
    yield
    due = [number for number, count in enumerate(gc.get_count()) if count > gc.get_threshold()[number]]
    if due:
        gc.collect(due[-1])
    gc.enable()


# Each of these starts programs and waits for them. They come first, so that no worker is left with them at the end.
_SLOW = (
    "tests/system/",
    "tests/faults/",
    "tests/desktop/views/test_monkey.py",
    "tests/desktop/state/",
    "tests/installer/",
)


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """What is collected stays to the end: nobody looks for garbage among a million objects, now or later."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Slow tests first. Long tests are started by hand, by somebody who sees when they hang: they have no time limit."""
    items.sort(key=lambda item: not item.nodeid.startswith(_SLOW))
    for item in items:
        if item.get_closest_marker("long"):
            item.add_marker(pytest.mark.timeout(0))
