"""The proof of a mate as a tree: the reply to each defence. Each level is computed on demand."""

from collections.abc import Iterator

from engine.game.limits import GamePosition
from engine.ground.values import dataclass
from engine.search.mates import MateSearcher

NODES = 20_000_000  # for each defence; hand-set


@dataclass(frozen=True)
class Defence:
    """A defence and the proved mate after it, the reply first. `line` is empty without a proof."""

    move: str
    line: tuple[str, ...]

    @property
    def mate(self) -> int:
        """The number of moves to mate after the defence."""
        return (len(self.line) + 1) // 2


def defences(position: GamePosition, moves: int, solver: MateSearcher) -> Iterator[Defence]:
    """The defences in a position in which the opponent mates in at most `moves` moves; empty in mate.

    :raises PositionError: the position cannot be played from. :raises MoveError: a move is not legal.
    """
    board = position.board()
    for move in board.legal_moves():
        after = board.copy()
        after.push(move)
        names = []
        for reply in solver.run(after, moves, NODES, 0) or []:
            names.append(after.uci(reply))
            after.push(reply)
        yield Defence(board.uci(move), tuple(names))
