"""The lines that the user has switched off, as moves."""

from collections import deque

import chess

from books.choice.layers import is_own, is_reply
from books.choice.library import Library
from books.key import position_key

MOST_POSITIONS = 5000


def switched_lines(library: Library) -> list[tuple[chess.Move, ...]]:
    """Returns the shortest way to each switched-off move along the user's own moves and replies from the start; without
    those that none of the first `MOST_POSITIONS` positions has."""
    left = set(library.switched_off())
    queue, seen = deque([chess.Board()]), set[int]()
    found = []
    while queue and left and len(seen) < MOST_POSITIONS:
        board = queue.popleft()
        key = position_key(board)
        if key in seen:
            continue
        seen.add(key)
        for move, entry in library.moves_on(board):
            if (key, entry.code) in left:
                left.discard((key, entry.code))
                found.append((*board.move_stack, move))
            if entry.off or is_own(entry.rows) or is_reply(entry.rows):
                after = board.copy()
                after.push(move)
                queue.append(after)
    return found
