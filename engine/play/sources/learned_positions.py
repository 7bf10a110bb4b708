"""Position learning after the engine's moves: finds positions that turned out much worse than their search thought."""

import contextlib
import logging
from collections.abc import Callable
from pathlib import Path

from engine.game.info import Info, PovScore, Score
from engine.game.limits import GamePosition
from engine.game.move_choice import ChoiceSource, MoveChoice
from engine.game.reason import BoardMove, Reason, ReasonKind
from engine.game.reason_words import english
from engine.ground.text import NOTHING, Text
from engine.ground.user_files import data_folder
from engine.ground.values import dataclass
from engine.search.position_learning import LearnedError, LearnedFile, LearnedPosition, centipawns, table_of

_log = logging.getLogger(__name__)
LEAST_DEPTH = 8  # of both searches: shallower ones are too unreliable
LEAST_FALL = 100  # centipawns
ALREADY_LOST = -500  # a lost position teaches nothing


def learned_path(chosen: str = "") -> Path:
    """The file of learned positions: the chosen one, or the user's."""
    return Path(chosen) if chosen else data_folder() / "learned.txt"


@dataclass(frozen=True)
class _EarlierSearch:
    position: GamePosition
    move: str
    line: Info


class GameLearner:
    """Compares each search of a game with the one before; call it in their order."""

    def __init__(self) -> None:
        self._before: _EarlierSearch | None = None

    def new_game(self) -> None:
        """Ends the comparison with the previous game."""
        self._before = None

    def lesson(self, position: GamePosition, move: str, line: Info) -> LearnedPosition | None:
        """The lesson of the latest search about the move before it: a lower bound for the opponent after that move. None if the
        evaluation did not fall enough."""
        before, self._before = self._before, _EarlierSearch(position, move, line)
        if before is None or not _follows(before, position) or min(before.line.depth, line.depth) < LEAST_DEPTH:
            return None
        thought, found = centipawns(before.line.score), centipawns(line.score)
        if thought < ALREADY_LOST or thought - found < LEAST_FALL or found == 0:
            return None
        board = before.position.board()
        old = before.position
        move_there = BoardMove(before.move, board.fen(), old.chess960, numbered=False)
        scores = (PovScore(Score(centipawns=value), old.white_to_move) for value in (thought, found))
        reason = english(Reason(ReasonKind.TWO_PLIES_LATER, (move_there, *scores)))
        board.push_uci(before.move)
        return LearnedPosition.of(board, -found, line.depth + 1, exact=False, reason=reason)


class PositionLearning:
    """Gives learned positions to a mover's search and learns after its moves. Analysed and proved positions are always used,
    positions learned from games only with the option Position Learning."""

    def __init__(self, set_learned: Callable[[list[tuple[int, int, int, bool]]], None]) -> None:
        """`set_learned`: the method of `engine.player.Player`."""
        self._set_learned = set_learned
        self._learner = GameLearner()
        self._read: tuple[Path | None, int] = (None, 0)  # path and version of the file read last

    def changed(self, file: str) -> bool:
        """True if the file is not the one that `use` read, or has changed since."""
        return self._read != _version(learned_path(file))

    def use(self, on: bool, file: str) -> tuple[Text, Text]:
        """Reads the file again. Returns a remark and a problem, either may be empty: without the file the engine still plays."""
        self._learner.new_game()
        path = learned_path(file)
        self._read = _version(path)
        try:
            positions = LearnedFile(path).read()
        except LearnedError as error:
            self._set_learned([])
            _log.warning("%s", error)
            return NOTHING, error.text
        if not on:
            self._set_learned(table_of([position for position in positions if position.deliberate]))
            return NOTHING, NOTHING
        self._set_learned(table_of(positions))
        _log.info("%d learned positions", len(positions))
        return Text("%1 learned {position|positions} in %2", len(positions), path), NOTHING

    def learn(self, position: GamePosition, choice: MoveChoice, file: str) -> None:
        """Learns from the latest search; the search uses the lesson from the next game on."""
        if choice.result is None or choice.source is not ChoiceSource.SEARCH or not choice.result.lines:
            self._learner.new_game()
            return
        lesson = self._learner.lesson(position, choice.move, choice.result.lines[0])
        if lesson is not None:
            with contextlib.suppress(LearnedError):  # a full or read-only disk must not cost the game
                remember(learned_path(file), lesson)
                self._read = _version(learned_path(file))


def _version(path: Path) -> tuple[Path | None, int]:
    """The file and its time; no path where it cannot be looked at, which counts as empty."""
    try:
        return path, path.stat().st_mtime_ns
    except OSError:
        return None, 0


def analysed(position: GamePosition, line: Info) -> LearnedPosition:
    """An analysed position as an entry of the file.

    :raises PositionError: the position is bad. :raises MoveError: a move is not legal.
    """
    board = position.board()
    return LearnedPosition.of(board, centipawns(line.score), line.depth, True, f"analysed: {' '.join(line.pv[:6])}")


def remember(path: Path, position: LearnedPosition) -> None:
    """Adds an entry to the file. :raises LearnedError: it cannot be written."""
    LearnedFile(path).add(position)


def _follows(before: _EarlierSearch, position: GamePosition) -> bool:
    """True if a position is two plies after the earlier search: our move and a reply."""
    old = before.position
    return (
        position.fen == old.fen
        and len(position.moves) == len(old.moves) + 2
        and position.moves[: len(old.moves) + 1] == (*old.moves, before.move)
    )
