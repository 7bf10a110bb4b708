"""Pictures of every page in every size, by day and night, in both languages: `python -m tests.desktop.pages FOLDER [PAGE]`.

A scripted engine plays, so that the same program gives the same pictures. What they looked like last is kept as small grey
cells in `tests/data/desktop/pages.json` (`--keep` writes it); `--compare` prints what has changed, and `test_pages.py` does so.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PySide6.QtGui import QImage

    from desktop.views.main_window import MainWindow

KEPT = Path(__file__).parents[1] / "data/desktop/pages.json"
CELLS = 24, 16  # columns and rows that a picture is reduced to
MOST_APART = 0.1  # grey levels of 255, the mean over all cells
MOST_CELL = 8  # the same of one cell: another date
SIZES = ((960, 540), (960, 1040), (760, 1040), (1280, 800), (1920, 1080))
_MOST_LOOKS = 12  # at a page, until its picture is taken
_STILL_MS = 300  # in which nothing may change; the evaluation bar slides for 250
_LONG_MS = 20_000  # for what is calculated in the background
TWICE = (960, 540)  # at 2x: 1920 x 1080 pixels
MOVES = ("e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "a7a6", "b5a4", "g8f6")


@dataclass(frozen=True)
class Look:
    """How a page is shown; sizes are device-independent pixels."""

    width: int
    height: int
    scheme: str
    language: str
    scaling: int = 1

    def __str__(self) -> str:
        return f"{self.width}x{self.height}{'@2x' * (self.scaling == 2)} {self.scheme} {self.language}"


def looks(scaling: int) -> Iterator[Look]:
    """All of one scaling, which Qt reads at the start of a process."""
    for width, height in SIZES if scaling == 1 else (TWICE,):
        for scheme in ("light", "dark"):
            for language in ("en", "fi"):
                yield Look(width, height, scheme, language, scaling)


def pages() -> dict[str, Callable[[MainWindow], None]]:
    """Every page by its name: each panel in its first mode, and the pages over the whole window."""
    from desktop.views.window.pages import PAGES
    from desktop.views.window.panels import PANELS

    def panel(key: str, window: MainWindow) -> None:
        mode = next(spec.modes[0] for spec in PANELS if spec.key == key)
        window.show_mode(mode)
        window.body.side.show_panel(key)

    shown: dict[str, Callable[[MainWindow], None]] = {"start": lambda window: window.start_game()}
    for spec in PANELS:
        shown[spec.key] = lambda window, key=spec.key: panel(key, window)  # type: ignore[misc]
    for mode in PAGES:
        shown[mode.value] = lambda window, mode=mode: window.show_mode(mode)  # type: ignore[misc]
    shown["folded"] = _fold
    return shown


def _fold(window: MainWindow) -> None:
    from desktop.views.window.mode_bar import Mode

    window.show_mode(Mode.PLAY)
    window.actions_by_key["panels"].trigger()


def taken(names: list[str], wanted: list[Look]) -> Iterator[tuple[str, QImage]]:
    """The pictures, each with its name; QApplication is there. A window for each look, which is led from page to page."""
    from books.choice.library import Library
    from books.evaluations.store import EvaluationStore
    from desktop.views.main_window import MainWindow
    from desktop.views.window.mode_bar import Mode
    from tests.desktop.screen import wait
    from tests.desktop.window_doubles import close_services, make_services

    for look in wanted:
        folder = tempfile.TemporaryDirectory()
        services = make_services(library=Library(Path(folder.name) / "user", Path(folder.name) / "learned"))
        store = Path(folder.name) / "evaluations.db"
        services.projects._open_store = partial(EvaluationStore, store)
        services.settings.set("language", look.language)
        services.settings.set("theme", look.scheme)
        window = MainWindow(services)
        window.resize(look.width, look.height)
        window.show()
        for name, show in pages().items():
            if names and name not in names:
                continue
            if name != "start" and len(services.game.state.game.main_line()) == 0:
                services.match.adjourn()
                services.files.set_position("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")
                for move in MOVES:
                    services.game.play_move(move)
            show(window)
            if name == Mode.HOME.value:  # it reads files in the background
                home = services.home
                wait(lambda: home.state.played is not None and home.state.due.openings is not None, _LONG_MS)  # noqa: B023
            yield f"{name} {look}", _settled(window)
        window.close()
        window.deleteLater()
        close_services(services)
        folder.cleanup()


def _settled(window: MainWindow) -> QImage:
    """The picture when it no longer changes: a busy machine is slow to lay out. The scripted analysis ends at a depth."""
    from tests.desktop.screen import let_run, wait
    from tests.desktop.window_doubles import LAST_DEPTH

    analysis, explain = window.services.analysis, window.services.explain
    panel = window.body.side.panel("explain")
    let_run(150)
    if analysis.state.running:
        wait(lambda: analysis.state.depth == LAST_DEPTH, _LONG_MS)
    if panel is not None and panel.isVisible():
        wait(lambda: explain.state is not None and explain.state.fen == window.services.game.state.fen, _LONG_MS)
    picture = window.grab().toImage()
    for _ in range(_MOST_LOOKS):
        let_run(_STILL_MS)
        before, picture = picture, window.grab().toImage()
        if picture == before:
            break
    return picture


def cells(picture: QImage) -> list[int]:
    """The picture as grey cells, row by row."""
    from PySide6.QtCore import Qt
    from PySide6.QtGui import QImage

    small = picture.scaled(*CELLS, Qt.AspectRatioMode.IgnoreAspectRatio, Qt.TransformationMode.SmoothTransformation)
    grey = small.convertToFormat(QImage.Format.Format_Grayscale8)
    return [grey.pixelColor(x, y).red() for y in range(CELLS[1]) for x in range(CELLS[0])]


def apart(one: list[int], other: list[int]) -> tuple[float, int]:
    """How much two pictures differ: the mean and the largest difference of their cells."""
    differences = [abs(a - b) for a, b in zip(one, other, strict=True)]
    return sum(differences) / len(differences), max(differences)


def changed(scaling: int) -> dict[str, tuple[float, int]]:
    """The pictures of a scaling that are not as they were, beyond what is allowed: mean and largest difference."""
    kept: dict[str, list[int]] = json.loads(KEPT.read_text("utf-8"))
    found = {name: apart(kept[name], cells(picture)) for name, picture in taken([], list(looks(scaling)))}
    return {name: far for name, far in found.items() if far[0] > MOST_APART or far[1] > MOST_CELL}


def run(scaling: int, *arguments: str) -> subprocess.CompletedProcess[str]:
    """This program in a process of its own: Qt reads the scaling at the start."""
    command = [sys.executable, "-m", "tests.desktop.pages", f"--scaling={scaling}", *arguments]
    return subprocess.run(
        command, env=os.environ | {"QT_SCALE_FACTOR": str(scaling)}, check=True, stdout=subprocess.PIPE, text=True
    )


def main(arguments: list[str]) -> int:
    """Writes the pictures into a folder; with `--keep` what they look like as well. `--compare` prints what has changed."""
    keep = "--keep" in arguments
    folder, *names = [argument for argument in arguments if not argument.startswith("--")] or [""]
    if not folder and "--compare" not in arguments:
        print(__doc__)
        return 2
    scaling = next((int(argument[-1]) for argument in arguments if argument.startswith("--scaling=")), 0)
    if not scaling:
        for one in (1, 2):
            print(run(one, *arguments).stdout, end="")
        return 0
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    from PySide6.QtWidgets import QApplication

    application = QApplication.instance() or QApplication(["ratsu"])
    if "--compare" in arguments:
        print(json.dumps(changed(scaling)))
        return 0
    found: dict[str, list[int]] = json.loads(KEPT.read_text("utf-8")) if KEPT.exists() else {}
    Path(folder).mkdir(parents=True, exist_ok=True)
    for name, picture in taken(names, list(looks(scaling))):
        picture.save(str(Path(folder) / f"{name}.png"))
        found[name] = cells(picture)
    if keep:
        KEPT.write_text(
            "{\n"
            + ",\n".join(f"{json.dumps(n)}:{json.dumps(c, separators=(',', ':'))}" for n, c in sorted(found.items()))
            + "\n}\n"
        )
    application.processEvents()
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
