"""Reads Arena's opening books (.abk).

From the public description of the format: 28-byte little-endian nodes from byte 25,200 (node 900) on; a node is from,
to, promotion (0 none, 1 rook, 2 knight, 3 bishop, 4 queen; negative values likewise), priority (0: never played),
games, won, lost, flags, first child, next sibling. Not tested with a file by Arena itself: the tests use small files
written from the description.
"""

import struct
from collections.abc import Iterator
from pathlib import Path

import chess

from books.entry import Flag, MoveRow
from books.errors import BookMissingError, DamagedBookError
from books.key import encode, position_key
from books.progress import Progress, report, silent
from engine.ground.files import read_file

NODE = struct.Struct("<BBbBIIIIII")
FIRST_NODE = 900
_NONE = 0xFFFFFFFF
_PROMOTIONS = {1: chess.ROOK, 2: chess.KNIGHT, 3: chess.BISHOP, 4: chess.QUEEN}


def read_rows(path: Path, progress: Progress = silent) -> Iterator[MoveRow]:
    """Yields one row for each (position, move) of the tree, transpositions merged. An illegal move gets a row too, as
    in the other formats: it is counted, but never shown or played; the moves after it are left out.

    :raises BookMissingError: the file cannot be opened.
    :raises DamagedBookError: it is not an Arena book, has no legal move, or a node outside the file.
    :raises CancelledError: the user stopped it.
    """
    try:
        content = read_file(path)
    except OSError as error:
        raise BookMissingError("The Arena book %1 cannot be opened (%2). Check the path.", path, error) from error
    nodes = len(content) // NODE.size
    if content[1:4] != b"ABK" or nodes <= FIRST_NODE:
        raise DamagedBookError("%1 is not an Arena book, or it is cut off. Choose another file.", path)
    rows: dict[tuple[int, int], MoveRow] = {}
    seen: set[int] = set()
    any_legal = False
    stack = [(FIRST_NODE, chess.Board())]
    while stack:
        index, board = stack.pop()
        while index not in (0, _NONE):
            if index >= nodes or index in seen:
                raise DamagedBookError(
                    "The Arena book %1 is damaged: node %2 is outside the file or met twice.", path, index
                )
            seen.add(index)
            report(progress, len(seen), nodes)
            source, target, promotion, priority, games, won, lost, _, child, index = NODE.unpack_from(
                content, index * NODE.size
            )
            move = chess.Move(source & 63, target & 63, _PROMOTIONS.get(abs(promotion)))
            legal = board.is_legal(move)
            code = encode(board, move) if legal else source & 63 | (target & 63) << 6 | abs(promotion) % 8 << 12
            row = _row(board, code, priority, games, won, lost)
            rows.setdefault((row.key, row.move), row)
            any_legal = any_legal or legal
            if legal and child not in (0, _NONE):
                after = board.copy(stack=False)
                after.push(move)
                stack.append((child, after))
    if not any_legal:
        raise DamagedBookError("The Arena book %1 is damaged: none of its moves is legal.", path)
    return iter(rows.values())


def _row(board: chess.Board, code: int, priority: int, games: int, won: int, lost: int) -> MoveRow:
    draws = max(0, games - won - lost)
    flag = Flag.NORMAL if priority else Flag.BAD
    row = MoveRow(position_key(board), code, flag, priority, won, draws, lost, source="abk")
    return row._replace(inherits=int(priority > 0))
