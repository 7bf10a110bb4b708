"""The real window, busy with one thing until its session ends: `python -m tests.system.busy_window DEED SEED TABS FILE.pgn`.

First it waits until as many tabs are open as the last run left. Then it prints `busy`, and on a line of JSON each change of a
game that is to be kept: [the clock of the machine in seconds, the tab, its moves]. `look` takes what is offered, waits for the
games whose moves begin so, or a minute, prints all that are open, and closes: `look 0 1 FILE.pgn MOVES ...`.
"""

import json
import random
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QPushButton, QWidget

from desktop.main import leave_threads
from desktop.model.game.state import GameState, SavedGame
from desktop.program import Program

PACE_MS = 150
DIALOGS = (
    "new_game", "edit_position", "open", "import", "search", "save_as", "annotate", "headers", "publish", "settings",
    "restrict_moves", "book_comment", "book_habits", "book_prepare", "book_novelties", "book_health", "books", "engines",
    "engine_match", "rating", "find_level", "palette", "shortcuts", "log", "about",
)  # fmt: skip


class Busy(Program):
    """Does one thing again and again."""

    def __init__(self, deed: str, seed: int, tabs: int, games: Path, lines: Sequence[str] = ()) -> None:
        super().__init__(())
        self._deed, self._expected, self._games, self._lines = deed, tabs, games, lines
        self._looks_left = 400
        self._rng = random.Random(seed)
        self._told: dict[int, str] = {}
        self._moves_left = 12
        self._hand = QTimer(self)
        self._hand.setInterval(PACE_MS)

    def _offer(self, offers: tuple[SavedGame, ...]) -> None:
        super()._offer(offers)
        self._services = self._composition.services
        self._hand.timeout.connect(self._wait)
        self._hand.start()
        if offers and self._deed == "look":
            self._window.body.messages.notices[0].findChildren(QPushButton)[0].click()

    def _wait(self) -> None:
        if len(self._services.game.tabs.titles) < self._expected or (self._deed == "look" and self._look_on()):
            return
        self._hand.timeout.disconnect()
        if self._deed == "prepare":
            self._services.match.user_move("e2e4")
            self._services.settings.set("restore_session", True)
            for moves in ("1. d4 d5 2. c4 *", "1. c4 *"):
                self._services.files.paste(moves)
            self._window.open_files([self._games])
            self._deed, self._expected = "look", 4
            self._hand.timeout.connect(self._wait)
            return
        if self._deed == "look":
            print(json.dumps([self._window.body.messages.notices[n].accessibleName() for n in self._notices()]))
            print(json.dumps(self._open_lines()))
            assert self._shell is not None
            QTimer.singleShot(200, self._shell.close)
            return
        self._services.game.game_changed.connect(self._changed)
        deed: Callable[[], object] = getattr(self, f"_{self._deed}")
        self._hand.timeout.connect(deed)
        print("busy", flush=True)
        getattr(self, f"_begin_{self._deed}", lambda: None)()

    def _open_lines(self) -> list[str]:
        return [line_of(self._services.game.state_of(title.tab)) for title in self._services.game.tabs.titles]

    def _look_on(self) -> bool:
        self._looks_left -= 1
        missing = [line for line in self._lines if not begins_so(line, self._open_lines())]
        return bool(missing) and self._looks_left > 0

    def _notices(self) -> range:
        return range(len(self._window.body.messages.notices))

    def _changed(self, state: GameState) -> None:
        self._say(False, state)
        autosave = self._services.autosave  # it has queued the game before: its worker comes to this afterwards
        autosave._worker.submit(lambda: None, lambda _: self._stored(state), lambda _: None)

    def _stored(self, state: GameState) -> None:
        if self._services.autosave._written.get(state.tab) is state:  # otherwise a newer one is written in its place
            self._say(True, state)

    @staticmethod
    def _say(stored: bool, state: GameState) -> None:
        print(json.dumps([stored, state.tab, line_of(state)]), flush=True)

    # what it is busy with

    def _begin_play(self) -> None:
        self._services.settings.set("human_time", 0)
        self._window.start_game()

    def _play(self) -> None:
        state = self._services.game.state
        if state.playing and state.user_may_move and self._moves_left and state.outcome is None:
            self._moves_left -= 1
            self._services.match.user_move(self._rng.choice(state.legal_moves))

    def _begin_analysis(self) -> None:
        self._services.analysis.set_running(True)

    def _analysis(self) -> None:
        games = self._services.game
        games.play_move(self._rng.choice(games.state.legal_moves)) if self._rng.random() < 0.5 else games.go_back()
        self._services.analysis.set_lines(self._rng.randint(1, 5))
        if self._rng.random() < 0.2:
            self._window.actions_by_key[self._rng.choice(("insert_line", "explain", "threat", "monte_carlo"))].trigger()

    def _begin_import(self) -> None:
        self._services.collection.import_files([self._games.with_name("many.pgn")])
        self._services.learning.learn_file(self._games.with_name("many.pgn"), "White 1")

    def _import(self) -> None:
        self._window.open_files([self._games.with_name("many.pgn")])
        self._hand.stop()

    def _dialogs(self) -> None:
        open_ones = [one for one in QApplication.topLevelWidgets() if one.isVisible() and one.isModal()]
        if open_ones and self._rng.random() < 0.7:
            open_ones[-1].close()
        elif not open_ones:
            self._window.actions_by_key[self._rng.choice(DIALOGS)].trigger()
        elif (field := QApplication.focusWidget()) is not None and isinstance(
            follows := field.nextInFocusChain(), QWidget
        ):
            follows.setFocus()

    def _language(self) -> None:
        settings = self._services.settings
        settings.set("language", "fi" if settings.settings.text("language") != "fi" else "en")


def line_of(state: GameState | None) -> str:
    """The main line of a game."""
    return " ".join(node.san for node in state.game.main_line()) if state is not None else ""


def begins_so(line: str, games: Sequence[str]) -> bool:
    """Whether one of the games begins with these moves."""
    return any(f"{game} ".startswith(f"{line} ") for game in games)


if __name__ == "__main__":
    deed, seed, tabs, games, *lines = sys.argv[1:]
    code = Busy(deed, int(seed), int(tabs), Path(games), lines).run()
    leave_threads(code)
    raise SystemExit(code)
