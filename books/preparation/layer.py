"""Writes preparation into book files: the moves to steer by, as an additional book, and an opponent's openings for
sparring."""

from collections.abc import Iterable, Iterator

from books.entry import Flag, MoveRow, Presence
from books.key import encode, position_key
from books.preparation.opponent import OpponentResults
from books.preparation.opponent_moves import OpponentMoves
from books.preparation.steering import SteeringPlan

SPARRING_PLIES = 30
"""Plies of an opponent's openings in a sparring book."""


def steering_rows(plans: Iterable[SteeringPlan]) -> Iterator[MoveRow]:
    """Yields the rows of a book that leads into the plans' lines. My move in each position is `!`; my other moves are
    normal, so that they do not compete with it while the book is active. The opponent's moves are unchecked, with their
    results. Results are those of the side that plays the move."""
    for plan in plans:
        seen: set[int] = set()
        for step in plan.steps:
            key = position_key(step.board)
            results = step.met.get(step.move, OpponentResults())
            yield _row(key, encode(step.board, step.move), results, his=False)._replace(
                flag=Flag.STRONG, weight=max(1, results.games)
            )
            for other, _ in step.others:
                code = encode(step.board, other)
                ended = step.met.get(other, OpponentResults())
                yield _row(key, code, ended, his=False)._replace(flag=Flag.NORMAL, weight=1)
            after = step.board.copy(stack=False)
            after.push(step.move)
            reply = position_key(after)
            if reply not in seen:
                seen.add(reply)
                for move, ended in step.replies.items():
                    yield _row(reply, encode(after, move), ended, his=True)._replace(presence=Presence.SEEN)


def sparring_rows(moves: OpponentMoves, white: bool, name: str, plies: int = SPARRING_PLIES) -> Iterator[MoveRow]:
    """Yields an opponent's own moves with one colour, weighted by how often they were played, whatever their value.
    `name`: the opponent's, shown as the reason."""
    for board, played in moves.walk(plies):
        if board.turn == white:
            key = position_key(board)
            for move, ended in played.items():
                row = _row(key, encode(board, move), ended, his=True)
                yield row._replace(flag=Flag.NORMAL, weight=ended.games, source=name)


def _row(key: int, code: int, ended: OpponentResults, his: bool) -> MoveRow:
    wins, losses = (ended.wins, ended.losses) if his else (ended.losses, ended.wins)
    return MoveRow(key, code, wins=wins, draws=ended.draws, losses=losses, source="games")
