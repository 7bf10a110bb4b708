"""A repertoire: the part of the book that a side plays from a start position, as a graph to be trained."""

import heapq
import itertools
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import chess

from books.choice.layers import LayeredMove, is_own
from books.entry import Flag, Layer, Presence
from books.key import decode, position_key
from books.learning.mistakes import numbered_san

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
    flag, and those of the user's own book), `accepted` the other moves of his books, right as well, but not
    trained for, `replies` the opponent's with how often they occur (0-1)."""

    board: chess.Board
    own: bool
    path: tuple[chess.Move, ...]
    answers: tuple[chess.Move, ...] = ()
    accepted: tuple[chess.Move, ...] = ()
    replies: dict[chess.Move, float] = field(default_factory=dict)

    @property
    def key(self) -> int:
        """The position's book key."""
        return position_key(self.board)


def grow(repertoire: Repertoire, moves_at: MovesAt, max_ply: int = 24, most: int = MAX_POSITIONS) -> dict[int, Spot]:
    """The repertoire's positions by key, each with the likeliest way there, most likely first. Raises ValueError for a
    broken FEN.
    """
    start = chess.Board(repertoire.fen)
    spots: dict[int, Spot] = {}
    order = itertools.count()
    queue = [(-1.0, next(order), Spot(start, start.turn == repertoire.white, ()))]
    while queue and len(spots) < most:
        rank, _, spot = heapq.heappop(queue)
        key = spot.key
        if key in spots or len(spot.path) > max_ply:
            continue
        _fill(spot, moves_at(key))
        spots[key] = spot
        for move, share in _shares(spot).items():
            after = spot.board.copy(stack=False)
            after.push(move)
            heapq.heappush(queue, (rank * share, next(order), Spot(after, not spot.own, (*spot.path, move))))
    return spots


def _shares(spot: Spot) -> dict[chess.Move, float]:
    """How the games continue: our answers alike, the opponent's replies as often as they were played."""
    return dict.fromkeys(spot.answers, 1 / len(spot.answers)) if spot.answers else spot.replies


@dataclass(frozen=True)
class Prospect:
    """How far a repertoire reaches, if the opponent plays as the book's games did. `answered[n]`: the share of the games
    (0-1) in which our n-th move from the start position of the repertoire still is in the book. `gap`: the position
    without an answer that comes up most (None: there is none), `gap_move` the opponent's move that leads there (`5...Nc6`)
    and `gap_share` in how many games."""

    answered: dict[int, float]
    gap: chess.Board | None = None
    gap_move: str = ""
    gap_share: float = 0.0

    def __str__(self) -> str:
        if self.gap is None:
            return "every reply of the book has an answer"
        share = f"{self.gap_share:.0%}" if self.gap_share >= 0.095 else f"{self.gap_share:.1%}"
        return f"you have no answer to {self.gap_move}, met in {share} of the games"


OWN_MOVES = (3, 5, 8)
GAP_PLIES = 20  # a line that simply ends later than this is no gap


def prospect(spots: dict[int, Spot]) -> Prospect:
    """Follows the games through the repertoire, from its start on."""
    mass = dict.fromkeys(spots, 0.0)
    came: dict[int, str] = {}
    answered: dict[int, float] = defaultdict(float)
    first = next(iter(spots), None)
    if first is None:
        return Prospect(dict.fromkeys(OWN_MOVES, 0.0))
    mass[first] = 1.0
    gap: tuple[float, Spot] | None = None
    for key, spot in sorted(spots.items(), key=lambda pair: len(pair[1].path)):  # what leads here was added up before
        here = mass[key]
        if spot.own and spot.answers:
            answered[(len(spot.path) + 2) // 2] += here
        elif spot.own and came.get(key) and len(spot.path) <= GAP_PLIES and (gap is None or here > gap[0]):
            gap = here, spot
        for move, share in _shares(spot).items():
            after = spot.board.copy(stack=False)
            after.push(move)
            child = position_key(after)
            if child in mass:
                mass[child] += here * share
                came.setdefault(child, "" if spot.own else numbered_san(spot.board, move))
    reached = {number: min(1.0, answered[number]) for number in OWN_MOVES}
    if gap is None:
        return Prospect(reached)
    return Prospect(reached, gap[1].board.copy(stack=False), came[gap[1].key], min(1.0, gap[0]))


def _fill(spot: Spot, entries: Sequence[LayeredMove]) -> None:
    legal = [(move, entry) for entry in entries if (move := decode(spot.board, entry.code))]
    if spot.own:
        playable = [(move, entry) for move, entry in legal if entry.flag.playable]
        best = max((entry.flag for _, entry in playable), default=Flag.BAD)
        recommended = [move for move, entry in playable if entry.flag is best]
        own = [(move, entry) for move, entry in legal if is_own(entry.rows)]
        by_hand = [move for move, entry in own if entry.rows[0][0] is Layer.USER]
        spot.answers = tuple(dict.fromkeys(recommended + by_hand))
        spot.accepted = tuple(move for move, _ in own if move not in spot.answers)
        return
    present = [(move, entry) for move, entry in legal if any(row.presence is Presence.IN for _, row in entry.rows)]
    games = {move: sum(row.games for _, row in entry.rows) + entry.weight / 1000 for move, entry in present}
    total = sum(games.values())
    spot.replies = {move: count / total for move, count in games.items() if total and count / total >= REPLY_SHARE}
