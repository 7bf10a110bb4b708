"""Whether the better move could be found at the player's rating, so that praise and blame are fair."""

from engine.game.limits import GamePosition
from engine.game.python_board import board_of
from engine.game.reason import BoardMove, Kind, Reason, Share
from engine.ground.errors import MoveError
from engine.ground.values import dataclass
from engine.play.people.rated_people import HIGHEST_ELO, LOWEST_ELO, rated_people

FEW, MOST = 0.10, 0.50
"""Below the first few players find a move, from the second on most do."""


@dataclass(frozen=True)
class Findable:
    """How many players of a rating play a move (0-1)."""

    elo: int
    chance: float
    move: BoardMove

    @property
    def reason(self) -> Reason:
        """`Few players rated 1500 find 12.Nd5: 4 %`."""
        kind = Kind.FEW_FIND if self.chance < FEW else Kind.MOST_FIND if self.chance >= MOST else Kind.SOME_FIND
        return Reason(kind, (str(self.elo), self.move, Share(self.chance)))


def findable(position: GamePosition, better: str, elo: int) -> Findable:
    """How many players of a rating find `better` (coordinates) in a position; 20 to 50 ms. People answer the last move, so the
    position is given with its moves. A rating beyond the predictor's range (400 to 2800) counts as its nearest end.

    :raises RatsuError: the position or a move is refused.
    """
    board = board_of(position)
    try:
        move = board.parse_uci(better)
    except ValueError as error:
        raise MoveError("%1 is not a legal move in %2", better, board.fen()) from error
    elo = min(max(elo, LOWEST_ELO), HIGHEST_ELO)
    chances = rated_people(elo).chances(board)
    return Findable(elo, chances[board.uci(move)], BoardMove.of(board, move))
