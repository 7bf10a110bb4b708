"""The flagged book as PGN: `!` and `!!` ($1 $3), `?` and `??` ($2 $4), `?!` ($6, our `$`), `!?` ($5, blank), comments.

The interchange format of the flagged book: flags and comments survive writing and reading. A comment on a position (not
on the move that led there) begins with `[%position]`.
"""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Protocol

import chess

from books.choice.layers import FULL_WEIGHT
from books.entry import Flag, MoveRow
from books.errors import BookMissingError, DamagedBookError, NothingToWriteError
from books.key import decode, encode, position_key
from books.progress import Progress, report, silent
from books.store.atomic import written
from engine.game.annotations import words_of
from engine.game.node import NULL_UCI, Node
from engine.game.position import Position
from engine.game.tree import ROOT, Game
from engine.pgn.errors import PgnError
from engine.pgn.reader import read_games
from engine.pgn.values import PgnGame, ProblemKind
from engine.pgn.writer import written_game

FLAG_OF_NAG = {1: Flag.STRONG, 3: Flag.STRONG, 2: Flag.BAD, 4: Flag.BAD, 6: Flag.DUBIOUS, 5: Flag.NORMAL}
NAG_OF_FLAG = {Flag.STRONG: 1, Flag.BAD: 2, Flag.DUBIOUS: 6}
CHOSEN_BLANK = 5  # `!?`: the author chose the move as normal; without a sign it is only present
POSITION = "[%position] "


# A game with one of these faults is left out: its moves after the fault, or all of them, may not be what the author
# meant.
_UNTRUSTED = {
    ProblemKind.ILLEGAL_MOVE,
    ProblemKind.AMBIGUOUS_MOVE,
    ProblemKind.UNKNOWN_TEXT,
    ProblemKind.BAD_FEN,
    ProblemKind.VARIANT,
    ProblemKind.TOO_BIG,
}


class RowSource(Protocol):
    """The part of a book that the writer needs."""

    def rows(self, key: int) -> list[MoveRow]:
        """Returns the moves of a position."""

    def comments(self) -> list[tuple[int, str]]:
        """Returns every comment on a position, with its key."""


def read_rows(path: Path, progress: Progress = silent) -> Iterator[MoveRow]:
    """Yields one row for each different (position, move) of the file's games and variations. A move without a sign is
    only present (it inherits). The first sign and the first comment of a move win.

    :raises BookMissingError: the file cannot be opened.
    :raises DamagedBookError: the file has no readable game.
    :raises CancelledError: the user stopped it.
    """
    rows: dict[tuple[int, int], MoveRow] = {}
    games = 0
    for game in _games(path, progress):
        games += 1
        for node, move, board in _nodes(game):
            row = _row_of(node, move, board)
            known = rows.get((row.key, row.move))
            better = row if known is None or (known.inherits and not row.inherits) else known
            comment = known.comment if known is not None and known.comment else row.comment
            rows[row.key, row.move] = better._replace(comment=comment)
    if not games:
        raise DamagedBookError("%1 holds no readable game. Check that it is a PGN file.", path)
    return iter(rows.values())


def read_comments(path: Path, progress: Progress = silent) -> list[tuple[int, str]]:
    """Returns the comments on positions, with their keys.

    :raises BookMissingError: the file cannot be opened.
    :raises CancelledError: the user stopped it.
    """
    found: dict[int, str] = {}
    for game in _games(path, progress):
        _note_comments(game.root, chess.Board(game.start_fen, chess960=game.chess960), found)
        for node, move, board in _nodes(game):
            if any(comment.startswith(POSITION) for comment in node.comments):
                after = board.copy(stack=False)
                after.push(move)
                _note_comments(node, after, found)
    return list(found.items())


def _note_comments(node: Node, board: chess.Board, found: dict[int, str]) -> None:
    for comment in node.comments:
        if comment.startswith(POSITION):
            found.setdefault(position_key(board), comment.removeprefix(POSITION))


def write_book(book: RowSource, path: Path, start: chess.Board | None = None, progress: Progress = silent) -> int:
    """Writes everything reachable from `start` as one game with variations, atomically. Returns the number of moves.

    Each position's moves are written once; a transposition ends with a reference to that place. Moves without a flag
    are left out.
    :raises NothingToWriteError: `start` has no flagged move.
    :raises BookDiskError: the file cannot be written.
    :raises CancelledError: the user stopped it.
    """
    board = (start or chess.Board()).copy(stack=False)
    game = _grown(
        Game.new(Position.of(board.fen(), board.chess960), headers={"Event": "Opening book"}), book, board, progress
    )
    if not game.node(ROOT).children:
        raise NothingToWriteError(
            "%1 was not written: this book has no line that begins at the start position. Choose another book.", path
        )
    with written(path) as file:
        file.write(f"{written_game(game)}\n".encode())
    return game.table.size - 1


def _grown(game: Game, book: RowSource, board: chess.Board, progress: Progress) -> Game:
    """Returns the game with the book's moves, breadth first, so that a position is written at its earliest place."""
    queue: list[tuple[int, chess.Board]] = [(ROOT, board)]
    comments = dict(book.comments())
    seen = {position_key(board)}
    for at, here in queue:
        if comment := comments.get(position_key(here)):
            node = game.node(at)
            game = game.with_node(node.changed(comments=(*node.comments, POSITION + comment)))
        for row in _written_order(book.rows(position_key(here))):
            move = decode(here, row.move)
            if move is None:
                continue
            game, child = game.add_move(at, move.uci())
            nags = () if row.inherits else (CHOSEN_BLANK,)
            if row.flag in NAG_OF_FLAG:
                nags = (NAG_OF_FLAG[row.flag],)
            said = (row.comment,) if row.comment else ()
            game = game.with_node(game.node(child).changed(comments=said, nags=nags))
            after = here.copy(stack=False)
            after.push(move)
            key = position_key(after)
            if key not in seen:
                seen.add(key)
                queue.append((child, after))
        report(progress, game.table.size - 1, 0)
    return game


def _written_order(rows: Iterable[MoveRow]) -> list[MoveRow]:
    flagged = [row for row in rows if row.flag is not Flag.UNCHECKED]
    return sorted(flagged, key=lambda row: (-row.flag, -row.weight, row.move))


def _games(path: Path, progress: Progress) -> Iterator[PgnGame]:
    """Yields the games without a fault in their moves."""

    def go_on(done: int, total: int) -> bool:
        report(progress, done, total)
        return True

    try:
        for game in read_games(path, go_on):
            if game.root.children and not any(problem.kind in _UNTRUSTED for problem in game.problems):
                yield game
    except PgnError as error:
        raise BookMissingError("%1. Check the path.", error) from error


def _nodes(game: PgnGame) -> Iterator[tuple[Node, chess.Move, chess.Board]]:
    """Yields every node with its move and the board before it. No recursion: variations may be thousands of plies deep."""
    stack = [(ROOT, chess.Board(game.start_fen, chess960=game.chess960))]
    while stack:
        at, board = stack.pop()
        for child in game.children(at):
            if child.uci == NULL_UCI:
                continue  # a book has no null moves
            move = chess.Move.from_uci(child.uci)
            yield child, move, board
            after = board.copy(stack=False)
            after.push(move)
            stack.append((child.id, after))


def _row_of(node: Node, move: chess.Move, board: chess.Board) -> MoveRow:
    signs = [FLAG_OF_NAG[nag] for nag in sorted(node.nags) if nag in FLAG_OF_NAG]
    said = (words_of(text) for text in node.comments if not text.startswith(POSITION))  # clock commands are not words
    comment = " ".join(filter(None, said)) or None
    row = MoveRow(position_key(board), encode(board, move), signs[0] if signs else Flag.NORMAL, FULL_WEIGHT)
    return row._replace(comment=comment, source="pgn", inherits=int(not signs))
