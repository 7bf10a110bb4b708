"""The opening trainer for the window and the console: repertoires, sessions in plain values, gaps."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import chess

from books.entry import BookMove
from books.errors import BookError
from books.key import encode, position_key
from books.learning.mistakes import numbered_san
from books.repertoire.cards import Name
from books.repertoire.lines import RepertoirePosition
from books.repertoire.own_mistakes import OwnMistake, by_position
from books.repertoire.store import DRILL, RepertoireStore
from books.repertoire.trainer_values import (
    ALL_BOOKS,
    LEARNED,
    MINE,
    NO_TOTALS,
    OWN_BOOK,
    SHIPPED,
    AnswerResult,
    AskedPosition,
    AvailableBook,
    ChapterRow,
    GameStep,
    LineProgress,
    MoveLesson,
    Repertoire,
    Repertoires,
    SessionTotals,
    WaitingCounts,
)
from engine.drill.deck import Card
from engine.drill.session import Session
from engine.drill.sources.opening_game import RepertoireGame, Replies
from engine.drill.sources.opening_order import CardOrder, LineOrder, Order, SessionKind, own_positions
from engine.drill.sources.opening_session import SOURCE, OpeningCards, OpeningQuestion, OpeningSource
from engine.drill.verdict import AnswerVerdict, Graded

if TYPE_CHECKING:
    from books.choice.library import Library

_DAY_S = 86_400
_GRADES = ("easy", "good", "hard", "again")  # in the order of the summary


class Openings:
    """The opening trainer, with one session at a time, for one thread. Every method may raise BookError."""

    def __init__(
        self, library: Library, source: random.Random | None = None, clock: Callable[[], float] = time.time
    ) -> None:
        """`clock` gives seconds since 1970; `source` picks the opponent's replies.
        :raises ReadOnlyBookError: the user's book cannot be written."""
        self.store = RepertoireStore(library, clock)
        self.cards = OpeningCards(self.store, clock)
        self.clock = clock
        self._library, self._random = library, source or random.Random()
        self._repertoire = DRILL
        self._session: Session[OpeningQuestion] | None = None

    # Repertoires

    def repertoires(self) -> Repertoires:
        """Returns all repertoires with their waiting positions; the user's mistakes, if any, come last."""
        wanted = [*self.store.all(), *([DRILL] if self.store.spots(DRILL) else [])]
        titles = self._library.titles()
        books = [AvailableBook(OWN_BOOK), *(AvailableBook(path, title) for path, title in titles.items())]
        books += [AvailableBook(LEARNED)] if self._library.learned else []
        books += [AvailableBook(SHIPPED)] if self._library.shipped else []
        return Repertoires(tuple(map(self.counted, wanted)), tuple(books), self._changes_in_s())

    def add(self, name: str, white: bool, fen: str) -> Repertoire:
        """Stores a repertoire of the user's own lines; of all books if the user has no lines of that side from there."""
        return self.save(self.own_or_taught(Repertoire(0, name, white, fen)))

    def own_or_taught(self, row: Repertoire) -> Repertoire:
        """Returns a repertoire with its numbers; of all books if its own have nothing to ask, so that a new user gets
        the shipped one."""
        counted = self.counted(row)
        if counted.waiting.all:
            return counted
        return self.counted(replace(row, books=ALL_BOOKS))

    def save(self, row: Repertoire) -> Repertoire:
        """Stores a new repertoire (`id` 0) or a changed one. All of the user's books together become `mine`, which
        includes books added later."""
        own = [OWN_BOOK, *self._library.titles()]
        books = row.books
        if MINE not in books and all(name in books for name in own):
            books = (MINE, *(name for name in books if name not in own))
        return self.counted(self.store.save(replace(row, books=books)))

    def mistakes_row(self) -> Repertoire:
        """Returns the user's own mistakes as a repertoire, even if empty."""
        return self.counted(DRILL)

    def counted(self, row: Repertoire) -> Repertoire:
        """Returns a repertoire, stored or not, with its waiting positions. :raises ValueError: the FEN is invalid."""
        asked = self.store.asked(row)
        cards, left = self.cards.deck().of(SOURCE), self._left_today(row, asked)
        row = replace(row, waiting=self._waiting(asked, cards, left))
        if row.drill:
            return row
        ahead = self.store.prospect(row)
        chapters = tuple(
            ChapterRow(name, self._waiting(spots, cards, left)) for name, spots in self.store.chapters(row).items()
        )
        out = self.store.left_out(row)
        return replace(
            row,
            chapters=chapters,
            answered=ahead.answered[5],
            gaps=ahead.gaps,
            source=self.store.world.source,
            left_out=out,
        )

    # Sessions

    def session(
        self,
        row: Repertoire,
        way: SessionKind = SessionKind.TRAIN,
        new_cards: int | None = None,
        again: Sequence[int] = (),
        chapter: str | None = None,
        line: Sequence[str] = (),
    ) -> Session[OpeningQuestion]:
        """Begins a session. `new_cards`: number of new positions (None: the rest of the day's share). The keys `again`
        come first, due or not. `chapter`: only positions of that chapter. `line`: with whole lines, only this one, by its
        moves in coordinates."""
        everything = self.store.asked(row)
        asked = everything if chapter is None else self.store.chapters(row).get(chapter, [])
        spots, due, now = self.store.spots(row), self.cards.due(), self.clock()
        order: Order
        if way is SessionKind.LINES:
            order = LineOrder(spots, asked, due, now, self._random, own_positions(spots, line) if line else ())
        else:
            new = [spot for spot in asked if spot.name not in due]
            limit = self._left_today(row, everything) if new_cards is None else new_cards
            old = [] if way is SessionKind.LEARN else [spot for spot in asked if due.get(spot.name, now + 1) <= now]
            old.sort(key=lambda spot: due[spot.name])
            first = [spots[key] for key in again if key in spots]
            order = CardOrder(spots, [*first, *old], new[:limit], not row.drill, self.cards.failures(), self._random)
        return Session(OpeningSource(self.cards, order))

    def begin(
        self,
        row: Repertoire,
        way: SessionKind = SessionKind.TRAIN,
        chapter: str | None = None,
        new: int | None = None,
        line: Sequence[str] = (),
    ) -> AskedPosition | None:
        """Begins a session. Returns its first position; None if nothing waits. `new`: number of new positions (None:
        the rest of the day's share); `line`: as of `session`."""
        self.start(row, way, chapter, new, line)
        return self.ask()

    def start(
        self,
        row: Repertoire,
        way: SessionKind = SessionKind.TRAIN,
        chapter: str | None = None,
        new: int | None = None,
        line: Sequence[str] = (),
    ) -> Session[OpeningQuestion]:
        """Begins a session without asking."""
        self._repertoire = row
        self._session = session = self.session(row, way, new, chapter=chapter, line=line)
        return session

    def start_game(
        self, row: Repertoire, replies: Replies, chapter: str | None = None, board: chess.Board | None = None
    ) -> Session[OpeningQuestion]:
        """Begins a game of the repertoire without asking: from a position of it, from the first of a chapter, or from
        its start. :raises BookError: the position is not in the repertoire."""
        spots = self.store.spots(row)
        first = next(iter(spots.values()), None)
        if chapter is not None:
            first = next(iter(self.store.chapters(row).get(chapter, [])), first)
        if board is not None:
            first = spots.get(position_key(board))
        if first is None:
            raise BookError("The position on the board is not in this repertoire.")
        self._repertoire = row
        self._session = Session(RepertoireGame(self.cards, spots, first, replies, self._random))
        return self._session

    @property
    def game(self) -> RepertoireGame:
        """The game of the session. :raises ValueError: there is none."""
        source = self._running().source
        if not isinstance(source, RepertoireGame):
            raise ValueError("no game has begun")
        return source

    @property
    def retries(self) -> bool:
        """Whether the position of a game was answered wrongly, and its next answer is another try."""
        session = self._running()
        return isinstance(session.source, RepertoireGame) and session.graded is not None and not session.right

    def step(self) -> GameStep:
        """Returns the next question of the game, or how it left the repertoire."""
        question, game = self._running().next(), self.game
        asked = self.asked(question) if question is not None else None
        return GameStep(self._repertoire.fen, game.moves, asked, game.departure)

    def lines(self, row: Repertoire) -> tuple[LineProgress, ...]:
        """Returns the lines of a repertoire with their progress, chapter by chapter, the likeliest first."""
        cards, chapters = self.cards.deck().of(SOURCE), self.store.chapters(row)
        asked = {spot.path: spot for spots in chapters.values() for spot in spots}
        inner = {path[:-2] for path in asked if path}
        found = []
        for name, spots in chapters.items():
            for last in (spot for spot in spots if spot.path not in inner):
                own = [asked[last.path[:ply]] for ply in range(len(last.path) + 1) if last.path[:ply] in asked]
                moves = (*last.path, last.answers[0])
                text = chess.Board(last.root, chess960=False).variation_san(moves)
                counts = self._waiting(own, cards, 0)
                found.append(LineProgress(tuple(move.uci() for move in moves), text, name, counts))
        return tuple(found)

    def again(self) -> AskedPosition | None:
        """Begins a session of the positions failed in the last one."""
        failed = self._session.summary.failed if self._session is not None else []
        keys = tuple(dict.fromkeys(position_key(question.board) for question in failed))
        self._session = self.session(self._repertoire, SessionKind.LEARN, 0, keys)
        return self.ask()

    def ask(self) -> AskedPosition | None:
        """Returns the next position, or the same one while moves must be named; None at the end."""
        session = self._session
        if session is None:
            return None
        question = session.question
        if question is None or session.graded is not None or question.shown:
            question = session.next()
        return self.asked(question) if question is not None else None

    def asked(self, question: OpeningQuestion) -> AskedPosition:
        spot, board = question.spot, question.board
        return AskedPosition(
            spot.root,
            tuple(move.uci() for move in spot.path),
            bool(board.turn),
            question.new,
            question.shown,
            0 if isinstance(self._running().source, RepertoireGame) else self._source.left,
            tuple((move.uci(), board.san(move)) for move in question.wanted),
            self._lesson(spot, question.wanted),
            tuple(board.san(move) for move in spot.answers if move in question.named),
        )

    def seen(self) -> AskedPosition | None:
        """Queues the shown move to be asked soon. Returns the next position."""
        self.look()
        return self.ask()

    def look(self) -> None:
        """Queues the shown move to be asked soon."""
        self._source.seen()

    def answer(self, uci: str, took_ms: int, hint: bool = False) -> AnswerResult:
        """Judges and stores an answer, given after `took_ms`."""
        session = self._running()
        question = session.question
        given = session.answer(uci, took_ms, hint=hint)
        assert question is not None, "a question is open"
        return self.judged(question, uci, given)

    def judged(self, question: OpeningQuestion, uci: str, given: AnswerVerdict[OpeningQuestion]) -> AnswerResult:
        move, graded = chess.Move.from_uci(uci), given.graded or Graded()
        known = self._known(question.spot, move)
        days = max(0.0, (graded.due - self.clock()) / _DAY_S) if graded.due else 0.0
        grade = graded.grade.value.lower() if graded.grade is not None else ""
        return AnswerResult(
            given.right,
            grade,
            days,
            move in question.spot.answers,
            known.judgement if known else None,
            len(given.then.wanted) if given.then is not None else 0,
        )

    def totals(self) -> SessionTotals:
        if self._session is None:
            return NO_TOTALS
        done = self._session.summary
        grades = tuple((grade, done.grades[grade]) for grade in _GRADES if done.grades[grade])
        return SessionTotals(done.asked, done.right, done.learned, len(done.failed), grades)

    # Gaps

    def answer_to_gap(self, row: Repertoire, uci: str) -> tuple[chess.Board, list[chess.Move]]:
        """Returns the moves that close the gap of a row: the opponent's move from its position, and the answer."""
        if row.gap is None:
            raise BookError("This repertoire no longer has a gap.")
        board, answer = chess.Board(row.fen, chess960=False), chess.Move.from_uci(uci)
        if not chess.Board(row.gap.fen, chess960=False).is_legal(answer):
            raise BookError("%1 is not legal in the gap.", uci)
        for move in row.gap.moves[:-1]:
            board.push_uci(move)
        return board, [*map(chess.Move.from_uci, row.gap.moves[-1:]), answer]

    # The user's own mistakes

    def keep_mistakes(self, found: Iterable[OwnMistake]) -> int:
        """Stores mistakes for training. Returns the number of new ones."""
        return self.store.keep_mistakes(found)

    def forget_mistake(self) -> AskedPosition | None:
        """Deletes the present position from the user's mistakes. Returns the next position."""
        session = self._running()
        if session.question is not None and self._repertoire.drill:
            self.store.forget_mistake(session.question.spot.key)
            self._source.drop()
            session.question = None
        return self.ask()

    def _running(self) -> Session[OpeningQuestion]:
        if self._session is None:
            raise ValueError("no session has begun")
        return self._session

    @property
    def _source(self) -> OpeningSource:
        source = self._running().source
        assert isinstance(source, OpeningSource)
        return source

    def _left_today(self, row: Repertoire, asked: Sequence[RepertoirePosition]) -> int:
        new = self.cards.new_today()
        return max(0, row.new_a_day - sum(spot.name in new for spot in asked))

    def _waiting(
        self, spots: Sequence[RepertoirePosition], cards: Mapping[Name, Card], left_today: int
    ) -> WaitingCounts:
        now = self.clock()
        asked = [cards[spot.name] for spot in spots if spot.name in cards]
        new = len(spots) - len(asked)
        due, known = sum(card.due <= now for card in asked), sum(card.learned for card in asked)
        return WaitingCounts(due, new, min(new, left_today), len(asked), known)

    def _changes_in_s(self) -> float:
        """Returns the seconds until the numbers change without training: the next position becomes due, or the day
        ends."""
        now = self.clock()
        return min([*(due for due in self.cards.due().values() if due > now), self.cards.day_ends()]) - now

    def _lesson(self, spot: RepertoirePosition, wanted: Sequence[chess.Move]) -> MoveLesson:
        move = (wanted or spot.answers)[0]
        san = numbered_san(spot.board, move)
        if self._repertoire.drill:
            mistake = by_position(self.store.mistakes()).get(spot.key)
            if mistake is not None:
                played = numbered_san(spot.board, chess.Move.from_uci(mistake.played))
                return MoveLesson(san, mistake=played, event=mistake.event)
            return MoveLesson(san)
        entry = self._known(spot, move)
        if entry is None:
            return MoveLesson(san, spot.opening)
        reply, share = self._reply(spot, move)
        note = self.store.notes(self._repertoire).note(spot.key, encode(spot.board, move))
        comments = [note.before, *dict.fromkeys((entry.comment, note.words)), self._library.comment_at(spot.board)]
        return MoveLesson(
            san,
            entry.name or spot.opening,
            " ".join(filter(None, comments)),
            entry.reason,
            round(entry.games),
            entry.score,
            reply,
            share,
            drawings=note.drawings,
        )

    def _known(self, spot: RepertoirePosition, move: chess.Move) -> BookMove | None:
        return next((entry for entry in self._library.look_up(spot.board) if entry.move == move), None)

    def _reply(self, spot: RepertoirePosition, move: chess.Move) -> tuple[str, float]:
        """Returns the opponent's most frequent reply and its share, counted as for gaps."""
        board = spot.board.copy(stack=False)
        board.push(move)
        shares = self.store.world.shares(board, self._library.moves_on(board))
        first = max(shares, key=shares.__getitem__, default=None)
        return (numbered_san(board, first), shares[first]) if first is not None else ("", 0.0)
