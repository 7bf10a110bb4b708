"""The endgame trainer: sets an exercise up in a tab of its own, answers each move from the tables, says when the win slips."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from desktop.model.endgame import Goal, Phase, TrainerState, Wish
from desktop.model.game.state import GameState, MoveMade
from desktop.services.game.game_service import GameService
from desktop.services.kit.tasks import Worker
from desktop.services.training.decks import Decks
from desktop.services.training.drill_service import DrillService
from engine.game.outcome import by_rules
from engine.game.position import Position
from engine.game.python_board import board_at
from engine.game.side import Side
from engine.game.tree import ROOT, Game
from engine.ground.text import NOTHING, Text
from engine.ground.values import dataclass

if TYPE_CHECKING:
    import chess

    from engine.drill.deck_file import DeckFile
    from tablebases.tables import Tablebases
    from tablebases.through import ThroughTables
    from tablebases.trainer import Ranks

    Open = Callable[[], Tablebases]


HELD_MOVES = 20  # a draw kept this long is held


THROUGH = "through"  # the end of a lesson that asks for that only
_WON = ("checkmate", THROUGH)
DRAW_TRIES = 40  # positions looked at until the weaker side is to move


@dataclass(frozen=True)
class Found:
    """A start position with White, the learner, to move; `distance` in plies."""

    fen: str
    distance: int


@dataclass(frozen=True)
class Verdict:
    """What a move did, and the answer of the perfect opponent (empty after a slip and at the end).

    `ending`: how the game ended (`engine.game.outcome.Termination`), or THROUGH."""

    before: str
    after: str
    slipped: bool
    kept: str
    kept_uci: str
    plies_lost: int
    reply: str
    ending: str
    few: bool  # pieces enough for whole tables after the move


def signatures(open_tables: Open) -> tuple[str, ...]:
    """The endings that can be practised, by pieces and name."""
    from tablebases.trainer import known_signatures

    return known_signatures(open_tables())


def find(open_tables: Open, wish: Wish) -> Found:
    """A random position that fits. In a draw the weaker side's, since holding it is the task.

    :raises TablebaseError: there is none, or no table for it.
    """
    import chess

    from tablebases.lessons import LESSONS
    from tablebases.trainer import exercise
    from tablebases.wdl import Wdl

    tables = open_tables()
    if wish.lesson >= 0:
        lesson = LESSONS[wish.lesson]
        return Found(
            lesson.fen, 0 if lesson.through else tables.probe_dtz(chess.Board(lesson.fen, chess960=False)) or 0
        )
    wdl = Wdl.WIN if wish.goal is Goal.WIN else Wdl.DRAW
    shortest, longest = max(1, 2 * wish.shortest - 1), 2 * wish.longest
    tries = 1 if wish.goal is Goal.WIN else DRAW_TRIES
    while True:
        found = exercise(tables, wish.signature, wdl=wdl, shortest=shortest, longest=longest)
        board = chess.Board(found.fen, chess960=False)
        tries -= 1
        if not tries or (wish.goal is Goal.DRAW and board.turn == chess.BLACK):  # White has the stronger side's pieces
            return Found((board if board.turn else board.mirror()).fen(), found.dtz)


def judge(tables: Ranks, before: GameState, uci: str, *, wins: bool) -> Verdict:
    """Judges the learner's move in the position `before` and finds the answer. `wins`: a drawn end is a slip.

    :raises TablebaseError: the tables do not know the position any more.
    """
    from tablebases.errors import TablebaseError
    from tablebases.trainer import defence
    from tablebases.trainer import judge as judged_by

    board = board_at(before.game, before.current)
    move = board.parse_uci(uci)
    judged = judged_by(tables, board, move)
    ranking = tables.rank(board)
    if judged is None or ranking is None:
        raise TablebaseError("no table knows %1; the exercise ends here", before.fen)
    made = next(row for row in ranking.moves if row.move == move)
    lost = (made.dtz or 0) - (ranking.dtz or 0) if judged.after == judged.before > 0 else 0
    board.push(move)
    ending = _ending(board)
    answer = None if ending or judged.slipped else defence(tables, board)
    reply = board.uci(answer) if answer else ""
    if answer:
        board.push(answer)
        ending = _ending(board)
    return Verdict(
        judged.before.words,
        judged.after.words,
        judged.slipped or (wins and bool(ending) and ending not in _WON),
        judged.best,
        ranking.top.move.uci(),
        max(0, lost),
        reply,
        ending,
        len(board.piece_map()) <= 4,
    )


def _ending(board: chess.Board) -> str:
    outcome = by_rules(board)
    if outcome is not None:
        return outcome.termination.value
    last = board.peek()
    return THROUGH if last.promotion and len(board.piece_map()) > 4 else ""


class EndgameTrainer(DrillService[TrainerState]):
    """The learner has White. He may walk back and try something else at any time: every move of his is judged."""

    def __init__(
        self,
        games: GameService,
        open_tables: Callable[[], Tablebases],
        decks: Decks,
        parent: QObject | None = None,
    ) -> None:
        """`open_tables` is called on the trainer's thread. `decks` says which lessons come again."""
        super().__init__(games, TrainerState(), parent)
        self._open = open_tables
        self._decks = decks
        self._through: ThroughTables | None = None
        self._graded = False  # what is set up
        self._finished = False  # and was played to its end
        self._before = ROOT  # where the last judged move was made
        self._worker = Worker("ratsu-trainer", self)

    def list_signatures(self) -> None:
        """Finds out which endings can be practised."""
        self._worker.submit(partial(signatures, self._open), self._listed, self._fail)

    def count(self) -> None:
        """Counts the lessons that are due."""
        self._decks.submit(self._due, self._due_known, self._fail)

    def begin(self, wish: Wish) -> None:
        """Looks for a position and sets it up, on the board of the exercise before it."""
        self._set(replace(self._state, phase=Phase.SEARCHING, wish=wish, problem=NOTHING))
        self._worker.submit_latest(partial(find, self._open, wish), self._found, self._fail)

    def next(self) -> None:
        """Another position of the same kind; of a theme, the next lesson."""
        if self._state.wish.repeats:
            self.begin_due()
        elif self._state.wish.lesson >= 0:
            self.begin_lesson(self._state.wish.lesson + 1)
        else:
            self.begin(self._state.wish)

    def begin_due(self) -> None:
        """Sets up the lesson that has been due for longest, else a new one; where nothing is left, the choice is shown."""
        self._decks.submit(self._due, self._begin_first, self._fail)

    def _due(self, file: DeckFile) -> tuple[int, ...]:
        """On the deck's thread."""
        from engine.drill.sources import endgames

        return endgames.due(file.value(), self._decks.now())

    def _begin_first(self, due: tuple[int, ...]) -> None:
        self._due_known(due)
        if due:
            self.begin_lesson(due[0], repeats=True)
        else:
            self.choose()

    def _due_known(self, due: tuple[int, ...]) -> None:
        self._set(replace(self._state, due=len(due)))

    def _grade(self, *, right: bool) -> None:
        """The first slip of a lesson counts; without one, its end."""
        number = -1 if self._graded else self._state.wish.lesson
        self._graded = True

        def graded(found: tuple[float, tuple[int, ...]]) -> None:
            self._due_known(found[1])
            if self._state.wish.lesson == number:
                self._set(replace(self._state, days=found[0]))

        def grade(file: DeckFile) -> tuple[float, tuple[int, ...]]:
            from engine.drill.sources import endgames

            after = file.change(lambda deck: endgames.answered(deck, number, now, right=right))
            return endgames.card(after, number).days, endgames.due(after, now)

        if number >= 0:
            now = self._decks.now()
            self._decks.submit(grade, graded, self._not_kept)

    def _not_kept(self, problem: Text) -> None:
        if self._decks.on_disk:
            self._warn(problem)

    def begin_lesson(self, number: int, *, repeats: bool = False) -> None:
        """Sets a lesson up; behind the last one the first comes again. `repeats`: those that are due follow it."""
        from tablebases.lessons import LESSONS

        number %= len(LESSONS)
        lesson = LESSONS[number]
        self.begin(Wish(lesson.signature, Goal.WIN if lesson.win else Goal.DRAW, lesson=number, repeats=repeats))

    def retry(self) -> None:
        """Back to before the move that slipped."""
        if self._state.phase is Phase.SLIPPED and self._show_tab():
            self._games.go_to(self._before)
            self._set(replace(self._state, phase=Phase.PLAYING, played=""))

    def restart(self) -> None:
        """The same position from the start."""
        if self._show_tab():
            self._worker.drop_all()
            self._games.go_first()
            self._finished = False
            self._set(replace(self._state, phase=Phase.PLAYING, moves=0, slips=0, held=0, played="", ending=""))

    def choose(self) -> None:
        """Back to the choice of an ending; a running search is dropped, the exercise's tab stays."""
        self._worker.drop_all()
        self._set(replace(self._state, phase=Phase.CHOOSING, problem=NOTHING))

    # What happens

    def _listed(self, signatures: tuple[str, ...]) -> None:
        self._set(replace(self._state, signatures=signatures))

    def _found(self, found: Found) -> None:
        wish = self._state.wish
        self._graded = self._finished = False
        game = Game.new(Position.of(found.fen, chess960=False))
        for name, value in (
            ("Event", self._event(wish)),
            ("White", self.tr("You")),
            ("Black", self.tr("Endgame tables")),
        ):
            game = game.with_header(name, value)
        self._set(
            TrainerState(
                Phase.PLAYING,
                wish,
                self._state.signatures,
                self._games.show_in(self._state.tab, game, ROOT),
                abs(found.distance),
                tally=self._state.tally,
                due=self._state.due,
            )
        )

    def _event(self, wish: Wish) -> str:
        from tablebases.lessons import LESSONS

        wins = wish.goal is Goal.WIN
        if wish.lesson >= 0 and LESSONS[wish.lesson].through:
            return f"{wish.signature}: {self.tr('Bring the pawn through') if wins else self.tr('Stop the pawn')}"
        return (self.tr("Win: %1") if wins else self.tr("Hold the draw: %1")).replace("%1", wish.signature)

    def _played(self, made: MoveMade) -> None:
        state = self._games.state_of(made.tab)
        at_work = self._state.phase in (Phase.PLAYING, Phase.SLIPPED, Phase.DONE)
        if made.by_engine or not at_work or state is None:
            return
        before = replace(state, current=made.node.parent)
        if before.node.side_to_move is not Side.WHITE:
            return
        self._before = made.node.parent
        self._set(replace(self._state, phase=Phase.REPLYING, played=made.node.san))
        job = partial(self._judge, before, made.node.uci, self._state.wish)
        self._worker.submit(job, partial(self._judged, made.node.id), self._fail)

    def _judge(self, before: GameState, uci: str, wish: Wish) -> Verdict:
        """On the trainer's thread. :raises TablebaseError: the tables do not know the position any more."""
        from tablebases.lessons import LESSONS

        part = wish.lesson >= 0 and LESSONS[wish.lesson].through
        return judge(self._parts if part else self._open(), before, uci, wins=wish.goal is Goal.WIN)

    @property
    def _parts(self) -> ThroughTables:
        """Made on the trainer's thread when they are first asked."""
        if self._through is None:
            from tablebases.through import ThroughTables

            self._through = ThroughTables()
        return self._through

    def _judged(self, node_id: int, verdict: Verdict) -> None:
        state = self._state
        tally = state.tally.after_move(verdict.slipped)
        slips, moves = state.slips + verdict.slipped, state.moves + 1
        held = 0 if verdict.slipped else state.held + 1
        enough = state.wish.goal is Goal.DRAW and held >= HELD_MOVES
        done = not verdict.slipped and (bool(verdict.ending) or enough)
        if verdict.reply:
            self._games.answer(state.tab, node_id, verdict.reply)
        if done and not self._finished:  # whoever walks back and tries something else finishes no other one
            self._finished = True
            tally = tally.after_exercise(slips)
        if verdict.slipped or done:
            self._grade(right=not slips)
        self._set(
            replace(
                state,
                phase=Phase.SLIPPED if verdict.slipped else Phase.DONE if done else Phase.PLAYING,
                moves=moves,
                slips=slips,
                held=held,
                before=verdict.before,
                after=verdict.after,
                kept=verdict.kept,
                kept_uci=verdict.kept_uci,
                plies_lost=verdict.plies_lost,
                ending=verdict.ending,
                few=verdict.few,
                tally=tally,
            )
        )

    def _show_tab(self) -> bool:
        self._games.select_tab(self._state.tab)
        return self._games.state.tab == self._state.tab

    def _ended(self) -> None:
        self._worker.drop_all()
        self._set(replace(self._state, phase=Phase.CHOOSING, tab=-1))

    def _fail(self, problem: Text) -> None:
        self._set(replace(self._state, phase=Phase.FAULT, problem=problem))
