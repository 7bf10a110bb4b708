"""Two windows, a night run with a worker, and the console work on one evaluation store at the same time: nothing is lost."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from books.evaluations.projects import Projects
from books.evaluations.store import EvaluationStore
from books.evaluations.values import EngineIdentity
from engine.game.position import START_POSITION, Position
from engine.ground.user_files import EVALUATIONS
from engine.night.queue import NightQueue
from tests.desktop.one_store_window import PROJECT
from tests.helpers.own_processes import ended, started

NODES = 300  # of a pass


def _together(folder: Path, changes: int, passes: int) -> dict[str, int]:
    """Lets all work on one store, and compares it with what each says that it has done. Returns what was counted."""
    home = {**os.environ, "XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder), "XDG_STATE_HOME": str(folder)}
    home["QT_QPA_PLATFORM"] = "offscreen"
    path = folder / "ratsu" / EVALUATIONS
    with EvaluationStore(path) as store:
        Projects(store).make(PROJECT, START_POSITION, ("ratsu",), NODES)
    ratsu = ("desktop.command",)
    add = ("night", "add", "project", "--project", PROJECT, "--positions", str(passes))
    subprocess.run([sys.executable, "-m", *ratsu, *add], env=home, check=True, stdout=subprocess.DEVNULL)
    window = ("tests.desktop.one_store_window", str(path))
    windows = [
        started(*window, name, str(changes), str(passes), stdout=subprocess.PIPE, stderr=None, env=home)
        for name in ("one", "two")
    ]
    others = [
        started(*ratsu, "night", "run", "--processes", "1", "--battery", stderr=None, env=home),
        started(*ratsu, "project", "grow", PROJECT, "--passes", str(passes), stderr=None, env=home),
    ]
    try:
        said = [json.loads(window.communicate(timeout=2_000)[0].splitlines()[-1]) for window in windows]
        assert [other.wait(2_000) for other in others] == [0, 0] and [window.returncode for window in windows] == [0, 0]
    finally:
        for process in (*windows, *others):
            ended(process)
    assert [one["problems"] for one in said] == [[], []]
    with NightQueue(path.with_name("night.db")) as queue:
        (job,) = queue.jobs()
        assert (job.done, job.failed) == (passes, 0)
    with EvaluationStore(path) as store:
        projects = Projects(store)
        project = projects.named(PROJECT)
        nodes = projects.nodes(project)
        comments = {one.comment for one in nodes if one.comment}
        assert comments >= {text for one in said for text in one["comments"]}
        for one, name in zip(said, ("one", "two"), strict=True):
            for fen in one["analysed"]:
                assert store.best(Position.of(fen, chess960=False), EngineIdentity(name)) is not None
        made = sum(one["passes"] for one in said) + 2 * passes
        assert sum(node.visits for node in nodes) == made, "each pass counts once"
        assert projects.leased(project) == set()
        return {"comments": len(comments), "passes": made, "positions": len(nodes), "evaluations": store.count()}


@pytest.mark.skipif(sys.platform != "linux", reason="process groups of Linux")
def test_two_windows_a_night_run_and_the_console_lose_nothing(tmp_path: Path) -> None:
    found = _together(tmp_path, changes=6, passes=6)
    assert found["passes"] == 24 and found["comments"] >= 6


@pytest.mark.long
@pytest.mark.skipif(sys.platform != "linux", reason="process groups of Linux")
def test_many_changes_of_two_windows_a_night_run_and_the_console_lose_nothing(tmp_path: Path) -> None:
    found = _together(tmp_path, changes=150, passes=250)
    print(found)
    assert found["passes"] == 1_000
