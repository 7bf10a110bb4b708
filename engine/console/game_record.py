"""A console game on disk: move by move in the journal shared with the window, and in its PGN file.

An interrupted game is resumed by `ratsu play --resume`; the window offers it as well.
"""

import contextlib
import datetime
from dataclasses import replace
from pathlib import Path
from typing import Any

import chess
import platformdirs

from engine.game.clock import Clock
from engine.game.game_journal import OPEN_GAMES, GameJournal, clear, dump
from engine.game.outcome import Outcome
from engine.game.python_board import game_of
from engine.game.time_control import TimeControl
from engine.game.time_control import parse as parse_control
from engine.game.tree import Game
from engine.ground.errors import RatsuError
from engine.ground.files import read_file
from engine.ground.json_text import JsonError, JsonValue, parse
from engine.ground.values import dataclass
from engine.ground.version import VERSION
from engine.ground.write_targets import is_file, unwritten
from engine.pgn.edit import EditUndo, Patch, append_games, undone
from engine.pgn.errors import PgnError
from engine.pgn.index import stamp_of
from engine.pgn.reader import first_game
from engine.pgn.streams import blocks, packing_of
from engine.pgn.writer import written_game

LARGE = 16 << 20  # bytes; a larger PGN file is written only at the end of the game, because every save writes all of it
MOST_LEFT = 20  # games that can be resumed; the oldest are removed first
_MOST_BYTES = 4 << 20  # of a game
_MOST_MS = 10**12
_MOST = 1_000_000_000  # of a clock
_HIGHEST = 2**63
_SIDES = ("white_ms", "black_ms")


class GameRecord:
    """The comments of a game, by move; the moves are on the board."""

    def __init__(self, human: chess.Color | None, control: TimeControl) -> None:
        self.human = human
        self._control = control
        self.comments: list[str] = []
        self.written: dict[Path, EditUndo] = {}  # undoes what this game wrote

    def add(self, comment: str) -> None:
        self.comments.append(comment)

    def take_back(self) -> None:
        self.comments.pop()

    def game(self, board: chess.Board, outcome: Outcome | None) -> Game:
        """The game as a tree; `outcome`: None during the game."""
        engine = f"Ratsu {VERSION}"
        headers = {
            "Event": "Console game",
            "Date": datetime.datetime.now().astimezone().strftime("%Y.%m.%d"),
            "White": "Human" if self.human == chess.WHITE else engine,
            "Black": "Human" if self.human == chess.BLACK else engine,
        }
        if self._control.timed:
            headers |= self._control.tags()
        if outcome is not None:
            headers |= {"Result": outcome.result, "Termination": outcome.termination.pgn}
        game = game_of(board, headers)
        nodes = game.main_line()
        for node, comment in zip(nodes, self.comments, strict=True):
            game = game.with_node(node.changed(comments=(comment,) if comment else ()))
        if outcome is not None and nodes:
            last = game.node(nodes[-1].id)
            game = game.with_node(last.changed(comments=(*last.comments, str(outcome))))
        return game

    def save(self, path: Path, game: Game) -> None:
        """Appends the game to the games of a file, or replaces its earlier copy there.
        :raises RatsuError: the file cannot be written."""
        text, path = written_game(game).strip(), path.absolute()
        try:
            written = self.written.get(path)
            if written is not None and is_file(path) and stamp_of(path) == written.stamp:
                (place,) = written.patches
                content = f"{text}\n\n".encode()
                undone(written._replace(patches=(place._replace(content=content),)))  # one write: both or neither
                patch = Patch(place.start, place.start + len(content), b"")
                self.written[path] = EditUndo(path, written.packing, stamp_of(path), (patch,))
            else:
                added = append_games(path, (text,))
                size = len(f"{text}\n\n".encode())
                end = added.patches[0].end if added is not None else size
                patch = Patch(end - size, end, b"")  # without the empty line above
                self.written[path] = EditUndo(path, packing_of(path), stamp_of(path), (patch,))
        except OSError as error:
            raise RatsuError(unwritten(path, error)) from error


@dataclass(frozen=True)
class InterruptedGame:
    """An unfinished game of an earlier run. `path`: its file in the journal, written at `made` (nanoseconds); `words`: the
    arguments of its `ratsu play`, without the clock and the position; `human`: as in `Settings`."""

    path: Path
    made: int
    saved_at: str
    game: Game
    human: chess.Color | None
    control: TimeControl
    clock: Clock
    words: tuple[str, ...]
    written: EditUndo | None

    @property
    def summary(self) -> str:
        moves = self.game.node(self.game.end()).move_number
        return f"{self.game.header('White')} - {self.game.header('Black')}, {self.saved_at}, move {moves}"


class GameOnDisk:
    """The files of the current game. `words`: as those of a `InterruptedGame`."""

    def __init__(self, words: tuple[str, ...] = ()) -> None:
        self.words = words
        self.save_to: Path | None = None
        self._journal = GameJournal(Path(platformdirs.user_state_dir("ratsu", appauthor=False)) / OPEN_GAMES)
        self._replaces: Path | None = None  # an earlier run's copy of this game

    def left(self) -> list[InterruptedGame]:
        """The unfinished console games of earlier runs, newest first; beyond MOST_LEFT the oldest are removed."""
        found: list[InterruptedGame] = []
        with contextlib.suppress(OSError):
            for path in self._journal.left():
                with contextlib.suppress(OSError, RatsuError, ValueError):
                    left = _read(path)
                    found += [left] if left is not None else []
        found.sort(key=lambda game: game.made, reverse=True)
        for old in found[MOST_LEFT:]:
            clear(old.path)
        return found[:MOST_LEFT]

    def begin(self, save_to: Path | None, left: InterruptedGame | None) -> None:
        """Sets the PGN file of a game. `left`: the resumed game; its old copy is removed once the new one is written."""
        self.save_to = save_to
        self._replaces = left.path if left is not None else None

    def keep(self, record: GameRecord, board: chess.Board, outcome: Outcome | None, clock: Clock) -> None:
        """Saves the game after a move, a takeback or its end: first in the journal, then in the PGN file.
        :raises RatsuError: one of them could not be written."""
        game = record.game(board, outcome)
        try:
            self._write(record, game, clock)
        except OSError as error:
            self._save(record, game, outcome)
            raise RatsuError("The game cannot be saved for recovery after a crash (%1).", error) from error
        self._save(record, game, outcome)
        if outcome is not None and self.save_to is not None:
            self.forget()
        elif self.save_to is not None:
            with contextlib.suppress(OSError):  # only if it is in its file
                self._write(record, game, clock)

    def forget(self) -> None:
        """Removes the journal of a finished or abandoned game, so that it is not offered again."""
        with contextlib.suppress(OSError):
            self._journal.remove("console")

    def close(self) -> None:
        """Closes the journal. An unfinished game can be resumed at the next start."""
        self._journal.close()

    def _save(self, record: GameRecord, game: Game, outcome: Outcome | None, most: int = LARGE) -> None:
        if self.save_to is None:
            return
        large = is_file(self.save_to) and self.save_to.stat().st_size > most
        if outcome is not None or not large:
            record.save(self.save_to, game)

    def finish(self, record: GameRecord, board: chess.Board, outcome: Outcome | None, clock: Clock) -> None:
        """Ends the game when the player leaves: writes a large PGN file, and removes the journal of a finished game.
        :raises RatsuError: the file could not be written; the game is then offered again."""
        game = record.game(board, outcome)
        if self.save_to is not None:
            record.save(self.save_to, game)
        if outcome is not None:
            self.forget()
        elif self.save_to is not None:
            with contextlib.suppress(OSError):
                self._write(record, game, clock)

    def _write(self, record: GameRecord, game: Game, clock: Clock) -> None:
        written = record.written.get(self.save_to.absolute()) if self.save_to is not None else None
        console: dict[str, Any] = {
            "words": list(self.words),
            "human": "none" if record.human is None else chess.COLOR_NAMES[record.human],
            "control": str(clock.control),
            "written": None if written is None else [written.patches[0].start, written.patches[0].end, *written.stamp],
        }
        content = dump(
            game,
            written_game(game),
            game.end(),
            saved_at=datetime.datetime.now().astimezone().strftime("%Y-%m-%d %H:%M"),
            clock=clock,
            console=console,
        )
        self._journal.write("console", content)
        if self._replaces is not None:
            clear(self._replaces)
            self._replaces = None


def _read(path: Path) -> InterruptedGame | None:
    """A game in the journal; None if it is not a console game.
    :raises OSError, RatsuError, ValueError: it cannot be read, or is damaged."""
    found = parse(read_file(path, _MOST_BYTES), _MOST_BYTES)
    if not found.has("console"):
        return None
    console = found["console"]
    game = first_game(found["pgn"].text(_MOST_BYTES))
    if game.refused:
        raise JsonError("the game cannot be set up: %1", game.refused)
    control = parse_control(console["control"].text())
    human = {"white": chess.WHITE, "black": chess.BLACK, "none": None}
    return InterruptedGame(
        path,
        path.stat().st_mtime_ns,
        found["saved_at"].text(),
        game,
        human[console["human"].one_of(tuple(human))],
        control,
        _clock(found, control),
        console["words"].texts(),
        _written(console["words"].texts(), console["written"], game),
    )


def _clock(found: JsonValue, control: TimeControl) -> Clock:
    white, black = (None if found[name].missing else found[name].whole(-_MOST_MS, _MOST_MS) for name in _SIDES)
    made, paid = ((row[0].whole(0, _MOST), row[1].whole(0, _MOST)) for row in (found["moves_made"], found["paid"]))
    started = Clock.start(control)
    if control.timed and (white is None or black is None):
        return started
    return replace(started, white_ms=white, black_ms=black, moves_made=made, paid=paid)


def _written(words: tuple[str, ...], found: JsonValue, game: Game) -> EditUndo | None:
    """The game's place in its PGN file; None if it is missing or not the last game."""
    if "--pgn" not in words:
        return None
    path = Path(words[words.index("--pgn") + 1])
    try:
        stamp = stamp_of(path)
        start, end, *known = (-1, -1) if found.missing else (number.whole(0, _HIGHEST) for number in found)
        if [*stamp] != known:  # the program was killed between the two writes, or another program changed the file
            content = b"".join(blocks(path, most_unpacked=LARGE + _MOST_BYTES))
            start, end = content.rfind(b"[Event "), len(content)
            there = first_game(content[start:].decode(errors="replace")) if start >= 0 else None
            if there is None or not _is_same(there, game):
                return None
        return EditUndo(path, packing_of(path), stamp, (Patch(start, end, b""),))
    except (OSError, PgnError):
        return None


def _is_same(there: Game, here: Game) -> bool:
    """Whether two console games are the same, one with at most a move more."""
    moves = zip(there.main_line(), here.main_line(), strict=False)
    tags = ("Event", "Date", "White", "Black", "FEN")
    return all(one.uci == other.uci for one, other in moves) and all(there.header(t) == here.header(t) for t in tags)
