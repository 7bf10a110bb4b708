"""The explorer's statistics of a position: the moves that games of a collection played in it."""

from books.collection.game_collection import Collection
from books.collection.positions import games_with_position
from books.collection.tallying import tally
from engine.ground.text import Text
from engine.ground.values import dataclass
from engine.rules.board import CoreBoard


@dataclass(frozen=True)
class MoveStatistics:
    """The statistics of one move. `move` is a core move, 0 for games that ended."""

    move: int
    games: int
    white_wins: int
    draws: int
    black_wins: int
    average_elo: int | None
    last_year: int | None
    top_games: tuple[int, ...]

    @property
    def score(self) -> float | None:
        """White's points per game in per cent; None if no game has a result."""
        decided = self.white_wins + self.draws + self.black_wins
        return 100 * (self.white_wins + self.draws / 2) / decided if decided else None


def explore(collection: Collection, key: int, board: CoreBoard | None = None) -> list[MoveStatistics]:
    """Returns the moves played in a position, most played first. With `board`, each move is checked for legality.
    :raises CollectionError: the collection is damaged."""
    games, moves = games_with_position(collection, key)
    rows = []
    for move, (count, white, draws, black, elos, rated, last, top) in tally(games, moves, collection.traits()).items():
        if board is not None and move and not board.is_legal(move):
            raise collection.damage_error(
                Text("table blocks, column data: move %1 cannot be played in %2", move, board.fen())
            )
        rows.append(
            MoveStatistics(
                move,
                _int(count),
                _int(white),
                _int(draws),
                _int(black),
                _int(elos) // _int(rated) if rated else None,
                _int(last) or None,
                tuple(top) if isinstance(top, list) else (),
            )
        )
    return sorted(rows, key=lambda row: (-row.games, row.move))


def _int(value: "int | list[int]") -> int:
    return value if isinstance(value, int) else 0
