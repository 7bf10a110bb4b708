"""The journal of games in progress: each is saved move by move, for the window and the console.

Each running program has a folder under `open games` in the state folder, with a lock that ends with the process, and a
file for each game, written atomically. A folder without a living owner was left by a killed or closed program: its
games are offered for resuming.
"""

import os
import shutil
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import Any

from engine.game.clock import Clock
from engine.game.outcome import Outcome
from engine.game.tree import Game
from engine.ground.files import write_atomically
from engine.ground.json_text import dumped
from engine.ground.leftovers import claim
from engine.ground.write_targets import PRIVATE

OPEN_GAMES = "open games"  # of the state folder
LOCK = "owner.lock"
CLOSED = "closed"  # marks a folder whose owner ended normally
# version 2: time controls of several periods, odds in the increment, style and bounds of an engine; 3: time controls as
# text
VERSION = 3


class GameJournal:
    """The saved games of one program under `root`, and those that other programs left. For one thread."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self._own: Path | None = None
        self._lock = -1
        self._taken: dict[Path, int] = {}  # folders taken over from ended programs, with their locks

    def write(self, name: str, content: bytes) -> None:
        """Saves a game. :raises OSError: it cannot be written; the earlier version remains."""
        if self._own is None:
            own = self.root / f"{datetime.now().astimezone():%Y%m%d-%H%M%S}-{os.urandom(4).hex()}"
            own.mkdir(mode=0o700, parents=True)
            self._own = own
        if self._lock < 0:  # a full disk may prevent the lock: try again
            with suppress(OSError):
                self._lock = _locked(self._own / LOCK)
        write_atomically(self._own / f"{name}.json", content, private=True)

    def remove(self, name: str) -> None:
        """Deletes a saved game. :raises OSError: its file cannot be removed."""
        if self._own is not None:
            (self._own / f"{name}.json").unlink(missing_ok=True)

    def close(self, ended_well: bool = True) -> None:
        """Releases the folder. Saved games stay for the next start; an empty folder is removed. `ended_well`: the
        program was closed, not killed."""
        if self._own is not None and not games_of(self._own):
            self._release(self._own, self._lock)
            shutil.rmtree(self._own, ignore_errors=True)
        elif self._own is not None:
            if ended_well:
                with suppress(OSError):
                    (self._own / CLOSED).touch(PRIVATE)
            self._release(self._own, self._lock)
        self._lock = -1
        for folder, lock in self._taken.items():
            self._release(folder, lock)
        self._taken.clear()

    def left(self) -> list[Path]:
        """Returns the games of ended programs, oldest folder first, and takes them over until this program ends.
        :raises OSError: the folder cannot be read."""
        files: list[Path] = []
        for folder in sorted(self.root.iterdir()) if self.root.is_dir() else ():
            if folder == self._own or not folder.is_dir() or folder.name == "discarded":
                continue
            if folder not in self._taken:
                try:
                    self._taken[folder] = _locked(folder / LOCK)
                except OSError:
                    continue  # its owner is running
            files.extend(games_of(folder))
        return files

    def _release(self, folder: Path, lock: int) -> None:
        """Removes a lock that is given up."""
        if lock >= 0:
            with suppress(OSError):
                (folder / LOCK).unlink()
            os.close(lock)


def games_of(folder: Path) -> list[Path]:
    """Returns the saved games of a folder by name; empty if another program has taken over and cleared it."""
    with suppress(FileNotFoundError):
        return sorted(folder.glob("*.json"), key=lambda file: (len(file.name), file.name))
    return []


def clear(path: Path) -> None:
    """Removes a saved game, and its folder unless it still holds something of the user's (such as a damaged game)."""
    with suppress(OSError):
        path.unlink(missing_ok=True)
        if all(other.name in (LOCK, CLOSED) or other.name.endswith(".part") for other in path.parent.iterdir()):
            shutil.rmtree(path.parent, ignore_errors=True)


def dump(
    game: Game, pgn: str, last: int, *, saved_at: str, clock: Clock | None = None, path: str = "", **rest: Any
) -> bytes:
    """Returns a game in progress as JSON, with the game as PGN inside, so that it can be rescued by hand. `last`: the
    node of its last move; `path`: its file; `rest`: other fields, for the owner."""
    moves = game.moves(last)
    return dumped(
        {
            "version": VERSION,
            "saved_at": saved_at,
            "playing": False,
            "running": False,
            **_clock(clock),
            "path": path,
            "place": "",
            "ended": "",
            "live": moves,
            "current": moves,
            "match": None,
            "outcome": _outcome(game.outcome),
            "pgn": pgn,
            "outline": outline_of(game, last),
            **rest,
        }
    )


def outline_of(game: Game, last: int) -> dict[str, Any]:
    """Returns the summary shown before a game is opened."""
    return {"white": game.header("White"), "black": game.header("Black"), "moves": game.node(last).move_number}


def _clock(clock: Clock | None) -> dict[str, Any]:
    if clock is None:
        return {"white_ms": None, "black_ms": None}
    return {
        "white_ms": clock.white_ms,
        "black_ms": clock.black_ms,
        "move_ms": clock.move_ms,
        "moves_made": list(clock.moves_made),
        "paid": list(clock.paid),
    }


def _outcome(outcome: Outcome | None) -> list[str | None] | None:
    return None if outcome is None else [outcome.winner and outcome.winner.value, outcome.termination.value]


def _locked(path: Path) -> int:
    """Locks a folder while the descriptor is open. :raises OSError: it is locked, or the lock cannot be made."""
    if os.name == "nt":  # on Windows an open file cannot be removed
        path.unlink(missing_ok=True)
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_CLOEXEC", 0), PRIVATE)
    if not claim(descriptor):
        os.close(descriptor)
        raise BlockingIOError(f"{path} is in use")
    return descriptor
