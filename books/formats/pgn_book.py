"""The flagged book as PGN: `!` and `!!` ($1 $3), `?` and `??` ($2 $4), `?!` ($6, our `$`), `!?` ($5, blank), comments.

The interchange format of the flagged book: flags and comments survive writing and reading. An unchecked move between judged ones
has `$0`, PGN's null annotation; elsewhere than in a book's own lines that sign means nothing. A comment on a position (not
on the move that led there) begins with `[%position]`.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import chess

from books.choice.layers import FULL_WEIGHT
from books.entry import Flag, MoveRow
from books.errors import BookMissingError, DamagedBookError
from books.key import encode, position_key
from books.progress import Progress, report, silent
from engine.game.annotations import words_of
from engine.game.node import NULL_UCI, Node
from engine.game.tree import ROOT, Game
from engine.pgn.errors import PgnError
from engine.pgn.reader import read_games
from engine.pgn.values import PgnGame, ProblemKind
from engine.pgn.writer import written_game

FLAG_OF_NAG = {1: Flag.STRONG, 3: Flag.STRONG, 2: Flag.BAD, 4: Flag.BAD, 6: Flag.DUBIOUS, 5: Flag.NORMAL}
UNCHECKED_NAG = 0
NAG_OF_FLAG = {Flag.STRONG: 1, Flag.BAD: 2, Flag.DUBIOUS: 6}
CHOSEN_BLANK = 5  # `!?`: the author chose the move as normal; without a sign it is only present
POSITION = "[%position] "
BOOK_EVENT = "Opening book"
MOST_CHAPTERS = 1000
Rows = dict[tuple[int, int], MoveRow]
"""Rows by the key of the position and the code of the move."""


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


class Chapters(NamedTuple):
    """The chapters of a study, each a game in PGN, and the number of games left out because of a fault in their moves."""

    texts: tuple[str, ...] = ()
    left_out: int = 0


def read_rows(path: Path, progress: Progress = silent) -> Iterator[MoveRow]:
    """Yields one row for each different (position, move) of the file's games and variations. A move without a sign is
    only present (it inherits). The first sign and the first comment of a move win.

    :raises BookMissingError: the file cannot be opened.
    :raises DamagedBookError: the file has no readable game.
    :raises CancelledError: the user stopped it.
    """
    rows: Rows = {}
    games = 0
    for game in _games(path, progress):
        if _is_sound(game):
            games += bool(game.root.children)
            add_rows(game, rows)
    if not games:
        raise DamagedBookError("%1 holds no readable game. Check that it is a PGN file.", path)
    return iter(rows.values())


def add_rows(game: Game, rows: Rows) -> None:
    own = game.header("Event") == BOOK_EVENT
    for node, move, board in nodes(game):
        row = _row_of(node, move, board)
        if own and row.inherits and UNCHECKED_NAG in node.nags:
            row = row._replace(flag=Flag.UNCHECKED)
        known = rows.get((row.key, row.move))
        better = row if known is None or (known.inherits and not row.inherits) else known
        comment = known.comment if known is not None and known.comment else row.comment
        rows[row.key, row.move] = better._replace(comment=comment)


def read_chapters(path: Path, progress: Progress = silent) -> Chapters:
    """Returns the games of a file as the chapters of a study, without the lines of a book (Event `Opening book`). A file of
    more than `MOST_CHAPTERS` games counts as a collection of games, without chapters.

    :raises BookMissingError: the file cannot be opened.
    :raises CancelledError: the user stopped it.
    """
    texts, left_out = list[str](), 0
    for game in _games(path, progress):
        if not _is_sound(game):
            left_out += 1
        elif game.header("Event") != BOOK_EVENT:
            texts.append(written_game(game))
            if len(texts) > MOST_CHAPTERS:
                return Chapters()
    return Chapters(tuple(texts), left_out)


def read_comments(path: Path, progress: Progress = silent) -> list[tuple[int, str]]:
    """Returns the comments on positions, with their keys.

    :raises BookMissingError: the file cannot be opened.
    :raises CancelledError: the user stopped it.
    """
    found: dict[int, str] = {}
    for game in _games(path, progress):
        if _is_sound(game):
            add_comments(game, found)
    return list(found.items())


def add_comments(game: Game, found: dict[int, str]) -> None:
    """Adds a game's comments on positions, by key, to those of the games before it."""
    _note_comments(game.root, chess.Board(game.start_fen, chess960=game.chess960), found)
    for node, move, board in nodes(game):
        if any(comment.startswith(POSITION) for comment in node.comments):
            after = board.copy(stack=False)
            after.push(move)
            _note_comments(node, after, found)


def _note_comments(node: Node, board: chess.Board, found: dict[int, str]) -> None:
    for comment in node.comments:
        if comment.startswith(POSITION):
            found.setdefault(position_key(board), comment.removeprefix(POSITION))


def _games(path: Path, progress: Progress) -> Iterator[PgnGame]:
    def go_on(done: int, total: int) -> bool:
        report(progress, done, total)
        return True

    try:
        yield from read_games(path, go_on)
    except PgnError as error:
        raise BookMissingError("%1. Check the path.", error) from error


def _is_sound(game: PgnGame) -> bool:
    return not any(problem.kind in _UNTRUSTED for problem in game.problems)


def nodes(game: Game) -> Iterator[tuple[Node, chess.Move, chess.Board]]:
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
