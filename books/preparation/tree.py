"""What an opponent plays: his games as a tree of positions, with results from his point of view."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType

from books.preparation.opponent import OpponentGame, Results, results

MANY_GAMES = 20_000
"""From so many games on, positions of a single game are left out: they are most of the memory, and say nothing."""

_NONE: Mapping[int, Results] = MappingProxyType({})
_PLACE = {2: 0, 1: 1, 0: 2, None: 3}  # of a result among the four counts
_REACHED = -1  # in place of a move's code: the position itself


class Tree:
    """Positions by key; in each, the moves that were played (by either side) with what became of him. A game counts once in
    a position, with the move played there first."""

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
        self._at = {key: Results(*here.pop(_REACHED)) for key, here in counts.items()}
        self._moves = {
            key: {
                move: Results(*ended) for move, ended in sorted(here.items(), key=lambda pair: (-sum(pair[1]), pair[0]))
            }
            for key, here in counts.items()
            if here
        }

    def moves(self, key: int) -> Mapping[int, Results]:
        """The moves played in a position by their codes, most played first."""
        return self._moves.get(key, _NONE)

    def at(self, key: int) -> Results:
        """How the games went that reached a position."""
        return self._at.get(key, Results())

    def __iter__(self) -> Iterator[int]:
        """The positions in which a move was played."""
        return iter(self._moves)
