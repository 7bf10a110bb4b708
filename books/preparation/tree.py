"""An opponent's games as a tree of positions, with results from the opponent's point of view."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType

from books.preparation.opponent import OpponentGame, OpponentResults, results

MANY_GAMES = 20_000
"""From this number of games on, positions that only one game reached are dropped: they take most of the memory and
prove nothing."""

_NONE: Mapping[int, OpponentResults] = MappingProxyType({})
_PLACE = {2: 0, 1: 1, 0: 2, None: 3}  # the index of a result among the four counts
_REACHED = -1  # instead of a move's code: the position itself


class Tree:
    """Positions by key; in each, the moves played by either side with the opponent's results. A game counts once in a
    position, with the move first played there."""

    def __init__(self, games: Sequence[OpponentGame]) -> None:
        counts: dict[int, dict[int, list[int]]] = {}
        met = Counter(key for game in games for key in game.keys) if len(games) >= MANY_GAMES else None
        for game in games:
            place, seen = _PLACE[game.half_points], set[int]()
            for key, move in zip(game.keys, (*game.moves, _REACHED), strict=False):
                if key not in seen and (met is None or met[key] > 1):
                    seen.add(key)
                    here = counts.setdefault(key, {_REACHED: [0, 0, 0, 0]})
                    here[_REACHED][place] += 1
                    if move != _REACHED:
                        here.setdefault(move, [0, 0, 0, 0])[place] += 1
        self.results = results(games)
        self._at = {key: OpponentResults(*here.pop(_REACHED)) for key, here in counts.items()}
        self._moves = {
            key: {
                move: OpponentResults(*ended)
                for move, ended in sorted(here.items(), key=lambda pair: (-sum(pair[1]), pair[0]))
            }
            for key, here in counts.items()
            if here
        }

    def moves(self, key: int) -> Mapping[int, OpponentResults]:
        """Returns the moves played in a position by their codes, most played first."""
        return self._moves.get(key, _NONE)

    def at(self, key: int) -> OpponentResults:
        """Returns the results of the games that reached a position."""
        return self._at.get(key, OpponentResults())

    def __iter__(self) -> Iterator[int]:
        """Iterates over the positions in which a move was played."""
        return iter(self._moves)
