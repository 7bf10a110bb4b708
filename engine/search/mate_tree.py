"""The proof of a mate as a tree: what each defence is answered with. A level is worked out when it is asked for."""

from collections.abc import Iterator

from engine.game.limits import GamePosition
from engine.ground.values import dataclass
from engine.search.mates import MateSearcher

NODES = 20_000_000  # for each defence; hand-set


@dataclass(frozen=True)
class Defence:
    """A defence, and the proved mate after it: the answer first. `line` is empty where nothing was proved."""

    move: str
    line: tuple[str, ...]

    @property
    def mate(self) -> int:
        """In how many more moves it is mate."""
        return (len(self.line) + 1) // 2


def defences(position: GamePosition, moves: int, solver: MateSearcher) -> Iterator[Defence]:
    """The defences in a position in which the opponent mates in `moves` more moves at most; none: it is mate.

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
