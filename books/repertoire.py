"""A repertoire: the part of the book that a side plays from a start position, as a graph to be trained."""

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import chess

from books.key import decode, position_key
from books.layers import LayeredMove

MovesAt = Callable[[int], Sequence[LayeredMove]]
REPLY_SHARE = 0.03  # of the games: rarer replies are not trained
MAX_POSITIONS = 5000


@dataclass(frozen=True)
class Repertoire:
    """A side and a start position the user trains. `id` 0: not stored yet."""

    id: int
    name: str
    white: bool
    fen: str = chess.STARTING_FEN


@dataclass
class Spot:
    """A position of the repertoire. `answers` are the right moves (own side to move: those with the highest playable
    flag), `replies` the opponent's with how often they occur (0-1)."""

    board: chess.Board
    own: bool
    path: tuple[chess.Move, ...]
    answers: tuple[chess.Move, ...] = ()
    replies: dict[chess.Move, float] = field(default_factory=dict)

    @property
    def key(self) -> int:
        """The position's book key."""
        return position_key(self.board)


def grow(repertoire: Repertoire, moves_at: MovesAt, max_ply: int = 24, most: int = MAX_POSITIONS) -> dict[int, Spot]:
    """The repertoire's positions by key, each with the shortest way there, nearest first. Raises ValueError for a
    broken FEN.
    """
    start = chess.Board(repertoire.fen)
    spots: dict[int, Spot] = {}
    queue = deque([Spot(start, start.turn == repertoire.white, ())])
    while queue and len(spots) < most:
        spot = queue.popleft()
        key = spot.key
        if key in spots or len(spot.path) > max_ply:
            continue
        _fill(spot, moves_at(key))
        spots[key] = spot
        for move in spot.answers or spot.replies:
            after = spot.board.copy(stack=False)
            after.push(move)
            queue.append(Spot(after, not spot.own, (*spot.path, move)))
    return spots


def _fill(spot: Spot, entries: Sequence[LayeredMove]) -> None:
    legal = [(move, entry) for entry in entries if (move := decode(spot.board, entry.code))]
    flagged = [(move, entry) for move, entry in legal if entry.decision.flag is not None]
    if spot.own:
        playable = [(move, entry) for move, entry in flagged if entry.decision.flag and entry.decision.flag.playable]
        best = max((entry.decision.flag or 0 for _, entry in playable), default=0)
        spot.answers = tuple(move for move, entry in playable if entry.decision.flag == best)
        return
    games = {move: sum(row.games for _, row in entry.rows) + entry.weight / 1000 for move, entry in flagged}
    total = sum(games.values())
    spot.replies = {move: count / total for move, count in games.items() if total and count / total >= REPLY_SHARE}
