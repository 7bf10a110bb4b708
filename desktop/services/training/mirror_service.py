"""The mirror of a player's games, in the background: progress, cancelling, and the games behind each number."""

from __future__ import annotations

import os
import threading
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot

from desktop.model.errors import FileError
from desktop.model.mirror import MirrorState
from desktop.services.files.file_service import FileService
from desktop.services.game.game_service import GameService
from desktop.services.kit.kept_file import KeptFile
from desktop.services.kit.long_work import LongWork
from desktop.services.kit.service import Service
from engine.ground.json_text import dumped, parse
from engine.ground.targets import is_file
from engine.ground.text import NOTHING, Text
from engine.ground.values import dataclass

if TYPE_CHECKING:
    from engine.pgn.index import GameList
    from engine.pgn.values import PgnGame
    from engine.play.review.mirror import OwnGame, Place

LAST = "mirror.json"
_MOST_PLAYERS = 200  # to choose from
_SHOWN_EVERY = 5  # games between two pictures of what was found


@dataclass(frozen=True)
class Last:
    """What was looked at last: kept from run to run. `elo` is None where too few moves were known."""

    path: str = ""
    player: str = ""
    games: int = 0
    elo: int | None = None


class MirrorService(Service):
    """One player of one file at a time. What was found of a game is kept, so that looking again takes a moment."""

    changed = Signal(object)  # MirrorState

    def __init__(self, games: GameService, data: Path | None, parent: QObject | None = None) -> None:
        """`data`: the folder of the files."""
        super().__init__(parent)
        self._games, self._data = games, data
        self._files: FileService | None = None
        self._state = MirrorState()
        self._file = KeptFile(data / LAST if data else None)
        self._last: Last | None = None
        self._run = 0  # the number of the work whose news count
        self._lock = threading.Lock()
        self._news: MirrorState | None = None
        self._work = LongWork("ratsu-mirror", self)
        self._work.far.connect(self._take)

    def follow(self, files: FileService) -> None:
        """Games behind a number are opened by the service of files."""
        self._files = files

    @property
    def state(self) -> MirrorState:
        """As it is."""
        return self._state

    @property
    def last(self) -> Last:
        """What was looked at last: the estimated rating, and how many games told it."""
        if self._last is None:
            self._last = self._file.read(_last_of, Last())
        return self._last

    @property
    def played_games(self) -> Path | None:
        """The games played in this program, where there are any."""
        path = self._files.played_games if self._files is not None else None
        return path if path is not None and is_file(path) else None

    def resume(self) -> None:
        """Shows what was looked at last, or the games played here, unless something is shown already."""
        if self._state.path or self._state.running:
            return
        if os.path.exists(self.last.path):  # noqa: PTH110 - never raises, whatever the text is
            self.look(Path(self.last.path), self.last.player)
        elif self.played_games is not None:
            self.look(self.played_games)

    def look(self, path: Path, player: str = "") -> None:
        """Looks at the games of a player; of whoever has the most games in the file, where no name is given."""
        self.stop()
        self._run += 1
        with self._lock:
            self._news = None
        known = self._state if self._state.path == str(path) else MirrorState(path=str(path))
        self._set(replace(known, player=player, running=True, done=0, total=0, mirror=None, problem=NOTHING))
        run = self._run
        job = partial(_Look(self._data, partial(self._keep_news, run)).run, path, player, self._go_on(run))
        self._work.begin(job, partial(self._done, run), partial(self._failed, run))

    @Slot()
    def stop(self) -> None:
        """Stops looking; what was found is kept and stays on the screen."""
        self._work.stop()

    def show(self, place: Place) -> None:
        """Opens the game of a place in a tab, at its move."""
        if self._files is not None and self._state.path:
            self._files.open_file(Path(self._state.path), place.game - 1, partial(self._go_to, place.ply))

    def close(self) -> bool:
        """Stops for good. Returns whether the thread ended in time."""
        self._work.stop()
        return super().close()

    # -- inside

    def _go_on(self, run: int) -> Callable[[int, int], bool]:
        """For the work: whether it is still wanted."""
        return lambda done, total: self._work.progress(done, total) and run == self._run

    def _keep_news(self, run: int, state: MirrorState) -> None:
        with self._lock:
            if run == self._run:
                self._news = state

    @Slot()
    def _take(self) -> None:
        with self._lock:
            news, self._news = self._news, None
        if news is not None and self._state.running:
            self._set(news)

    def _done(self, run: int, state: MirrorState) -> None:
        if run != self._run:
            return
        self._work.end()
        self._set(replace(state, running=False))
        mirror = state.mirror
        if mirror is not None and mirror.games:
            elo = mirror.rating.elo if mirror.rating else None
            self._last = Last(state.path, state.player, mirror.games, elo)
            with suppress(FileError):  # the page is there; only its way back is not
                self._file.write(dumped(vars(self._last)))

    def _failed(self, run: int, problem: Text) -> None:
        if run == self._run:
            self._work.end()
            self._set(replace(self._state, running=False, problem=problem))

    def _go_to(self, ply: int) -> None:
        line = self._games.state.game.main_line()
        if 0 < ply <= len(line):
            self._games.go_to(line[ply - 1].id)

    def _set(self, state: MirrorState) -> None:
        self._state = state
        self.changed.emit(state)


class _Look:
    """On the worker's thread: the players of a file, then the games of one."""

    def __init__(self, data: Path | None, tell: Callable[[MirrorState], None]) -> None:
        self._data, self._tell = data, tell

    def run(self, path: Path, player: str, go_on: Callable[[int, int], bool]) -> MirrorState:
        """:raises RatsuError: the file cannot be read."""
        from engine.game import player_names
        from engine.pgn.index import GameList

        games = GameList(path)
        try:
            for _ in games.load(go_on):
                pass
            players = _players(games)
            player = player or next((name for name, _ in players), "")
            own = [row for row in range(len(games)) if player_names.side_of(player, *_names(games, row)) is not None]
            titles = {row + 1: " – ".join(_names(games, row)) for row in own}
            state = MirrorState(str(path), players, player, running=True, total=len(own), titles=titles)
            self._tell(state)
            return self._looked(games, own, state, go_on)
        except OSError as error:
            raise FileError("The mirror of your games stopped: %1", error) from error
        finally:
            games.close()

    def _looked(
        self, games: GameList, own: list[int], state: MirrorState, go_on: Callable[[int, int], bool]
    ) -> MirrorState:
        """:raises OSError: what was found cannot be kept."""
        from engine.play.review.mirror_work import FILE, MirrorFile, MirrorWorker, mirror_from
        from engine.play.review.rating.games import side_of

        worker = MirrorWorker(MirrorFile(self._data / FILE if self._data else None))
        found: list[OwnGame] = []
        cut: list[PgnGame] = []
        for done, row in enumerate(own):
            if not go_on(done, len(own)):
                break
            game = replace(games.game(row), number=row + 1)
            white = side_of(game, state.player)
            one = (
                None
                if white is None or game.refused
                else worker.game(game, white, lambda *_, at=done: go_on(at, len(own)))
            )
            if one is not None:
                found.append(one)
                cut += [game] if game.unread else []
            if (done + 1) % _SHOWN_EVERY == 0:
                self._tell(replace(state, done=done + 1, mirror=mirror_from(found)))
        return replace(state, done=len(found), mirror=mirror_from(found), unread=_unread(cut))


def _unread(games: list[PgnGame]) -> Text:
    if not games:
        return NOTHING
    first = games[0]
    return Text("%1 {game was|games were} not read to the end. Game %2: %3.", len(games), first.number, first.unread)


def _names(games: GameList, row: int) -> tuple[str, str]:
    headers = games.row(row)
    return headers[0], headers[2]


def _players(games: GameList) -> tuple[tuple[str, int], ...]:
    """Persons with their games, the most frequent first."""
    from engine.play.review.rating.games import PROGRAMS

    count = Counter(name for row in range(len(games)) for name in _names(games, row))
    persons = [
        (name, many) for name, many in count.most_common() if name.strip("? ") and not name.lower().startswith(PROGRAMS)
    ]
    return tuple(persons[:_MOST_PLAYERS])


def _last_of(content: bytes) -> Last:
    """:raises JsonError: it is damaged."""
    found = parse(content)
    elo = None if found["elo"].missing else found["elo"].whole(-10_000, 10_000)
    return Last(found["path"].text(), found["player"].text(), found["games"].whole(0, 1 << 30), elo)
