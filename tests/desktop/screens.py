"""Takes the pictures in docs/screens: `python -m tests.desktop.screens [NAME ...]`.

From the real window over the real engine, book and tablebases, each picture as a user of its own; a process takes some of
the same scaling, which Qt reads at the start. Needs Xvfb (or any display); without one it starts Xvfb by itself.
"""

import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from engine.ground.text import Text, plain
from tests.desktop.screen import Screen, let_run, wait
from tests.desktop.screens_analysis import ANALYSES, ANALYSIS_SHOWS
from tests.desktop.screens_board import BOARD_SHOWS, BOARDS
from tests.desktop.screens_book import BOOK_SHOWS, BOOKS
from tests.desktop.screens_collections import COLLECTED, COLLECTED_SHOWS
from tests.desktop.screens_endgames import ENDGAME_SHOWS, ENDGAMES
from tests.desktop.screens_engines import ENGINE_SHOWS, ENGINES
from tests.desktop.screens_finnish import FINNISH, FINNISH_SHOWS
from tests.desktop.screens_games import GAME_SHOWS, GAMES
from tests.desktop.screens_more import MORE, MORE_SHOWS
from tests.desktop.screens_people import PEOPLE, PEOPLE_SHOWS
from tests.desktop.small_picture import save_small

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from desktop.views.main_window import MainWindow

FOLDER = Path(__file__).resolve().parent.parent.parent / "docs/screens"
MOST_BYTES = 250_000
BATCH = 8  # pictures taken by one process
SPANISH = (
    "e2e4",
    "e7e5",
    "g1f3",
    "b8c6",
    "f1b5",
    "a7a6",
    "b5a4",
    "g8f6",
    "e1g1",
    "f8e7",
    "f1e1",
    "b7b5",
    "a4b3",
    "d7d6",
)


SCREENS = (
    *ANALYSES,
    *ENDGAMES,
    *GAMES,
    *COLLECTED,
    *BOOKS,
    *FINNISH,
    *ENGINES,
    *BOARDS,
    *MORE,
    *PEOPLE,
    Screen("window", "play", 1280, 800),
    Screen("start-light", "start"),
    Screen("start-dark", "start", scheme="dark"),
    Screen("play-dark", "play", scheme="dark"),
    Screen("play-black-light", "black"),
    Screen("analyse-light", "analyse", 1400, 900),
    Screen("analyse-dark", "analyse", 1400, 900, "dark"),
    Screen("analyse-light-2x", "analyse", 1024, 700, "light", 2.0),
    Screen("large-light", "analyse", 3840, 2160),
    Screen("large-dark", "analyse", 3840, 2160, "dark"),
    Screen("moves-light", "sheet", 1024, 700, scaling=1.25),
    Screen("promotion-dark", "promotion", scheme="dark"),
    Screen("check-light", "check"),
    Screen("messages-light", "messages"),
    Screen("messages-dark", "messages", scheme="dark"),
    Screen("settings-light", "settings"),
    Screen("settings-dark", "settings", scheme="dark"),
    Screen("keys-light", "keys"),
    Screen("about-dark", "about", scheme="dark"),
    Screen("folded-light", "folded", 720, 820),
)


def main(names: list[str]) -> int:
    """Takes all pictures, or those named. Returns 0, or 1 where one could not be taken or is too big."""
    wanted = [screen for screen in SCREENS if not names or screen.name in names]
    FOLDER.mkdir(parents=True, exist_ok=True)
    started = time.time()
    for scaling in dict.fromkeys(screen.scaling for screen in wanted):
        alike = [screen.name for screen in wanted if screen.scaling == scaling]
        for first in range(0, len(alike), BATCH):
            command = _command(alike[first : first + BATCH])
            subprocess.run(command, env=os.environ | {"QT_SCALE_FACTOR": str(scaling)}, check=False)
    code = 0
    for screen in wanted:
        target = FOLDER / f"{screen.name}.png"
        taken = target.exists() and target.stat().st_mtime >= started
        size = target.stat().st_size if taken else 0
        print(f"{target.name}: {size // 1000} kB" if taken else f"{target.name}: not taken")
        code |= not taken or size > MOST_BYTES
    return code


def _command(names: list[str]) -> list[str]:
    command = [sys.executable, "-m", "tests.desktop.screens", "--take", *names]
    if os.environ.get("DISPLAY") or os.environ.get("QT_QPA_PLATFORM"):
        return command
    if shutil.which("xvfb-run") is None:
        raise SystemExit("screens: there is no display and no xvfb-run; install xvfb.")
    return ["xvfb-run", "-a", "-s", "-screen 0 3840x2160x24", *command]


def take_all(names: list[str]) -> None:
    """Takes pictures one after another in this process, each as a user of its own."""
    from PySide6.QtWidgets import QApplication

    application = QApplication(["ratsu"])
    for screen in [screen for screen in SCREENS if screen.name in names]:
        with tempfile.TemporaryDirectory() as home:
            folders = {f"XDG_{name}_HOME": f"{home}/{name}" for name in ("DATA", "CONFIG", "STATE", "CACHE")}
            os.environ.update(folders | {"HOME": home})
            try:
                take(screen)
            except (SystemExit, AssertionError, RuntimeError, OSError) as error:
                print(f"{screen.name}: {error!r}", flush=True)
        for left in application.topLevelWidgets():
            left.close()
            left.deleteLater()
        let_run(100)


def take(screen: Screen) -> None:
    """Shows the window and takes the picture."""
    from PySide6.QtCore import Qt
    from PySide6.QtTest import QTest

    from desktop.compose import Composition
    from desktop.services.kit.folders import user_folders
    from desktop.views.main_window import MainWindow

    composition = Composition(user_folders(), reply_ms=0)
    composition.services.settings.set("theme", screen.scheme)
    composition.services.settings.set("animation_ms", 0)
    composition.services.settings.set("hash_mb", 16)
    composition.services.settings.set("language", screen.language)
    window = MainWindow(composition.services)
    try:
        window.resize(screen.width, screen.height)
        window.show()
        QTest.qWaitForWindowExposed(window)
        composition.window_shown()
        shown = SHOWS[screen.shows](window)
        let_run(300)
        picture = shown.grab().toImage()
        if screen.width > 2000:  # looked at as a whole; the pixels are those of the other pictures
            picture = picture.scaledToWidth(1920, Qt.TransformationMode.SmoothTransformation)
        save_small(picture, FOLDER / f"{screen.name}.png")
        print(screen.name, flush=True)
    finally:
        window.close()
        composition.close()


def _start(window: "MainWindow") -> "QWidget":
    window.start_game()
    return window


def _play(window: "MainWindow") -> "QWidget":

    from desktop.model.game.match import NewGame
    from engine.game.time_control import TimeControl

    games, match = window.services.game, window.services.match
    match.new_game(NewGame(control=TimeControl(600_000, 5_000)))
    for move in ("e2e4", "g1f3", "f1c4", "d2d3", "b1c3", "c1g5"):
        plies = len(games.state.game.main_line())
        match.user_move(move)
        if len(games.state.game.main_line()) > plies:
            _let_engine_move(window)
    let_run(200)
    return window


def _black(window: "MainWindow") -> "QWidget":
    from desktop.model.game.match import NewGame
    from engine.game.side import Side

    window.services.match.new_game(NewGame(human=Side.BLACK))
    _let_engine_move(window)
    return window


def _let_engine_move(window: "MainWindow") -> None:

    games = window.services.game
    let_run(1_000)
    window.services.match.move_now()
    wait(lambda: not games.state.thinking and games.state.user_may_move, 20_000)


def _analyse(window: "MainWindow") -> "QWidget":
    _moves(window, SPANISH)
    window.actions_by_key["analysis"].trigger()
    window.services.settings.set("analysis_lines", 3)
    wait(lambda: window.services.analysis.state.depth >= 10, 20_000)
    return window


def _sheet(window: "MainWindow") -> "QWidget":
    """Times, a folded variation, signs of both sides, and text that is not a move."""
    window.services.files.paste(
        "1. e4 {[%emt 0:00:02]} e5 {[%emt 0:00:03]} 2. Nf3 {[%emt 0:00:04]} Nc6 {[%emt 0:00:09]} 3. Bb5 {[%emt 0:00:30]} a6 "
        "{[%emt 0:01:12]} (3... Nf6 4. O-O Nxe4 5. d4 $36 Nd6) (3... f5 4. Nc3 (4. d3 fxe4) 4... fxe4 $45) "
        "4. Ba4 $14 {[%emt 0:00:21]} Nf6 {[%emt 0:02:40] Both have their ideas.} 5. O-O {[%emt 0:00:15]} Be7 {[%emt 0:00:01]} "
        "6. Re1 {[%emt 0:03:20]} b5 {[%emt 0:00:05]} 7. Bb3 Qxe9 d6 *"
    )
    game = window.services.game.state.game
    variation = next(node.id for node in game.table if node.san == "f5")
    window.body.side.notation.fold([variation], folded=True)
    window.services.game.go_to(game.main_line()[7].id)
    return window


def _promotion(window: "MainWindow") -> "QWidget":
    from PySide6.QtCore import Qt
    from PySide6.QtTest import QTest

    from desktop.views.board.position_scene import square_number

    window.services.files.set_position("1r2k3/P4ppp/8/8/8/8/5PPP/6K1 w - - 0 1")
    board = window.body.panel.board
    for square in ("a7", "b8"):
        place = board.geometry_now.centre(square_number(square)).toPoint()
        QTest.mouseClick(board, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, place)
    return window


def _check(window: "MainWindow") -> "QWidget":
    from desktop.views.board.board_scene import BoardShape, Brush

    _moves(window, ("e2e4", "e7e5", "f1c4", "b8c6", "d1h5", "g8f6", "h5f7"))
    window.body.panel.board.set_shapes(
        (BoardShape(26, 53), BoardShape(53, 53, Brush.RED), BoardShape(62, 45, Brush.BLUE))
    )
    return window


def _messages(window: "MainWindow") -> "QWidget":
    from desktop.model.errors import Message, Severity

    window.start_game()
    window.tell(Message(Severity.INFORMATION, plain(window.tr("The position is on the clipboard (FEN)."))))
    full = "The disk is full: %1 is unchanged. Free some space, then try again."
    text = Text(full, "Partien.pgn")
    window.tell(Message(Severity.ERROR, text, plain("/home/you/Partien.pgn")))
    return window


def _dialog(key: str) -> Callable[["MainWindow"], "QWidget"]:
    def show(window: "MainWindow") -> "QWidget":
        from PySide6.QtWidgets import QDialog

        window.actions_by_key[key].trigger()
        dialog = window.findChild(QDialog)
        assert isinstance(dialog, QDialog)
        return dialog

    return show


def _folded(window: "MainWindow") -> "QWidget":
    _moves(window, SPANISH)
    window.actions_by_key["panels"].trigger()
    return window


def _moves(window: "MainWindow", moves: tuple[str, ...]) -> None:
    for move in moves:
        window.services.game.play_move(move)


SHOWS: dict[str, Callable[["MainWindow"], "QWidget"]] = {
    **ANALYSIS_SHOWS,
    **ENDGAME_SHOWS,
    **GAME_SHOWS,
    **COLLECTED_SHOWS,
    **BOOK_SHOWS,
    **FINNISH_SHOWS,
    **BOARD_SHOWS,
    **ENGINE_SHOWS,
    **MORE_SHOWS,
    **PEOPLE_SHOWS,
    "start": _start,
    "play": _play,
    "black": _black,
    "analyse": _analyse,
    "sheet": _sheet,
    "promotion": _promotion,
    "check": _check,
    "messages": _messages,
    "settings": _dialog("settings"),
    "keys": _dialog("shortcuts"),
    "about": _dialog("about"),
    "folded": _folded,
}


if __name__ == "__main__":
    if sys.argv[1:2] == ["--take"]:
        take_all(sys.argv[2:])
    else:
        raise SystemExit(main(sys.argv[1:]))
