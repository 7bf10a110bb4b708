"""What the window writes: the autosave, games in files, settings, the list of engines, sounds."""

import time
from pathlib import Path
from typing import Any

from PySide6.QtCore import QCoreApplication, QLockFile

from desktop.model.board.sounds import SoundCue
from desktop.model.game import snapshot as snapshots
from desktop.services.files.file_service import FileService
from desktop.services.game.autosave import Autosave
from desktop.services.game.clock_service import ClockService
from desktop.services.game.game_service import GameService
from desktop.services.game.sound_service import SoundService
from desktop.services.kit.settings_store import SettingsStore
from engine.game.game_journal import LOCK
from engine.game.tree import Game
from engine.pgn.index import GameList
from tests.faults.full_disk.writing import LARGE, Writers

_application = QCoreApplication([])
_PATIENCE_S = 30.0


class _Window:
    """The services of a window over one game."""

    def __init__(self, path: Path) -> None:
        self.games = GameService()
        self.clock = ClockService(self.games)
        self.autosave = Autosave(path, self.clock)
        self.files = FileService(self.games, path)
        self.problems: list[object] = []
        self.written: list[object] = []
        for service in (self.autosave, self.files):
            service.message.connect(self.problems.append)
        self.files.written.connect(self.written.append)

    def note(self, number: int) -> None:
        """The comment at the start says which value it is."""
        self.games.set_comment(0, f"{number} {LARGE}")

    def wait(self, worker: Any) -> None:
        """Until what was asked of a worker was answered. :raises OSError: it has told a problem."""
        done: list[object] = []
        worker.submit(lambda: None, done.append, lambda _: None)
        deadline = time.monotonic() + _PATIENCE_S
        while not done:
            assert time.monotonic() < deadline
            _application.processEvents()
        _application.processEvents()
        problems = [one for one in self.problems if one.severity.name != "INFORMATION"]  # type: ignore[attr-defined]
        self.problems.clear()
        if problems:
            raise OSError(str(problems[0]))


_WINDOWS: dict[Path, _Window] = {}


def _window(path: Path, number: int) -> _Window:
    if number == 1:
        _WINDOWS[path] = _Window(path)
    return _WINDOWS[path]


def _keep(path: Path, number: int) -> None:
    window = _window(path, number)
    window.note(number)
    window.autosave._failed = False  # each problem is told
    window.autosave.record(window.games.state)
    window.wait(window.autosave._worker)


def _kept(path: Path) -> int:
    (file,) = path.glob("*/*.json")
    return _number(snapshots.load(file.read_bytes()).game.root.comments)


def _number(comments: tuple[str, ...]) -> int:
    number, _, rest = " ".join(comments).partition(" ")
    assert rest == LARGE
    return int(number)


def _restart(path: Path, number: int) -> None:
    """The folder of a program that begins on a full disk."""
    window = _WINDOWS[path] = _Window(path)
    window.note(number)
    window.autosave.record(window.games.state)
    try:
        window.wait(window.autosave._worker)
    finally:
        window.autosave.close()


def _restarts_there(path: Path) -> int:
    return len(list(path.glob("*/*.json")))


def _begin(path: Path, number: int) -> None:
    """Its games are nobody else's, also where the lock of its folder could not be written at first."""
    window = _WINDOWS.setdefault(path / str(number), _Window(path))
    window.note(number)
    window.autosave.record(window.games.state)
    window.wait(window.autosave._worker)
    for file in path.glob("*/*.json"):
        lock = QLockFile(str(file.with_name(LOCK)))
        lock.setStaleLockTime(0)
        assert not lock.tryLock(0), "another program would take these games over"


def _save_as(path: Path, number: int) -> None:
    window = _window(path, number)
    window.note(number)
    window.files.save_as(path)
    window.wait(window.files._worker)


def _save(path: Path, number: int) -> None:
    if number == 1:
        _save_as(path, 1)
        return
    window = _WINDOWS[path]
    window.note(number)
    assert window.files.save()
    window.wait(window.files._worker)


def _saved(path: Path) -> int:
    return _number(_only(path)[-1])


def _only(path: Path) -> list[tuple[str, ...]]:
    games = GameList(path)
    try:
        for _ in games.load():
            pass
        return [games.game(row).root.comments for row in range(len(games))]
    finally:
        games.close()


def _append(path: Path, number: int) -> None:
    window = _window(path, number)
    window.note(number)
    window.files.append_to(path)
    window.wait(window.files._worker)


def _play(path: Path, number: int) -> None:
    window = _window(path, number)
    if number > 1:
        window.games.open_tab(Game.new(), saved=False)
    _end(window, number)


def _end_again(path: Path, number: int) -> None:
    """The game was taken back after its end, and has ended once more."""
    _end(_window(path, number), number)


def _end(window: _Window, number: int) -> None:
    window.note(number)
    window.files.keep_played(window.games.state)
    window.wait(window.files._worker)


def _all_there(path: Path) -> int:
    found = [_number(comments) for comments in _only(path)]
    assert found == list(range(1, len(found) + 1))
    return len(found)


def _set(path: Path, number: int) -> None:
    store = SettingsStore(path)
    problems: list[object] = []
    store.message.connect(problems.append)
    store.set("recent_files", f"{number} {LARGE}")
    store.flush()
    if problems:
        raise OSError(str(problems[0]))


def _set_there(path: Path) -> int:
    return _number((SettingsStore(path).settings.text("recent_files"),))


class _Player:
    """In place of the program that plays."""

    def __init__(self) -> None:
        self.played: list[Path] = []

    def play(self, file: Path) -> None:
        """Notes it."""
        self.played.append(file)

    def close(self) -> None:
        """Nothing to end."""


_SOUNDS: dict[Path, tuple[SoundService, _Player]] = {}
_CUES = (SoundCue.START, SoundCue.END)


def _sound(path: Path, number: int) -> None:
    if number == 1:
        for service, _ in _SOUNDS.values():
            service.close()
        player: Any = _Player()
        _SOUNDS[path] = SoundService(GameService(), player=player), player
    service, player = _SOUNDS[path]
    service.play(_CUES[number - 1])
    if len(player.played) < number:
        raise OSError("not heard")


def _sounds_there(path: Path) -> int:
    played = _SOUNDS[path][1].played
    for file in played:
        assert int.from_bytes(file.read_bytes()[4:8], "little") + 8 == file.stat().st_size
    return len(played)


WRITERS: Writers = {
    "open games": (_keep, _kept),
    "open games of a new start": (_restart, _restarts_there),
    "open games of two": (_begin, _restarts_there),
    "saved as.pgn": (_save_as, _saved),
    "saved again.pgn": (_save, _saved),
    "added to.pgn": (_append, _all_there),
    "played games.pgn": (_play, _all_there),
    "played again.pgn": (_end_again, _saved),
    "settings.json": (_set, _set_there),
    "sounds": (_sound, _sounds_there),
}
