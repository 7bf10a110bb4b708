"""The user's correspondence games: one PGN file, in which each change is saved at once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import date, datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Slot

from desktop.model.game.correspondence import (
    CorrespondenceRow,
    CorrespondenceState,
    is_conditional,
    moves_in,
    row_of,
    shown_game,
    sorted_rows,
)
from desktop.services.files.file_service import FileService
from desktop.services.game.game_service import GameService
from desktop.services.kit.atomic import append_privately
from desktop.services.kit.language import language
from desktop.services.kit.service import StateService
from desktop.services.kit.tasks import Worker
from engine.game.outcome import Outcome
from engine.game.position import START_POSITION, Position
from engine.game.reason import BoardMove
from engine.ground.errors import RatsuError
from engine.ground.text import Text, why
from engine.ground.write_targets import is_file

if TYPE_CHECKING:
    from engine.game.side import Side
    from engine.game.time_control import TimeControl
    from engine.game.tree import Game


def _today() -> date:
    return datetime.now().astimezone().date()


class CorrespondenceService(StateService[CorrespondenceState]):
    """Lists the running games of the file. Moves are entered in the shown game, which is saved in its place there."""

    def __init__(
        self, games: GameService, files: FileService, path: Path | None, today: Callable[[], date] = _today
    ) -> None:
        """`path`: the file; None if nothing can be saved."""
        super().__init__(CorrespondenceState())
        self._games, self._files, self.path, self.today = games, files, path, today
        self._read_on: date | None = None
        self._worker = Worker("ratsu-correspondence", self, finish=True)
        games.state_changed.connect(self._show)
        files.written.connect(self._read_again)

    def look(self) -> None:
        """Reads the games in the background."""
        self._read_on = self.today()
        if self.path is not None:
            self._worker.submit(partial(_read, self.path, self.today()), self._take, self._tell_error)

    def begin(self, names: tuple[str, str], mine: Side, control: TimeControl, first_day: date, moved: bool) -> None:
        """Adds a game to the file and shows it. `names`: White's and Black's. `moved`: the moves up to the shown position were
        played already, on the first day.
        """
        from engine.pgn.writer import written_game
        from engine.play.correspondence import new_game, played

        if self.path is None:
            return self._warn(
                Text("Correspondence games need a data folder that can be written to. Check its permissions.")
            )
        state = self._games.state
        start = Position.of(state.game.start_fen, state.game.chess960) if moved else START_POSITION
        game = new_game(*names, mine, control, first_day, start)
        if moved:
            game, _ = played(game, state.game.moves(state.current), first_day)
        self._worker.submit(partial(_added, self.path, written_game(game)), self._begun, self._tell_error)
        return None

    def open(self, number: int) -> None:
        """Shows a game of the file at its last move."""
        if self.path is not None:
            self._files.open_file(self.path, number, self._at_last_move)

    def play(self, text: str, day: date) -> bool:
        """Plays typed moves, or (empty) that of the shown position, in the shown game; a line that begins with `if` becomes
        conditional. Returns whether it could.
        """
        if is_conditional(text):
            return self.add_condition(text)
        return self._change(partial(self._played, text=text, day=day))

    def add_condition(self, text: str) -> bool:
        """Makes a typed line conditional, or (empty) that of the shown position."""
        from engine.play import correspondence as post

        current = self._games.state.current

        def changed(game: Game) -> tuple[Game, int | None]:
            if not text.strip():
                return post.with_condition(game, current), None
            return post.with_line(game, moves_in(game, text, language().typed_letters)), None

        return self._change(changed)

    def drop_condition(self, node_id: int) -> None:
        from engine.play.correspondence import without_condition

        self._change(lambda game: (without_condition(game, node_id), None))

    def end(self, outcome: Outcome) -> None:
        """Ends the shown game; it leaves the list and stays in the file."""
        from engine.play.correspondence import ended

        self._change(lambda game: (ended(game, outcome), None))

    def _played(self, game: Game, text: str, day: date) -> tuple[Game, int | None]:
        from engine.play.correspondence import live_node, played

        state = self._games.state
        letters = language().typed_letters
        moves = moves_in(game, text, letters) if text.strip() else (game.node(state.current).uci,)
        game, answer = played(game, moves, day)
        if answer is not None:
            expected = game.node(answer.parent)
            both = (BoardMove(one.uci, game.fen(one.parent), game.chess960) for one in (expected, answer))
            self._inform(Text("%1 was expected: your answer %2 is played. Send it to your opponent.", *both))
        if game.outcome is not None:
            self._inform(Text("The game is over (%1).", game.result))
        return game, live_node(game)

    def _change(self, change: Callable[[Game], tuple[Game, int | None]]) -> bool:
        """Changes the shown game and saves it. `change` returns the game and the node to show."""
        if self.state.shown is None:
            return False
        try:
            game, current = change(self._games.state.game)
        except RatsuError as error:
            self._warn(why(error))
            return False
        self._games.edit(game, current)
        if not self._files.save():
            self._warn(Text("This game is not in a file yet. Save it first."))
        return True

    @Slot(object)
    def _show(self, _state: object = None) -> None:
        """Follows the shown game."""
        state = self._games.state
        if self._read_on not in (None, self.today()):
            self.look()  # the program has been open since yesterday
        shown = None
        if self.path is not None and state.path == str(self.path):
            shown = shown_game(state.tab, state.game, state.current, self.today())
        self._set(replace(self.state, shown=shown))

    def _at_last_move(self) -> None:
        from engine.play.correspondence import live_node

        self._games.go_to(live_node(self._games.state.game))

    def _begun(self, number: int) -> None:
        self.look()
        self.open(number)

    @Slot(str)
    def _read_again(self, path: str) -> None:
        if path == str(self.path):
            self.look()

    def _take(self, rows: tuple[CorrespondenceRow, ...]) -> None:
        self._set(replace(self.state, rows=rows))
        self._show()


def _read(path: Path, today: date) -> tuple[CorrespondenceRow, ...]:
    """The running games of the file, on the worker's thread. :raises PgnError: it cannot be read."""
    from engine.pgn.index import GameList
    from engine.play.correspondence import is_running

    if not is_file(path):
        return ()
    games = GameList(path)
    try:
        for _ in games.load():
            pass
        running = [number for number in range(len(games)) if games.value(number, "Result") == "*"]
        read = [(number, games.game(number)) for number in running]
        return sorted_rows(row_of(number, game, today) for number, game in read if is_running(game))
    finally:
        games.close()


def _added(path: Path, text: str) -> int:
    """Adds a game, on the worker's thread. Returns its number. :raises FileError, PgnError: the file cannot be used."""
    from engine.pgn.index import GameList

    append_privately(path, text.encode())
    games = GameList(path)
    try:
        for _ in games.load():
            pass
        return len(games) - 1
    finally:
        games.close()
