"""The mirror: statistics of a player's games, in the background, with the games that each figure comes from."""

from __future__ import annotations

import os
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from desktop.model.errors import FileError
from desktop.services.files.file_service import FileService
from desktop.services.game.game_service import GameService
from desktop.services.kit.guarded_file import GuardedFile
from desktop.services.kit.job_service import JobService
from engine.ground.codec import Within, as_json, of_json
from engine.ground.json_text import dumped, parse
from engine.ground.values import dataclass
from engine.ground.write_targets import is_file

if TYPE_CHECKING:
    from collections.abc import Callable

    from books.evaluations.store import EvaluationStore
    from engine.jobs.mirror import MirrorProgress, MirrorRequest  # noqa: F401 - of the base
    from engine.play.review.mirror import MoveReference

LAST = "mirror.json"
_FOUND = "mirror.jsonl"  # `engine.play.review.mirror_work`


@dataclass(frozen=True)
class LastPlayer:
    """The last analysed player, stored between runs. `elo`: None with too few moves."""

    path: str = ""
    player: str = ""
    games: Annotated[int, Within(0, 1 << 30)] = 0
    elo: Annotated[int | None, Within(-10_000, 10_000)] = None


class MirrorService(JobService["MirrorRequest", "MirrorProgress"]):
    """Analyses one player of one file at a time."""

    def __init__(
        self, games: GameService, data: Path | None, evaluations: Callable[[], EvaluationStore] | None = None
    ) -> None:
        """`data`: the folder for its files; `evaluations` opens the store of searches."""
        super().__init__("mirror", data / _FOUND if data else None, evaluations)
        self._games = games
        self._files: FileService | None = None
        self._file = GuardedFile(data / LAST if data else None)
        self._last: LastPlayer | None = None

    def follow(self, files: FileService) -> None:
        self._files = files

    @property
    def last(self) -> LastPlayer:
        """The last analysed player, with the estimated rating and the number of games."""
        if self._last is None:
            self._last = self._file.read(lambda content: of_json(LastPlayer, parse(content)), LastPlayer())
        return self._last

    @property
    def played_games(self) -> Path | None:
        """The file of games played in this program, or None."""
        path = self._files.played_games if self._files is not None else None
        return path if path is not None and is_file(path) else None

    def resume(self) -> None:
        """Shows the last analysed player, or the games played here, unless a player is shown already."""
        if self.state.request is not None:
            return
        if os.path.exists(self.last.path):  # noqa: PTH110 - never raises, whatever the text is
            self.look(Path(self.last.path), self.last.player)
        elif self.played_games is not None:
            self.look(self.played_games)

    def look(self, path: Path, player: str = "") -> None:
        """Analyses the games of a player; without a name, of the player with the most games in the file."""
        from engine.jobs.mirror import MirrorRequest

        self.begin(MirrorRequest(path, player))

    def show(self, place: MoveReference) -> None:
        """Opens the game of a place in a tab, at its move."""
        if self._files is not None and self.state.request is not None:
            self._files.open_file(self.state.request.path, place.game - 1, partial(self._go_to, place.ply))

    def _ended(self, nothing: None) -> None:
        super()._ended(nothing)
        request, found = self.state.request, self.state.last
        if request is not None and found is not None and found.mirror is not None and found.mirror.games:
            rating = found.mirror.rating
            self._last = LastPlayer(str(request.path), found.player, found.mirror.games, rating.elo if rating else None)
            with suppress(FileError):  # the page is there; only its way back is not
                self._file.write(dumped(as_json(self._last)))

    def _go_to(self, ply: int) -> None:
        line = self._games.state.game.main_line()
        if 0 < ply <= len(line):
            self._games.go_to(line[ply - 1].id)
