"""Writes a book as flagged PGN: the chapters of its study as their author wrote them, with what the book has changed
since, and the other moves as lines."""

from collections import deque
from collections.abc import Iterable, Iterator
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import NamedTuple, Protocol

import chess

from books.entry import Flag, MoveRow, Presence
from books.errors import NothingToWriteError
from books.formats.pgn_book import (
    BOOK_EVENT,
    CHOSEN_BLANK,
    FLAG_OF_NAG,
    NAG_OF_FLAG,
    POSITION,
    UNCHECKED_NAG,
    Rows,
    add_comments,
    add_rows,
)
from books.key import encode, position_key, signed, uci_of
from books.progress import Progress, report, silent
from books.store.atomic import written
from engine.game.annotations import with_words, words_of
from engine.game.node import NULL_UCI, Node
from engine.game.position import Position
from engine.game.tree import ROOT, Game
from engine.ground.errors import MoveError
from engine.pgn.growing_game import GrowingGame
from engine.pgn.reader import games_of
from engine.pgn.writer import written_game
from engine.rules.board import CoreBoard

_Place = tuple[int, chess.Board]
"""A node of a game, with its position."""


_NAG = 1 << 16  # a line in `_Lines`: the code of the move, and above it the flag's sign in PGN


class WrittenMoves(NamedTuple):
    """The number of different moves that were written, and of flagged moves in the book."""

    moves: int
    flagged: int


class RowSource(Protocol):
    """The part of a book that the writer needs."""

    def rows(self, key: int) -> list[MoveRow]:
        """Returns the moves of a position."""

    def all_rows(self) -> Iterator[MoveRow]:
        """Returns all moves, those of a position together."""

    def comments(self) -> list[tuple[int, str]]:
        """Returns every comment on a position, with its key."""

    def chapters(self) -> list[str]:
        """Returns the chapters of the book's study, each a game in PGN."""


def write_book(
    book: RowSource,
    path: Path,
    start: chess.Board | None = None,
    progress: Progress = silent,
    *,
    apart: bool = False,
) -> WrittenMoves:
    """Writes a book atomically.

    First come the chapters of its study. A move that the book no longer has is left out, a changed flag or comment
    replaces the author's. Moves that no chapter has become variations of the chapter that reaches their position, or
    (`apart`: and all others) lines from `start` in a game of their own: there each position's moves are written once;
    a transposition ends with a reference to that place. An unchecked move is written, with `$0`, if no flagged one leads to the
    position after it and the book has moves there: a preparation has the opponent's moves between mine.
    :raises NothingToWriteError: there is no flagged move.
    :raises BookDiskError: the file cannot be written.
    :raises CancelledError: the user stopped it.
    """
    board = (start or chess.Board()).copy(stack=False)
    writer = _BookWriter(book, progress)
    chapters = writer.chapters(grown=not apart)
    if apart:
        writer.begin_anew()
    if not writer.has(board):
        lines = Game.new(Position.of(board.fen(), board.chess960), headers={"Event": BOOK_EVENT})
        lines = writer.grown(lines, [(ROOT, board)])
        chapters += [lines] if lines.node(ROOT).children else []
    if not any(game.node(ROOT).children for game in chapters):
        raise NothingToWriteError(
            "%1 was not written: this book has no line that begins at the start position. Choose another book.", path
        )
    with written(path) as file:
        file.write("\n".join(written_game(game) for game in chapters).encode())
    return WrittenMoves(writer.count, writer.lines.flagged)


class _Lines:
    """The moves of a book that a PGN has, of each position in the order in which they are written."""

    def __init__(self, book: RowSource, progress: Progress) -> None:
        """:raises CancelledError: the user stopped it."""
        self.flagged = 0
        self.unchecked: dict[int, tuple[int, ...]] = {}  # codes by position
        self._moves: dict[int, tuple[int, ...]] = {}
        self._words: dict[tuple[int, int], str] = {}
        for key, rows in groupby(book.all_rows(), itemgetter(0)):
            if not len(self._moves) & 255:
                report(progress, self.flagged, 0)
            found = list(rows)
            ordered = _order(found)
            if len(ordered) < len(found):
                self.unchecked[key] = tuple(
                    row.move for row in found if row.flag is Flag.UNCHECKED and row.presence is not Presence.OUT
                )
            if ordered:
                self.flagged += len(ordered)
                self._moves[key] = tuple([row.move + _NAG * _nag(row) for row in ordered])
                self._words.update(((key, row.move), row.comment) for row in ordered if row.comment)

    def __contains__(self, key: int) -> bool:
        return key in self._moves

    def at(self, key: int) -> Iterable[tuple[int, int, str]]:
        """Yields the code, sign and comment of each move of a position."""
        for line in self._moves.get(key, ()):
            nag, code = divmod(line, _NAG)
            yield code, nag, self._words.get((key, code), "")


class _BookWriter:
    """Makes the games, in order."""

    def __init__(self, book: RowSource, progress: Progress) -> None:
        self._book, self._progress = book, progress
        self.lines = _Lines(book, progress)
        self._comments = dict(book.comments())
        self._known: dict[int, str] = {}  # comments on positions that the chapters have
        self._signs: Rows = {}  # what the chapters say, until a change of it is written
        self._words: Rows = {}
        self._written: set[tuple[int, int]] = set()  # moves, by key and code
        self._before: set[tuple[int, int]] = set()  # those written before `begin_anew`
        self._reached: set[int] = set()  # keys of the positions whose moves are written

    @property
    def count(self) -> int:
        """The number of different moves written so far."""
        return len(self._written | self._before)

    def has(self, board: chess.Board) -> bool:
        return position_key(board) in self._reached

    def begin_anew(self) -> None:
        """Writes every position once more."""
        self._before, self._written = self._written, set()
        self._reached.clear()

    def chapters(self, *, grown: bool) -> list[Game]:
        """Returns the book's chapters in its present state. `grown`: with all moves of their positions."""
        games: list[Game] = [game for text in self._book.chapters() for game in games_of(text, "chapter")]
        told: Rows = {}
        for game in games:
            add_rows(game, told)
            add_comments(game, self._known)
        self._signs, self._words = told, dict(told)
        made = [self._brought_up_to_date(game) for game in games]
        if not grown:
            return [game for game, _ in made]
        for _, places in made:
            self._reached.update(position_key(board) for _, board in places)
        return [self.grown(game, places) for game, places in made]

    def grown(self, game: Game, places: Iterable[_Place]) -> Game:
        """Returns a game with the book's moves that are not written yet, from these places on. Breadth first, so that a
        position is written at its earliest place."""
        growing = GrowingGame(game)
        waiting = deque((at, board.fen()) for at, board in places)
        self._reached.update(signed(CoreBoard.from_fen(fen, game.chess960).key) for _, fen in waiting)
        bridges: deque[tuple[int, str]] = deque()  # positions with unchecked moves
        while waiting or bridges:
            if not waiting:
                waiting += self._bridged(growing, game.chess960, *bridges.popleft())
                continue
            at, fen = waiting.popleft()
            board = CoreBoard.from_fen(fen, game.chess960)
            key = signed(board.key)
            if key in self.lines.unchecked:
                bridges.append((at, fen))
            if (comment := self._comments.get(key)) and self._known.get(key) != comment:
                self._known[key] = comment
                node = growing.node(at)
                growing.put(node.changed(comments=(*node.comments, POSITION + comment)))
            for code, nag, words in self.lines.at(key):
                if (key, code) in self._written:
                    continue
                try:
                    move = board.parse_uci(uci_of(code))
                except MoveError:  # a damaged row, or a collision of keys
                    continue
                self._written.add((key, code))
                notes = {"comments": (words,) if words else (), "nags": (nag,) if nag else ()}
                known = growing.child(at, move)
                if known is not None:  # castling in two spellings
                    growing.put(growing.node(known).changed(**notes))
                    continue
                child = growing.add(at, board, move)
                growing.put(child.changed(**notes))
                after = signed(board.key)
                if after not in self._reached:
                    self._reached.add(after)
                    if after in self.lines or after in self._comments or after in self.lines.unchecked:
                        waiting.append((child.id, board.fen()))
                board.pop()
            report(self._progress, len(self._written), 0)
        return growing.finished()

    def _bridged(self, growing: GrowingGame, chess960: bool, at: int, fen: str) -> Iterator[tuple[int, str]]:
        """Adds the unchecked moves of a position that lead to others not reached yet, and yields the places after them."""
        board = CoreBoard.from_fen(fen, chess960)
        for code in self.lines.unchecked[signed(board.key)]:
            try:
                move = board.parse_uci(uci_of(code))
            except MoveError:  # as in `grown`
                continue
            board.push(move)
            after, onward = signed(board.key), board.fen()
            board.pop()
            if after not in self._reached and (after in self.lines or after in self.lines.unchecked):
                self._reached.add(after)
                known = growing.child(at, move)
                if known is None:
                    child = growing.add(at, board, move)
                    growing.put(child.changed(nags=(UNCHECKED_NAG,)))
                    known = child.id
                    board.pop()
                yield known, onward

    def _brought_up_to_date(self, game: Game) -> tuple[Game, list[_Place]]:
        """Returns a chapter as the book is now, and its places."""
        board = chess.Board(game.start_fen, chess960=game.chess960)
        places: list[_Place] = []
        stack = [(ROOT, board)]
        while stack:
            at, board = stack.pop()
            places.append((at, board))
            rows = {row.move: row for row in self._book.rows(position_key(board))}
            for child in game.children(at):
                if child.uci == NULL_UCI:
                    continue
                move = chess.Move.from_uci(child.uci)
                code = encode(board, move)
                row = rows.get(code)
                if row is None or row.presence is Presence.OUT:
                    game = game.delete(child.id)
                    continue
                self._written.add((position_key(board), code))
                changed = self._worded(self._signed(child, row), row)
                game = game.with_node(changed) if changed is not child else game
                after = board.copy(stack=False)
                after.push(move)
                stack.append((child.id, after))
        return game, places

    def _signed(self, node: Node, row: MoveRow) -> Node:
        """Returns the node with the flag of the book, if the user changed the author's."""
        told = self._signs.get((row.key, row.move))
        if told is None or row.inherits or (row.flag is told.flag and not told.inherits):
            return node
        del self._signs[row.key, row.move]
        others = tuple(nag for nag in node.nags if nag not in FLAG_OF_NAG)
        return node.changed(nags=(NAG_OF_FLAG.get(row.flag, CHOSEN_BLANK), *others))

    def _worded(self, node: Node, row: MoveRow) -> Node:
        """Returns the node with the comment of the book, if the user changed the author's."""
        told = self._words.get((row.key, row.move))
        if told is None or (row.comment or "") == (told.comment or ""):
            return node
        of_position = tuple(comment for comment in node.comments if comment.startswith(POSITION))
        of_move = " ".join(comment for comment in node.comments if not comment.startswith(POSITION))
        if told.comment and not words_of(of_move):
            return node  # the author's words are at another place of the move
        del self._words[row.key, row.move]
        said = with_words(of_move, row.comment or "")
        return node.changed(comments=(*((said,) if said else ()), *of_position))


def _nag(row: MoveRow) -> int:
    """Returns the sign of a row's flag; 0: none."""
    return NAG_OF_FLAG.get(row.flag, 0 if row.inherits else CHOSEN_BLANK)


def _order(rows: Iterable[MoveRow]) -> list[MoveRow]:
    flagged = [row for row in rows if row.flag is not Flag.UNCHECKED]
    return sorted(flagged, key=lambda row: (-row.flag, -row.weight, row.move))
