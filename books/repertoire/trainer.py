"""The trainer: spaced repetition (FSRS) of the user's repertoire, on the very book the computer plays from.

One card per (position, side). Four grades: wrong is "again", with a hint or slowly "hard", right "good", fast and
known "easy".
"""

import random
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime

import chess
from fsrs import Card, Rating, Scheduler, State

from books.choice.library import Library
from books.errors import ReadOnlyBookError
from books.repertoire.lines import Prospect, Repertoire, Spot, grow, prospect
from books.store.book_file import BookFile
from books.store.typed import ANY_WHOLE, POSITION, TEXT, TIME, Kind, Shape, whole

SLOW_MS = 15_000
FAST_MS = 4_000
NEW_CARDS_A_SESSION = 20


@dataclass(frozen=True)
class Question:
    """What the trainer asks: find the move in `board`. `path` leads there from the repertoire's start; `new`: never
    asked before.
    """

    board: chess.Board
    path: tuple[chess.Move, ...]
    new: bool


@dataclass(frozen=True)
class Answer:
    """What came of an answer: whether it was right, the moves that are right, the grade, and when the card comes again
    (UTC).
    """

    right: bool
    expected: tuple[chess.Move, ...]
    grade: Rating
    due: datetime


@dataclass
class Summary:
    """A session so far."""

    asked: int = 0
    right: int = 0
    grades: Counter[str] = field(default_factory=Counter)
    failed: list[chess.Board] = field(default_factory=list)


def _is_card(text: str) -> bool:
    try:
        return bool(Card.from_json(text).due)
    except (ValueError, TypeError, KeyError, AttributeError, OverflowError, RecursionError):
        return False


_REPERTOIRES = Shape("repertoires", id=whole(), name=TEXT, white=whole(0, 1), fen=POSITION)
_CARD_COLUMNS = "key, card, due, seen, failed"
_CARDS = Shape("cards", key=ANY_WHOLE, card=Kind(str, check=_is_card), due=TIME, seen=whole(0), failed=whole(0))


@dataclass(frozen=True)
class DueCount:
    """What waits: cards due, and positions never asked."""

    due: int
    new: int


class Trainer:
    """Trains repertoires from a library; cards lie in the user's book."""

    def __init__(
        self,
        library: Library,
        source: random.Random | None = None,
        clock: Callable[[], float] = time.time,
        scheduler: Scheduler | None = None,
    ) -> None:
        """`clock` gives seconds since 1970; `source` picks the opponent's replies. Raises ReadOnlyBookError without a
        user's book.
        """
        if library.user is None:
            raise ReadOnlyBookError("Training needs your own book, and it could not be opened.")
        self.library = library
        self.book: BookFile = library.user
        self.random = source or random.Random()
        self._clock = clock
        self._scheduler = scheduler or Scheduler()
        self._version: tuple[object, ...] = ()
        self._grown: dict[tuple[bool, str], dict[int, Spot]] = {}
        self._prospects: dict[tuple[bool, str], Prospect] = {}

    # Repertoires

    def repertoires(self) -> list[Repertoire]:
        """The user's repertoires in the order they were made."""
        rows = self.book.query("SELECT id, name, white, fen FROM repertoires ORDER BY id", (), _REPERTOIRES)
        return [Repertoire(id, name, bool(white), fen) for id, name, white, fen in rows]

    def add_repertoire(self, name: str, white: bool, start: chess.Board | None = None) -> Repertoire:
        """Marks a side and a start position (default: the start) as a repertoire."""
        fen = (start or chess.Board()).fen()
        with self.book.transaction() as connection:
            sql = "INSERT INTO repertoires (name, white, fen, created) VALUES (?, ?, ?, ?)"
            number = connection.execute(sql, (name, white, fen, int(self._clock()))).lastrowid
        return Repertoire(int(number or 0), name, white, fen)

    def remove_repertoire(self, repertoire: Repertoire) -> None:
        """Forgets a repertoire; its cards stay, for other repertoires may share them."""
        with self.book.transaction() as connection:
            connection.execute("DELETE FROM repertoires WHERE id = ?", (repertoire.id,))

    def due(self, repertoire: Repertoire) -> DueCount:
        """How much waits in a repertoire now."""
        cards = self._cards(repertoire.white)
        own = [key for key, spot in self.spots(repertoire).items() if spot.own and spot.answers]
        now = self._clock()
        return DueCount(
            sum(1 for key in own if key in cards and cards[key][1] <= now), sum(key not in cards for key in own)
        )

    def spots(self, repertoire: Repertoire) -> dict[int, Spot]:
        """The repertoire's positions as the book is now; remembered until the book changes. Not to be changed."""
        version = self.library.version()
        if version != self._version:
            self._version = version
            self._grown.clear()
            self._prospects.clear()
        place = (repertoire.white, repertoire.fen)
        if place not in self._grown:
            self._grown[place] = grow(repertoire, self.library.moves_at)
        return self._grown[place]

    def prospect(self, repertoire: Repertoire) -> Prospect:
        """How far the repertoire reaches, and its biggest gap."""
        spots, place = self.spots(repertoire), (repertoire.white, repertoire.fen)
        if place not in self._prospects:
            self._prospects[place] = prospect(spots)
        return self._prospects[place]

    def session(
        self, repertoire: Repertoire, new_cards: int = NEW_CARDS_A_SESSION, again: Sequence[int] = ()
    ) -> "Session":
        """Begins a session over everything due and some new positions; first come the keys `again`, due or not."""
        return Session(self, repertoire, self.spots(repertoire), new_cards, again)

    # Cards

    def card(self, key: int, white: bool) -> Card | None:
        """The card of a position, None if it was never asked."""
        rows = self.book.query(f"SELECT {_CARD_COLUMNS} FROM cards WHERE key = ? AND white = ?", (key, white), _CARDS)
        return Card.from_json(rows[0][1]) if rows else None

    def failures(self, white: bool) -> dict[int, float]:
        """Share of failed answers (0-1) of every position asked."""
        rows = self.book.query(f"SELECT {_CARD_COLUMNS} FROM cards WHERE white = ?", (white,), _CARDS)
        return {key: failed / seen for key, _, _, seen, failed in rows if seen}

    def review(self, key: int, white: bool, grade: Rating, duration_ms: int, answer: str) -> datetime:
        """Grades a position and stores card and review in one transaction. Returns when it comes again."""
        now = datetime.fromtimestamp(self._clock(), UTC)
        card, _ = self._scheduler.review_card(self.card(key, white) or Card(), grade, now)
        failed = int(grade is Rating.Again)
        with self.book.transaction() as connection:
            connection.execute(
                "INSERT INTO cards VALUES (?, ?, ?, ?, 1, ?) ON CONFLICT (key, white)"
                " DO UPDATE SET card = excluded.card, due = excluded.due,"
                " seen = seen + 1, failed = failed + excluded.failed",
                (key, white, card.to_json(), int(card.due.timestamp()), failed),
            )
            connection.execute(
                "INSERT INTO reviews (key, white, time, grade, duration_ms, answer) VALUES (?, ?, ?, ?, ?, ?)",
                (key, white, int(now.timestamp()), int(grade), duration_ms, answer),
            )
        return card.due

    def is_due(self, key: int, white: bool) -> bool:
        """Whether a position that was asked before is due now."""
        rows = self.book.query(f"SELECT {_CARD_COLUMNS} FROM cards WHERE key = ? AND white = ?", (key, white), _CARDS)
        return bool(rows) and rows[0][2] <= self._clock()

    def _cards(self, white: bool) -> dict[int, tuple[str, int]]:
        rows = self.book.query(f"SELECT {_CARD_COLUMNS} FROM cards WHERE white = ?", (white,), _CARDS)
        return {key: (card, due) for key, card, due, _, _ in rows}


class Session:
    """One training session. Ask `question` until it gives None, `answer` each; `summary` says how it went."""

    def __init__(
        self,
        trainer: Trainer,
        repertoire: Repertoire,
        spots: dict[int, Spot],
        new_cards: int,
        again: Sequence[int] = (),
    ) -> None:
        self.summary = Summary()
        self._trainer = trainer
        self._repertoire = repertoire
        self._spots = spots
        cards = trainer._cards(repertoire.white)
        own = [key for key, spot in spots.items() if spot.own and spot.answers]
        due = sorted(
            (key for key in own if key in cards and trainer.is_due(key, repertoire.white)),
            key=lambda key: cards[key][1],
        )
        new = [key for key in own if key not in cards][:new_cards]
        self._waiting = dict.fromkeys([*(key for key in again if key in own), *due, *new])
        self._new = set(new)
        self._failures = trainer.failures(repertoire.white)
        self._asked: Spot | None = None
        self._line: Iterator[Spot] = iter(())

    @property
    def left(self) -> int:
        """Positions still to be asked."""
        return len(self._waiting)

    def question(self) -> Question | None:
        """The next position to ask: further down the line if something there waits, else where the oldest waits; None:
        done.

        Positions on the way that are not due are played through: they are part of the question's path.
        """
        if self._asked is None or self._asked.key not in self._waiting:
            self._asked = self._further(self._asked) or self._first_waiting()
        if self._asked is None:
            return None
        return Question(self._asked.board.copy(), self._asked.path, self._asked.key in self._new)

    def answer(self, move: chess.Move, duration_ms: int, hint: bool = False) -> Answer:
        """Judges the user's move in the position asked, after `duration_ms`. A wrong answer is asked again later in
        the session.

        :raises ValueError: if nothing was asked.
        """
        spot = self._asked
        if spot is None:
            raise ValueError("no question was asked")
        right = move in spot.answers or move in spot.accepted
        grade = self._grade(spot, right, duration_ms, hint)
        due = self._trainer.review(spot.key, self._repertoire.white, grade, duration_ms, move.uci())
        self.summary.asked += 1
        self.summary.right += right
        self.summary.grades[grade.name.lower()] += 1
        self._waiting.pop(spot.key, None)
        if not right:
            self.summary.failed.append(spot.board.copy())
            self._waiting[spot.key] = None  # at the end of the line of those that wait
            self._asked = None
        return Answer(right, spot.answers, grade, due)

    def _grade(self, spot: Spot, right: bool, duration_ms: int, hint: bool) -> Rating:
        if not right:
            return Rating.Again
        if hint or duration_ms > SLOW_MS:
            return Rating.Hard
        card = self._trainer.card(spot.key, self._repertoire.white)
        known = card is not None and card.state is State.Review
        return Rating.Easy if known and duration_ms <= FAST_MS else Rating.Good

    def _first_waiting(self) -> Spot | None:
        key = next(iter(self._waiting), None)
        return self._spots[key] if key is not None else None

    def _further(self, spot: Spot | None) -> Spot | None:
        """Plays on from an answered position: our first answer, a reply of the opponent, until a position waits or the
        line ends.
        """
        seen: set[int] = set()
        while spot is not None and spot.answers and spot.key not in seen:
            seen.add(spot.key)
            there = self._after(spot, spot.answers[0])
            if there is None or not there.replies:
                return None
            spot = self._after(there, self._reply(there))
            if spot is not None and spot.key in self._waiting:
                return spot
        return None

    def _reply(self, spot: Spot) -> chess.Move:
        """The opponent's move: by how often it occurs, and more the more often the user failed behind it."""
        moves = list(spot.replies)
        weights = [spot.replies[move] * (1 + 4 * self._failed_behind(spot, move)) for move in moves]
        return self._trainer.random.choices(moves, weights)[0]

    def _failed_behind(self, spot: Spot, move: chess.Move) -> float:
        after = self._after(spot, move)
        return self._failures.get(after.key, 0.0) if after else 0.0

    def _after(self, spot: Spot, move: chess.Move) -> Spot | None:
        board = spot.board.copy(stack=False)
        board.push(move)
        return self._spots.get(Spot(board, not spot.own, ()).key)
