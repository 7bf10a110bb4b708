"""The book report of a game: the departures of both sides from the book, returns by transposition, and the book's
moves."""

from collections.abc import Sequence

import chess

from books.choice.choose import ChoiceSettings
from books.choice.library import Library
from books.entry import BookMove, Flag
from books.key import position_key
from engine.game.reason import BoardMove, Reason, ReasonKind, listed, together
from engine.game.reason_words import english
from engine.ground.values import dataclass


@dataclass(frozen=True)
class Departure:
    """A move that the book lacks or warns of, in a position that it knows. `recommended` are the book's playable moves,
    best first; `own`: our move; `known` is the book's entry of the played move, if any."""

    ply: int
    board: chess.Board
    move: chess.Move
    own: bool
    recommended: tuple[BookMove, ...]
    known: BookMove | None

    @property
    def reason(self) -> Reason:
        """The played move and the book's moves."""
        move = BoardMove.of(self.board, self.move)
        if self.known is None:
            left = Reason(ReasonKind.YOU_LEFT if self.own else ReasonKind.OPPONENT_LEFT, (move,))
        else:
            kind = ReasonKind.YOU_PLAYED if self.own else ReasonKind.OPPONENT_PLAYED
            left = Reason(kind, (move, self.known.flag.mark, self.known.reason))
        return together(left, book_plays(self.board, self.recommended))


def book_plays(board: chess.Board, recommended: Sequence[BookMove]) -> Reason:
    """Returns up to three of the moves that the book plays, with their flags."""
    best = []
    for entry in recommended[:3]:
        move = BoardMove.of(board, entry.move, numbered=False)
        best.append(
            Reason(ReasonKind.MARKED, (move, entry.flag.mark))
            if entry.flag.symbol
            else Reason(ReasonKind.MOVE, (move,))
        )
    return Reason(ReasonKind.BOOK_PLAYS, (listed(*best) if best else Reason(ReasonKind.NOTHING_BETTER),))


@dataclass(frozen=True)
class GameReport:
    """A game compared with the book. `book_plies`: plies before the first departure or the book's end; `returns`: plies
    at which a transposition led back to a known position; `ended_at`: the ply at which the book ended (None: it did
    not)."""

    opening: str
    book_plies: int
    departures: tuple[Departure, ...]
    returns: tuple[int, ...]
    ended_at: int | None

    @property
    def first_own(self) -> Departure | None:
        return next((departure for departure in self.departures if departure.own), None)

    @property
    def first_opponent(self) -> Departure | None:
        return next((departure for departure in self.departures if not departure.own), None)

    def lines(self) -> list[str]:
        told = [self.opening] if self.opening else []
        told += [english(departure.reason) for departure in self.departures]
        told += [english(back_in_book(ply)) for ply in self.returns]
        if not self.departures:
            told.append(english(Reason(ReasonKind.FOLLOWED, (self.book_plies,))))
        return told


def back_in_book(ply: int) -> Reason:
    """Returns the reason for a return by transposition before this ply."""
    return Reason(ReasonKind.BACK_IN_BOOK, (ply // 2 + 1,))


def report_game(
    library: Library,
    moves: Sequence[chess.Move],
    own_white: bool,
    start: chess.Board | None = None,
    settings: ChoiceSettings | None = None,
) -> GameReport:
    """Compares a game with the book. `moves` are legal from `start` (default: the start position)."""
    board = (start or chess.Board()).copy(stack=False)
    departures: list[Departure] = []
    returns: list[int] = []
    first_out: int | None = None
    ended_at: int | None = None
    outside = False
    opening = ""
    for ply, move in enumerate(moves):
        name = library.names.at(position_key(board))
        opening = str(name) if name else opening
        entries = [entry for entry in library.look_up(board, settings) if entry.flag is not Flag.UNCHECKED]
        if entries and outside:
            returns.append(ply)
        if not entries and not outside and ended_at is None and first_out is None:
            ended_at = first_out = ply
        outside = not entries
        known = next((entry for entry in entries if entry.move == move), None)
        if entries and (known is None or not known.flag.playable):
            recommended = tuple(entry for entry in entries if entry.flag.playable)
            own = board.turn == own_white
            departures.append(Departure(ply, board.copy(stack=False), move, own, recommended, known))
            first_out = ply if first_out is None else first_out
            outside = True
        board.push(move)
    name = library.names.at(position_key(board))
    opening = str(name) if name else opening
    return GameReport(
        opening, len(moves) if first_out is None else first_out, tuple(departures), tuple(returns), ended_at
    )


def missing_moves(report: GameReport) -> tuple[Departure, ...]:
    """Returns the departures that could be added to the book: moves it does not have."""
    return tuple(departure for departure in report.departures if departure.known is None)
