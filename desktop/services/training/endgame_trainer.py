"""The endgame trainer: sets up an exercise in a separate tab, answers each move from the tablebases, and reports when
the win slips.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QCoreApplication

from desktop.model.coaching import line_of
from desktop.model.drill import DrillPhase
from desktop.model.endgame import EndgameState, ExerciseGoal, ExerciseRequest
from desktop.model.game.state import MoveMade
from desktop.model.settings import Settings
from desktop.services.game.game_service import GameService
from desktop.services.kit.language import own_name
from desktop.services.kit.tasks import Worker
from desktop.services.training.deck_service import DeckService, SessionDeck
from desktop.services.training.drill_service import DrillService
from engine.drill.session import Session
from engine.game.position import Position
from engine.game.python_board import board_at
from engine.game.tree import ROOT, Game
from engine.ground.text import NOTHING, Text
from engine.ground.values import dataclass

if TYPE_CHECKING:
    from engine.drill.deck import Deck
    from engine.drill.sources.endgames import EndgameQuestion
    from engine.drill.verdict import AnswerVerdict
    from engine.play.review.judge import PositionJudge
    from tablebases.promotion_tables import PromotionTables
    from tablebases.tables import Tablebases

    Open = Callable[[], Tablebases]


_AT_WORK = (DrillPhase.ASKING, DrillPhase.WRONG, DrillPhase.DONE)
HELD_MOVES = 20  # after this number of moves a draw counts as held
LINE_PLIES, LONGEST_LINE = 3, 80  # of a hint, and of a shown solution
DRAW_TRIES = 40  # positions looked at until the weaker side is to move


@dataclass(frozen=True)
class FoundExercise:
    """A start position; the learner has White. `distance` in plies."""

    fen: str
    distance: int


def signatures(open_tables: Open) -> tuple[str, ...]:
    from tablebases.trainer import known_signatures

    return known_signatures(open_tables())


def find(open_tables: Open, wish: ExerciseRequest) -> FoundExercise:
    """A random position that fits; in a draw with the learner on the weaker side, whose task is to hold it.

    :raises TablebaseError: none was found, or its table is missing.
    """
    import chess

    from tablebases.lessons import LESSONS
    from tablebases.trainer import exercise
    from tablebases.wdl import Wdl

    tables = open_tables()
    if wish.lesson >= 0:
        lesson = LESSONS[wish.lesson]
        return FoundExercise(
            lesson.fen, 0 if lesson.through else tables.probe_dtz(chess.Board(lesson.fen, chess960=False)) or 0
        )
    wdl = Wdl.WIN if wish.goal is ExerciseGoal.WIN else Wdl.DRAW
    shortest, longest = max(1, 2 * wish.shortest - 1), 2 * wish.longest
    tries = 1 if wish.goal is ExerciseGoal.WIN else DRAW_TRIES
    while True:
        found = exercise(tables, wish.signature, wdl=wdl, shortest=shortest, longest=longest)
        board = chess.Board(found.fen, chess960=False)
        tries -= 1
        # White has the stronger side's pieces
        if not tries or (wish.goal is ExerciseGoal.DRAW and board.turn == chess.BLACK):
            return FoundExercise((board if board.turn else board.mirror()).fen(), found.dtz)


class EndgameTrainer(DrillService[EndgameState]):
    """The learner has White and may go back and try again at any time: every white move is judged."""

    def __init__(
        self,
        games: GameService,
        open_tables: Callable[[], Tablebases],
        decks: DeckService,
        make_judge: Callable[[int], PositionJudge] | None = None,
    ) -> None:
        """`open_tables` is called on the trainer's thread. `decks` schedules the lessons. `make_judge`: see the base."""
        super().__init__(games, EndgameState(), make_judge)
        self._open, self._decks = open_tables, decks
        self._through: PromotionTables | None = None
        self._elo = 0  # of the learner, whose errors the opponent aims at
        self._finished = False  # what is set up was played to its end
        self._file: SessionDeck | None = None
        self._worker = Worker("ratsu-trainer", self)

    def list_signatures(self) -> None:
        self._worker.submit(partial(signatures, self._open), self._listed, self._fail)

    def configure(self, settings: Settings) -> None:
        """Uses the learner's rating, and the mode for children."""
        super().configure(settings)
        self._elo = settings.people_elo

    def count(self) -> None:
        self._decks.submit(lambda file: file.value(), self._counted, self._fail)

    def begin(self, wish: ExerciseRequest) -> None:
        """Finds a position and sets it up on the board of the last exercise."""
        self._forget_reason()
        self._set(replace(self._state, phase=DrillPhase.JUDGING, question=None, wish=wish, problem=NOTHING))
        self._worker.submit_latest(partial(find, self._open, wish), self._found, self._fail)

    def next(self) -> None:
        """Sets up another position of the same kind; in a theme, the next lesson."""
        if self._state.wish.repeats:
            self.begin_due()
        elif self._state.wish.lesson >= 0:
            order = [number for one in self._state.themes or () for number in one.lessons]
            self.begin_lesson(order[(order.index(self._state.wish.lesson) + 1) % len(order)])
        else:
            self.begin(self._state.wish)

    def begin_due(self) -> None:
        """Sets up the lesson that has been due for longest, or a new one; shows the choice if none is left."""
        self._decks.submit(lambda file: file.value(), self._begin_first, self._fail)

    def begin_lesson(self, number: int, *, repeats: bool = False) -> None:
        """Sets up a lesson. `repeats`: lessons that are due follow it."""
        from tablebases.lessons import LESSONS

        lesson = LESSONS[number]
        self.begin(
            ExerciseRequest(
                lesson.signature, ExerciseGoal.WIN if lesson.win else ExerciseGoal.DRAW, lesson=number, repeats=repeats
            )
        )

    def retry(self) -> None:
        """Goes back to the position before the slip."""
        if self._state.phase is DrillPhase.WRONG and self._show_tab():
            self._take_out(self._state.slip)
            self._forget_reason()
            self._set(replace(self._state, phase=DrillPhase.ASKING, tried=""))

    def restart(self) -> None:
        """Restarts the exercise from the same position."""
        from engine.drill.sources.endgames import EndgameQuestion

        if self._show_tab():
            self._worker.drop_all()
            self._games.go_first()
            self._finished = False
            self._forget_reason()
            assert self._session is not None, "an exercise is set up"
            self._session.question = question = EndgameQuestion(board_at(self._games.state.game, ROOT))
            asked = replace(self._state, node=ROOT, question=question, hint=0, slip="")
            self._set(replace(asked, phase=DrillPhase.ASKING, moves=0, slips=0, held=0, tried="", step=None))

    def show_hint(self) -> None:
        """Gives a hint: first what to look for, then which piece moves, then the move; children see the move at once."""
        question, session = self._state.question, self._session
        if session is None or question is None or not self._state.phase.open:
            return
        if question.line:
            super().show_hint()
            return
        self._play_out(question, LINE_PLIES, self._line_found)

    def solve(self) -> None:
        """Plays the exercise out from the position, by the tables."""
        question, session = self._state.question, self._session
        if session is not None and question is not None and self._state.phase.open:
            self._play_out(question, LONGEST_LINE, self._solved)

    def choose(self) -> None:
        """Returns to the choice of endgames; drops a running search, and leaves the exercise's tab open."""
        self._drop()
        self._set(replace(self._state, phase=DrillPhase.OFF, problem=NOTHING))

    # What happens

    def _begin_first(self, deck: Deck) -> None:
        self._counted(deck)
        waiting = self._waiting(deck)
        if waiting:
            self.begin_lesson(waiting[0], repeats=True)
        else:
            self.choose()

    def _waiting(self, deck: Deck) -> tuple[int, ...]:
        from engine.drill.sources.endgames import due

        return due(deck, self._decks.now())

    def _counted(self, deck: Deck) -> None:
        from engine.drill.sources.endgames import progress

        themes = progress(deck, self._decks.now())
        self._set(replace(self._state, due=sum(one.due for one in themes), themes=themes))

    def _play_out(
        self, question: EndgameQuestion, most: int, then: Callable[[EndgameQuestion, tuple[str, ...]], None]
    ) -> None:
        """Finds the best play from a position by the tables, of at most that number of plies."""
        from engine.drill.sources.endgames import EndgameSource

        source = self._session.source if self._session is not None else None
        assert isinstance(source, EndgameSource), "an exercise is set up"
        self._worker.submit(partial(source.line, question.board, most), partial(then, question), self._fail)

    def _line_found(self, question: EndgameQuestion, line: tuple[str, ...]) -> None:
        """Shows the first step of a hint."""
        if self._state.question is not question or not line or self._session is None:
            return
        self._session.question = known = replace(question, line=line)
        self._state = replace(
            self._state, question=known, hint=self._state.most_hints - 1 if self._state.children else 0
        )
        super().show_hint()

    def _solved(self, question: EndgameQuestion, line: tuple[str, ...]) -> None:
        """Shows the best play on the board and in the sheet."""
        if self._state.question is not question or not line or self._session is None or not self._show_tab():
            return
        self._session.give_up()
        self._forget_reason()
        self._finished = True  # what is shown is not counted as finished
        self._games.insert_line(self._state.node, line)
        self._update(phase=DrillPhase.SOLVED, question=replace(question, line=line), slip="", **self._progress())
        self.proof_wanted.emit(line_of(question.board.fen(), line, chess960=False))

    def _progress(self) -> dict[str, Any]:
        """The progress with the lessons after an answer."""
        from engine.drill.sources.endgames import progress

        if self._file is None:
            return {}
        themes = progress(self._file.value(), self._decks.now())
        return {"due": sum(one.due for one in themes), "themes": themes}

    def _listed(self, signatures: tuple[str, ...]) -> None:
        self._set(replace(self._state, signatures=signatures))

    def _found(self, found: FoundExercise) -> None:
        self._decks.submit(lambda file: file.value(), partial(self._set_up, found), self._fail)

    def _set_up(self, found: FoundExercise, deck: Deck) -> None:
        from engine.drill.sources.endgames import EndgameSource, lesson_grader
        from engine.drill.sources.likely_errors import LikelyErrors
        from tablebases.lessons import LESSONS, LessonEnd

        if not self._state.searching:
            return  # the choice is shown again
        wish = self._state.wish
        self._file = SessionDeck(self._decks, deck, self._warn)
        grade = lesson_grader(self._file, wish.lesson, self._decks.now) if wish.lesson >= 0 else None
        through = wish.lesson >= 0 and LESSONS[wish.lesson].through
        tables = self._parts if through else self._open
        source = EndgameSource(
            tables,
            found.fen,
            wins=wish.goal is ExerciseGoal.WIN,
            grade=grade,
            strict=True,
            end=LESSONS[wish.lesson].end if wish.lesson >= 0 else LessonEnd.MATE,
            erring=LikelyErrors(self._elo),
        )
        self._session, self._finished = Session(source), False
        old, distance = self._state, abs(found.distance)
        self._state = EndgameState(
            tab=old.tab, wish=wish, signatures=old.signatures, tally=old.tally, children=old.children
        )
        self._state = replace(self._state, **self._progress())
        self._ask(self._session.next(), distance=distance)

    def _game(self, question: EndgameQuestion) -> tuple[Game, int]:
        game = Game.new(Position.of(question.board.fen(), chess960=False))
        for name, value in (
            ("Event", self._event(self._state.wish)),
            ("White", own_name()),
            ("Black", self.tr("Endgame tables")),
        ):
            game = game.with_header(name, value)
        return game, ROOT

    def _event(self, wish: ExerciseRequest) -> str:
        from tablebases.lesson_themes import THEMES
        from tablebases.lessons import LESSONS

        if wish.lesson >= 0:
            return QCoreApplication.translate("Messages", str(THEMES[LESSONS[wish.lesson].theme].name))
        wins = wish.goal is ExerciseGoal.WIN
        return (self.tr("Win: %1") if wins else self.tr("Hold the draw: %1")).replace("%1", wish.signature)

    def _played(self, made: MoveMade) -> None:
        from engine.drill.sources.endgames import EndgameQuestion

        state, session = self._games.state_of(made.tab), self._session
        if made.by_engine or state is None or session is None or self._state.phase not in _AT_WORK:
            return
        board = board_at(state.game, made.node.parent)
        if not board.turn:
            return
        self._forget_reason()
        session.question = question = EndgameQuestion(board)
        at, san = made.node.parent, made.node.san
        asked = replace(self._state, node=at, question=question, hint=0, slip="")
        self._set(replace(asked, phase=DrillPhase.JUDGING, tried=san))
        job = partial(session.source.judge, question, made.node.uci)
        self._worker.submit(job, partial(self._judged, question, made), self._fail)

    def _judged(self, question: EndgameQuestion, made: MoveMade, verdict: AnswerVerdict[EndgameQuestion]) -> None:
        from engine.drill.sources.endgames import EndgameStep

        state, session, step = self._state, self._session, verdict.why
        assert isinstance(step, EndgameStep)
        if session is None or state.question is not question:
            return  # the exercise has changed
        held = state.held + 1 if verdict.right else 0
        if state.wish.goal is ExerciseGoal.DRAW and held >= HELD_MOVES:
            verdict = replace(verdict, then=None)
        session.take(made.node.uci, verdict)
        slips, done = state.slips + (not verdict.right), verdict.right and verdict.then is None
        tally = state.tally.after_move(not verdict.right)
        node, following = state.node, state.question
        if step.reply is not None:
            self._games.answer(state.tab, made.node.id, step.reply.uci())
            shown = self._games.state_of(state.tab)
            child = shown.game.child_with(made.node.id, step.reply.uci()) if shown is not None else None
            if child is not None and verdict.right and verdict.then is not None:
                node, following = child.id, verdict.then
                session.question = following
        if done and not self._finished:  # whoever walks back and tries something else finishes no other one
            self._finished = True
            tally = tally.after_exercise(slips)
        phase = DrillPhase.DONE if done else DrillPhase.ASKING if verdict.right else DrillPhase.WRONG
        at = {"node": node, "question": following, "slip": "" if verdict.right else made.node.uci}
        counted = {"moves": state.moves + 1, "slips": slips, "held": held, "step": step, "tally": tally}
        self._update(phase=phase, **at, **counted, **self._progress())
        if not verdict.right and step.judgement is not None and step.judgement.best:
            best = question.board.parse_san(step.judgement.best).uci()
            self._explain("why_wrong", question, made.node.uci, (best,))

    def _parts(self) -> PromotionTables:
        """The tables and lessons, made on the trainer's thread on first use."""
        if self._through is None:
            from tablebases.promotion_tables import PromotionTables

            self._through = PromotionTables()
        return self._through

    def _show_tab(self) -> bool:
        self._games.select_tab(self._state.tab)
        return self._games.state.tab == self._state.tab

    def _drop(self) -> None:
        self._forget_reason()
        self._worker.drop_all()

    def _fail(self, problem: Text) -> None:
        self._set(replace(self._state, phase=DrillPhase.OFF, problem=problem))
