"""The difficulty of the better move for players of a rating, for fair praise and blame."""

from engine.game.limits import GamePosition
from engine.game.python_board import board_of
from engine.game.reason import BoardMove, Reason, ReasonKind, Share
from engine.ground.errors import MoveError
from engine.ground.values import dataclass
from engine.play.people.human_replies import HIGHEST_ELO, LOWEST_ELO, human_replies

FEW, MOST = 0.10, 0.50
"""Shares of players: below the first, few find a move; from the second on, most do."""


@dataclass(frozen=True)
class MoveDifficulty:
    """The share (0-1) of players of a rating who play a move."""

    elo: int
    chance: float
    move: BoardMove

    @property
    def reason(self) -> Reason:
        """`Few players rated 1500 find 12.Nd5: 4 %`."""
        kind = (
            ReasonKind.FEW_FIND
            if self.chance < FEW
            else ReasonKind.MOST_FIND
            if self.chance >= MOST
            else ReasonKind.SOME_FIND
        )
        return Reason(kind, (str(self.elo), self.move, Share(self.chance)))


def difficulty_of(position: GamePosition, better: str, elo: int) -> MoveDifficulty:
    """The share of players of a rating who find `better` (UCI); takes 20 to 50 ms. The last move matters to people, so give the
    position with its moves. Ratings are clamped to the predictor's range (400 to 2800).

    :raises RatsuError: the position or a move is refused.
    """
    board = board_of(position)
    try:
        move = board.parse_uci(better)
    except ValueError as error:
        raise MoveError("%1 is not a legal move in %2", better, board.fen()) from error
    elo = min(max(elo, LOWEST_ELO), HIGHEST_ELO)
    chances = human_replies(elo).chances(board)
    return MoveDifficulty(elo, chances[board.uci(move)], BoardMove.of(board, move))
