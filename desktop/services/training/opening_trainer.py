"""The opening trainer: shows and asks about positions of a repertoire in a separate tab, judges the move, plays the
replies.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QElapsedTimer, QTimer, Signal, Slot

from books.repertoire.trainer_values import (
    AnswerResult,
    AskedPosition,
    GameStep,
    GapMove,
    Repertoire,
    Repertoires,
    ReplyWorldChoice,
    SessionTotals,
)
from desktop.model.book.panel import BookAddition
from desktop.model.drill import HINTS, DrillPhase
from desktop.model.game.state import MoveMade
from desktop.model.job import JobPhase
from desktop.model.review import ReviewState, own_side
from desktop.model.settings import Settings
from desktop.model.training import GapState, TrainingState
from desktop.services.game.game_service import GameService
from desktop.services.kit.language import own_name
from desktop.services.kit.tasks import Worker
from desktop.services.training.drill_service import DrillService
from desktop.services.training.opening_tasks import OpeningWork
from engine.game.position import Position
from engine.game.stopper import Stopper
from engine.game.tree import Game
from engine.ground.text import NOTHING, Text

if TYPE_CHECKING:
    import chess

    from books.choice.library import Library
    from desktop.services.book.book_service import BookService
    from desktop.services.book.books_service import BooksService
    from desktop.services.book.explorer_service import ExplorerService
    from desktop.services.book.learning_service import LearningService
    from desktop.services.engines.rating_service import RatingService
    from desktop.services.engines.review_service import ReviewService
    from engine.drill.reasons import AnswerReason
    from engine.drill.sources.opening_game import RepertoireGame
    from engine.play.review.judge import PositionJudge

CLOSE_MS = 2_000  # for what waits when the program ends
DRAWN_MS = 2_500  # the student's arrows after a right move are seen so long
NEXT_MS = 700  # a right move is seen so long; what is said of it can be read until the next answer
USUAL_ELO = 1500  # of a user whose rating is not known


class OpeningTrainer(DrillService[TrainingState]):
    """Runs one session at a time. After a right answer it continues; after a wrong one it waits for `next` or the right
    move; a shown move waits for `next` or until it is played.
    """

    added = Signal(object)  # BookAddition: a gap was filled
    book_changed = Signal()

    def __init__(
        self, games: GameService, open_library: Callable[[], Library], make_judge: Callable[[int], PositionJudge]
    ) -> None:
        """`open_library` and `make_judge(nodes)` are called on the trainer's threads."""
        super().__init__(games, TrainingState(), make_judge)
        self._work = OpeningWork(open_library)
        self._settings = Settings()
        self._rating: RatingService | None = None
        self._explorer: ExplorerService | None = None
        self._reviewed: object = None  # the last review whose mistakes were saved
        self._stopper = Stopper()  # of the look at a gap, or at a move
        self._clock = QElapsedTimer()
        self._worker = Worker("ratsu-openings", self, CLOSE_MS, finish=True)  # no answer and no repertoire is lost
        self._counting = 0  # ticket of the count that was asked for last
        self._adviser = Worker("ratsu-gaps", self)
        self._next, self._drawn = QTimer(self), QTimer(self)
        for timer, stay in ((self._next, NEXT_MS), (self._drawn, DRAWN_MS)):
            timer.setSingleShot(True)
            timer.setInterval(stay)
            timer.timeout.connect(self.next)
        self._recount = QTimer(self)  # once, when the next position becomes due
        self._recount.setSingleShot(True)
        self._recount.timeout.connect(self._count_while_choosing)

    def configure(self, settings: Settings) -> None:
        """Sets how the engine chooses, which determines the displayed chances of a filled gap."""
        super().configure(settings)
        self._settings = settings
        self._choose_replies()

    def follow(
        self,
        rating: RatingService,
        review: ReviewService,
        book: BookService,
        books: BooksService,
        learning: LearningService,
        explorer: ExplorerService,
    ) -> None:
        """Saves the mistakes of reviewed games, counts again when the book changes, and shows additions in the book panel."""
        self._rating, self._explorer = rating, explorer
        explorer.sources_changed.connect(self._choose_replies)
        review.changed.connect(self._keep_mistakes)
        self.book_changed.connect(book.refresh)
        book.edited.connect(self._count_while_choosing)
        for changer in (books, learning):
            changer.book_changed.connect(self._count_while_choosing)

    def window_shown(self) -> None:
        self.count()

    # Repertoires

    @Slot()
    def count(self) -> None:
        self._counting = self._worker.submit(self._work.repertoires, self._counted, self._fail)

    def add(self, name: str, white: bool, fen: str) -> None:
        """Adds a side and a start position as a repertoire. Further calls until it is counted do nothing."""
        if self._state.adding:
            return
        self._set(replace(self._state, adding=True, problem=NOTHING))
        self._worker.submit(
            partial(self._work.changed, lambda book: book.add(name, white, fen)), self._added, self._fail
        )

    def save(self, row: Repertoire) -> None:
        """Changes the name, the books or the daily share of a repertoire."""
        self._worker.submit(partial(self._work.changed, lambda book: book.save(row)), self._counted, self._fail)

    def remove(self, repertoire: int) -> None:
        """Removes a repertoire; the learned positions stay."""
        self._worker.submit(
            partial(self._work.changed, lambda book: book.store.remove(repertoire)), self._counted, self._fail
        )

    # Sessions

    def begin(
        self, row: Repertoire, way: str = "train", chapter: str | None = None, line: tuple[str, ...] = ()
    ) -> None:
        """Starts a session: `train` due positions and then new moves, `learn` new moves, `lines` whole ones, or only `line`."""
        self._begin(row, partial(self._work.begin, row, way, chapter, line))

    def list_lines(self, row: Repertoire) -> None:
        self._set(replace(self._state, lines=None))
        job, shown = partial(self._work.lines, row), self._set
        self._worker.submit(job, lambda lines: shown(replace(self._state, lines=lines)), self._fail)

    # Games

    def play(self, row: Repertoire, chapter: str | None = None, fen: str = "") -> None:
        """Starts a game of a repertoire against people of the rating in the settings: from a position of it, or from the
        start of the chapter."""
        self._begin(row, partial(self._work.begin_game, row, chapter, fen, self._settings.people_elo), playing=True)

    def go_on(self) -> None:
        """Continues the game outside the repertoire, with the answer that is not in it."""
        state = self._state
        if state.phase is DrillPhase.LEFT:
            self._set(replace(state, phase=DrillPhase.FREE))
        elif state.phase is DrillPhase.WRONG and state.playing:
            self._step(lambda game: game.leave(self._wrong))

    def take_back(self) -> None:
        """Takes back the opponent's move that left the repertoire, for another one."""
        if self._state.phase is DrillPhase.LEFT:
            self._set(replace(self._state, departure=None))
            self._step(lambda game: game.take_back())

    def try_again(self) -> None:
        """Starts a session on the wrong answers of the last one."""
        if self._state.chosen is not None:
            self._begin(self._state.chosen, lambda: self._work.openings().again())

    def show_hint(self) -> None:
        """Shows which piece moves; the answer then counts as hard."""
        if self._state.phase is DrillPhase.ASKING:
            self._set(replace(self._state, hint=HINTS))

    @Slot()
    def next(self) -> None:
        self._next.stop()
        self._drawn.stop()
        if self._state.phase in (DrillPhase.RIGHT, DrillPhase.WRONG):
            job = self._work.play if self._state.playing else self._work.ask
            self._worker.submit(job, self._show, self._fail)
        elif self._state.phase is DrillPhase.SHOWING:
            self._set(replace(self._state, phase=DrillPhase.JUDGING))
            self._worker.submit(lambda: self._work.openings().seen(), self._show, self._fail)

    def forget_mistake(self) -> None:
        """Deletes the present position from the user's mistakes, and continues."""
        if self._state.phase in (DrillPhase.ASKING, DrillPhase.WRONG):
            self._set(replace(self._state, phase=DrillPhase.JUDGING))  # once more would forget the next one
            self._worker.submit(lambda: self._work.openings().forget_mistake(), self._show, self._fail)

    def end(self) -> None:
        """Ends the session: shows the summary, or the choice if nothing was answered."""
        self._drop()
        phase = DrillPhase.DONE if self._state.totals.asked else DrillPhase.OFF
        self._set(replace(self._state, phase=phase, question=None, counted=False))
        self.count()

    def choose(self) -> None:
        self._set(replace(self._state, phase=DrillPhase.OFF, problem=NOTHING))
        self.count()

    # Gaps

    def look_at_gap(self, row: Repertoire) -> None:
        """Shows candidates for the biggest gap of a repertoire: the books' moves at once, players' and the engine's
        when they are known.
        """
        gap = row.gap
        if gap is None:
            return
        self._drop_advice()
        self._stopper = stopper = Stopper()
        self._set(replace(self._state, gap=GapState(row, busy=True)))
        self._adviser.submit(
            partial(self._work.book_moves, gap), partial(self._candidates_known, True), self._gap_failed
        )
        job = partial(self._work.candidates, gap, self._elo(), stopper)
        self._adviser.submit(job, partial(self._candidates_known, False), self._gap_failed)

    def fill(self, uci: str) -> None:
        """Adds an answer to the shown gap to the user's book, and shows the next gap. If another move would be played
        less often, asks for confirmation: the second call adds it.
        """
        gap = self._state.gap
        if gap is not None:
            self._drop_advice()
            agreed = gap.question is not None and gap.question.moves[-1] == uci
            job = partial(self._work.fill, gap.row, uci, self._settings, agreed)
            self._set(replace(self._state, gap=replace(gap, candidates=(), busy=True)))  # one answer to a gap
            self._worker.submit(job, partial(self._filled, gap), partial(self._not_filled, gap))

    def leave_gap(self) -> None:
        self._drop_advice()
        if self._state.gap is not None:
            self._set(replace(self._state, gap=None))

    def show_line(self, row: Repertoire, moves: tuple[str, ...]) -> None:
        """Opens a game with moves from the start of a repertoire, in coordinates."""
        game, at = _line(row.fen, moves)
        self._games.open_tab(game, current=at)

    def close(self) -> bool:
        """Cancels the work on a gap and a waiting count, and ends the threads. Returns whether they ended in time."""
        self._stopper.stop()
        self._worker.drop(self._counting)
        self._worker.submit(self._work.close, lambda _: None, lambda _: None)
        return super().close()

    # What happens

    @Slot()
    def _choose_replies(self) -> None:
        wanted, settings, explorer = ReplyWorldChoice(), self._settings, self._explorer
        if settings.text("replies") == "games" and explorer is not None:
            counted = explorer.counted()
            names = tuple(source.name for source in counted.values())
            wanted = ReplyWorldChoice(tuple(counted), names, explorer.choice, settings.people_elo)
        elif settings.text("replies") == "people":
            wanted = ReplyWorldChoice(elo=settings.people_elo)
        if wanted != self._work.replies:
            self._work.replies = wanted
            if self._state.listed is not None:
                self._count_while_choosing()

    def _begin(
        self, row: Repertoire, job: Callable[[], AskedPosition | GameStep | None], playing: bool = False
    ) -> None:
        known, phase = self._state, DrillPhase.JUDGING
        kept = TrainingState(phase, tab=known.tab, due=known.due, children=known.children, listed=known.listed)
        self._set(replace(kept, chosen=row, playing=playing))
        self._worker.submit_latest(job, self._show, self._fail)

    def _step(self, act: Callable[[RepertoireGame], object]) -> None:
        self._set(replace(self._state, phase=DrillPhase.JUDGING))
        self._worker.submit(partial(self._work.play, act), self._show, self._fail)

    def _elo(self) -> int:
        known = self._rating.state.now if self._rating is not None else None
        return round(known.elo) if known is not None else USUAL_ELO

    def _explain_answer(self, question: AskedPosition, answer: str) -> None:
        """Searches why an answer fails, beside the book's move, which is shown."""
        self._wrong = answer
        self._explain("why_other", question, answer, self._line(question))

    def _reasoned(self, reason: AnswerReason | None) -> None:
        """After the reason why an answer fails, searches the one why the book's move is right."""
        super()._reasoned(reason)
        question = self._state.question
        if reason is None or reason.right or question is None or self._state.phase is not DrillPhase.WRONG:
            return

        def find(judge: PositionJudge, stopper: Stopper) -> AnswerReason | None:
            from engine.drill.reasons import why_sound

            return why_sound(judge, self._board(question), question.answers[0][0], self._wrong, stopper)

        self._search_reason(find, self._explained)

    def _explained(self, reason: AnswerReason | None) -> None:
        if reason is not None:
            self._set(replace(self._state, effect=reason))

    def _line(self, question: AskedPosition) -> tuple[str, ...]:
        return (question.answers[0][0],)

    def _board(self, question: AskedPosition) -> chess.Board:
        from engine.drill.sources.opening_reasons import board_of

        return board_of(question)

    def _drop_advice(self) -> None:
        self._stopper.stop()
        self._adviser.drop_all()

    @Slot()
    def _count_while_choosing(self) -> None:
        if self._state.phase in (DrillPhase.OFF, DrillPhase.DONE):
            self.count()

    def _counted(self, listed: Repertoires) -> None:
        due = sum(row.waiting.due for row in listed.rows)
        self._set(replace(self._state, listed=listed, due=due, counted=True, problem=NOTHING))
        self._recount.start(round(1000 * (listed.changes_in_s + 1)))

    def _added(self, listed: Repertoires) -> None:
        self._set(replace(self._state, adding=False))
        self._counted(listed)

    def _show(self, found: AskedPosition | GameStep | None) -> None:
        question = found.question if isinstance(found, GameStep) else found
        if question is None:
            self._show_departure(found) if isinstance(found, GameStep) else self.end()
            return
        tab, at = self._show_game(question.fen, question.moves, question.white, question.lesson.event)
        self._clock.restart()
        phase = DrillPhase.SHOWING if question.shown else DrillPhase.ASKING
        before = self._state.answered if self._state.phase is DrillPhase.RIGHT else None
        self._forget_reason()
        state = replace(
            self._state, judged=None, tried="", refused="", hint=0, before=before, effect=None, departure=None
        )
        self._set(replace(state, phase=phase, tab=tab, node=at, white=question.white, question=question))
        self._drop_advice()
        if question.shown:
            self._search_reason(partial(self._work.why_taught, question, self._elo()), self._reasoned)

    def _show_game(self, fen: str, moves: tuple[str, ...], white: bool, event: str = "") -> tuple[int, int]:
        """Shows the moves on the trainer's board; returns its tab and the last node. `white`: the user has White."""
        game, at = _line(fen, moves)
        state = self._state
        people = self.tr("People rated %1").replace("%1", str(self._settings.people_elo))
        other = people if state.playing else self.tr("Book")
        game = game.with_header("Event", event or (state.chosen.name if state.chosen else ""))
        for name, user in (("White", white), ("Black", not white)):
            game = game.with_header(name, own_name() if user else other)
        return self._games.show_in(state.tab, game, at), at

    def _show_departure(self, step: GameStep) -> None:
        """Shows how the game left the repertoire, or that it continues outside."""
        state, departure = self._state, step.departure
        white = state.chosen is None or state.chosen.white
        tab, at = self._show_game(step.fen, step.moves, white)
        goes_on = departure is not None and (departure.mine or state.departure is not None)
        self._forget_reason()
        phase = DrillPhase.FREE if goes_on else DrillPhase.LEFT
        state = replace(self._state, phase=phase, tab=tab, node=at, white=white, question=None, departure=departure)
        self._set(replace(state, judged=None, effect=None, hint=0))
        if departure is None or departure.over:
            self.end()

    def _played(self, made: MoveMade) -> None:
        state = self._state
        if made.node.parent == state.node and state.phase in (DrillPhase.FREE, DrillPhase.LEFT):
            self._step(lambda game: game.play(made.node.uci))
            return
        if made.node.parent != state.node or state.question is None:
            return
        if state.phase is DrillPhase.SHOWING or (state.phase is DrillPhase.WRONG and not state.playing):
            if made.node.uci in dict(state.question.answers):
                self.next()
            else:
                self._games.delete(made.node.id)
                # Also draws the board's arrow again, which went with the move that is taken back.
                self._set(replace(state, refused=made.node.san))
        elif state.phase.open:
            took_ms = self._clock.elapsed()
            self._set(replace(state, phase=DrillPhase.JUDGING, tried=made.node.san))
            job = partial(self._work.answer, made.node.uci, took_ms, bool(state.hint))
            self._worker.submit(job, partial(self._answered, made.node.uci), self._fail)

    def _answered(self, uci: str, answer: tuple[AnswerResult, SessionTotals]) -> None:
        state, (judged, totals) = self._state, answer
        if not judged.right:
            self._take_out(uci)
        phase = DrillPhase.RIGHT if judged.right else DrillPhase.WRONG
        self._set(replace(state, phase=phase, judged=judged, totals=totals))
        if judged.right:
            (self._drawn if self._state.drawings else self._next).start()
        elif state.question is not None:
            self._explain_answer(state.question, uci)

    def _drop(self) -> None:
        self._next.stop()
        self._drawn.stop()
        self._worker.drop_all()
        self._drop_advice()

    def _ended(self) -> None:
        super()._ended()
        self.count()

    def _candidates_known(self, busy: bool, candidates: tuple[GapMove, ...]) -> None:
        if self._state.gap is not None:
            self._set(replace(self._state, gap=replace(self._state.gap, candidates=candidates, busy=busy)))

    def _gap_failed(self, problem: Text) -> None:
        if self._state.gap is not None:
            self._set(replace(self._state, gap=replace(self._state.gap, busy=False, problem=problem)))

    def _not_filled(self, asked: GapState, problem: Text) -> None:
        if self._state.gap is not None:  # the answers are offered again
            self._set(replace(self._state, gap=replace(asked, busy=False, problem=problem)))

    def _filled(self, asked: GapState, news: tuple[BookAddition, Repertoires | None]) -> None:
        addition, listed = news
        gap = self._state.gap
        if listed is None:
            if gap is not None:
                self._set(replace(self._state, gap=replace(asked, busy=False, question=addition)))
            return
        self._counted(listed)
        self.added.emit(addition)
        self.book_changed.emit()
        row = self._state.row(gap.row.id) if gap is not None else None
        if row is not None and row.gap is not None:
            self.look_at_gap(row)
        else:
            self.leave_gap()

    @Slot(object)
    def _keep_mistakes(self, state: ReviewState) -> None:
        """Adds the user's opening mistakes of a reviewed game as cards."""
        shown = self._games.state_of(state.tab)
        if state.phase is not JobPhase.DONE or state.review is None or state.review is self._reviewed or shown is None:
            return
        self._reviewed = state.review
        white = own_side(shown, self._settings.text("player_name"))
        if shown.game.chess960 or white is None:
            return
        job = partial(self._work.keep_mistakes, shown.game, state.review, white)
        self._worker.submit(job, self._kept, self._mistakes_not_kept)

    def _mistakes_not_kept(self, problem: Text) -> None:
        self._reviewed = None
        self._warn(problem)

    def _kept(self, number: int) -> None:
        if number:
            one = Text("The openings trainer will ask you about your mistake in the opening.")
            many = Text("The openings trainer will ask you about %1 mistakes in the opening.", number)
            text = one if number == 1 else many
            self._inform(text)
        self._count_while_choosing()

    def _fail(self, problem: Text) -> None:
        self._set(replace(self._state, phase=DrillPhase.OFF, due=self._state.due or 0, adding=False, problem=problem))


def _line(fen: str, moves: tuple[str, ...]) -> tuple[Game, int]:
    """A game with the moves from a position, and its last node."""
    game, at = Game.new(Position.of(fen, chess960=None)), 0
    for uci in moves:
        game, at = game.add_move(at, uci)
    return game, at
