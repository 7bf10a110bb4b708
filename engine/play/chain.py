"""The move source chain: book, then tablebases, then search; each answers "here is my move and why" or "not mine".

The chain knows the other rooms only by the two protocols below, so each of the three can be tested alone and the
search plays without the other two. python-chess is imported only where a book or tablebases were handed in: the
search alone starts without it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Protocol

from engine.errors import MoveError, PositionError, RatsuError
from engine.game.history import board_of
from engine.game.info import PovScore, Score, SearchResult
from engine.game.limits import GamePosition, Limits
from engine.game.move_choice import MoveChoice, OnInfo, Searching, Source
from engine.game.overlooked_recaptures import overlooked_recaptures
from engine.game.reason import BoardMove, Kind, Reason, at_depth, listed, together, told
from engine.game.stopper import Stopper
from engine.levels import Strength, strength_of
from engine.play.faults import SourceFaults
from engine.play.game_follower import GameFollower
from engine.player import Handicap

if TYPE_CHECKING:
    import chess

MOST_TABLEBASE_MEN = 7  # of any Syzygy table

__all__ = [
    "BookAnswer",
    "BookSource",
    "MoveChain",
    "MoveChoice",
    "RootAnswer",
    "Searcher",
    "Source",
    "TablebaseSource",
]


class BookAnswer(Protocol):
    """What a book says about a position: a move and why, or only which moves are known to be bad.

    `move` is None where the book has nothing to play; `excluded` are the moves it knows as `?`.
    """

    @property
    def move(self) -> chess.Move | None:
        """The move to play."""

    @property
    def reason(self) -> Reason:
        """Why."""

    @property
    def excluded(self) -> Sequence[chess.Move]:
        """Moves known to be bad."""


class BookSource(Protocol):
    """An opening book (see `books.choice.choose`)."""

    @property
    def problems(self) -> Sequence[RatsuError]:
        """What had to be left out so far, each told to the user."""

    def choose(self, board: chess.Board) -> BookAnswer | None:
        """The book's answer, None where it does not know the position."""


class RootAnswer(Protocol):
    """The root moves that keep the best certain result, all of equal worth, and why."""

    @property
    def best(self) -> Sequence[chess.Move]:
        """The moves to choose from."""

    @property
    def reason(self) -> Reason:
        """What the tables say."""


class TablebaseSource(Protocol):
    """Endgame tablebases (see `tablebases.probe.rank`)."""

    @property
    def problems(self) -> Sequence[RatsuError]:
        """What had to be left out so far, each told to the user."""

    def rank(self, board: chess.Board) -> RootAnswer | None:
        """The ranking of the root moves, None where the tables do not cover the position."""


class Searcher(Searching, Protocol):
    """The part of `engine.player.Player` that the chain needs."""

    def set_handicap(self, handicap: Handicap | None) -> None:
        """Plays below full strength from the next search on."""


class MoveChain:
    """Asks book, tablebases and search in this order; any of the first two may be None."""

    def __init__(
        self,
        book: BookSource | None,
        tablebases: TablebaseSource | None,
        player: Searcher,
        faults: SourceFaults | None = None,
    ) -> None:
        """`faults` is where problems of book and tablebases are noted; whoever hands it in informs the user."""
        self._faults = faults or SourceFaults()
        self._book = book
        self._tablebases = tablebases
        self._player = player
        self._level: Strength | None = None
        self._follower = GameFollower()
        self._level_seed = 0

    def set_level(self, elo: int | None, seed: int = 0) -> None:
        """Plays at a level (see `engine.levels`) from the next move on; None is full strength.

        A level does without tablebases: nobody of such strength knows them by heart. What it overlooks is fixed by
        `seed`: give every game another one.
        """
        self._level, self._level_seed = None if elo is None else strength_of(elo), seed
        if self._level is None:
            self._player.set_handicap(None)
        else:
            level = self._level
            self._player.set_handicap(Handicap(level.noise_cp, level.nodes, level.depth, seed))

    def choose(
        self, position: GamePosition, limits: Limits, on_info: OnInfo | None = None, stopper: Stopper | None = None
    ) -> MoveChoice:
        """The move to play, its source and the reason. Blocks; `stopper` ends it, and the search names a move even then.

        No fault of the book or the tablebases is raised: it is noted, and the move comes from the others.
        The book is silent in analysis (`limits.infinite`, `limits.mate`) and where the caller names the moves to
        choose from. The tablebases limit the search to the moves that keep the best certain result; a single such
        move is played at once unless analysis was asked for.
        Raises PositionError where the position is bad or has no legal move, MoveError where a move in it is bad.
        """
        try:
            return self._choose(position, limits, on_info, stopper)
        finally:
            self._faults.note(Source.BOOK, self._book)
            self._faults.note(Source.TABLEBASES, self._tablebases)

    def _choose(
        self, position: GamePosition, limits: Limits, on_info: OnInfo | None, stopper: Stopper | None
    ) -> MoveChoice:
        analysis = limits.infinite or limits.mate is not None
        if self._level is not None and self._level.miss_permille and not limits.search_moves and not analysis:
            missed = overlooked_recaptures(position, self._level.miss_permille, self._level_seed)
            limits = replace(limits, exclude_moves=(*limits.exclude_moves, *missed))
        ask_book = self._book is not None and not analysis and not limits.search_moves
        ask_tables = self._tables_may_know(position) and not limits.search_moves
        board = board_of(position) if ask_book or ask_tables else None
        reason = None
        if board is not None and ask_book:
            answer = self._faults.ask(Source.BOOK, partial(self._ask_book, board.copy(), limits))
            choice, limits = answer or (None, limits)
            if choice is not None:
                return choice
        ranked = (
            self._faults.ask(Source.TABLEBASES, partial(self._rank, board))
            if board is not None and ask_tables
            else None
        )
        if ranked is not None:
            moves, reason = ranked
            if len(moves) == 1 and not analysis:
                return MoveChoice(moves[0], Source.TABLEBASES, reason)
            limits = replace(limits, search_moves=moves, exclude_moves=())
        result = self._player.search(position, limits, on_info, stopper)
        return self._answer(position, limits, result, reason)

    def _ask_book(self, board: chess.Board, limits: Limits) -> tuple[MoveChoice | None, Limits]:
        """A choice if the book has a legal one, and the limits with the moves it knows to be bad left out."""
        answer = self._book.choose(board) if self._book is not None else None
        if answer is None:
            return None, limits
        if answer.move is not None:
            _require_legal("opening book", board, (answer.move,))
            return MoveChoice(coordinate(board, answer.move), Source.BOOK, answer.reason), limits
        bad = {move for move in answer.excluded if board.is_legal(move)}
        if not bad or len(bad) == board.legal_moves.count():
            return None, limits
        left_out = (*limits.exclude_moves, *(coordinate(board, move) for move in bad))
        return None, replace(limits, exclude_moves=left_out)

    def _tables_may_know(self, position: GamePosition) -> bool:
        """Whether so few pieces are left; asked of the core, which is fast. Raises PositionError or MoveError."""
        if self._tablebases is None or self._level is not None:
            return False
        return self._follower.men(position) <= MOST_TABLEBASE_MEN

    def _rank(self, board: chess.Board) -> tuple[tuple[str, ...], Reason] | None:
        """The moves that the tables would play, and why."""
        ranking = self._tablebases.rank(board) if self._tablebases is not None else None
        if ranking is None or not ranking.best:
            return None
        _require_legal("tablebases", board, ranking.best)
        return tuple(coordinate(board, move) for move in ranking.best), ranking.reason

    def _answer(
        self, position: GamePosition, limits: Limits, result: SearchResult, ranking: Reason | None
    ) -> MoveChoice:
        if result.best_move is None:
            raise PositionError("there is no legal move in %1 after %2 moves", position.fen, len(position.moves))
        source = Source.TABLEBASES if ranking else Source.SEARCH
        reason = together(
            ranking,
            _search_reason(result, position.white_to_move),
            told(result.remark) if result.remark else None,
            Reason(Kind.LEFT_OUT, (" ".join(limits.exclude_moves),)) if limits.exclude_moves else None,
        )
        return MoveChoice(result.best_move, source, reason, result, result.ponder_move)


def _require_legal(name: str, board: chess.Board, moves: Sequence[chess.Move]) -> None:
    """:raises MoveError: where a source names a move that cannot be played; `name` is the source's."""
    for move in moves:
        if not board.is_legal(move):
            raise MoveError("The %1 gave %2, which is not legal in %3.", name, move, board.fen())


def coordinate(board: chess.Board, move: chess.Move) -> str:
    """The move in coordinate notation, castling as the board's variant writes it."""
    return board.uci(move)


def _search_reason(result: SearchResult, white: bool) -> Reason:
    """What a search found; `white`: for White, whose turn it was."""
    if not result.lines:
        return Reason(Kind.ONLY_MOVE)
    line = result.lines[0]
    return listed(at_depth(PovScore(line.score, white), line.depth), Reason(Kind.NODES, (result.nodes,)))


def turned_bad(position: GamePosition, move: str, instead: str, value: int) -> Reason:
    """Why another move is played than the search's: `value` is the end of that one's line, for the side to move."""
    fen = board_of(position).fen()
    moves = (BoardMove(uci, fen, position.chess960) for uci in (move, instead))
    return Reason(Kind.TURNED_BAD, (*moves, PovScore(Score(centipawns=value), position.white_to_move)))
