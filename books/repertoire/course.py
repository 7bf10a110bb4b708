"""The trainer as one thing with plain values, for the window and the console: repertoires, sessions, gaps.

course = Course(library)
for row in course.repertoires().rows: print(row.name, row.waiting.due)
asked = course.begin(row.id)
while asked is not None: ...; asked = course.ask()
"""

from collections.abc import Callable, Iterable
from dataclasses import replace

import chess

from books.choice.library import Library
from books.entry import BookMove
from books.errors import BookError
from books.key import position_key
from books.learning.mistakes import numbered_san
from books.repertoire.lines import (
    ALL_BOOKS,
    LEARNED,
    MINE,
    NEW_A_DAY,
    OWN_BOOK,
    SHIPPED,
    Repertoire,
    Spot,
    left_out,
    reply_shares,
)
from books.repertoire.own_mistakes import OwnMistake, by_position
from books.repertoire.session import Session, Way
from books.repertoire.shown import (
    NO_TOTALS,
    Asked,
    BookChoice,
    ChapterRow,
    GapShown,
    Judged,
    MoveLesson,
    RepertoireRow,
    Repertoires,
    Totals,
    Waiting,
)
from books.repertoire.trainer import DRILL, DueCount, Trainer

_DAY_S = 86_400
_GRADES = ("easy", "good", "hard", "again")  # in the order of a summary


class Course:
    """One session at a time; used by one thread. Every method may raise BookError."""

    def __init__(self, library: Library, make_trainer: Callable[[Library], Trainer] = Trainer) -> None:
        self._library = library
        self._trainer = make_trainer(library)
        self._repertoire = DRILL
        self._session: Session | None = None

    # Repertoires

    def repertoires(self) -> Repertoires:
        """All repertoires with what waits; the user's mistakes come last, where there are any."""
        trainer, library = self._trainer, self._library
        wanted = [*trainer.repertoires(), *([DRILL] if trainer.spots(DRILL) else [])]
        titles = library.titles()
        books = [BookChoice(OWN_BOOK), *(BookChoice(path, title) for path, title in titles.items())]
        books += [BookChoice(LEARNED)] if library.learned else []
        books += [BookChoice(SHIPPED)] if library.shipped else []
        return Repertoires(tuple(map(self._row, wanted)), tuple(books), trainer.changes_in_s())

    def add(self, name: str, white: bool, fen: str) -> RepertoireRow:
        """Stores a repertoire of the user's own lines; of all books where he has no line of that side from there."""
        return self.save(self.own_or_taught(RepertoireRow(0, name, white, fen, (MINE,), NEW_A_DAY)))

    def own_or_taught(self, row: RepertoireRow) -> RepertoireRow:
        """A repertoire, counted; of all books where its own have nothing to ask, so that a new user is taught the shipped one."""
        counted = self.counted(row)
        if counted.waiting.new + counted.waiting.known:
            return counted
        return self.counted(replace(row, books=ALL_BOOKS))

    def save(self, row: RepertoireRow) -> RepertoireRow:
        """Stores a repertoire: a new one (`id` 0), or one that is changed. The user's book and each other book of his are
        the same as `mine`, which holds for books that he adds later."""
        own = [OWN_BOOK, *self._library.titles()]
        books = row.books
        if MINE not in books and all(name in books for name in own):
            books = (MINE, *(name for name in books if name not in own))
        return self._row(self._trainer.save(_repertoire(replace(row, books=books))))

    def remove(self, number: int) -> None:
        """Forgets a repertoire; what was learned of its positions stays."""
        for found in self._trainer.repertoires():
            if found.id == number:
                self._trainer.remove_repertoire(found)

    def counted(self, row: RepertoireRow) -> RepertoireRow:
        """A repertoire that is not stored, with what waits. Raises ValueError for a broken FEN."""
        return self._row(_repertoire(row))

    def mistakes_row(self) -> RepertoireRow:
        """The user's own mistakes, even if there are none."""
        return self._row(DRILL)

    # Sessions

    def begin(
        self, row: RepertoireRow, way: Way = Way.TRAIN, chapter: str | None = None, new: int | None = None
    ) -> Asked | None:
        """Begins a session and gives its first position; None where nothing waits. `new`: so many positions never asked
        before (None: what is left of the day's share)."""
        self._repertoire = _repertoire(row)
        self._session = self._trainer.session(self._repertoire, way, new, chapter=chapter)
        return self.ask()

    def again(self) -> Asked | None:
        """Begins a session over what the one before got wrong."""
        failed = self._session.summary.failed if self._session is not None else []
        keys = tuple(dict.fromkeys(map(position_key, failed)))
        self._session = self._trainer.session(self._repertoire, Way.LEARN, 0, keys)
        return self.ask()

    def ask(self) -> Asked | None:
        """The next position; None at the session's end."""
        session = self._session
        question = session.question() if session is not None else None
        if session is None or question is None or session.spot is None:
            return None
        return Asked(
            question.root,
            tuple(move.uci() for move in question.path),
            bool(question.board.turn),
            question.new,
            question.shown,
            session.left,
            tuple((move.uci(), question.board.san(move)) for move in session.wanted),
            self._lesson(session.spot),
            tuple(question.board.san(move) for move in session.spot.answers if move not in session.wanted),
        )

    def seen(self) -> Asked | None:
        """The move that was shown is to be asked soon. The next position."""
        self._running().seen()
        return self.ask()

    def answer(self, uci: str, took_ms: int, hint: bool = False) -> Judged:
        """Judges and stores an answer, given after `took_ms`."""
        session = self._running()
        spot, move = session.spot, chess.Move.from_uci(uci)
        known = self._known(spot, move) if spot is not None else None
        given = session.answer(move, took_ms, hint)
        days = max(0.0, (given.due.timestamp() - self._trainer.clock()) / _DAY_S) if given.due else 0.0
        grade = given.grade.name.lower() if given.grade is not None else ""
        return Judged(given.right, grade, days, move in given.expected, known.reason if known else None, given.missing)

    def totals(self) -> Totals:
        """The session so far."""
        if self._session is None:
            return NO_TOTALS
        done = self._session.summary
        grades = tuple((grade, done.grades[grade]) for grade in _GRADES if done.grades[grade])
        return Totals(done.asked, done.right, done.learned, len(done.failed), grades)

    # Gaps

    def answer_to_gap(self, row: RepertoireRow, uci: str) -> tuple[chess.Board, list[chess.Move]]:
        """What an answer to the gap that a row shows adds to a book: the opponent's move that leads there, from its position,
        and the answer."""
        if row.gap is None:
            raise BookError("This repertoire has no gap any more.")
        board, answer = chess.Board(row.fen, chess960=False), chess.Move.from_uci(uci)
        if not chess.Board(row.gap.fen, chess960=False).is_legal(answer):
            raise BookError("%1 is not legal in the gap.", uci)
        for move in row.gap.moves[:-1]:
            board.push_uci(move)
        return board, [*map(chess.Move.from_uci, row.gap.moves[-1:]), answer]

    # The user's own mistakes

    def keep_mistakes(self, found: Iterable[OwnMistake]) -> int:
        """Stores mistakes to be trained. Returns how many are new."""
        return self._trainer.keep_mistakes(found)

    def forget_mistake(self) -> Asked | None:
        """Takes the position that is asked out of the user's mistakes. The next position."""
        session = self._running()
        if session.spot is not None and self._repertoire.id == DRILL.id:
            self._trainer.forget_mistake(session.spot.key)
            session.drop()
        return self.ask()

    # Inside

    def _running(self) -> Session:
        if self._session is None:
            raise ValueError("no session has begun")
        return self._session

    def _row(self, repertoire: Repertoire) -> RepertoireRow:
        trainer = self._trainer
        row = RepertoireRow(
            repertoire.id,
            repertoire.name,
            repertoire.white,
            repertoire.fen,
            repertoire.books,
            repertoire.new_a_day,
            _waiting(trainer.due(repertoire)),
        )
        if row.drill:
            return row
        ahead = trainer.prospect(repertoire)
        gap = None
        if ahead.gap is not None:
            moves = tuple(move.uci() for move in ahead.gap_path)
            gap = GapShown(ahead.gap.fen(), moves, ahead.gap_line, ahead.gap_move, ahead.gap_share)
        chapters = tuple(ChapterRow(chapter.name, _waiting(chapter.count)) for chapter in trainer.chapters(repertoire))
        left = left_out(trainer.spots(repertoire))
        return replace(row, chapters=chapters, answered=ahead.answered[5], gap=gap, left_out=left)

    def _lesson(self, spot: Spot) -> MoveLesson:
        move = spot.answers[0]
        san = numbered_san(spot.board, move)
        if self._repertoire.id == DRILL.id:
            mistake = by_position(self._trainer.mistakes()).get(spot.key)
            if mistake is not None:
                played = numbered_san(spot.board, chess.Move.from_uci(mistake.played))
                return MoveLesson(san, mistake=played, event=mistake.event)
            return MoveLesson(san)
        entry = self._known(spot, move)
        if entry is None:
            return MoveLesson(san, spot.opening)
        reply, share = self._reply(spot, move)
        comments = [entry.comment, self._library.comment_at(spot.board)]
        return MoveLesson(
            san,
            entry.name or spot.opening,
            " ".join(filter(None, comments)),
            entry.reason,
            round(entry.games),
            entry.score,
            reply,
            share,
        )

    def _known(self, spot: Spot, move: chess.Move) -> BookMove | None:
        return next((entry for entry in self._library.look_up(spot.board) if entry.move == move), None)

    def _reply(self, spot: Spot, move: chess.Move) -> tuple[str, float]:
        """The opponent's most frequent answer, as often as a gap there would count it."""
        board = spot.board.copy(stack=False)
        board.push(move)
        shares = reply_shares(self._library.moves_on(board))
        first = max(shares, key=shares.__getitem__, default=None)
        return (numbered_san(board, first), shares[first]) if first is not None else ("", 0.0)


def _repertoire(row: RepertoireRow) -> Repertoire:
    """The trainer's word for a row."""
    return DRILL if row.drill else Repertoire(row.id, row.name, row.white, row.fen, row.books or (MINE,), row.new_a_day)


def _waiting(count: DueCount) -> Waiting:
    return Waiting(count.due, count.new, count.today, count.known)
