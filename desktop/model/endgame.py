"""Values of the endgame tables: the panel's verdict, the list of files, the trainer's exercise."""

from __future__ import annotations

from dataclasses import replace
from enum import Enum
from typing import TYPE_CHECKING

from desktop.model.drill import HINTS, BoardMark, DrillPhase, DrillState
from engine.game.position import Position
from engine.ground.text import NOTHING, Text
from engine.ground.values import dataclass

if TYPE_CHECKING:  # the start of the window does without
    from engine.drill.sources.endgames import EndgameQuestion, EndgameStep, ThemeProgress  # noqa: F401 - in quotes
    from tablebases.generate.forecast import Forecast
    from tablebases.generate.make import GenerationProgress


class TablesAnswer(Enum):
    """Whether the tables answer for a position, or why not."""

    WAITING = "waiting"
    KNOWN = "known"
    OVER = "over"  # mate or stalemate: no move to judge
    TOO_MANY_MEN = "too many pieces"
    CASTLING = "castling"
    MISSING = "missing"
    FAULT = "fault"


@dataclass(frozen=True)
class TablebaseRow:
    """One move judged by the tables, from the mover's point of view.

    `verdict`: `win`, `cursed win`, `draw`, `blessed loss`, `loss`. `dtz`: plies to the next capture, pawn move or mate,
    this move included; negative in a loss, None without a distance table.
    """

    uci: str
    san: str
    verdict: str
    dtz: int | None
    best: bool
    mate: bool = False


@dataclass(frozen=True)
class TablebaseState:
    """The panel for one position.

    `men` on the board, `most_men` in any table; `missing` signatures; `source`: the file used. `clock`: plies since the
    last capture or pawn move. `problems`: unusable files, each in words. `line`: the best line as text, `line_moves` in
    coordinates; None before it was requested. `to_make`: the signature of a missing table that the user may make.
    """

    fen: str = ""
    answer: TablesAnswer = TablesAnswer.WAITING
    verdict: str = ""
    dtz: int | None = None
    rows: tuple[TablebaseRow, ...] = ()
    source: str = ""
    men: int = 0
    most_men: int = 0
    missing: tuple[str, ...] = ()
    to_make: str = ""
    clock: int = 0
    problem: Text = NOTHING
    problems: tuple[Text, ...] = ()
    late: bool = False  # the tables have not answered in time; they may still
    line: str | None = None
    line_moves: tuple[str, ...] = ()

    @property
    def white_to_move(self) -> bool:
        return Position.of(self.fen, chess960=None).white_to_move


def full_moves(plies: int) -> int:
    """The number of moves of a distance in plies: 1 or 2 plies are one move."""
    return (abs(plies) + 1) // 2


@dataclass(frozen=True)
class TableLine:
    """One table file in the list: `checksum` is `verified`, `unchecked` or `damaged`, `problem` describes the damage."""

    signature: str
    men: int
    distances: bool  # a DTZ file; otherwise results (WDL)
    bytes: int
    checksum: str
    problem: Text
    path: str
    built_in: bool


@dataclass(frozen=True)
class TableList:
    """Every table file, by pieces and name, and the unreadable folders."""

    lines: tuple[TableLine, ...] = ()
    problems: tuple[Text, ...] = ()
    checked: int = 0  # files verified so far in a running check
    to_check: int = 0  # 0: no check is running


class MakingStage(Enum):
    """The stage of making a table."""

    IDLE = "idle"
    LOOKING = "looking"  # what is there already, and what the rest will cost
    FORECAST = "forecast"  # it may begin
    RUNNING = "running"
    PAUSED = "paused"
    STOPPING = "stopping"  # at the next place where that is possible
    DONE = "done"
    STOPPED = "stopped"
    FAULT = "fault"


@dataclass(frozen=True)
class TableMaking:
    """The making of a table with all it depends on.

    `wanted`: the user's text, then a signature. `free_memory` and `free_disk` in bytes, None if unknown. `step`: the
    progress; `seconds_left`: None if unknown. `made`: tables finished; `bytes` of their files.
    """

    phase: MakingStage = MakingStage.IDLE
    wanted: str = ""
    folder: str = ""
    forecast: Forecast | None = None
    free_memory: int | None = None
    free_disk: int | None = None
    step: GenerationProgress | None = None
    seconds_left: float | None = None
    made: int = 0
    bytes: int = 0
    problem: Text = NOTHING

    @property
    def at_work(self) -> bool:
        return self.phase in {MakingStage.RUNNING, MakingStage.PAUSED, MakingStage.STOPPING}

    @property
    def fits_memory(self) -> bool:
        """False if the system would end the program."""
        return self.forecast is None or self.free_memory is None or self.forecast.memory_bytes < self.free_memory

    @property
    def fits_disk(self) -> bool:
        return self.forecast is None or self.free_disk is None or self.forecast.disk_bytes < self.free_disk

    @property
    def may_begin(self) -> bool:
        """Whether there is a table to make or to resume, and enough memory."""
        ready = self.phase in {MakingStage.FORECAST, MakingStage.STOPPED}
        return ready and self.fits_memory and bool(self.forecast and self.forecast.tables)


class ExerciseGoal(Enum):
    """The goal of an exercise."""

    WIN = "win"
    DRAW = "draw"


@dataclass(frozen=True)
class ExerciseRequest:
    """The kind of exercise; `shortest` and `longest` in moves to the next capture, pawn move or mate.

    `lesson`: the number of a lesson (`tablebases.lessons`) that supplies the position; -1: any fitting position.
    `repeats`: lessons that are due follow it.
    """

    signature: str = "KQvK"
    goal: ExerciseGoal = ExerciseGoal.WIN
    shortest: int = 1
    longest: int = 60
    lesson: int = -1
    repeats: bool = False


@dataclass(frozen=True)
class ExerciseTally:
    """The session so far: exercises finished, those without a slip; all slips, and the learner's moves."""

    finished: int = 0
    clean: int = 0
    slips: int = 0
    moves: int = 0

    def after_move(self, slipped: bool) -> ExerciseTally:
        return replace(self, moves=self.moves + 1, slips=self.slips + slipped)

    def after_exercise(self, slips: int) -> ExerciseTally:
        return replace(self, finished=self.finished + 1, clean=self.clean + (slips == 0))


@dataclass(frozen=True)
class EndgameState(DrillState["EndgameQuestion"]):
    """The state of the endgame trainer.

    Without a question while a position is being sought. `distance`: plies of perfect play from the start. `step`: the
    effect of the last move. `moves` and `slips` count this exercise, `held` the moves since the last slip. `themes`: the
    progress with the lessons; None: not read yet. `slip`: the last wrong move from `node`, in coordinates.
    """

    wish: ExerciseRequest = ExerciseRequest()
    signatures: tuple[str, ...] = ()
    distance: int = 0
    moves: int = 0
    slips: int = 0
    held: int = 0
    step: EndgameStep | None = None
    tally: ExerciseTally = ExerciseTally()
    themes: tuple[ThemeProgress, ...] | None = None
    slip: str = ""

    @property
    def most_hints(self) -> int:
        """Three: the kind of move, the piece, and the move."""
        return HINTS + 1

    @property
    def solution(self) -> tuple[str, ...]:
        """The best move, once a hint was asked for."""
        return self.question.line[:1] if self.question is not None else ()

    @property
    def marks(self) -> tuple[BoardMark, ...]:
        """The marks, with the last wrong move until another one is tried."""
        wrong = (BoardMark(self.slip, mistake=True),) if self.slip and self.phase.open else ()
        return (*super().marks, *wrong)

    @property
    def learned(self) -> tuple[int, int] | None:
        """The number of lessons completed without help, and of all; None: not read yet."""
        if self.themes is None:
            return None
        return sum(len(one.solved) for one in self.themes), sum(len(one.lessons) for one in self.themes)

    @property
    def searching(self) -> bool:
        return self.phase is DrillPhase.JUDGING and self.question is None
