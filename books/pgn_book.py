"""The flagged book as PGN: `!` and `!!` ($1 $3), `?` and `??` ($2 $4), `?!` ($6, our `$`), `!?` ($5, blank), comments.

This is the interchange format of the flagged book: what is written is read back with the same flags and comments.
"""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Protocol

import chess
import chess.pgn

from books.atomic import written
from books.entry import Flag, MoveRow
from books.errors import BookMissingError, DamagedBookError
from books.key import decode, encode, position_key
from books.layers import FULL_WEIGHT
from books.progress import Progress, report, silent

FLAG_OF_NAG = {1: Flag.STRONG, 3: Flag.STRONG, 2: Flag.BAD, 4: Flag.BAD, 6: Flag.DUBIOUS, 5: Flag.NORMAL}
NAG_OF_FLAG = {Flag.STRONG: 1, Flag.BAD: 2, Flag.DUBIOUS: 6}


class RowSource(Protocol):
    """What the writer needs of a book."""

    def rows(self, key: int) -> list[MoveRow]:
        """The moves of a position."""


def read_rows(path: Path, progress: Progress = silent) -> Iterator[MoveRow]:
    """One row for each different (position, move) of the file's games and variations.

    A move without a sign is normal; the first sign met for a move stays.
    :raises BookMissingError, DamagedBookError: nothing readable in the file; CancelledError.
    """
    rows: dict[tuple[int, int], MoveRow] = {}
    games = 0
    for game in _games(path, progress):
        games += 1
        for node, board in _nodes(game):
            row = _row_of(node, board)
            known = rows.get((row.key, row.move))
            if known is None or (known.flag is Flag.NORMAL and row.flag is not Flag.NORMAL):
                rows[row.key, row.move] = row
    if not games:
        raise DamagedBookError(f"{path} holds no readable game. Check that it is a PGN file.")
    return iter(rows.values())


def write_book(
    book: RowSource, path: Path, start: chess.Board | None = None, max_ply: int = 60, progress: Progress = silent
) -> int:
    """Writes everything reachable from `start` as one game with variations. Returns the number of moves.

    Each position's moves are written once; a transposition ends with a pointer to where it goes on.
    Moves that no layer flags are left out. Written beside, synced, renamed. Raises BookDiskError, CancelledError.
    """
    board = (start or chess.Board()).copy(stack=False)
    game = chess.pgn.Game.without_tag_roster()
    game.setup(board)
    game.headers["Event"] = "Opening book"
    count = _grow(game, book, board, max_ply, progress)
    with written(path) as file:
        file.write(f"{game}\n\n".encode())
    return count


def _grow(game: chess.pgn.Game, book: RowSource, board: chess.Board, max_ply: int, progress: Progress) -> int:
    """Adds the book's moves below `game`, breadth first, so that a position is written where it is met first."""
    queue: list[tuple[chess.pgn.GameNode, chess.Board]] = [(game, board)]
    seen = {position_key(board)}
    count = 0
    for node, here in queue:
        for row in _written_order(book.rows(position_key(here))):
            move = decode(here, row.move)
            if move is None:
                continue
            child = node.add_variation(move, comment=_clean(row.comment or ""))
            if row.flag in NAG_OF_FLAG:
                child.nags.add(NAG_OF_FLAG[row.flag])
            count += 1
            after = here.copy(stack=False)
            after.push(move)
            key = position_key(after)
            if key not in seen and after.ply() - board.ply() < max_ply:
                seen.add(key)
                queue.append((child, after))
        report(progress, count, 0)
    return count


def _written_order(rows: Iterable[MoveRow]) -> list[MoveRow]:
    flagged = [row for row in rows if row.flag is not None]
    return sorted(flagged, key=lambda row: (-(row.flag or 0), -row.weight, row.move))


def _games(path: Path, progress: Progress) -> Iterator[chess.pgn.Game]:
    try:
        file = path.open(encoding="utf-8-sig", errors="replace")
    except OSError as error:
        raise BookMissingError(f"The games {path} cannot be opened ({error.strerror}). Check the path.") from error
    with file:
        size = path.stat().st_size
        while True:
            try:
                game = chess.pgn.read_game(file)
                if game is None:
                    return
                game.board()
            except Exception:  # noqa: BLE001 (python-chess lets several kinds escape; the other games are still good)
                continue
            report(progress, file.tell(), size)
            if len(game.variations) and not game.errors:
                yield game


def _nodes(game: chess.pgn.Game) -> Iterator[tuple[chess.pgn.ChildNode, chess.Board]]:
    """Every node with the board before it; without recursion, variations may be thousands deep."""
    stack: list[tuple[chess.pgn.GameNode, chess.Board]] = [(game, game.board())]
    while stack:
        node, board = stack.pop()
        for child in node.variations:
            if not child.move:
                continue  # a null move is no book move
            yield child, board
            after = board.copy(stack=False)
            after.push(child.move)
            stack.append((child, after))


def _row_of(node: chess.pgn.ChildNode, board: chess.Board) -> MoveRow:
    flag = next((FLAG_OF_NAG[nag] for nag in sorted(node.nags) if nag in FLAG_OF_NAG), Flag.NORMAL)
    comment = node.comment or None
    return MoveRow(position_key(board), encode(board, node.move), flag, FULL_WEIGHT, comment=comment, source="pgn")


def _clean(comment: str) -> str:
    """A brace inside a comment would end it."""
    return comment.replace("{", "(").replace("}", ")")
