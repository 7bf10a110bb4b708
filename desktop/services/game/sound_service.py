"""The sounds of the game: listens to events and chooses the sound for each."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Slot

from desktop.model.board.sounds import SoundCue, at_volume, cue_of
from desktop.model.game.state import ClockState, MoveMade
from desktop.model.settings import Settings
from desktop.services.game.game_service import GameService
from desktop.services.kit.service import Service
from desktop.services.kit.sound_player import SoundPlayer
from desktop.services.kit.stale_files import OwnedFolder
from engine.game.clock import TENTHS_BELOW_MS
from engine.game.side import Side

if TYPE_CHECKING:
    from desktop.services.game.clock_service import ClockService
    from desktop.services.game.match_service import MatchService
    from desktop.services.game.premove_service import PremoveService

FOLDER = Path(__file__).resolve().parents[2] / "resources" / "sounds"


class SoundService(Service):
    """Plays sounds at the volume of the settings. A sound that cannot be played is not reported."""

    def __init__(self, games: GameService, player: SoundPlayer | None = None) -> None:
        super().__init__()
        self._games = games
        self._player = player or SoundPlayer(self)
        self._chosen: tuple[bool, int] | None = None  # on, and the volume; None before the settings are known
        self._begun = False
        self._left: dict[tuple[int, Side], int] = {}  # by tab
        self._folder: OwnedFolder | None = None
        self._files: dict[tuple[SoundCue, int], Path] = {}

    def follow(self, games: GameService, match: MatchService, clock: ClockService, premoves: PremoveService) -> None:
        games.move_made.connect(self._move_made)
        match.game_over.connect(self._match_ended)
        match.began.connect(self._match_began)
        clock.changed.connect(self._clock_changed)
        premoves.dropped.connect(self._premove_dropped)

    @Slot(object)
    def configure(self, settings: Settings) -> None:
        before, self._chosen = self._chosen, (settings.flag("sounds"), settings.number("volume"))
        if before is not None and before != self._chosen:
            self.play(SoundCue.MOVE)

    def play(self, cue: SoundCue) -> None:
        on, volume = self._chosen or (True, 70)
        file = self._file(cue, volume) if on else None
        if file is not None:
            self._player.play(file)

    def close(self) -> bool:
        """Ends the running sounds and removes their files."""
        self._player.close()
        if self._folder is not None:
            self._folder.remove()
            self._folder = None
        return True

    @Slot(object)
    def _move_made(self, made: MoveMade) -> None:
        self.play(cue_of(made))

    @Slot(object)
    def _match_ended(self, _outcome: object) -> None:
        self.play(SoundCue.END)

    @Slot()
    def _premove_dropped(self) -> None:
        self.play(SoundCue.ILLEGAL)

    @Slot(object)
    def _match_began(self, _match: object) -> None:
        """Plays no sound for the match that the program starts by itself."""
        if self._begun:
            self.play(SoundCue.START)
        self._begun = True

    @Slot(object)
    def _clock_changed(self, shown: ClockState) -> None:
        """Plays a warning once when the user's own time gets short."""
        clock, state = shown.clock, self._games.state_of(shown.tab)
        match = state.match if state is not None else None
        for side in Side:
            left = clock.remaining(side)
            if left is None:
                continue
            place = (shown.tab, side)
            before, self._left[place] = self._left.get(place, left), left
            crossed = left < TENTHS_BELOW_MS <= before and clock.running is side
            if crossed and match is not None and not match.is_engine(side):
                self.play(SoundCue.LOW_TIME)

    def _file(self, cue: SoundCue, volume: int) -> Path | None:
        """The sound file at the present volume, as players differ in their volume options."""
        key = (cue, volume)
        if key not in self._files:
            try:
                if self._folder is None:
                    self._folder = OwnedFolder("ratsu-sounds-")
                made = self._folder.path / f"{cue.value}-{volume}.wav"
                made.write_bytes(at_volume((FOLDER / f"{cue.value}.wav").read_bytes(), volume))
            except OSError:
                return None  # a full disk is reported where something is lost by it
            self._files[key] = made
        return self._files[key]
