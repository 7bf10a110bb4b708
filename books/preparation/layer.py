"""Writes preparation into book files: the moves to steer by, as an additional book, and an opponent's openings for
sparring."""

from collections.abc import Iterable, Iterator

from books.entry import Flag, MoveRow, Presence
from books.key import encode, position_key
from books.preparation.opponent import OpponentGame, OpponentResults
from books.preparation.steering import SteeringPlan
from books.preparation.tree import Tree


def steering_rows(plans: Iterable[tuple[SteeringPlan, Tree]]) -> Iterator[MoveRow]:
    """Yields the rows of a book that leads into the plans' lines. My move in each position is `!`; my other moves are
    normal, so that they do not compete with it while the book is active. The opponent's moves are unchecked, with their
    results. Results are those of the side that plays the move."""
    for plan, tree in plans:
        seen: set[int] = set()
        for step in plan.steps:
            key = position_key(step.board)
            yield _row(key, encode(step.board, step.move), step.results, his=False)._replace(
                flag=Flag.STRONG, weight=max(1, step.results.games)
            )
            met = tree.moves(key)
            for other, _ in step.others:
                code = encode(step.board, other)
                yield _row(key, code, met.get(code, OpponentResults()), his=False)._replace(flag=Flag.NORMAL, weight=1)
            after = step.board.copy(stack=False)
            after.push(step.move)
            reply = position_key(after)
            if reply not in seen:
                seen.add(reply)
                for code, ended in tree.moves(reply).items():
                    yield _row(reply, code, ended, his=True)._replace(presence=Presence.SEEN)


def sparring_rows(games: Iterable[OpponentGame], name: str) -> Iterator[MoveRow]:
    """Yields an opponent's own moves, weighted by how often they were played, whatever their value. `name`: the
    opponent's, shown as the reason."""
    own = [
        game._replace(keys=game.keys[int(not game.white) :: 2], moves=game.moves[int(not game.white) :: 2])
        for game in games
    ]
    tree = Tree(own)
    for key in sorted(tree):
        for code, ended in tree.moves(key).items():
            yield _row(key, code, ended, his=True)._replace(flag=Flag.NORMAL, weight=ended.games, source=name)


def _row(key: int, code: int, ended: OpponentResults, his: bool) -> MoveRow:
    wins, losses = (ended.wins, ended.losses) if his else (ended.losses, ended.wins)
    return MoveRow(key, code, wins=wins, draws=ended.draws, losses=losses, source="games")
