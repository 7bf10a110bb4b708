"""The move source chain: book, then tablebases, then search; each answers "here is my move and why" or "not mine".

The chain knows the other rooms only by the two protocols below, so each of the three can be tested alone and the
search plays without the other two. python-chess is imported only where a book or tablebases were handed in: the
search alone starts without it.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Protocol

from engine.errors import MoveError, PositionError
from engine.info import SearchResult
from engine.limits import GamePosition, Limits
from engine.mover import MoveChoice, OnInfo, Source

if TYPE_CHECKING:
    import chess

__all__ = ["BookAnswer", "BookSource", "MoveChain", "MoveChoice", "RootAnswer", "Searcher", "Source", "TablebaseSource"]


class BookAnswer(Protocol):
    """What a book says about a position: a move and why, or only which moves are known to be bad.

    `move` is None where the book has nothing to play; `excluded` are the moves it knows as `?`.
    """

    @property
    def move(self) -> chess.Move | None:
        """The move to play."""

    @property
    def reason(self) -> str:
        """Why, in words."""

    @property
    def excluded(self) -> Sequence[chess.Move]:
        """Moves known to be bad."""


class BookSource(Protocol):
    """An opening book (see `books.choose`)."""

    def choose(self, board: chess.Board) -> BookAnswer | None:
        """The book's answer, None where it does not know the position."""


class RootAnswer(Protocol):
    """The root moves that keep the best certain result, all of equal worth, and why."""

    @property
    def best(self) -> Sequence[chess.Move]:
        """The moves to choose from."""

    @property
    def reason(self) -> str:
        """What the tables say, in words."""


class TablebaseSource(Protocol):
    """Endgame tablebases (see `tablebases.rank`)."""

    def rank(self, board: chess.Board) -> RootAnswer | None:
        """The ranking of the root moves, None where the tables do not cover the position."""


class Searcher(Protocol):
    """The part of `engine.player.Player` that the chain needs."""

    def search(self, position: GamePosition, limits: Limits, on_info: OnInfo | None = None) -> SearchResult:
        """Searches and blocks until it is done or stopped."""

    def stop(self) -> None:
        """Ends a running search soon."""


class MoveChain:
    """Asks book, tablebases and search in this order; any of the first two may be None."""

    def __init__(self, book: BookSource | None, tablebases: TablebaseSource | None, player: Searcher) -> None:
        self._book = book
        self._tablebases = tablebases
        self._player = player
        self._stopped = threading.Event()

    def choose(self, position: GamePosition, limits: Limits, on_info: OnInfo | None = None) -> MoveChoice:
        """The move to play, its source and the reason. Blocks; `stop` ends it.

        The book is silent in analysis (`limits.infinite`, `limits.mate`) and where the caller names the moves to
        choose from. The tablebases limit the search to the moves that keep the best certain result; a single such
        move is played at once unless analysis was asked for.
        Raises PositionError where the position is bad or has no legal move, MoveError where a move in it is bad.
        """
        self._stopped.clear()
        reason = ""
        if self._book is not None or self._tablebases is not None:
            board = board_of(position)
            analysis = limits.infinite or limits.mate is not None
            if not analysis and not limits.search_moves:
                choice, limits = self._ask_book(board, limits)
                if choice is not None:
                    return choice
            if not limits.search_moves:
                ranking = self._rank(board)
                if ranking is not None:
                    moves = tuple(coordinate(board, move) for move in ranking.best)
                    reason = ranking.reason
                    if len(moves) == 1 and not analysis:
                        return MoveChoice(moves[0], Source.TABLEBASES, reason)
                    limits = replace(limits, search_moves=moves, exclude_moves=())
        if self._stopped.is_set():  # stopped while book or tablebases were asked: the search only names a move
            limits = replace(limits, depth=1, infinite=False, ponder=False)
        return self._search(position, limits, on_info, reason)

    def stop(self) -> None:
        """Ends a running `choose` soon; any thread, any number of times."""
        self._stopped.set()
        self._player.stop()

    def _ask_book(self, board: chess.Board, limits: Limits) -> tuple[MoveChoice | None, Limits]:
        """A choice if the book has a legal one, and the limits with the moves it knows to be bad left out."""
        answer = self._book.choose(board) if self._book is not None else None
        if answer is None:
            return None, limits
        if answer.move is not None and board.is_legal(answer.move):
            return MoveChoice(coordinate(board, answer.move), Source.BOOK, answer.reason), limits
        bad = {move for move in answer.excluded if board.is_legal(move)}
        if not bad or len(bad) == board.legal_moves.count():
            return None, limits
        return None, replace(limits, exclude_moves=tuple(coordinate(board, move) for move in bad))

    def _rank(self, board: chess.Board) -> RootAnswer | None:
        ranking = self._tablebases.rank(board) if self._tablebases is not None else None
        if ranking is None or not ranking.best or not all(board.is_legal(move) for move in ranking.best):
            return None
        return ranking

    def _search(self, position: GamePosition, limits: Limits, on_info: OnInfo | None, ranking: str) -> MoveChoice:
        result = self._player.search(position, limits, on_info)
        if result.best_move is None:
            raise PositionError(f"there is no legal move in {position.fen} after {len(position.moves)} moves")
        source = Source.TABLEBASES if ranking else Source.SEARCH
        reasons = [ranking] if ranking else []
        reasons.append(_search_reason(result))
        if limits.exclude_moves:
            reasons.append(f"the book's bad moves left out: {' '.join(limits.exclude_moves)}")
        return MoveChoice(result.best_move, source, "; ".join(reasons), result, result.ponder_move)


def board_of(position: GamePosition) -> chess.Board:
    """The position as a python-chess board with its history. Raises PositionError or MoveError."""
    import chess  # here, not above: the search alone starts without it

    try:
        board = chess.Board(position.fen, chess960=position.chess960)
    except ValueError as error:
        raise PositionError(f"not a FEN: {position.fen!r} ({error})") from error
    for text in position.moves:
        try:
            move = board.parse_uci(text)
            if not move:
                raise ValueError("null move")
            board.push(move)
        except ValueError as error:
            raise MoveError(f"{text} is not a legal move in {board.fen()}") from error
    return board


def coordinate(board: chess.Board, move: chess.Move) -> str:
    """The move in coordinate notation, castling as the board's variant writes it."""
    return board.uci(move)


def _search_reason(result: SearchResult) -> str:
    if not result.lines:
        return "the only legal move"
    line = result.lines[0]
    score = line.score
    if score.mate is not None:
        worth = f"mate in {score.mate}" if score.mate > 0 else f"mated in {-score.mate}"
    else:
        worth = f"{(score.centipawns or 0) / 100:+.2f}"
    return f"{worth} at depth {line.depth}, {result.nodes} nodes"
